"""Why one patron was paid so: cards, Table of Play, bet, odds, arithmetic and clauses."""

from __future__ import annotations

from collections.abc import Iterator

from punto.core import events as e
from punto.core.bets import PayRow
from punto.core.cards import Card, total
from punto.core.checks import Misuse
from punto.core.commands import Command
from punto.core.outcome import OutcomeClass, Side
from punto.core.refusal import Refused
from punto.core.rulebook import Result, Rulebook
from punto.core.settle import Line
from punto.core.state import Insured, Placed, Round
from punto.record import wording as w
from punto.record.replaying import Answered, Happened, Replay, by_patron
from punto.record.telling import gain, is_insurance, left_out, line_words, page, wrap
from punto.record.telling_json import ending
from punto.record.words import say


def patrons(replay: Replay) -> tuple[str, ...]:
    """List everybody who sits in the cast or has a line in a settlement."""
    named = [name for name, _ in replay.record.patrons]
    settled = [patron for round_ in replay.rounds for patron, _ in round_.lines]
    return tuple(dict.fromkeys([*named, *settled]))


def explain(replay: Replay, patron: str) -> str:
    """Explain to one patron; `Misuse` where nobody is called so."""
    if patron not in patrons(replay):
        known = ", ".join(patrons(replay)) or "nobody"
        raise Misuse(f"there is no patron {patron!r} in the record: there are {known}")
    return page(wrap(line) for line in _lines(replay, patron))


def _lines(replay: Replay, patron: str) -> Iterator[str]:
    yield f"Why {patron} got what {patron} got, under {replay.rules.id}"
    for round_ in replay.rounds:
        yield ""
        yield f"Round {round_.number}"
        yield from _history(replay, round_, patron, over=False)
        yield from _round(replay, round_, patron)
        yield from _history(replay, round_, patron, over=True)
    staked, back = replay.totals().get(patron, (0, 0))
    yield ""
    yield (
        f"In all {patron} staked {w.money(staked)} and got back {w.money(back)}: "
        f"{gain(back - staked)}."
    )


def _round(replay: Replay, round_: Round, patron: str) -> Iterator[str]:
    if not round_.over:
        yield "  The round is not over in this record."
        return
    if round_.void or round_.without_result or round_.outcome is None:
        yield f"  The round ended {ending(round_)}: no bet won or lost."
    else:
        yield from _cards(replay.rules, round_)
        yield f"  {w.sentence(w.result(round_.outcome))}"
    own = by_patron(round_).get(patron, [])
    if not own:
        yield f"  {patron} had no bet in this round."
    for line in own:
        yield from _bet(line, round_, replay.rules)


def _history(replay: Replay, round_: Round, patron: str, *, over: bool) -> Iterator[str]:
    """Tell everything of the round that concerns this patron, before or after its end."""
    after = "Afterwards: " if over else ""
    for _, told in concerning(replay, round_, patron, over=over):
        if isinstance(told, Refused):
            cited = w.citation(told.clauses, told.by)
            reason = w.in_dollars(w.sentence(told.reason))
            yield f"  Refused to {patron}: {reason}{cited}"
        else:
            said = say(told.event, told.before, replay.rules)
            cited = w.citation(told.event.clauses, told.event.by)
            yield f"  {after}{said}{cited}"


def concerning(
    replay: Replay, round_: Round, patron: str, *, over: bool
) -> Iterator[tuple[Command, Happened | Refused]]:
    """List what happened to this patron in a round, before or after its end, and was refused."""
    for answered in replay.answers:
        for happened in answered.events:
            inside = _inside(happened, round_) and (
                happened.before.round is not None and happened.before.round.over is over
            )
            if inside and _concerns(happened, patron):
                yield answered.command, happened
        if answered.refused is not None and _asked(answered, patron, round_, over=over):
            yield answered.command, answered.refused


def _inside(happened: Happened, round_: Round) -> bool:
    before = happened.before.round
    return before is not None and before.number == round_.number


def _asked(answered: Answered, patron: str, round_: Round, *, over: bool) -> bool:
    """Tell whether somebody asked for something for this patron while the round was so."""
    before = answered.before.round
    return (
        before is not None
        and before.number == round_.number
        and before.over is over
        and getattr(answered.command, "patron", None) == patron
    )


ALWAYS = (
    e.IrregularityReported,
    e.IncidentHeld,
    e.ReconstructionJudged,
    e.CardsReconstructed,
    e.OrderAssigned,
    e.Interrupted,
    e.MissingCardsReplaced,
    e.Ruled,
    e.RoundVoided,
    e.RoundWithoutResult,
    e.ResultCorrected,
    e.SecondOfferWaived,
)
"""What concerns everybody at the table."""


def _concerns(happened: Happened, patron: str) -> bool:
    event, round_ = happened.event, happened.before.round
    if isinstance(event, ALWAYS):
        return True
    if round_ is None or isinstance(event, e.RoundSettled):
        return False
    if patron in _named(event):
        return True
    ids = {*_ids(event)}
    return any(item.id in ids and _has_share(item, patron) for item in round_.wagers) or any(
        item.id in ids and item.patron == patron for item in round_.insurances
    )


def _named(event: e.Event) -> Iterator[str]:
    """List the patrons that an event names."""
    yield from (getattr(event, name) for name in ("patron",) if hasattr(event, name))
    for name in ("patrons", "bound"):
        yield from getattr(event, name, ())
    match event:
        case e.WagerPlaced(wager=wager):
            yield from (share.patron for share in wager.shares)
        case e.WagerJoined(share=share):
            yield share.patron
        case e.InsurancePlaced(insured=insured):
            yield insured.patron
        case e.InsuranceOffered(offer=offer):
            yield from offer.patrons
        case e.InsuranceMissed(missed=missed):
            yield from missed.patrons
        case _:
            pass


def _ids(event: e.Event) -> Iterator[str]:
    """List the wagers and Insurances that an event names."""
    match event:
        case e.StakesReduced(at_risk=at_risk):
            yield from (name for name, _ in at_risk)
        case e.BetsReturned(wagers=wagers, insurances=insurances, shares=shares):
            yield from (*wagers, *insurances, *(name for name, _ in shares))
        case e.WagerRejected(id=wager_id) | e.WagerJoined(id=wager_id):
            yield wager_id
        case _:
            pass


def _has_share(wager: Placed, patron: str) -> bool:
    return any(share.patron == patron for share in wager.shares)


# --- cards ----------------------------------------------------------------------------------------


def _cards(rules: Rulebook, round_: Round) -> Iterator[str]:
    """Tell the Table of Play step by step (tb4:3.12, mbs5:3.14)."""
    player, banker = (w.hand_of(round_, side) for side in Side)
    if len(player) < 2 or len(banker) < 2:
        return
    cited = w.citation(rules.tableau.clauses[-1:], ())
    first = total(player[:2]), total(banker[:2])
    said = w.hand_sum(player[:2]), w.hand_sum(banker[:2])
    yield f"  Player's first two cards: {said[0]}. Banker's: {said[1]}."
    if rules.tableau.natural(*first):
        yield f"  That is a Natural: no more cards are drawn.{cited}"
        return
    yield f"  {_player_step(rules, player, first[0])}{cited}"
    yield f"  {_banker_step(rules, player, banker, first)}{cited}"


def _player_step(rules: Rulebook, player: list[Card], points: int) -> str:
    if points not in rules.tableau.player_draws or len(player) < 3:
        return f"Player stands on {points}."
    return f"Player draws on {points}: {player[2]} makes {total(player)}."


def _banker_step(
    rules: Rulebook, player: list[Card], banker: list[Card], first: tuple[int, int]
) -> str:
    third = player[2].points if len(player) > 2 else None
    draws = rules.tableau.banker_takes_third(*first, third)
    against = (
        "Player, who stands" if third is None else f"Player's third card, which counts {third}"
    )
    if not draws or len(banker) < 3:
        return f"Banker stands on {first[1]} against {against}."
    return f"Banker draws on {first[1]} against {against}: {banker[2]} makes {total(banker)}."


# --- bets -----------------------------------------------------------------------------------------


def _bet(line: Line, round_: Round, rules: Rulebook) -> Iterator[str]:
    placed = next((item for item in round_.wagers if item.id == line.id), None)
    yield f"  {w.sentence(line_words(line, placed, rules))}"
    insured = next((item for item in round_.insurances if item.id == line.id), None)
    settled = round_.outcome is not None and round_.paid
    if settled and insured is not None and is_insurance(line):
        yield f"    {_insurance(insured)}"
    elif settled and placed is not None and placed.live and round_.outcome is not None:
        yield from (f"    {said}" for said in _condition(line, round_.outcome, rules))
    yield from (f"    {said}" for said in _arithmetic(line, placed))


def _condition(line: Line, outcome: OutcomeClass, rules: Rulebook) -> Iterator[str]:
    ground = ground_of(line, outcome, rules)
    name = w.bet_name(line.bet, rules)
    if isinstance(ground, Side):
        yield f"{name} loses when {w.HAND[ground]} wins."
    elif ground and line.result is Result.LOSE:
        rows = (w.condition(one.when) for one in ground)
        yield f"{name} wins only when {w.listed(rows, 'or when')}."
    else:
        for row in ground:
            pays = "returns the stake" if row.odds is None else f"pays {row.odds}"
            yield f"{name} {pays} when {w.condition(row.when)}."


def ground_of(line: Line, outcome: OutcomeClass, rules: Rulebook) -> tuple[PayRow, ...] | Side:
    """Find what a bet ended by: its pay row; where it lost, those that it wins by.

    A bet on a Hand needs no rows to lose: the other Hand won.
    """
    row = rules.columns[line.bet].row(outcome.code)
    if row is not None and (row.odds is None) is (line.result is Result.PUSH):
        return (row,)
    if line.result is not Result.LOSE:
        return ()
    if line.bet in rules.wagers.original.value:
        return Side(line.bet).other
    return tuple(one for one in rules.bets[line.bet].rows if one.odds is not None)


def _insurance(insured: Insured) -> str:
    hand = w.HAND[insured.row.side]
    other = w.HAND[insured.row.side.other]
    stage = w.STAGE[insured.row.stage]
    if insured.row.pays_on_tie:
        return f"This {hand} Insurance, {stage}, wins on a Tie and on nothing else."
    return (
        f"{hand} Insurance wins when the result is {other}, loses when it is {hand} and is "
        f"returned on a Tie, at the odds {stage}."
    )


def _arithmetic(line: Line, placed: Placed | None) -> Iterator[str]:
    if line.result is not Result.WIN or line.odds is None:
        return
    playing = line.stake - left_out(line, placed)
    num, den = line.odds.num, line.odds.den
    yield (
        f"{w.money(playing)} x {num} / {den} = {w.money(line.profit)} profit, and the stake of "
        f"{w.money(line.stake)} comes back: {w.money(line.returned)}."
    )
    if rounded(line, placed):
        cited = w.citation((), ("I-23",))
        yield f"The exact amount cannot be paid, so it is rounded up for the Player.{cited}"


def rounded(line: Line, placed: Placed | None) -> bool:
    """Tell whether a profit could not be paid exactly (I-23)."""
    if line.result is not Result.WIN or line.odds is None:
        return False
    playing = line.stake - left_out(line, placed)
    return playing * line.odds.num != line.profit * line.odds.den
