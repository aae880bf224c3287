"""The table between rounds: opening it, who may do what at it, and the bounds of a round."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from punto.core import commands as c
from punto.core import events as e
from punto.core.limits import Limits
from punto.core.policies import Role
from punto.core.rulebook import Kind, Rulebook
from punto.core.state import Actor, Face, Phase
from tests.support.conduct import (
    CALLED,
    CASINO,
    CLOSED,
    DEALER,
    MANAGER,
    SHIFT,
    STAFF,
    SUPERVISOR,
    Dealt,
    patron,
    refused,
)
from tests.support.games import games

RWS = ("tb4", "dhyx2", "tbi1")
EVERY = ("tb4", "mbs5", "dhyx2", "tbi1")


# --- opening --------------------------------------------------------------------------------------


@pytest.mark.clause("tb4:2.1.1", "mbs5:2.2", "dhyx2:2.1.1", "tbi1:2.1.1")
@games(*EVERY)
def test_a_table_opens_on_every_layout_of_its_document_and_on_no_other(rules: Rulebook) -> None:
    for letter in rules.layouts:
        assert Dealt(rules, layout=letter).open().phase is Phase.IDLE
    table = Dealt(rules)
    table.setup = replace(table.setup, layout="Z")
    assert refused(table.open).code == "unknown_layout"


def boxes(number: int) -> tuple[str, ...]:
    return tuple(f"box {n}" for n in range(1, number + 1))


@pytest.mark.clause("tb4:2.1.1.a", "tbi1:2.1.1.a")
@pytest.mark.interpretation("I-28")
@games("tb4", "mbs5", "tbi1")
def test_no_more_boxes_are_opened_than_the_layout_has(rules: Rulebook) -> None:
    bounded = 0
    for letter, layout in rules.layouts.items():
        least, most = layout.least_positions or 1, layout.most_positions
        if most is None:
            continue
        bounded += 1
        assert Dealt(rules, layout=letter, boxes=boxes(most)).open().phase is Phase.IDLE
        assert Dealt(rules, layout=letter, boxes=boxes(least)).open().phase is Phase.IDLE
        over = refused(Dealt(rules, layout=letter, boxes=boxes(most + 1)).open)
        assert (over.code, over.where) == ("bad_boxes", "boxes")
        under = refused(Dealt(rules, layout=letter, boxes=boxes(least - 1)).open)
        assert under.code == "bad_boxes"
    assert bounded >= len(rules.layouts) - 1  # the number is missing on one drawing (I-27)


@pytest.mark.clause("dhyx2:2.1.1.a")
@pytest.mark.interpretation("I-28")
@games("dhyx2")
def test_where_the_document_gives_no_number_the_boxes_are_those_configured(rules: Rulebook) -> None:
    table = Dealt(rules, boxes=boxes(11)).open().call()
    assert table.bets("Ann", "player", 100, "box 11").playing() == {"player": 100}
    assert refused(table.bets, "Ann", "player", 100, "box 12").code == "unknown_box"


@pytest.mark.clause("tb4:2.1.1.a", "dhyx2:2.1.1.a", "tbi1:2.1.1.a")
@pytest.mark.interpretation("I-28")
@games(*EVERY)
def test_box_labels_are_those_printed_and_each_is_there_once(rules: Rulebook) -> None:
    letter = next(x for x, layout in rules.layouts.items() if (layout.most_positions or 6) >= 6)
    printed = ("1", "2", "3", "5", "6", "7")
    table = Dealt(rules, layout=letter, boxes=printed).open().call()
    assert refused(table.bets, "Ann", "player", 100, "4").code == "unknown_box"
    assert table.bets("Ann", "player", 100, "7").playing() == {"player": 100}
    for wrong in ((), ("1", "1"), ("1", "")):
        assert refused(Dealt(rules, layout=letter, boxes=wrong).open).code == "bad_boxes"


@pytest.mark.clause("tb4:2.2.1", "mbs5:2.1", "dhyx2:2.2.1", "tbi1:2.2.1")
@pytest.mark.interpretation("I-06")
@games(*EVERY)
def test_four_to_ten_decks_and_another_number_only_with_a_whole_new_set(rules: Rulebook) -> None:
    for decks in (4, 10):
        assert Dealt(rules, decks=decks).open().table.cards_left == decks * 52
    for decks in (3, 11):
        assert refused(Dealt(rules, decks=decks).open).code == "decks_not_allowed"
    table = Dealt(rules, decks=6).open()
    assert refused(table.loads, 11).code == "decks_not_allowed"
    table.call().deals("4 K 10 9").ends()
    assert table.loads(8).table.cards_left == 8 * 52
    assert table.table.setup is not None
    assert table.table.setup.decks == 8
    assert refused(table.call().loads, 6).code == "wrong_phase"


@pytest.mark.clause("tb4:3.4", "dhyx2:3.4", "tbi1:3.4")
@pytest.mark.interpretation("I-36")
@games(*RWS)
def test_no_table_opens_without_its_minimum_and_its_maximum_differential(rules: Rulebook) -> None:
    for shown, missing in (
        (Limits(differential=1000), "minimum"),
        (Limits(minimum=10), "differential"),
        (Limits(minimum=10, maximum=500), "differential"),
    ):
        answer = refused(Dealt(rules, limits=shown).open)
        assert (answer.code, answer.where) == ("limit_missing", f"limits.{missing}")
        assert answer.clauses == (f"{rules.key}:3.4",)
        assert refused(Dealt(rules).open().shows, shown).code == "limit_missing"
    # a maximum for a box is one more setting, and not required
    table = Dealt(rules, limits=Limits(minimum=10, differential=1000)).open()
    assert table.table.setup is not None
    assert table.table.setup.limits.maximum is None


@pytest.mark.clause("mbs5:3.5.1")
@pytest.mark.interpretation("I-36", "I-56")
@games("mbs5")
def test_marina_bay_displays_the_minimum_but_need_not_display_the_differential(
    rules: Rulebook,
) -> None:
    assert refused(Dealt(rules, limits=Limits()).open).where == "limits.minimum"
    assert Dealt(rules, limits=Limits(minimum=10)).open().phase is Phase.IDLE


@pytest.mark.clause("tb4:3.4", "dhyx2:3.4", "tbi1:3.4")
@games(*RWS)
def test_limits_change_between_rounds_only_and_hold_for_the_next_one(rules: Rulebook) -> None:
    dearer = Limits(minimum=50, differential=1000)
    table = Dealt(rules).open().call().bets("Ann", "player", 10)
    assert refused(table.shows, dearer).code == "wrong_phase"
    table.deals("4 K 10 9").ends().shows(dearer).call()
    assert refused(table.bets, "Ann", "player", 49).code == "under_minimum"
    assert table.bets("Ann", "player", 50).playing() == {"player": 50}


@pytest.mark.clause("mbs5:1.1.3", "mbs5:3.8.2")
@pytest.mark.interpretation("I-35")
@games("mbs5")
def test_method_c_takes_a_table_that_is_flagged_as_one_of_the_hlga(rules: Rulebook) -> None:
    outside = Dealt(rules, method="C", reading_device=True)
    answer = refused(outside.open)
    assert (answer.code, answer.clauses) == ("hlga_only", ("mbs5:3.8.2", "mbs5:1.1.3"))
    assert Dealt(rules, method="C", reading_device=True, hlga=True).open().phase is Phase.IDLE


@pytest.mark.clause("dhyx2:4.2.2", "tbi1:4.2.2")
@pytest.mark.interpretation("I-35", "I-73")
@games("dhyx2", "tbi1")
def test_only_a_table_flagged_as_private_may_do_without_insurance(rules: Rulebook) -> None:
    off = c.SwitchInsurance(actor=MANAGER, offered=False)
    assert refused(Dealt(rules).open().does, off).code == "private_tables_only"
    assert Dealt(rules, private=True).open().does(off).table.insurance_off


@pytest.mark.interpretation("I-36", "I-38")
@games(*EVERY)
def test_limits_of_their_own_are_for_bets_that_the_game_has(rules: Rulebook) -> None:
    of_nothing = (("lucky six", Limits(minimum=5)),)
    answer = refused(Dealt(rules, limits_by_bet=of_nothing).open)
    assert (answer.code, answer.where) == ("unknown_bet", "limits_by_bet")


@games(*EVERY)
def test_nothing_is_dealt_or_burnt_before_cards_are_loaded(rules: Rulebook) -> None:
    table = Dealt(rules)
    table.does(c.OpenTable(actor=CASINO, setup=table.setup))
    assert refused(table.call).code == "cards_not_ready"
    assert refused(table.does, c.BurnCard(actor=SUPERVISOR)).code == "cards_not_ready"
    assert table.loads().call().phase is Phase.BETTING


@games(*EVERY)
def test_a_table_closes_between_rounds_and_forgets_what_was_on_it(rules: Rulebook) -> None:
    table = Dealt(rules).open().seats("Ann").call()
    shut = c.CloseTable(actor=MANAGER)
    assert refused(table.does, shut).code == "wrong_phase"
    table.deals("4 K 10 9").ends().does(shut)
    assert (table.phase, table.table.seats, table.table.setup) == (Phase.SHUT, (), None)
    assert refused(table.call).code == "wrong_phase"


@games(*EVERY)
def test_a_notice_stays_on_the_table(rules: Rulebook) -> None:
    table = Dealt(rules).open()
    table.does(c.PostNotice(actor=SUPERVISOR, text="Minimum 10 from midnight"))
    assert table.call().table.notices == ("Minimum 10 from midnight",)


@games(*EVERY)
def test_a_notice_comes_down_when_somebody_takes_it_down(rules: Rulebook) -> None:
    table = Dealt(rules).open()
    for text in ("Last shoe", "Closing at four", "Last shoe"):
        table.does(c.PostNotice(actor=SUPERVISOR, text=text))
    last = c.TakeNoticeDown(actor=SUPERVISOR, text="Last shoe")
    below = refused(table.does, replace(last, actor=DEALER))
    assert (below.code, below.clauses) == ("not_authorised", rules.authority["post_notice"].clauses)
    assert below.reason == "a dealer may not take a notice down"
    assert table.call().does(last).table.notices == ("Closing at four", "Last shoe")
    gone = table.just(e.NoticeTakenDown)
    assert (gone.text, gone.clauses) == ("Last shoe", below.clauses)
    assert table.does(last).table.notices == ("Closing at four",)
    again = refused(table.does, last)
    assert (again.code, again.where) == ("no_such_notice", "text")
    assert again.remedy == "name one that hangs there: 'Closing at four'"
    table.does(replace(last, text="Closing at four"))
    assert refused(table.does, last).remedy == "none hangs there"
    table.deals("4 K 10 9").ends().does(c.CloseTable(actor=MANAGER))
    shut = refused(table.does, last)
    assert shut.code == "wrong_phase"
    assert shut.reason == "the table is shut; take a notice down is not possible now"


@pytest.mark.clause("dhyx2:4.2.2", "tbi1:4.2.2")
@pytest.mark.interpretation("I-73")
@games("dhyx2", "tbi1")
def test_the_no_insurance_notice_comes_down_by_its_own_act(rules: Rulebook) -> None:
    table = Dealt(rules, private=True).open()
    table.does(c.SwitchInsurance(actor=MANAGER, offered=False))
    down = refused(table.does, c.TakeNoticeDown(actor=SUPERVISOR, text="Insurance is not offered"))
    assert down.code == "no_such_notice"
    assert "I-73" in down.by
    assert "an act of its own" in down.remedy
    assert table.table.insurance_off
    table.does(c.SwitchInsurance(actor=MANAGER, offered=True))
    assert not table.table.insurance_off


@pytest.mark.interpretation("I-05")
@games(*EVERY)
def test_nothing_is_burnt_but_by_a_recorded_act_between_rounds(rules: Rulebook) -> None:
    table = Dealt(rules).open()
    assert table.table.cards_left == 8 * 52
    burn = c.BurnCard(actor=SUPERVISOR, card=table.card("KS"))
    assert refused(table.does, c.BurnCard(actor=DEALER)).code == "not_authorised"
    table.does(burn).does(c.BurnCard(actor=SUPERVISOR))
    assert table.table.cards_left == 8 * 52 - 2
    assert [event.card for event in table.happened(e.CardBurnt)] == [burn.card, None]
    assert refused(table.call().does, burn).code == "wrong_phase"


@pytest.mark.interpretation("I-05", "I-85")
@games(*EVERY)
def test_a_card_that_the_set_no_longer_holds_cannot_be_burnt(rules: Rulebook) -> None:
    table = Dealt(rules, decks=4).open()
    burn = c.BurnCard(actor=SUPERVISOR, card=table.card("KS"))
    for _ in range(4):
        table.does(burn)
    assert refused(table.does, burn).code == "card_not_in_set"


# --- who may do what ------------------------------------------------------------------------------


@pytest.mark.clause("tb4:1.17", "mbs5:6.2", "dhyx2:1.14", "tbi1:1.16")
@pytest.mark.interpretation("I-109")
@games(*EVERY)
def test_a_duty_of_the_dealer_is_open_to_every_higher_position(rules: Rulebook) -> None:
    for actor in STAFF:
        table = Dealt(rules).open().call(by=actor).close(by=actor)
        table.deals("4 K 10 9", by=actor)
        table.does(c.Declare(actor=actor)).does(c.Settle(actor=actor))
        assert table.phase is Phase.IDLE
    assert refused(Dealt(rules).open().call, patron("Ann")).code == "not_authorised"


@pytest.mark.clause("tb4:1.17", "mbs5:6.2", "dhyx2:1.14", "tbi1:1.16")
@pytest.mark.interpretation("I-109")
@games(*EVERY)
def test_whoever_acts_in_a_position_counts_as_holding_it(rules: Rulebook) -> None:
    """The role of an act is the one that the person acts in, whatever post he has."""
    dora = Actor(name=DEALER.name, role=Role.PIT_MANAGER)
    table = Dealt(rules).open()
    assert refused(table.shows, Limits(minimum=5, differential=50), DEALER).code == "not_authorised"
    table.does(c.AssignStaff(actor=SHIFT, person=dora.name, role=dora.role))
    assert table.table.staff == ((dora.name, Role.PIT_MANAGER),)
    table.shows(Limits(minimum=5, differential=50), by=dora)
    assert table.just(e.LimitsSet).actor == dora
    table.does(c.AssignStaff(actor=SHIFT, person=dora.name, role=None))
    assert len(table.table.staff) == 0


@pytest.mark.interpretation("I-109")
def test_the_positions_are_ranked_from_dealer_to_assistant_casino_manager() -> None:
    ranks = [actor.role for actor in STAFF]
    for low, role in enumerate(ranks):
        assert [role.at_least(least) for least in ranks] == [
            place <= low for place in range(len(ranks))
        ]
        assert not Role.PATRON.at_least(role)
        assert not role.at_least(Role.PATRON)


@games(*EVERY)
def test_a_patron_speaks_for_himself_only(rules: Rulebook) -> None:
    table = Dealt(rules).open().call()
    answer = refused(table.bets, "Ann", "player", 100, by=patron("Bob"))
    assert (answer.code, answer.where) == ("not_yourself", "patron")
    assert refused(table.does, c.PatronLeaves(actor=patron("Bob"), patron="Ann")).code == (
        "not_yourself"
    )


# --- a round --------------------------------------------------------------------------------------


@pytest.mark.clause("tb4:1.25", "mbs5:1.1.6", "dhyx2:1.18", "tbi1:1.22")
@pytest.mark.interpretation("I-34")
@games(*EVERY)
def test_a_round_runs_from_the_call_to_the_settlement_of_everybody(rules: Rulebook) -> None:
    table = Dealt(rules).open()
    assert table.table.round is None
    table.call().bets("Ann", "player", 100).bets("Bob", "banker", 100)
    assert (table.phase, table.round.number, table.round.over) == (Phase.BETTING, 1, False)
    assert refused(table.call).code == "wrong_phase"
    table.deals("4 K 10 9").declares()
    assert (table.phase, table.round.over) == (Phase.DECLARED, False)
    assert not table.lines()
    table.settles()
    assert (table.phase, table.round.over) == (Phase.IDLE, True)
    assert {who for who, _ in table.round.lines} == {"Ann", "Bob"}
    assert table.call().round.number == 2


@pytest.mark.interpretation("I-34")
@games(*EVERY)
def test_the_rules_are_fixed_at_the_call_and_stored_with_the_round(rules: Rulebook) -> None:
    table = Dealt(rules).open().call().bets("Ann", "player", 100)
    opened = table.happened(e.RoundOpened)[0]
    assert (opened.rules, opened.digest) == (rules.id, rules.digest)
    table.close()
    table.rules = replace(rules, id="another@1")
    answer = refused(table.draws, "4")
    assert answer.code == "other_rules"
    assert rules.id in answer.reason
    table.rules = rules
    assert table.deals("4 K 10 9").ends().phase is Phase.IDLE


@pytest.mark.interpretation("I-32", "I-34")
def test_a_table_is_not_carried_on_under_a_rulebook_without_its_layout() -> None:
    table = Dealt("tb4", layout="R").open()
    table.rules = Dealt("mbs5").rules
    assert refused(table.call).code == "other_rules"


@pytest.mark.interpretation("I-33", "I-34")
@games(*EVERY)
def test_no_round_is_called_before_the_rules_are_in_force(rules: Rulebook) -> None:
    moment = rules.document.effective
    table = Dealt(rules).open()
    assert refused(table.call, at=moment - timedelta(seconds=1)).code == "not_in_force"
    assert refused(table.call, at=moment.replace(tzinfo=None)).code == "moment_without_zone"
    assert table.call(at=moment).phase is Phase.BETTING


@pytest.mark.clause("tb4:1.35", "dhyx2:1.26", "tbi1:1.29", "tb4:5.16", "dhyx2:5.16", "tbi1:5.16")
@pytest.mark.interpretation("I-14")
@games(*RWS)
def test_a_void_round_has_no_result_and_returns_a_pair_that_had_been_dealt(rules: Rulebook) -> None:
    pair = "tiger_pair" if "tiger_pair" in rules.bets else "player_pair"
    letter = next(x for x, layout in rules.layouts.items() if pair in layout.bets)
    table = Dealt(rules, layout=letter).open().call()
    table.bets("Ann", pair, 100).bets("Ann", "banker", 200).deals("5 2 5 2")
    table.does(c.ReportIrregularity(actor=DEALER, kind=Kind.FOREIGN_CARD))
    assert (table.round.void, table.round.outcome, table.round.over) == (True, None, True)
    assert table.back("Ann") == {pair: 100, "banker": 200}
    assert {line.profit for line in table.lines()} == {0}


@pytest.mark.interpretation("I-14")
@games("mbs5")
def test_a_pair_in_a_void_round_at_marina_bay_is_returned_too(rules: Rulebook) -> None:
    table = Dealt(rules).open().call().bets("Ann", "tiger_pair", 100).deals("5 2 5 2")
    table.does(c.ReportIrregularity(actor=DEALER, kind=Kind.FOREIGN_CARD))
    assert (table.round.void, table.back("Ann")) == (True, {"tiger_pair": 100})


@pytest.mark.interpretation("I-105")
@games(*EVERY)
def test_a_round_without_bets_may_be_dealt_and_is_on_record(rules: Rulebook) -> None:
    table = Dealt(rules).open().call().close().deals("4 K 10 9").ends()
    assert table.round.paid
    assert table.round.outcome is not None
    assert (table.round.lines, table.table.rounds) == ((), 1)


@pytest.mark.interpretation("I-08")
@games(*EVERY)
def test_fewer_than_six_cards_are_a_warning_at_the_call_and_four_can_be_enough(
    rules: Rulebook,
) -> None:
    table = Dealt(rules, decks=4).open()
    for _ in range(4 * 52 - 4):
        table.does(c.BurnCard(actor=SUPERVISOR))
    enough = Dealt(rules, decks=4).open()
    for _ in range(4 * 52 - 6):
        enough.does(c.BurnCard(actor=SUPERVISOR))
    assert not enough.call().happened(e.Flagged)
    table.call()
    assert "fewer than six" in table.just(e.Flagged).text
    assert table.bets("Ann", "player", 100).deals("4 K 10 9").ends().back("Ann") == {"player": 0}
    table.call().close()
    assert refused(table.draws, "4").code == "device_exhausted"


# --- the last round on record ---------------------------------------------------------------------


@pytest.mark.clause("tb4:5.15", "mbs5:6.3", "dhyx2:5.15", "tbi1:5.15")
@pytest.mark.interpretation("I-102", "I-84")
@games(*EVERY)
def test_the_record_of_the_last_round_is_put_right_to_the_cards_and_both_are_kept(
    rules: Rulebook,
) -> None:
    table = Dealt(rules).open().call().bets("Ann", "player", 100).deals("4 K 10 9").ends()
    assert table.back("Ann") == {"player": 0}
    shown = table.cards("9 K 10 8")
    correct = c.CorrectResult(actor=SUPERVISOR, cards=shown, reason="the display was wrong")
    assert table.fork().does(correct).back("Ann") == {"player": 200}
    after = table.fork().does(correct)
    assert [event.outcome.player_total for event in after.happened(e.ResultDeclared)] == [4]
    assert [event.outcome.player_total for event in after.happened(e.ResultCorrected)] == [9]
    assert refused(table.call(at=CALLED).does, correct).code == "too_late"


@games(*EVERY)
def test_a_declared_winner_is_checked_against_the_cards(rules: Rulebook) -> None:
    table = Dealt(rules).open().call().close().deals("4 K 10 9")
    assert refused(table.declares, "player").code == "not_the_result"
    assert table.declares("banker").phase is Phase.DECLARED


@games(*EVERY)
def test_a_table_may_be_changed_to_face_down_between_rounds(rules: Rulebook) -> None:
    down = c.SetFace(actor=MANAGER, face=Face.DOWN)
    table = Dealt(rules).open().does(down).call()
    assert refused(table.does, down).code == "wrong_phase"
    table.close(at=CLOSED).draws("4")
    assert not table.drawn()[0].exposed


@games(*EVERY)
def test_whoever_runs_the_house_opens_tables_and_a_supervisor_does_not(rules: Rulebook) -> None:
    assert refused(Dealt(rules).open, SUPERVISOR).code == "not_authorised"
    for actor in (MANAGER, SHIFT, CASINO):
        assert Dealt(rules).open(actor).phase is Phase.IDLE
