"""The Differential: what is rejected while bets are open, and what shrinks when nobody noticed."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from punto.core import commands as c
from punto.core import events as e
from punto.core.limits import Limits
from punto.core.rulebook import Kind, Rulebook
from tests.reference import staking
from tests.reference.staking import TableBet
from tests.support.conduct import DEALER, MANAGER, SUPERVISOR, Dealt, WasRefusedError, refused
from tests.support.games import games

RWS = ("tb4", "dhyx2", "tbi1")

PLAYER_WINS = "9 K 10 8"
BANKER_WINS = "4 K 10 9"


def table_of(rules: Rulebook, maximum: int, minimum: int = 10, unit: int = 1) -> Dealt:
    limits = Limits(minimum=minimum, differential=maximum, unit=unit)
    return Dealt(rules, limits=limits).open().call()


def amounts(table: Dealt) -> tuple[int, int]:
    """Say what an announced excess was measured on: Player bets and Banker bets."""
    event = table.just(e.DifferentialExceeded)
    return event.player, event.banker


# --- what it is -----------------------------------------------------------------------------------


@pytest.mark.clause("tb4:1.10", "dhyx2:1.6", "tbi1:1.8")
@pytest.mark.interpretation("I-48", "I-54")
@games(*RWS)
def test_the_differential_is_the_gap_between_both_sides_over_the_whole_table(
    rules: Rulebook,
) -> None:
    """Two boxes lie 900 and 800 apart, and the table 100."""
    table = table_of(rules, 100)
    for stake in range(100, 1000, 100):
        table.bets("Ann", "banker", 100, "1", id=f"b{stake}")
        table.bets("Bob", "player", 100, "2", id=f"p{stake}")
    table.bets("Cy", "banker", 100, "3", id="last")
    assert refused(table.bets, "Di", "banker", 10, "4").code == "differential_exceeded"
    # one Player on both sides counts gross on each
    table.bets("Ann", "player", 200, "1", id="both")
    assert refused(table.bets, "Di", "player", 10, "4").code == "differential_exceeded"


@pytest.mark.clause("mbs5:1.1.9")
@pytest.mark.interpretation("I-48", "I-54")
@games("mbs5")
def test_the_table_differential_adds_up_all_wagers_on_either_hand(rules: Rulebook) -> None:
    table = table_of(rules, 100).bets("Ann", "banker", 500, "1").bets("Bob", "player", 350, "2")
    assert amounts(table) == (350, 500)
    table.bets("Cy", "player", 50, "3")
    assert not [event for event in table.last if isinstance(event, e.DifferentialExceeded)]


@pytest.mark.interpretation("I-20", "I-48")
@games("tb4", "mbs5", "dhyx2", "tbi1")
def test_side_bets_do_not_count_in_the_differential(rules: Rulebook) -> None:
    table = table_of(rules, 100).bets("Ann", "player", 100).bets("Ann", "tie", 5000)
    side = next(
        bet
        for bet in rules.layouts[table.setup.layout].bets
        if bet not in ("player", "banker", "tie")
    )
    table.bets("Ann", side, 5000).close()
    assert table.playing() == {"player": 100, "tie": 5000, side: 5000}


@pytest.mark.interpretation("I-20")
@games("tb4", "tbi1")
def test_wu_dalang_is_a_side_bet_though_it_lies_on_the_player_hand(rules: Rulebook) -> None:
    letter = next(x for x, layout in rules.layouts.items() if "wu_dalang" in layout.bets)
    limits = Limits(minimum=10, differential=100)
    table = Dealt(rules, layout=letter, limits=limits).open().call()
    table.bets("Ann", "player", 100).bets("Ann", "wu_dalang", 5000).close()
    assert table.playing() == {"player": 100, "wu_dalang": 5000}


@pytest.mark.interpretation("I-79")
@games("dhyx2", "tbi1")
def test_insurance_does_not_count_in_the_differential(rules: Rulebook) -> None:
    """Player leads 7 to 6; at 4 to 1 the whole Original Bet may be insured."""
    table = table_of(rules, 100).bets("Ann", "player", 100).deals("3 10 4 5").offers()
    table.insures("Ann", "player", 100)
    assert table.playing() == {"player": 100}
    assert not table.happened(e.StakesReduced)


# --- before close, Resorts World ------------------------------------------------------------------


@pytest.mark.clause("tb4:5.1", "dhyx2:5.1", "tbi1:5.1")
@pytest.mark.interpretation("I-45", "I-52", "I-110")
@games(*RWS)
def test_an_excess_noticed_before_close_is_rejected_with_the_room_that_is_left(
    rules: Rulebook,
) -> None:
    table = table_of(rules, 1000).bets("Ann", "player", 900).bets("Bob", "banker", 400)
    over = refused(table.bets, "Cy", "player", 501)
    assert (over.code, over.clauses, over.where) == (
        "differential_exceeded",
        (f"{rules.key}:5.1",),
        "stake",
    )
    assert "room for 500 cents on player" in over.remedy
    assert refused(table.raises, "Ann", "player", 1401).code == "differential_exceeded"
    assert table.raises("Ann", "player", 1400).playing() == {"player": 1400, "banker": 400}


@pytest.mark.clause("tb4:5.1", "dhyx2:5.1", "tbi1:5.1")
@pytest.mark.interpretation("I-44", "I-52")
@games(*RWS)
def test_a_seated_players_bet_displaces_standing_ones_the_latest_first(rules: Rulebook) -> None:
    table = Dealt(rules, limits=Limits(minimum=10, differential=1000)).open().seats("Ann", "1")
    table.call().bets("Bob", "player", 400, "2", id="early").bets(
        "Cy", "player", 300, "3", id="mid"
    )
    table.bets("Di", "player", 300, "2", id="late")
    # a Standing Player displaces nobody, not even a later one
    assert refused(table.bets, "Bob", "player", 10, "3").code == "differential_exceeded"
    table.bets("Ann", "player", 450, "1", id="seated")
    assert table.playing() == {"early": 400, "mid": 150, "seated": 450}
    assert [(event.id, event.stake) for event in table.happened(e.WagerRejected)] == [
        ("late", 0),
        ("mid", 150),
    ]
    # what no longer fits for him either is refused, and he is told what would fit
    answer = refused(table.raises, "Ann", "seated", 1001)
    assert "room for 1000 cents" in answer.remedy
    assert table.raises("Ann", "seated", 1000).playing() == {"seated": 1000}


@pytest.mark.clause("tb4:5.1", "dhyx2:5.1", "tbi1:5.1")
@pytest.mark.interpretation("I-52")
@games(*RWS)
def test_one_seated_player_does_not_displace_another(rules: Rulebook) -> None:
    table = Dealt(rules, limits=Limits(minimum=10, differential=1000)).open()
    table.seats("Ann", "1").seats("Bob", "2").call()
    table.bets("Ann", "banker", 1000, "1", id="a")
    assert refused(table.bets, "Bob", "banker", 10, "2").code == "differential_exceeded"
    assert table.playing() == {"a": 1000}


@pytest.mark.clause("tb4:5.1", "dhyx2:5.1", "tbi1:5.1")
@pytest.mark.interpretation("I-52", "I-38")
@games(*RWS)
def test_a_bet_that_would_be_left_under_the_minimum_goes_whole(rules: Rulebook) -> None:
    limits = Limits(minimum=100, differential=1000)
    own = (("player", Limits(minimum=50)),)
    for by_bet, left in (((), {"seated": 930}), (own, {"standing": 70, "seated": 930})):
        table = Dealt(rules, limits=limits, limits_by_bet=by_bet).open().seats("Ann", "1").call()
        table.bets("Bob", "player", 500, "2", id="standing")
        table.bets("Ann", "player", 930, "1", id="seated")
        assert table.playing() == left


@pytest.mark.clause("tb4:5.1", "dhyx2:5.1", "tbi1:5.1")
@pytest.mark.interpretation("I-23", "I-52")
@games(*RWS)
def test_what_is_left_of_a_rejected_bet_is_a_payable_amount(rules: Rulebook) -> None:
    limits = Limits(minimum=50, differential=1020, unit=50)
    table = Dealt(rules, limits=limits).open().seats("Ann", "1").call()
    table.bets("Bob", "player", 500, "2", id="standing")
    table.bets("Ann", "player", 700, "1", id="seated")
    assert table.playing() == {"standing": 300, "seated": 700}
    assert "room for 1000 cents" in refused(table.raises, "Ann", "seated", 1050).remedy


@pytest.mark.clause("tb4:5.1", "dhyx2:5.1", "tbi1:5.1")
@pytest.mark.interpretation("I-46", "I-52")
@games(*RWS)
def test_when_the_lighter_side_shrinks_the_excess_of_the_heavier_is_rejected(
    rules: Rulebook,
) -> None:
    table = table_of(rules, 1000).bets("Ann", "banker", 500, id="light")
    table.bets("Bob", "player", 900, id="first").bets("Cy", "player", 600, id="second")
    table.withdraws("Ann", "light")
    assert table.playing() == {"first": 900, "second": 100}


@pytest.mark.clause("tb4:5.1", "dhyx2:5.1", "tbi1:5.1")
@pytest.mark.interpretation("I-110")
@games(*RWS)
def test_the_dealer_rejects_bets_for_the_house_until_close_and_not_after(rules: Rulebook) -> None:
    table = table_of(rules, 1000).unnoticed("Ann", "player", 1500)
    reject = c.RemoveWager(actor=DEALER, id="player", reason="above the Differential")
    assert table.fork().does(reject).playing() == {}
    after = refused(table.close().does, reject)
    assert (after.code, f"{rules.key}:5.1.1" in after.clauses) == ("bets_closed", True)


@pytest.mark.interpretation("I-45")
@games(*RWS)
def test_an_unchecked_bet_is_checked_when_it_is_raised(rules: Rulebook) -> None:
    table = table_of(rules, 1000).unnoticed("Ann", "player", 600).bets("Bob", "player", 1000)
    assert refused(table.raises, "Ann", "player", 700).code == "differential_exceeded"
    assert table.playing()["player"] == 600


def laid_one_after_another(rules: Rulebook, bets: Sequence[TableBet], limit: int) -> dict[str, int]:
    """Lay bets at the table; who is told of some room takes it."""
    table = Dealt(rules, limits=Limits(minimum=1, differential=limit)).open()
    for bet in bets:
        if bet.seated and (str(bet.box), bet.person) not in table.table.seats:
            table.seats(bet.person, str(bet.box))
    table.call()
    for bet in bets:
        try:
            table.bets(bet.person, bet.bet, bet.stake, str(bet.box), id=bet.id)
        except WasRefusedError as refusal:
            room = int(refusal.refused.remedy.split(" cents")[0].rpartition(" ")[2])
            if room:
                table.bets(bet.person, bet.bet, room, str(bet.box), id=bet.id)
    return table.playing()


@pytest.mark.clause("tb4:5.1", "dhyx2:5.1", "tbi1:5.1")
@pytest.mark.interpretation("I-44", "I-48", "I-52")
@games(*RWS)
def test_rejection_agrees_with_the_reference_on_random_tables(rules: Rulebook) -> None:
    chance = Random(51)
    for _ in range(60):
        bets = [
            TableBet(
                id=f"w{time}",
                person=f"{'seated' if seated else 'standing'} {box}",
                box=box,
                bet=chance.choice(("player", "banker")),
                stake=chance.randint(1, 400),
                time=time,
                seated=seated,
            )
            for time in range(chance.randint(1, 9))
            for box, seated in [(chance.randint(1, 5), chance.random() < 0.5)]
        ]
        limit = chance.randint(1, 500)
        wanted = staking.place_one_after_another(bets, limit)
        assert laid_one_after_another(rules, bets, limit) == {
            wager: stake for wager, stake in wanted.items() if stake
        }


# --- after close, Resorts World -------------------------------------------------------------------


T7 = {"A": 60_000, "B": 30_000, "C": 9_000, "D": 1_200, "E": 500}
"""The worked example of the document of interpretations: Banker bets against 20,000 on Player."""


@pytest.mark.clause(
    "tb4:5.1.1", "tb4:5.1.2", "dhyx2:5.1.1", "dhyx2:5.1.2", "tbi1:5.1.1", "tbi1:5.1.2"
)
@pytest.mark.interpretation("I-49", "I-50", "I-51", "I-55")
@games(*RWS)
def test_an_excess_that_nobody_rejected_shrinks_as_in_the_worked_example(rules: Rulebook) -> None:
    table = table_of(rules, 50_000, minimum=1_000)
    table.bets("Paul", "player", 20_000, "2", id="player")
    for name, stake in T7.items():
        table.unnoticed(name, "banker", stake, "1", id=name)
    table.close()
    assert table.playing() == {
        "player": 20_000,
        "A": 41_515,
        "B": 20_757,
        "C": 6_227,
        "D": 1_000,
        "E": 500,
    }
    reduced = table.just(e.StakesReduced)
    assert {wager for wager, _ in reduced.at_risk} == {"A", "B", "C", "D"}
    assert reduced.clauses == (f"{rules.key}:5.1.1", f"{rules.key}:5.1.2")
    # what was cut off neither wins nor loses
    table.deals(PLAYER_WINS).ends()
    assert table.back("A") == {"A": 60_000 - 41_515}
    assert table.back("E") == {"E": 0}
    assert table.back("Paul") == {"player": 40_000}
    assert set(reduced.clauses) <= set(table.line("A").clauses)


@pytest.mark.clause("tb4:5.1.1", "dhyx2:5.1.1", "tbi1:5.1.1")
@pytest.mark.interpretation("I-24")
@games(*RWS)
def test_a_stake_is_reduced_first_and_the_odds_are_applied_to_what_plays(rules: Rulebook) -> None:
    """Banker wins with 6, so half of the 1,000 that play is paid, and 2,000 come back besides."""
    table = table_of(rules, 1_000).unnoticed("Ann", "banker", 3_000).deals("4 K 10 6 A").ends()
    assert table.back("Ann") == {"banker": 3_000 + 500}


@pytest.mark.clause("tb4:5.1.1", "dhyx2:5.1.1", "tbi1:5.1.1")
@pytest.mark.interpretation("I-49", "I-52", "I-55")
@games(*RWS)
def test_seated_and_standing_players_shrink_alike_and_side_bets_not_at_all(rules: Rulebook) -> None:
    table = Dealt(rules, limits=Limits(minimum=10, differential=1_000)).open().seats("Ann", "1")
    table.call().unnoticed("Ann", "player", 1_500, "1", id="seated")
    table.unnoticed("Bob", "player", 500, "2", id="standing").unnoticed("Bob", "tie", 700)
    table.bets("Cy", "banker", 200, id="lighter").close()
    assert table.playing() == {"seated": 900, "standing": 300, "tie": 700, "lighter": 200}


@pytest.mark.clause("tb4:5.1.1", "dhyx2:5.1.1", "tbi1:5.1.1")
@pytest.mark.interpretation("I-54")
@games(*RWS)
def test_each_bet_of_a_player_on_both_sides_is_reduced_on_its_own(rules: Rulebook) -> None:
    table = table_of(rules, 1_000).bets("Ann", "banker", 500).unnoticed("Ann", "player", 2_000)
    assert table.close().playing() == {"banker": 500, "player": 1_500}


@pytest.mark.clause("tb4:5.1.2", "dhyx2:5.1.2", "tbi1:5.1.2")
@pytest.mark.interpretation("I-50")
@games(*RWS)
def test_when_all_stand_at_the_minimum_the_rest_of_the_excess_is_accepted(rules: Rulebook) -> None:
    table = table_of(rules, 250, minimum=100)
    for name, stake in (("A", 150), ("B", 150), ("C", 150), ("D", 60)):
        table.unnoticed(name, "banker", stake, id=name)
    assert table.close().playing() == {"A": 100, "B": 100, "C": 100, "D": 60}


@pytest.mark.clause("tb4:5.1.1", "dhyx2:5.1.1", "tbi1:5.1.1")
@pytest.mark.interpretation("I-38", "I-50")
@games(*RWS)
def test_the_minimum_that_a_stake_does_not_sink_below_is_that_of_its_kind(rules: Rulebook) -> None:
    limits = Limits(minimum=10, differential=1_000)
    own = (("banker", Limits(minimum=300)),)
    table = Dealt(rules, limits=limits, limits_by_bet=own).open().call()
    table.unnoticed("Ann", "banker", 2_000, id="a").unnoticed("Bob", "banker", 400, id="b")
    assert table.close().playing() == {"a": 700, "b": 300}


@pytest.mark.clause("tb4:5.1.1", "dhyx2:5.1.1", "tbi1:5.1.1")
@pytest.mark.interpretation("I-51")
@games(*RWS)
def test_reduced_stakes_are_rounded_down_to_the_unit_and_nothing_is_handed_on(
    rules: Rulebook,
) -> None:
    table = table_of(rules, 1_000, minimum=100, unit=100)
    for name in ("A", "B", "C"):
        table.unnoticed(name, "banker", 500, id=name)
    assert table.close().playing() == {"A": 300, "B": 300, "C": 300}


@pytest.mark.clause("tb4:5.1.1", "dhyx2:5.1.1", "tbi1:5.1.1")
@pytest.mark.interpretation("I-50", "I-51")
@games(*RWS)
def test_where_chips_cannot_make_the_minimum_the_next_payable_amount_stands_for_it(
    rules: Rulebook,
) -> None:
    table = table_of(rules, 50, minimum=15, unit=10)
    for name in ("A", "B", "C"):
        table.unnoticed(name, "player", 30, id=name)
    assert table.close().playing() == {"A": 20, "B": 20, "C": 20}


@pytest.mark.interpretation("I-53")
@games(*RWS)
def test_the_differential_is_measured_once_at_close(rules: Rulebook) -> None:
    """Bob takes his lighter bet back under the options, and Ann's stays as it was."""
    table = table_of(rules, 1_000).bets("Bob", "banker", 500).unnoticed("Ann", "player", 2_000)
    assert table.close().playing() == {"banker": 500, "player": 1_500}
    table.draws("4").does(c.ReportIrregularity(actor=DEALER, kind=Kind.OTHER_DEALING_ERROR))
    if table.round.incident is not None and table.phase.value == "held":
        table.does(c.JudgeReconstruction(actor=SUPERVISOR, repairable=True, reason="plain"))
    table.chooses("Bob", "return").chooses("Ann", "continue").resumes()
    assert table.playing() == {"player": 1_500}
    table.deals("K 10 9").ends()
    assert (table.back("Bob"), table.back("Ann")) == ({"banker": 500}, {"player": 500})


@pytest.mark.clause(
    "tb4:5.1.1", "tb4:5.1.2", "dhyx2:5.1.1", "dhyx2:5.1.2", "tbi1:5.1.1", "tbi1:5.1.2"
)
@pytest.mark.interpretation("I-49", "I-50", "I-51", "I-55")
@games(*RWS)
def test_pro_rata_agrees_with_the_reference_on_random_tables(rules: Rulebook) -> None:
    chance = Random(511)
    for _ in range(60):
        minimum, unit, limit = (
            chance.randint(1, 60),
            chance.choice((1, 5, 20)),
            chance.randint(1, 900),
        )
        bets = [
            TableBet(
                id=f"w{time}",
                person=f"p{time}",
                box=chance.randint(1, 5),
                bet=chance.choice(("player", "banker", "banker")),
                stake=chance.randint(1, 30) * unit,
                time=time,
                seated=False,
            )
            for time in range(chance.randint(1, 9))
        ]
        table = table_of(rules, limit, minimum * unit, unit)
        for bet in bets:
            table.unnoticed(bet.person, bet.bet, bet.stake, str(bet.box), id=bet.id)
        assert table.close().playing() == staking.pro_rata(bets, limit, minimum * unit, unit)


# --- Marina Bay -----------------------------------------------------------------------------------


@pytest.mark.clause("mbs5:5.18", "mbs5:5.18.1", "mbs5:5.18.2")
@pytest.mark.interpretation("I-56")
@games("mbs5")
def test_an_excess_is_announced_and_both_sides_may_mend_it_until_the_first_card(
    rules: Rulebook,
) -> None:
    table = table_of(rules, 1_000).bets("Ann", "tie", 90).bets("Ann", "player", 1_500)
    table.bets("Bob", "banker", 100)
    assert amounts(table) == (1_500, 100)
    assert amounts(table.close()) == (1_500, 100)
    held = refused(table.draws, "4")
    assert (held.code, held.clauses[0]) == ("differential_exceeded", "mbs5:5.18")
    assert "less on player or more on banker" in held.remedy
    # the heavier side may lower, the lighter may raise, and neither the other way round
    assert refused(table.raises, "Ann", "player", 1_600).code == "bets_closed"
    table.fork().lowers("Bob", "banker", 50).just(e.LateChangeIgnored)
    assert refused(table.raises, "Ann", "tie", 200).code == "bets_closed"
    lowered = table.fork().lowers("Ann", "player", 1_100).draws("4")
    assert lowered.playing() == {"tie": 90, "player": 1_100, "banker": 100}
    raised = table.fork().raises("Bob", "banker", 500).draws("4")
    assert raised.playing() == {"tie": 90, "player": 1_500, "banker": 500}
    # once it is mended bets are closed as ever
    assert refused(raised.raises, "Bob", "banker", 900).code == "bets_closed"


@pytest.mark.clause("mbs5:5.18.3")
@pytest.mark.interpretation("I-56", "I-109")
@games("mbs5")
def test_what_asking_did_not_mend_the_pit_manager_removes_on_record(rules: Rulebook) -> None:
    table = table_of(rules, 1_000).bets("Ann", "player", 900, id="a")
    table.bets("Bob", "player", 800, id="b").close().lowers("Bob", "b", 700)
    removal = c.RemoveWager(actor=SUPERVISOR, id="b", reason="above the table differential")
    assert refused(table.does, removal).code == "not_authorised"
    table.removes("b", "above the table differential")
    removed = table.just(e.WagerRejected)
    assert (removed.actor, removed.id, removed.clauses) == (MANAGER, "b", ("mbs5:5.18.3",))
    assert removed.reason == "above the table differential"
    table.deals(BANKER_WINS).ends()
    assert (table.back("Ann"), table.back("Bob")) == ({"a": 0}, {})


@pytest.mark.clause("mbs5:5.5", "mbs5:5.18.3")
@pytest.mark.interpretation("I-56")
@games("mbs5")
def test_after_close_only_what_is_in_excess_is_removed_and_only_until_the_first_card(
    rules: Rulebook,
) -> None:
    table = table_of(rules, 1_000).bets("Ann", "player", 900, id="a")
    table.bets("Bob", "banker", 100, id="b").bets("Ann", "tie", 5_000)
    over = table.fork().bets("Cy", "player", 500, "2", id="c").close()
    for kept in ("b", "tie"):
        assert refused(over.removes, kept).code == "no_excess"
    assert refused(table.close().removes, "a").code == "no_excess"
    over.removes("c").draws("4")
    assert refused(over.removes, "a").code == "wrong_phase"
    # an excess among what was noticed is met though an unnoticed wager makes up for it
    hidden = table_of(rules, 1_000).bets("Ann", "player", 1_500, id="a")
    hidden.unnoticed("Bob", "banker", 5_000, id="b").close()
    assert refused(hidden.draws, "4").code == "differential_exceeded"
    assert hidden.removes("a").playing() == {"b": 5_000}


@pytest.mark.clause("mbs5:5.18")
@pytest.mark.interpretation("I-45", "I-56")
@games("mbs5")
def test_an_excess_found_after_the_first_card_is_settled_in_full_and_flagged(
    rules: Rulebook,
) -> None:
    table = table_of(rules, 1_000).unnoticed("Ann", "player", 5_000).close()
    assert not [event for event in table.last if isinstance(event, e.DifferentialExceeded)]
    flag = table.draws("9").just(e.Flagged)
    assert ("in full" in flag.text, flag.by) == (True, ("I-56",))
    table.deals("K 10 8").ends()
    assert table.back("Ann") == {"player": 10_000}


@pytest.mark.clause("tb4:5.1.1", "tb4:5.1.2", "dhyx2:5.1.2", "tbi1:5.1.2")
@pytest.mark.interpretation("I-50", "I-55")
@games(*RWS)
@pytest.mark.parametrize(
    ("stakes", "cut", "left"),
    [
        pytest.param((60, 70), (), 30, id="all under the minimum"),
        pytest.param((100, 100), (), 100, id="all at the minimum"),
        pytest.param((100, 160), (("w1", 100),), 100, id="one held at the minimum"),
    ],
)
def test_what_cannot_shrink_below_the_limit_is_accepted_and_flagged(
    rules: Rulebook, stakes: tuple[int, int], cut: tuple[tuple[str, int], ...], left: int
) -> None:
    table = Dealt(rules, limits=Limits(minimum=100, differential=100)).open().call()
    for number, stake in enumerate(stakes):
        table.unnoticed("Ann", "banker", stake, str(number + 1), id=f"w{number}")
    table.close()
    assert tuple(pair for event in table.happened(e.StakesReduced) for pair in event.at_risk) == cut
    assert len(table.happened(e.StakesReduced)) == (1 if cut else 0)
    (flag,) = (event for event in table.happened(e.Flagged) if "Differential" in event.text)
    assert (f"stays {left} cents above" in flag.text, flag.by) == (True, ("I-50",))
