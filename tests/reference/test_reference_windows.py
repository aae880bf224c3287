"""Insurance windows, caps, lapse and missed offers, worked by hand."""

from __future__ import annotations

from .dealing import RANK_POINTS, deal
from .hands import hand
from .insuring import FOUR, SITUATIONS, THIRD
from .windows import (
    Laid,
    Offer,
    Original,
    cut_to_cap,
    forgone,
    late_offers,
    late_room,
    missed_offer_refunds,
    open_offers,
    squeeze_request_allowed,
    still_insurable,
)


def test_every_situation_of_the_pay_table_is_offered_somewhere() -> None:
    """I-58: none of the 83 is dead, and never are both Hands on offer at once."""
    values = {0: "K", 1: "A"} | {n: str(n) for n in range(2, 10)}
    offered = set()
    for p in range(10):
        for b in range(10):
            banker = hand(f"{values[b]} Q")
            thirds = ["-", *values.values()]
            for third in thirds:
                if third != "-" and p > 5:
                    continue
                player = hand(f"{values[p]} Q {third}")
                offers = open_offers(player, banker)
                assert len(offers) <= 1
                points = (p + (0 if third == "-" else RANK_POINTS[third])) % 10
                for each in offers:
                    own, other = (points, b) if each.side == "player" else (b, points)
                    offered.add((each.side, each.stage, own, other))
    assert offered == {row[:4] for row in SITUATIONS}


def test_no_offer_without_all_cards_exposed_or_with_a_card_bound_not_to_come() -> None:
    """I-57, I-67, I-73, I-74."""
    assert open_offers(hand("6 K"), hand("2 K")) == [Offer(FOUR, "player", (5, 2), False)]
    assert open_offers(hand("6 -"), hand("2 K")) == []
    assert open_offers(hand("6 K"), hand("2 K"), no_insurance_notice=True) == []
    assert open_offers(hand("5 K K"), hand("4 K")) == []
    second = hand("3 K 7"), hand("4 K")
    assert open_offers(*second) == [Offer(THIRD, "banker", (10, 1), True)]
    assert open_offers(*second, waived=True) == []
    assert open_offers(hand("6 K"), hand("2 K"), waived=True) != []


def test_bankers_third_card_may_come_first_only_where_it_comes_anyway() -> None:
    """I-74."""
    assert squeeze_request_allowed(hand("3 K"), hand("2 K"))
    assert not squeeze_request_allowed(hand("3 K"), hand("3 K"))
    assert not squeeze_request_allowed(hand("6 K"), hand("2 K"))


def test_caps_are_per_person_box_hand_and_offer() -> None:
    """I-61 to I-63."""
    originals = [
        Original("ann", 1, "banker", 300),
        Original("ann", 2, "banker", 100),
        Original("ann", 1, "player", 900),
        Original("bob", 1, "banker", 500),
    ]
    first = Offer(FOUR, "banker", (3, 2), False)
    second = Offer(THIRD, "banker", (10, 1), True)
    laid = [Laid("ann", 1, "banker", FOUR, 120), Laid("bob", 1, "banker", FOUR, 500)]
    assert still_insurable(first, "ann", 1, originals, laid, 1_000) == 180
    assert still_insurable(first, "ann", 2, originals, laid, 1_000) == 100
    assert still_insurable(first, "bob", 1, originals, laid, 1_000) == 0
    assert still_insurable(first, "cy", 1, originals, laid, 1_000) == 0
    assert still_insurable(second, "ann", 1, originals, laid, 1_000) == 250
    laid.append(Laid("ann", 1, "banker", THIRD, 200))
    assert still_insurable(second, "ann", 1, originals, laid, 1_000) == 50
    assert still_insurable(second, "ann", 2, originals, laid, 1_000) == 50
    assert still_insurable(second, "ann", 2, originals, laid, None) == 100
    assert cut_to_cap(400, 250) == (250, 150)


def test_an_offer_not_taken_is_lost_for_the_round() -> None:
    """I-65: literal by default, by offer as the other setting; no offer, nothing lost."""
    originals = [Original("ann", 1, "banker", 300), Original("bob", 1, "player", 300)]
    first = [Offer(FOUR, "banker", (3, 2), False)]

    def lost(person: str, laid: list[Laid], **more: set[str]) -> bool:
        return forgone(
            person,
            first,
            originals,
            laid,
            more.get("announced", set()),
            more.get("walked_away", set()),
        )

    assert lost("ann", [])
    assert not lost("bob", [])
    assert not lost("ann", [Laid("ann", 1, "banker", FOUR, 1)])
    assert not lost("ann", [], announced={"ann"})
    assert lost("bob", [], walked_away={"bob"})
    assert not forgone("ann", first, originals, [], set(), set(), scope="offer")
    assert not forgone("ann", [], originals, [], set(), set())


def test_a_late_offer_is_of_the_present_row_with_winnings_within_the_original() -> None:
    """I-70, I-72."""
    present = late_offers(hand("3 K 7"), hand("4 K"))
    assert [each.odds for each in present] == [(10, 1)]
    assert late_room(1_000, (10, 1), []) == 100
    assert late_room(1_000, (3, 2), []) == 666
    assert late_room(1_000, (10, 1), [(300, (3, 2))]) == 55
    assert late_room(100, (10, 1), [(300, (3, 2))]) == 0
    assert late_offers(hand("7 K"), hand("7 Q")) == []


def test_a_missed_offer_noticed_too_late_gives_back_the_lost_original() -> None:
    """I-71: Player 6 stands and loses to Banker 7; bob was not confirmed."""
    finished = deal(["6S", "KS", "KD", "QD", "7C"])
    originals = [Original("ann", 3, "player", 80), Original("bob", 1, "player", 90)]
    refund = missed_offer_refunds(finished, FOUR, "player", originals, {"ann"})
    assert refund == {("ann", 3): 80}
    hidden = missed_offer_refunds(
        finished, FOUR, "player", originals, {"ann"}, no_insurance_notice=True
    )
    assert hidden == {}
    tie = deal(["3S", "4S", "KD", "QC", "7S", "6H"])
    banker = [Original("ann", 1, "banker", 80)]
    assert missed_offer_refunds(tie, THIRD, "banker", banker, {"ann"}) == {}
    won = deal(["6S", "KS", "KD", "QD", "5C"])
    assert missed_offer_refunds(won, FOUR, "player", originals, {"ann"}) == {}
