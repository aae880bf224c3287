"""Every bet's pay rows as plain statements: what a finished round pays, as (n, m) for `n to m`.

None is a bet that lost, (0, 1) a stake that comes back without profit.
"""

from __future__ import annotations

from .dealing import Finished
from .refusal import ReferenceRefusal

Pays = tuple[int, int] | None
RETURNED = (0, 1)


def player(r: Finished) -> Pays:
    """tb4:4.1.1, 3.14; mbs5:4.1, 3.15.1; dhyx2:4.1.1, 3.17; tbi1:4.1.1, 3.17."""
    if r.winner == "player":
        return (1, 1)
    if r.winner == "tie":
        return RETURNED
    return None


def banker(r: Finished) -> Pays:
    """tb4:4.1.1, 3.14; mbs5:4.1, 3.15.1; dhyx2:4.1.1, 3.17; tbi1:4.1.1, 3.17."""
    if r.winner == "banker":
        if r.banker_total == 6:
            return (1, 2)
        return (1, 1)
    if r.winner == "tie":
        return RETURNED
    return None


def tie(r: Finished) -> Pays:
    """tb4:4.1.2, mbs5:4.1, dhyx2:4.1.1, tbi1:4.1.2 (I-19)."""
    if r.player_total == r.banker_total:
        return (8, 1)
    return None


def player_pair(r: Finished) -> Pays:
    """tb4:4.1.3, tbi1:4.1.3 (I-11, I-13)."""
    if r.player_pair:
        return (11, 1)
    return None


def banker_pair(r: Finished) -> Pays:
    """tb4:4.1.3, tbi1:4.1.3 (I-11, I-13)."""
    if r.banker_pair:
        return (11, 1)
    return None


def big_tiger(r: Finished) -> Pays:
    """tb4:1.7, 4.1.4; mbs5:1.1.1, 4.3; dhyx2:1.3, 4.1.1; tbi1:1.5, 4.1.4 (I-16)."""
    if r.winner == "banker" and r.banker_total == 6 and len(r.banker) == 3:
        return (50, 1)
    return None


def small_tiger(r: Finished) -> Pays:
    """tb4:1.28, 4.1.4; mbs5:1.1.7, 4.3; dhyx2:1.20, 4.1.1; tbi1:1.25, 4.1.4 (I-16)."""
    if r.winner == "banker" and r.banker_total == 6 and len(r.banker) == 2:
        return (22, 1)
    return None


def big_buffalo(r: Finished) -> Pays:
    """tb4:1.6, 4.1.5; tbi1:1.4, 4.1.4 (I-16)."""
    if r.winner == "player" and r.player_total == 6 and len(r.player) == 3:
        return (35, 1)
    return None


def small_buffalo(r: Finished) -> Pays:
    """tb4:1.27, 4.1.5; tbi1:1.24, 4.1.4 (I-16)."""
    if r.winner == "player" and r.player_total == 6 and len(r.player) == 2:
        return (20, 1)
    return None


def banker_big_7(r: Finished) -> Pays:
    """tb4:1.2, 4.1.6."""
    if r.winner == "banker" and r.banker_total == 7 and len(r.banker) == 3:
        return (30, 1)
    return None


def banker_small_7(r: Finished) -> Pays:
    """tb4:1.4, 4.1.6."""
    if r.winner == "banker" and r.banker_total == 7 and len(r.banker) == 2:
        return (15, 1)
    return None


def player_big_7(r: Finished) -> Pays:
    """tb4:1.19, 4.1.7."""
    if r.winner == "player" and r.player_total == 7 and len(r.player) == 3:
        return (30, 1)
    return None


def player_small_7(r: Finished) -> Pays:
    """tb4:1.22, 4.1.7."""
    if r.winner == "player" and r.player_total == 7 and len(r.player) == 2:
        return (15, 1)
    return None


def tiger_buffalo(r: Finished) -> Pays:
    """tb4:1.32, 4.1.8; tbi1:1.28, 4.1.5: one Hand must win with 6, so 6-6 loses (I-16)."""
    if r.winner == "banker" and r.banker_total == 6:
        return (6, 1)
    if r.winner == "player" and r.player_total == 6:
        return (6, 1)
    return None


def tiger_pair(r: Finished) -> Pays:
    """tb4:1.33, 4.1.9; mbs5:1.1.13, 4.2; dhyx2:1.25, 4.1.1: the highest class only (I-12)."""
    if r.player_pair and r.banker_pair:
        if r.same_pair_rank:
            return (100, 1)
        return (20, 1)
    if r.player_pair or r.banker_pair:
        return (4, 1)
    return None


def tiger_tie(r: Finished) -> Pays:
    """tb4:1.34, 4.1.10; mbs5:1.1.14, 4.3; dhyx2:1.24, 4.1.1."""
    if r.player_total == 6 and r.banker_total == 6:
        return (35, 1)
    return None


def wu_dalang(r: Finished) -> Pays:
    """tb4:1.36, 4.1.11; tbi1:1.30, 4.1.6: Player must win with 1 (I-15)."""
    if r.winner == "player" and r.player_total == 1:
        return (150, 1)
    return None


def tiger(r: Finished) -> Pays:
    """tb4:1.31, 4.1.12; mbs5:1.1.12, 4.3; dhyx2:1.23, 4.1.1 (I-16, I-17)."""
    if r.winner == "banker" and r.banker_total == 6:
        if len(r.banker) == 2:
            return (12, 1)
        return (20, 1)
    return None


def char_siu_odds(r: Finished) -> Pays:
    """Pay by the number of cards in both Hands together (I-18)."""
    cards = len(r.player) + len(r.banker)
    if cards == 4:
        return (10, 1)
    if cards == 5:
        return (15, 1)
    return (50, 1)


def banker_char_siu(r: Finished) -> Pays:
    """tb4:1.3, 4.1.13; tbi1:1.2, 4.1.7: 7 over 6, 8 over 7 or 9 over 8 (I-18)."""
    if (r.banker_total, r.player_total) in ((7, 6), (8, 7), (9, 8)):
        return char_siu_odds(r)
    return None


def player_char_siu(r: Finished) -> Pays:
    """tb4:1.20, 4.1.13; tbi1:1.18, 4.1.7: 7 over 6, 8 over 7 or 9 over 8 (I-18)."""
    if (r.player_total, r.banker_total) in ((7, 6), (8, 7), (9, 8)):
        return char_siu_odds(r)
    return None


BETS = {
    "player": player,
    "banker": banker,
    "tie": tie,
    "player_pair": player_pair,
    "banker_pair": banker_pair,
    "big_tiger": big_tiger,
    "small_tiger": small_tiger,
    "big_buffalo": big_buffalo,
    "small_buffalo": small_buffalo,
    "banker_big_7": banker_big_7,
    "banker_small_7": banker_small_7,
    "player_big_7": player_big_7,
    "player_small_7": player_small_7,
    "tiger_buffalo": tiger_buffalo,
    "tiger_pair": tiger_pair,
    "tiger_tie": tiger_tie,
    "wu_dalang": wu_dalang,
    "tiger": tiger,
    "banker_char_siu": banker_char_siu,
    "player_char_siu": player_char_siu,
}


def pays(bet: str, r: Finished) -> Pays:
    """Give what a bet pays on a finished round."""
    if bet not in BETS:
        raise ReferenceRefusal("unknown bet")
    return BETS[bet](r)


def profit(stake: int, odds: tuple[int, int], unit: int) -> int:
    """Pay n/m of the stake, rounded up to the payable unit for the Player (I-22, I-23)."""
    n, m = odds
    whole, rest = divmod(stake * n, m * unit)
    if rest:
        whole += 1
    return whole * unit
