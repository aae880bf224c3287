"""What must hold at every table after every command, whatever it was."""

from __future__ import annotations

from collections import Counter

from punto.core import commands as c
from punto.core import events as e
from punto.core.conduct import Automation, apply, decide
from punto.core.conduct.access import ACTS, act_of
from punto.core.policies import Need, Role
from punto.core.refusal import Refused
from punto.core.rulebook import Result, Rulebook
from punto.core.settle import Line
from punto.core.state import Phase, Placed, Settled, Table
from punto.rules.clauses import clauses, interpretations

CARDS_PER_DECK = 52


class Watched:
    """A table that checks itself after every command."""

    def __init__(self, rules: Rulebook, automation: frozenset[Automation]) -> None:
        self.rules = rules
        self.automation = automation
        self.table = Table()
        self.events: list[e.Event] = []
        self.accepted: Counter[type[c.Command]] = Counter()
        self.refusals: Counter[str] = Counter()
        self.gone = 0
        """Cards that have left the game: burnt, collected, or of an earlier round."""
        self.lines: dict[int, tuple[tuple[str, Line], ...]] = {}
        """How each round ended; what is here of an earlier round is never touched."""

    def does(
        self, command: c.Command, rules: Rulebook | None = None
    ) -> tuple[e.Event, ...] | Refused:
        """Give a command and hold the answer and the table to everything that must be so.

        Now and then it comes under other rules, which take over where they can open a round.
        """
        under = rules or self.rules
        answer = decide(self.table, command, under, self.automation)
        if isinstance(answer, Refused):
            self.refusals[answer.code] += 1
            _refusal_says_why(answer)
            return answer
        self.rules = under
        self.accepted[type(command)] += 1
        self._allowed(command)
        for event in answer:
            _cites_what_exists(event.clauses, event.by)
            self._count(event)
            self.table = apply(self.table, [event])
            self._remember(event)
        self.events += answer
        self._phase_is_legal()
        self._cards_are_conserved()
        self._money_is_conserved()
        return answer

    def replays(self) -> None:
        """Rebuild the table from what happened, and from nothing else."""
        assert apply(Table(), self.events) == self.table

    # --- what happened ---------------------------------------------------------------------------

    def _allowed(self, command: c.Command) -> None:
        """No act above the actor's authority, and none in a phase that does not know it."""
        assert self.table.phase is not None
        least = self.rules.authority[act_of(command)].role
        role = command.actor.role
        holds = isinstance(command, c.DrawCard | c.ExposeCard) and role is Role.PATRON
        assert role.at_least(least) or holds, command
        assert self.table.phase in ACTS[type(command)].phases, command

    def _count(self, event: e.Event) -> None:
        """Follow the cards that leave the table for good."""
        round_ = self.table.round
        match event:
            case e.CardsLoaded() | e.TableOpened() | e.TableClosed():
                self.gone = 0 if round_ is None else -len(round_.drawn)
                if not isinstance(event, e.CardsLoaded):
                    self.gone = 0
            case e.CardBurnt():
                self.gone += 1
            case e.CardsCollected() if round_ is not None:
                self.gone += len(round_.drawn)
            case e.ResultCorrected() if round_ is not None and self.table.fresh:
                self.gone += len(round_.drawn) - len(event.drawn)
            case e.RoundOpened() if round_ is not None:
                self.gone += len(round_.drawn)
            case _:
                pass

    def _remember(self, event: e.Event) -> None:
        round_ = self.table.round
        if isinstance(event, e.RoundOpened):
            assert event.number not in self.lines
        if round_ is not None and round_.over:
            self.lines[round_.number] = round_.lines
        ended = (e.RoundSettled, e.RoundVoided, e.RoundWithoutResult, e.ResultCorrected)
        if isinstance(event, ended):
            assert round_ is not None
            assert round_.lines == event.lines

    # --- what is so ------------------------------------------------------------------------------

    def _phase_is_legal(self) -> None:
        table, round_ = self.table, self.table.round
        assert (table.setup is None) == (table.phase is Phase.SHUT)
        interrupted = table.phase in (Phase.HELD, Phase.CHOOSING)
        assert (table.resume_to is not None) == interrupted, table.phase
        assert (round_ is not None and round_.incident is not None) == interrupted
        if table.phase in (Phase.SHUT, Phase.IDLE):
            assert round_ is None or round_.over
            return
        assert round_ is not None
        if interrupted:
            assert round_.incident is not None
            waits = round_.incident.needs
            if table.phase is Phase.CHOOSING:
                assert waits in (Need.NOTHING, Need.ORDER)
            return
        assert not round_.over
        assert (round_.closed_at is None) == (table.phase is Phase.BETTING)
        if table.phase in (Phase.BETTING, Phase.CLOSED):
            assert all(drawn.belongs is None for drawn in round_.drawn)
        else:
            assert round_.drawn
        assert (round_.outcome is not None) == (table.phase is Phase.DECLARED)

    def _cards_are_conserved(self) -> None:
        table, round_ = self.table, self.table.round
        if table.setup is None:
            return
        drawn = () if round_ is None else round_.drawn
        on_table = len(drawn) + len(table.carried)
        assert table.cards_left >= 0
        seen = dict(table.seen)
        assert all(0 <= count <= table.setup.decks for count in seen.values()), seen
        known = Counter(d.card for d in (*drawn, *table.carried) if d.card is not None)
        loaded = table.cards_left + on_table + self.gone
        if table.cards_left or loaded:
            assert loaded == table.setup.decks * CARDS_PER_DECK, (table.cards_left, on_table)
        if round_ is not None and not round_.over:
            assert all(seen[card] >= count for card, count in known.items())

    def _money_is_conserved(self) -> None:
        round_ = self.table.round
        if round_ is None or not round_.over:
            return
        owed = Counter[tuple[str, str]]()
        returned: set[tuple[str, str]] = set()
        for wager in round_.wagers:
            if wager.settled is Settled.WITHDRAWN:
                continue
            for share in wager.shares:
                owed[share.patron, wager.id] += share.stake
            if wager.settled is Settled.RETURNED:
                returned |= {(share.patron, wager.id) for share in wager.shares}
        for item in round_.insurances:
            owed[item.patron, item.id] += item.stake
            if item.settled is Settled.RETURNED:
                returned.add((item.patron, item.id))
        assert Counter({(who, line.id): line.stake for who, line in round_.lines}) == owed
        assert len(round_.lines) == len(owed)
        for who, line in round_.lines:
            _line_adds_up(line)
            if round_.void or round_.without_result or (who, line.id) in returned:
                assert (line.result, line.returned) == (Result.PUSH, line.stake), line


def _line_adds_up(line: Line) -> None:
    assert line.stake > 0
    assert line.profit >= 0
    if line.result is Result.WIN:
        assert line.returned == line.stake + line.profit
    elif line.result is Result.PUSH:
        assert (line.returned, line.profit) == (line.stake, 0)
    else:
        assert line.profit == 0
        assert 0 <= line.returned <= line.stake


def _refusal_says_why(refused: Refused) -> None:
    assert refused.code
    assert refused.reason
    assert refused.remedy
    _cites_what_exists(refused.clauses, refused.by)


def _cites_what_exists(cited: tuple[str, ...], by: tuple[str, ...]) -> None:
    assert set(cited) <= set(clauses())
    assert set(by) <= set(interpretations())


def playing(wager: Placed) -> int:
    """Return what a wager can lose."""
    return wager.playing
