"""Cards: the initial deal, the Table of Play at the table, squeezing, and the cutting card."""

from __future__ import annotations

from itertools import product

import pytest

from punto.core import commands as c
from punto.core import events as e
from punto.core.conduct import AUTOMATIC
from punto.core.limits import Limits
from punto.core.outcome import Side
from punto.core.rulebook import Kind, Rulebook
from punto.core.state import Face, Phase
from tests.reference.dealing import next_hand
from tests.support.conduct import (
    DEALER,
    MANAGER,
    OF_POINTS,
    SHIFT,
    SUPERVISOR,
    Dealt,
    patron,
    refused,
)
from tests.support.games import games

RWS = ("tb4", "dhyx2", "tbi1")
EVERY = ("tb4", "mbs5", "dhyx2", "tbi1")


def places(table: Dealt) -> list[Side | None]:
    return [drawn.belongs for drawn in table.drawn()]


# --- the initial deal -----------------------------------------------------------------------------


@pytest.mark.clause("tb4:3.10", "dhyx2:3.10", "tbi1:3.10")
@pytest.mark.clause("mbs5:3.12", "mbs5:3.12.1", "mbs5:3.12.2")
@games(*EVERY)
def test_first_and_third_card_are_players_second_and_fourth_bankers(rules: Rulebook) -> None:
    table = Dealt(rules).open().call().deals("2 3 4 5")
    assert places(table) == [Side.PLAYER, Side.BANKER, Side.PLAYER, Side.BANKER]


@pytest.mark.clause("mbs5:1.1.4")
@games("mbs5")
def test_the_initial_deal_is_two_cards_to_each_hand_and_no_more(rules: Rulebook) -> None:
    """A Natural ends the round in the initial deal; otherwise the fifth card ends the deal."""
    table = Dealt(rules).open().call().deals("2 3 A")
    assert (len(table.drawn()), table.phase) == (3, Phase.DEALING)
    natural = table.fork().draws("5")
    assert [places(natural).count(side) for side in Side] == [2, 2]
    assert natural.phase is Phase.COMPLETE
    assert refused(natural.draws, "A").code == "wrong_phase"
    third = table.fork().draws("4").draws("A")
    assert [places(third).count(side) for side in Side] == [3, 2]


@pytest.mark.clause("tb4:3.8", "mbs5:3.2", "dhyx2:3.8", "tbi1:3.8")
@games(*EVERY)
def test_no_card_is_drawn_while_bets_are_open(rules: Rulebook) -> None:
    table = Dealt(rules).open().call()
    assert refused(table.draws, "4").code == "wrong_phase"
    assert table.close().draws("4").phase is Phase.DEALING


@pytest.mark.clause("tb4:3.11", "tb4:3.12", "dhyx2:3.13", "dhyx2:3.15", "tbi1:3.13", "tbi1:3.15")
@pytest.mark.clause("mbs5:3.14")
@pytest.mark.interpretation("I-03", "I-04")
@games(*EVERY)
def test_the_table_asks_for_each_card_that_the_table_of_play_requires(rules: Rulebook) -> None:
    """Every pair of two-card totals, and every third card of Player."""
    start = Dealt(rules).open().call().close()
    for player, banker in product(range(10), repeat=2):
        four = start.fork().deals(f"K K {OF_POINTS[player]} {OF_POINTS[banker]}")
        for third in range(10):
            table = four.fork()
            hands = (["KS", f"{OF_POINTS[player]}S"], ["KS", f"{OF_POINTS[banker]}S"])
            for rank in (OF_POINTS[third], "A"):
                side = next_hand(hands)
                if side is None:
                    break
                table.draws(rank)
                assert table.drawn()[-1].belongs == side
                hands[0 if side == "player" else 1].append(f"{rank}S")
            assert next_hand(hands) is None
            assert table.phase is Phase.COMPLETE
            if len(hands[0]) == 2:
                break


@pytest.mark.interpretation("I-81")
@games(*EVERY)
def test_whether_a_third_card_is_due_is_seen_only_when_all_four_lie_face_up(
    rules: Rulebook,
) -> None:
    table = Dealt(rules, face=Face.DOWN).open().call().deals("9 K K 2")
    table.exposes(1, 2, 3)
    answer = refused(table.draws, "4")
    assert answer.code == "expose_first"
    table.exposes(4)
    assert table.phase is Phase.COMPLETE
    assert refused(table.draws, "4").code == "wrong_phase"


# --- face down ------------------------------------------------------------------------------------


@pytest.mark.interpretation("I-81")
@games(*EVERY)
def test_only_cards_that_lie_face_up_count_and_their_order_is_an_input(rules: Rulebook) -> None:
    table = Dealt(rules, face=Face.DOWN).open().call().bets("Ann", "player", 100).deals("5 K 2 9")
    assert not any(drawn.exposed for drawn in table.drawn())
    assert refused(table.draws, "4").code == "expose_first"
    table.exposes(4, 2)
    assert (table.phase, [drawn.exposed for drawn in table.drawn()]) == (
        Phase.DEALING,
        [False, True, False, True],
    )
    assert refused(table.exposes, 4).code == "already_exposed"
    assert refused(table.exposes, 5).code == "unknown_card"
    assert refused(table.declares).code == "wrong_phase"
    assert table.exposes(3, 1).phase is Phase.COMPLETE


@pytest.mark.interpretation("I-81")
@games(*EVERY)
def test_a_card_may_stay_unknown_until_it_is_turned_up(rules: Rulebook) -> None:
    table = Dealt(rules, face=Face.DOWN).open().call().deals("?? K ?? 9").exposes(2, 4)
    assert refused(table.exposes, 1).code == "exposed_but_unknown"
    table.exposes(1, card="5").exposes(3, card="2")
    assert table.ends().round.outcome is not None
    up = Dealt(rules).open().call().close()
    assert refused(up.draws, None, exposed=True).code == "exposed_but_unknown"


@games(*EVERY)
def test_what_a_turned_card_shows_must_fit_the_record_and_the_set(rules: Rulebook) -> None:
    table = Dealt(rules, face=Face.DOWN, decks=4).open().call().deals("5S ?? 5S 5S")
    assert refused(table.exposes, 1, card="6S").code == "another_card"
    table.exposes(1, 3, 4).exposes(2, card="5S").draws("5H", exposed=True)
    assert refused(table.draws, "5S").code == "card_not_in_set"
    blind = table.fork().draws()
    assert refused(blind.exposes, 6, card="5S").code == "card_not_in_set"
    assert blind.exposes(6, card="6S").phase is Phase.COMPLETE


@pytest.mark.clause("tb4:2.2.1", "mbs5:2.1", "dhyx2:2.2.1", "tbi1:2.2.1")
@games(*EVERY)
def test_no_card_comes_more_often_than_the_decks_hold_it(rules: Rulebook) -> None:
    table = Dealt(rules, decks=4).open().call().deals("5S 5S 5S 5S")
    assert refused(table.draws, "5S").code == "card_not_in_set"
    assert table.draws("5H").drawn()[4].belongs is Side.PLAYER


@pytest.mark.clause("tb4:5.8", "dhyx2:5.7", "tbi1:5.7")
@pytest.mark.interpretation("I-90")
@games(*RWS)
def test_an_unseen_card_left_over_comes_first_and_must_be_one_that_the_set_holds(
    rules: Rulebook,
) -> None:
    table = Dealt(rules, decks=4).open().call().deals("5S 5S 5S 5S 5H 4D")
    unseen = (c.Seen(),)
    table.does(c.ReportIrregularity(actor=DEALER, kind=Kind.CARD_IN_EXCESS, drawn=unseen))
    table.does(c.JudgeReconstruction(actor=SUPERVISOR, repairable=True, reason="it lies apart"))
    left = table.ends().table.cards_left
    table.call().close()
    assert refused(table.draws, "5S").code == "card_not_in_set"
    table.draws("9")
    assert (table.table.cards_left, table.drawn()[0].belongs) == (left, Side.PLAYER)
    assert table.draws("K").table.cards_left == left - 1


@pytest.mark.interpretation("I-90")
@games(*EVERY)
def test_when_both_hands_have_their_cards_no_other_is_drawn(rules: Rulebook) -> None:
    table = Dealt(rules).open().call().deals("2 K 3 2 4").draws("5", exposed=False)
    assert table.phase is Phase.DEALING
    assert refused(table.draws, "A").code == "no_card_due"
    assert table.exposes(6).phase is Phase.COMPLETE


# --- squeezing at Resorts World -------------------------------------------------------------------


def asks(table: Dealt, name: str, side: Side = Side.PLAYER) -> Dealt:
    return table.does(c.RequestSqueeze(actor=patron(name), patron=name, side=side))


def allows(table: Dealt, name: str, side: Side = Side.PLAYER) -> Dealt:
    return table.does(c.PermitSqueeze(actor=SUPERVISOR, patron=name, side=side))


@pytest.mark.clause("tb4:3.9", "dhyx2:3.9", "tbi1:3.9")
@pytest.mark.interpretation("I-106")
@games(*RWS)
def test_the_highest_bettor_may_ask_to_squeeze_where_cards_lie_face_down(rules: Rulebook) -> None:
    table = Dealt(rules, face=Face.DOWN).open().seats("Ann", "1").seats("Bob", "2").call()
    table.bets("Ann", "player", 300, "1", id="a").bets("Bob", "banker", 200, "2", id="b")
    table.bets("Bob", "tie", 900, "2").bets("Bob", "banker", 250, "2", id="b2").close()
    # the highest single Original Bet: neither the sum nor a side bet counts
    assert refused(asks, table, "Bob").code == "not_highest_bettor"
    assert refused(allows, table, "Bob").code == "not_highest_bettor"
    assert asks(table, "Ann").just(e.SqueezeRequested).patron == "Ann"
    assert allows(table, "Ann").just(e.SqueezePermitted).actor == SUPERVISOR
    table.deals("5 K 2 9").does(c.PassCards(actor=DEALER, side=Side.PLAYER))
    assert table.just(e.CardsPassed).patron == "Ann"
    table.exposes(1, 3, by=patron("Ann"))
    # the other Hand is the Dealer's
    assert refused(table.exposes, 2, by=patron("Ann")).code == "not_authorised"
    assert table.exposes(2, 4).phase is Phase.COMPLETE


@pytest.mark.clause("tb4:3.9", "dhyx2:3.9", "tbi1:3.9")
@pytest.mark.interpretation("I-106", "I-110")
@games(*RWS)
def test_to_squeeze_takes_leave_from_a_pit_supervisor(rules: Rulebook) -> None:
    table = Dealt(rules, face=Face.DOWN).open().seats("Ann").call().bets("Ann", "player", 100)
    table.close()
    permit = c.PermitSqueeze(actor=DEALER, patron="Ann", side=Side.PLAYER)
    assert refused(asks(table, "Ann").does, permit).code == "not_authorised"
    # asking alone gives no right to the cards
    table.deals("5 K 2 9").does(c.PassCards(actor=DEALER, side=Side.PLAYER))
    assert table.just(e.CardsPassed).patron is None
    assert refused(table.exposes, 1, by=patron("Ann")).code == "not_authorised"


@pytest.mark.clause("tb4:3.9", "dhyx2:3.9", "tbi1:3.9")
@pytest.mark.interpretation("I-106")
@games(*RWS)
def test_where_cards_are_dealt_face_up_nobody_squeezes(rules: Rulebook) -> None:
    table = Dealt(rules).open().seats("Ann").call().bets("Ann", "player", 100).close()
    assert refused(asks, table, "Ann").code == "dealt_face_up"
    assert refused(allows, table, "Ann").code == "dealt_face_up"


@pytest.mark.clause("tb4:3.9", "dhyx2:3.9", "tbi1:3.9")
@pytest.mark.interpretation("I-106")
@games(*RWS)
def test_one_asks_before_the_card_is_drawn(rules: Rulebook) -> None:
    table = Dealt(rules, face=Face.DOWN).open().seats("Ann").call().bets("Ann", "player", 100)
    table.deals("2 K 2 5").exposes(1, 2, 3, 4)
    assert asks(table.fork(), "Ann").happened(e.SqueezeRequested)
    table.draws("4")
    assert refused(asks, table, "Ann").code == "card_drawn"


@pytest.mark.clause("tb4:3.9")
@pytest.mark.interpretation("I-106")
@games("tb4")
def test_in_tiger_buffalo_a_standing_player_may_have_the_highest_bet(rules: Rulebook) -> None:
    table = Dealt(rules, face=Face.DOWN).open().seats("Ann", "1").call()
    table.bets("Ann", "player", 100, "1", id="a").bets("Bob", "player", 200, "1", id="b").close()
    assert asks(table, "Bob").just(e.SqueezeRequested).patron == "Bob"


@pytest.mark.clause("dhyx2:3.9", "tbi1:3.9")
@pytest.mark.interpretation("I-106", "I-44")
@games("dhyx2", "tbi1")
def test_with_insurance_plus_only_seated_players_count(rules: Rulebook) -> None:
    table = Dealt(rules, face=Face.DOWN).open().seats("Ann", "1").call()
    table.bets("Ann", "player", 100, "1", id="a").bets("Bob", "player", 200, "1", id="b").close()
    assert refused(asks, table, "Bob").code == "not_highest_bettor"
    assert asks(table, "Ann").just(e.SqueezeRequested).patron == "Ann"


@pytest.mark.interpretation("I-106")
@games(*RWS)
def test_of_equal_highest_bets_the_one_placed_first_has_the_right(rules: Rulebook) -> None:
    table = Dealt(rules, face=Face.DOWN).open().seats("Ann", "1").seats("Bob", "2").call()
    table.bets("Bob", "banker", 100, "2").bets("Ann", "player", 100, "1").close()
    assert refused(asks, table, "Ann").code == "not_highest_bettor"
    assert asks(table, "Bob").happened(e.SqueezeRequested)


@pytest.mark.interpretation("I-106")
@games(*RWS)
def test_who_squeezes_does_not_change_what_is_paid(rules: Rulebook) -> None:
    plain = Dealt(rules, face=Face.DOWN).open().seats("Ann").call().bets("Ann", "player", 100)
    plain.close()
    squeezed = allows(plain.fork(), "Ann")
    for table in (plain, squeezed):
        table.deals("9S KS KS 8S").exposes(1, 2, 3, 4).ends()
    assert plain.round.lines == squeezed.round.lines


# --- the cutting card -----------------------------------------------------------------------------

CUT = c.CuttingCard(actor=DEALER)


@pytest.mark.clause("mbs5:3.17")
@pytest.mark.interpretation("I-07")
@games(*EVERY)
def test_when_the_cutting_card_comes_the_round_is_finished_and_is_the_last(rules: Rulebook) -> None:
    table = Dealt(rules).open().call().bets("Ann", "player", 100).deals("9 K").does(CUT)
    assert not table.just(e.CuttingCardSeen).first_of_round
    assert refused(table.does, CUT).code == "seen_already"
    assert table.deals("K 8").ends().back("Ann") == {"player": 200}
    assert refused(table.call).code == "last_round_played"
    assert table.loads().call().phase is Phase.BETTING


@pytest.mark.clause("mbs5:3.17", "mbs5:3.17.1")
@pytest.mark.interpretation("I-07", "I-35", "I-94")
@games("mbs5")
def test_in_the_hlga_the_dealer_may_let_players_withdraw_when_it_comes_first(
    rules: Rulebook,
) -> None:
    table = Dealt(rules, hlga=True).open().call().bets("Ann", "player", 100).bets("Ann", "tie", 50)
    table.bets("Bob", "banker", 100).bets("Cy", "banker", 100, "2", id="c").close()
    allow = c.AllowWithdrawal(actor=DEALER)
    assert refused(table.does, allow).code == "no_withdrawal"
    table.does(CUT)
    assert table.just(e.CuttingCardSeen).first_of_round
    played = table.fork().deals("9 K K 8").ends()
    assert played.back("Ann") == {"player": 200, "tie": 0}
    table.does(allow)
    assert table.phase is Phase.CHOOSING
    table.chooses("Ann", "return").chooses("Bob", "continue").resumes()
    # all of a Player's wagers or none; who says nothing plays on
    assert table.playing() == {"banker": 100, "c": 100}
    table.deals("9 K K 8").ends()
    assert table.back("Ann") == {"player": 100, "tie": 50}
    assert (table.back("Bob"), table.back("Cy")) == ({"banker": 0}, {"c": 0})


@pytest.mark.clause("mbs5:3.17.1")
@pytest.mark.interpretation("I-07", "I-35")
@games(*EVERY)
def test_outside_the_hlga_or_after_a_card_there_is_no_withdrawal(rules: Rulebook) -> None:
    for hlga, drawn in ((False, ""), (rules.key == "mbs5", "9")):
        table = Dealt(rules, hlga=hlga).open().call().bets("Ann", "player", 100).close()
        table.deals(drawn).does(CUT)
        assert refused(table.does, c.AllowWithdrawal(actor=SHIFT)).code == "no_withdrawal"


# --- limits meet the deal -------------------------------------------------------------------------


@games(*EVERY)
def test_a_round_can_be_dealt_by_the_table_itself(rules: Rulebook) -> None:
    table = Dealt(rules, automation=AUTOMATIC, limits=Limits(minimum=10, differential=500)).open()
    table.call().bets("Ann", "player", 100).deals("9 K K 8")
    assert (table.phase, table.back("Ann")) == (Phase.IDLE, {"player": 200})


@games(*EVERY)
def test_what_comes_too_early_is_told_what_the_table_waits_for(rules: Rulebook) -> None:
    """A remedy says what to do now, not only in which phase the deed would be possible."""
    table = Dealt(rules).open().call().bets("Ann", "player", 100)

    def waits() -> str:
        answer = refused(table.does, c.CloseTable(actor=MANAGER))
        assert answer.code == "wrong_phase"
        return answer.remedy.rpartition("; now it waits for ")[2]

    assert waits() == "it is possible while the table is idle"
    table.deals("2")
    assert waits() == "a card for banker"
    face_down = table.fork()
    for text in ("K", "3", "2"):
        table.draws(text)
        face_down.draws(text, exposed=False)
    assert waits() == "a card for player"
    early = refused(face_down.does, c.Declare(actor=DEALER))
    assert early.remedy.endswith("now it waits for cards to be exposed")
    table.draws("4").draws("5")
    assert waits() == "the result to be declared"
    table.declares()
    assert waits() == "the settlement"


@games(*EVERY)
def test_a_refused_id_cites_the_clause_under_which_the_bet_was_laid(rules: Rulebook) -> None:
    table = Dealt(rules).open().call().bets("Ann", "player", 100)
    answer = refused(table.bets, "Bob", "tie", 100, id="player")
    assert (answer.code, answer.clauses) == ("duplicate_id", rules.wagers.offered.clauses[:1])
