"""The lockstep loop itself: rounds in all lanes until every shoe has reached its cutting card."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from llvmlite import ir

from punto.sim.lanes import IDLE, NOT_DRAWN, SUSPECT_BELOW, VOID, Lanes, Loop, Value
from punto.sim.plan import LEAST_TO_DEAL

_NO_CARD: Final = 13
"""What a trace holds in place of the rank of a card that was not drawn."""


@dataclass(frozen=True, slots=True)
class Pointers:
    """Where the loop reads the shoes and writes what happened."""

    counts: Value
    left: Value
    state: Value
    codes: Value
    ranks: Value | None
    """Six ranks a round for a trace; None for a histogram, which needs none."""


@dataclass(frozen=True, slots=True)
class Limits:
    """When a round starts in a lane (`ShoePlan.starts`, I-07)."""

    least: Value
    """At least so many cards are left."""
    beyond: Value
    """Or more than so many were left at the last round, and enough for another."""


def emit_shoes(lanes: Lanes, at: Pointers, limits: Limits) -> Value:
    """Emit the loop; the value is how many rounds the longest shoe had."""
    b = lanes.b
    counts = [lanes.load(at.counts, rank, lanes.half) for rank in range(12)]
    state = [lanes.load(at.state, word, lanes.word) for word in range(4)]
    left = lanes.load(at.left, 0, lanes.half)
    least, beyond = lanes.spread(limits.least), lanes.spread(limits.beyond)
    start = [*counts, *state, left, lanes.const(0), ir.Constant(ir.IntType(64), 0)]
    loop = Loop(lanes, "round", start)
    *carried, left, before, number = loop.carried
    counts, state = carried[:12], carried[12:]
    enough = b.icmp_signed(">=", left, lanes.const(LEAST_TO_DEAL))
    more = b.and_(b.icmp_signed(">", before, beyond), enough)
    active = b.or_(b.icmp_signed(">=", left, least), more)
    loop.enter_while(lanes.any(active))
    indices, state = _six(lanes, state, left, active)
    played = _play(lanes, counts, indices)
    left_after = b.sub(left, played.used)
    enough = b.icmp_signed("<=", played.used, left)
    code = b.select(enough, played.code, lanes.const(VOID))
    lanes.store(b.select(active, code, lanes.const(IDLE)), at.codes, number)
    if at.ranks is not None:
        _store_ranks(lanes, played.ranks, at.ranks, number)
    loop.repeat([*counts, *state, left_after, left, b.add(number, ir.Constant(ir.IntType(64), 1))])
    return number


def _six(
    lanes: Lanes, state: list[Value], left: Value, active: Value
) -> tuple[list[Value], list[Value]]:
    """Emit `Stream.six` for every lane; refused words are rare and redrawn in a side branch."""
    b = lanes.b
    one = lanes.const(1)
    bounds = [left, *(b.sub(left, lanes.const(taken)) for taken in range(1, 6))]
    for place in (4, 5):
        bounds[place] = b.select(b.icmp_signed(">", bounds[place], one), bounds[place], one)
    pairs = [(bounds[0], bounds[1]), (bounds[2], bounds[3]), (bounds[4], bounds[5])]
    split = []
    suspect = ir.Constant(lanes.mask, None)
    for first, second in pairs:
        state, word = lanes.step(state)
        split.append(lanes.pair(word, first, second))
        suspicious = b.icmp_unsigned("<", split[-1][2], lanes.const(SUSPECT_BELOW))
        suspect = b.or_(suspect, suspicious)
    indices = [index for found in split for index in found[:2]]
    fast = b.block
    redraw, play = b.append_basic_block("redraw"), b.append_basic_block("play")
    b.cbranch(lanes.any(b.and_(suspect, active)), redraw, play)
    b.position_at_end(redraw)
    redrawn = list(indices)
    redrawn_state = state
    for place, (bound, found) in enumerate(zip(pairs, split, strict=True)):
        refused = b.and_(active, lanes.refused(found[2], found[3], *bound))
        again = _redraw(lanes, refused, found[:2], bound, redrawn_state)
        redrawn[2 * place : 2 * place + 2], redrawn_state = again[:2], again[2:]
    slow = b.block
    b.branch(play)
    b.position_at_end(play)
    merged = []
    for quick, late in zip([*indices, *state], [*redrawn, *redrawn_state], strict=True):
        merged.append(b.phi(quick.type))
        merged[-1].add_incoming(quick, fast)
        merged[-1].add_incoming(late, slow)
    return merged[:6], merged[6:]


def _redraw(
    lanes: Lanes,
    refused: Value,
    indices: tuple[Value, ...],
    bound: tuple[Value, Value],
    state: list[Value],
) -> list[Value]:
    """Emit draws from the lanes' own streams until no lane is refused, moving only those."""
    b = lanes.b
    loop = Loop(lanes, "again", [refused, *indices, *state])
    refused, one, two, *state = loop.carried
    loop.enter_while(lanes.any(refused))
    moved, word = lanes.step(state)
    new_one, new_two, middle, rest = lanes.pair(word, *bound)
    still = b.and_(refused, lanes.refused(middle, rest, *bound))
    new = [new_one, new_two, *moved]
    old = [one, two, *state]
    chosen = [b.select(refused, late, kept) for late, kept in zip(new, old, strict=True)]
    loop.repeat([still, *chosen])
    return old


@dataclass(frozen=True, slots=True)
class _Played:
    code: Value
    used: Value
    ranks: list[Value]


def _play(lanes: Lanes, counts: list[Value], indices: list[Value]) -> _Played:
    """Emit one round by the Table of Play, lowering `counts` (tb4:3.12, mbs5:3.14).

    `plan.LANE_TABLE` is the same Table as a table; whoever runs this compares it with the
    rulebook's.
    """
    b = lanes.b
    drawn = [lanes.draw(counts, index) for index in indices[:4]]
    (player_1, banker_1, player_2, banker_2) = (rank for rank, _ in drawn)
    player, banker = (
        lanes.less_ten(
            lanes.less_ten(b.add(b.add(drawn[hand][1], drawn[hand + 2][1]), lanes.const(20)))
        )
        for hand in (0, 1)
    )
    no_natural = b.and_(lanes.at_most(player, 7), lanes.at_most(banker, 7))
    player_draws = b.and_(no_natural, lanes.at_most(player, 5))
    banker_draws_fifth = b.and_(b.and_(no_natural, lanes.at_most(banker, 5)), b.not_(player_draws))
    fifth = b.or_(player_draws, banker_draws_fifth)
    none = lanes.const(NOT_DRAWN)
    rank_5, points = lanes.draw(counts, b.select(fifth, indices[4], none))
    points_5 = b.add(points, lanes.const(10))
    sixth = b.and_(player_draws, b.icmp_signed("<=", banker, _banker_limit(lanes, points_5)))
    rank_6, points = lanes.draw(counts, b.select(sixth, indices[5], none))
    points_6 = b.add(points, lanes.const(10))
    zero = lanes.const(0)
    player = lanes.less_ten(b.add(player, b.select(player_draws, points_5, zero)))
    # without a third card the index read as a King: ten points, which are none
    banker = lanes.less_ten(b.add(banker, b.select(player_draws, points_6, points_5)))
    player_pair = b.icmp_signed("==", player_1, player_2)
    banker_pair = b.icmp_signed("==", banker_1, banker_2)
    twin = b.and_(b.and_(player_pair, banker_pair), b.icmp_signed("==", player_1, banker_1))
    code = b.add(b.mul(player, lanes.const(200)), b.mul(banker, lanes.const(20)))
    for weight, holds in (
        (10, player_draws),
        (5, b.or_(banker_draws_fifth, sixth)),
        (1, player_pair),
        (2, banker_pair),
        (1, twin),
    ):
        code = b.add(code, b.select(holds, lanes.const(weight), zero))
    used = b.sub(lanes.const(4), b.add(lanes.minus_where(fifth), lanes.minus_where(sixth)))
    absent = lanes.const(_NO_CARD - 12)
    ranks = [player_1, banker_1, player_2, banker_2]
    ranks += [b.select(fifth, rank_5, absent), b.select(sixth, rank_6, absent)]
    return _Played(code, used, [b.add(rank, lanes.const(12)) for rank in ranks])


def _banker_limit(lanes: Lanes, third: Value) -> Value:
    """Emit the most points on which Banker draws, by Player's third card's points, 10 being 0."""
    b = lanes.b
    below_eight = lanes.at_most(third, 7)
    eight = lanes.minus_where(b.icmp_signed("==", third, lanes.const(8)))
    half = b.lshr(third, lanes.const(1))
    return b.add(b.select(below_eight, half, eight), lanes.const(3))


def _store_ranks(lanes: Lanes, ranks: list[Value], pointer: Value, number: Value) -> None:
    first = lanes.b.mul(number, ir.Constant(ir.IntType(64), 6))
    for place, rank in enumerate(ranks):
        at = lanes.b.add(first, ir.Constant(ir.IntType(64), place))
        lanes.store(lanes.b.trunc(rank, lanes.byte), pointer, at)
