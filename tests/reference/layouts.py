"""Which bets lie on which appendix (T1 to T4, I-25), typed from the settlement paragraphs."""

from __future__ import annotations

from .refusal import ReferenceRefusal

TB4 = {
    "player": "ABCDEFGHIJKLMNOPQR",
    "banker": "ABCDEFGHIJKLMNOPQR",
    "tie": "ABCDEFGHIJKLMNOPQR",
    "player_pair": "ABDEGJKLMN",
    "banker_pair": "ABDEGJKLMN",
    "big_tiger": "ABCDEFGHIJKLMNOQR",
    "small_tiger": "ABCDEFGHIJKLMNOQR",
    "big_buffalo": "ABCDEFGHIJKLOQR",
    "small_buffalo": "ABCDEFGHIJKLOQR",
    "banker_big_7": "P",
    "banker_small_7": "P",
    "player_big_7": "P",
    "player_small_7": "P",
    "tiger_buffalo": "CFHI",
    "tiger_pair": "P",
    "tiger_tie": "OQR",
    "wu_dalang": "CFHIP",
    "tiger": "P",
    "player_char_siu": "ABCDEFGHIJKLOQR",
    "banker_char_siu": "ABCDEFGHIJKLOQR",
}
"""T1, tb4:4.1.2 to 4.1.13."""

TBI1 = {
    "player": "ABCDEFGHIJK",
    "banker": "ABCDEFGHIJK",
    "tie": "ABCDEFGHIJK",
    "player_pair": "ABDEGJK",
    "banker_pair": "ABDEGJK",
    "big_tiger": "ABCDEFGHIJK",
    "small_tiger": "ABCDEFGHIJK",
    "big_buffalo": "ABCDEFGHIJK",
    "small_buffalo": "ABCDEFGHIJK",
    "tiger_buffalo": "CFHI",
    "wu_dalang": "CFHI",
    "player_char_siu": "ABCDEFGHIJK",
    "banker_char_siu": "ABCDEFGHIJK",
}
"""T2, tbi1:4.1.2 to 4.1.7."""

MBS5 = {
    "player": "ABCDEFGH",
    "banker": "ABCDEFGH",
    "tie": "ABCDEFGH",
    "tiger": "ABCDEFGH",
    "big_tiger": "ABCDEFGH",
    "small_tiger": "ABCDEFGH",
    "tiger_pair": "ABCDEFGH",
    "tiger_tie": "ABCDEFGH",
}
"""T3, mbs5:2.2, 3.5."""

DHYX2 = {
    "player": "ABCDEFGHIJKLMNOPQR",
    "banker": "ABCDEFGHIJKLMNOPQR",
    "tie": "ABCDEFGHIJKLMNOPQR",
    "tiger_tie": "ABCDEFGHIJKLMNOPQR",
    "big_tiger": "ABCDEFGHIJKLMNOPQR",
    "small_tiger": "ABCDEFGHIJKLMNOPQR",
    "tiger": "ABCDEFGHIJKLMNOPQR",
    "tiger_pair": "ABCDEFGHIJKLMNOPQR",
}
"""T4, dhyx2:3.7."""

GAMES = {
    "rws-tiger-buffalo@4": TB4,
    "mbs-tiger-no-commission@5": MBS5,
    "rws-da-hu-ying-xiong@2": DHYX2,
    "rws-tiger-buffalo-insurance@1": TBI1,
}

GAMES_WITH_INSURANCE = ("rws-da-hu-ying-xiong@2", "rws-tiger-buffalo-insurance@1")


def bets_of_layout(game: object, letter: object) -> list[str]:
    """List the bets of one appendix of one game."""
    if not isinstance(game, str) or game not in GAMES:
        raise ReferenceRefusal("unknown game")
    rows = GAMES[game]
    if not isinstance(letter, str) or len(letter) != 1 or letter not in rows["player"]:
        raise ReferenceRefusal("unknown layout")
    return [bet for bet, letters in rows.items() if letter in letters]
