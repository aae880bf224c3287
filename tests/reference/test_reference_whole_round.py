"""Whole rounds: two worked by hand, and what must hold in every random one."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

from .conduct import Payment, TableLimits
from .hands import DHYX2, MBS5, TB4
from .insuring import FOUR, THIRD
from .layouts import GAMES
from .random_rounds import random_round
from .rulings import Seen
from .settlement import settle_reference
from .staking import TableBet
from .whole_round import Round, Trouble, play
from .windows import Laid

LIMITS = TableLimits(minimum=10, maximum=None, differential=1_000, unit=1)


def bet(name: str, kind: str, stake: int, time: int = 0, person: str = "ann") -> TableBet:
    return TableBet(name, person, 1, kind, stake, time, True)


I60 = Round(
    game=DHYX2,
    layout="A",
    limits=LIMITS,
    bets=[bet("o", "banker", 1_000)],
    cards=["3S", "4S", "KD", "QC", "7S", "6H"],
    insurance=[
        Laid("ann", 1, "banker", FOUR, 1_001),
        Laid("ann", 1, "banker", FOUR, 600),
        Laid("ann", 1, "banker", THIRD, 251),
        Laid("ann", 1, "banker", THIRD, 250),
        Laid("ann", 1, "player", THIRD, 1),
    ],
)


def test_the_first_example_of_i60_with_its_caps() -> None:
    """A quarter of the maximum Differential of 1,000 caps the 10 to 1 at 250 (I-63)."""
    end = play(I60)
    assert end.status == "settled"
    assert end.payments == {"o": Payment(1_000, 0, 1_000)}
    assert end.insurance == {1: Payment(600, 0, 600), 3: Payment(2_750, 2_500, 250)}


def test_who_let_the_first_offer_pass_gets_no_second() -> None:
    """I-65."""
    late = replace(I60, insurance=[Laid("ann", 1, "banker", THIRD, 100)])
    assert play(late).insurance == {}
    assert play(replace(late, announced=frozenset({"ann"}))).insurance[0].profit == 1_000


def test_options_with_two_cards_lying_exposed() -> None:
    """Player's first card alone decides nothing on a tb4 layout, both of his cards do (T5)."""
    early = Round(
        game=TB4,
        layout="A",
        limits=LIMITS,
        bets=[bet("o", "banker", 100), bet("q", "player", 40, person="bob")],
        cards=["4S", "KS", "KD", "9C"],
        trouble=Trouble(Seen("drawn_in_excess"), 2, frozenset({"ann"})),
    )
    end = play(early)
    assert not end.established
    assert end.payments == {"o": Payment(100, 0, 0), "q": Payment(0, 0, 40)}
    later = replace(early, trouble=Trouble(Seen("drawn_in_excess"), 3, frozenset({"ann"})))
    assert play(later).payments["o"] == Payment(200, 100, 100)
    everybody = Trouble(Seen("drawn_in_excess"), 2, frozenset({"ann", "bob"}))
    assert play(replace(early, trouble=everybody)).status == "closed without a result"


def test_a_bet_taken_back_carries_no_insurance_any_more() -> None:
    """I-76, I-88: cards drawn together after four; Banker's bet is still open, and goes back."""
    taken = Trouble(Seen("drawn_together"), 4, frozenset({"ann"}))
    insurance = [Laid("ann", 1, "banker", FOUR, 600), Laid("ann", 1, "banker", THIRD, 100)]
    with_tie = [*I60.bets, bet("t", "tiger_pair", 50)]
    end = play(replace(I60, bets=with_tie, insurance=insurance, trouble=taken))
    assert end.status == "settled"
    assert end.payments == {"o": Payment(1_000, 0, 0), "t": Payment(0, 0, 50)}
    assert end.insurance == {0: Payment(600, 0, 0)}


def test_mbs_asks_how_far_the_deal_had_come() -> None:
    """mbs5:5.8.2: a lost order voids in the initial deal only; 5.9 and I-95: no card exposed."""
    this = Round(
        game=MBS5,
        layout="A",
        limits=LIMITS,
        bets=[bet("o", "banker", 100)],
        cards=["3S", "4S", "KD", "QC", "7S", "6H"],
    )

    def ends(error: str, after_cards: int) -> str:
        seen = Seen(error, order_known=False)
        return play(replace(this, trouble=Trouble(seen, after_cards))).status

    assert [ends("drawn_together", n) for n in (0, 3, 4, 5)] == [
        "void",
        "void",
        "settled",
        "settled",
    ]
    assert [ends("device_reset", n) for n in (0, 1)] == ["reopen betting and deal afresh", "refer"]


def test_a_device_that_runs_out_voids_what_was_won() -> None:
    """I-82: the pair is won, and comes back all the same."""
    short = Round(
        game=MBS5,
        layout="A",
        limits=LIMITS,
        bets=[bet("t", "tiger_pair", 30), bet("o", "banker", 100)],
        cards=["2S", "KS", "2D", "QC"],
    )
    end = play(short)
    assert end.status == "void"
    assert {name: payment.returned for name, payment in end.payments.items()} == {"t": 30, "o": 100}


def test_what_holds_in_every_random_round() -> None:
    rng = Random(20_240_514)
    ends: Counter[str] = Counter()
    for _ in range(3_000):
        this = random_round(rng)
        end = play(this)
        ends[end.status] += 1
        for each in this.bets:
            if each.id not in end.payments:
                continue
            payment = end.payments[each.id]
            assert 0 <= payment.counted <= each.stake
            assert payment.returned >= each.stake - payment.counted
            assert payment.returned <= each.stake + payment.profit
            if end.status == "void" or each.id in end.taken_back:
                assert payment == Payment(each.stake, 0, 0)
        if end.status == "settled":
            assert set(end.payments) == {each.id for each in this.bets}
        if end.status == "void":
            assert all(payment.profit == 0 for payment in end.insurance.values())
    assert set(ends) >= {"settled", "void", "closed without a result", "house rules on the cards"}
    assert ends["settled"] > 1_500


def test_settlement_of_one_patron_agrees_with_the_table() -> None:
    """Two ways through the model: the table's own and the contract's, where nothing is cut."""
    rng = Random(3)
    compared = 0
    for number in range(2_000):
        game = sorted(GAMES)[number % 4]
        this = replace(random_round(rng, game), trouble=None)
        limits = replace(this.limits, minimum=1, maximum=None, differential=10**9)
        bets = [replace_person(each) for each in this.bets]
        this = replace(this, limits=limits, bets=bets, insurance=())
        end = play(this)
        assert end.finished is not None
        drawn = len(end.finished.player) + len(end.finished.banker)
        settled = settle_reference(
            {
                "game": game,
                "layout": this.layout,
                "cards": list(this.cards[:drawn]),
                "wagers": [{"id": b.id, "bet": b.bet, "stake": b.stake} for b in bets],
                "limits": {"unit": limits.unit},
            }
        )
        assert {line["id"]: line["returned"] for line in settled["lines"]} == {
            name: payment.returned for name, payment in end.payments.items()
        }
        compared += len(bets)
    assert compared > 5_000


def replace_person(each: TableBet) -> TableBet:
    return replace(each, person="ann")
