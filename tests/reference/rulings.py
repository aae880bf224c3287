"""What an irregularity requires: table T6 for the RWS games, chapter 5 for MBS.

The documents' proviso decides for each error whether the Players get their options (I-87).
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from .layouts import GAMES, MBS5

VOID = "void"
PLAY_ON = "play on"
REFER = "refer"
HOUSE_RULES = "house rules on the cards"
SUSPEND = "suspend"
REOPEN = "reopen betting and deal afresh"


@dataclass(frozen=True)
class Ruling:
    """What happens to the round.

    `options`: the Players may take their bets back. `reconstruct`: the cards are put in order
    first. `decides`: the least role whose word is needed, if any.
    """

    play: str
    options: bool = False
    reconstruct: bool = False
    decides: str | None = None
    replace_cards: bool = False
    clauses: str = ""


@dataclass(frozen=True)
class Seen:
    """What was found, and the state in which it was found."""

    error: str
    established: bool = False
    reconstructible: bool = True
    order_known: bool = True
    initial_deal: bool = False
    first_card_drawn: bool = True
    bets_open: bool = False
    card_exposed: bool = False
    cards_needed: int = 0
    identity_known: bool = False
    hlga: bool = False
    can_deal_on: bool = True
    underlying: str = "drawn_in_excess"


SET_ERRORS = ("foreign_card", "missing_card", "surplus_card", "unshuffled")


def is_mbs(game: str) -> bool:
    """Say which house's chapter 5 holds."""
    return GAMES[game] is MBS5


def rule(game: str, seen: Seen) -> Ruling:
    """Rule on an irregularity found while the round is open."""
    if is_mbs(game):
        return rule_mbs(seen)
    ruling = rule_rws(seen)
    if game == "rws-tiger-buffalo@4":
        return ruling
    return replace(ruling, clauses=shifted(ruling.clauses))


def rule_when(game: str, seen: Seen, when: str) -> Ruling:
    """Rule also on what is found later: `in_round`, `settled` or `next_round_opened`.

    Until the next announcement the last round may be corrected (I-84); every bet is then decided.
    A wrong set of cards found between rounds voids nothing by itself (I-85). After the
    announcement the earlier round stands (tb4:5.6, 5.12; dhyx2:5.5, 5.11; mbs5:5.1.2, 5.16).
    """
    if when == "next_round_opened":
        return Ruling("stands", clauses="tb4:5.6, tb4:5.12, dhyx2:5.11, tbi1:5.11, mbs5:5.1.2")
    if when == "settled":
        if seen.error in SET_ERRORS:
            return Ruling("stands", replace_cards=True, decides="shift_manager", clauses="I-85")
        return rule(game, replace(seen, established=True))
    return rule(game, seen)


def shifted(clauses: str) -> str:
    """Cite tb4's paragraph by the number it has in dhyx2 and tbi1, from 5.7 on one less."""
    moved = {
        "5.8": "5.7",
        "5.8.1": "5.7.1",
        "5.9": "5.8",
        "5.10": "5.9",
        "5.11": "5.10",
        "5.11.1": "5.10.1",
        "5.13": "5.12",
    }
    return ", ".join(moved.get(clause, clause) for clause in clauses.split(", "))


def rule_rws(seen: Seen) -> Ruling:
    """Table T6, row by row."""
    if seen.error in (*SET_ERRORS, "device_runs_out"):
        return Ruling(VOID, clauses="5.5")
    if seen.error == "wrong_number_of_cards":
        return rws_wrong_number(seen)
    if seen.error in ("drawn_in_excess", "exposed_in_error", "face_up_in_device"):
        return rws_excess(seen)
    if seen.error == "wrong_area_or_person":
        return Ruling(
            PLAY_ON,
            options=not (seen.established and seen.reconstructible),
            reconstruct=seen.reconstructible,
            decides="pit_supervisor",
            clauses="5.9",
        )
    if seen.error == "dealt_face_up":
        return Ruling(PLAY_ON, options=not seen.established, clauses="5.10")
    if seen.error == "drawn_together":
        return Ruling(
            PLAY_ON,
            options=True,
            reconstruct=seen.order_known,
            decides=None if seen.order_known else "pit_supervisor",
            clauses="5.11, 5.11.1",
        )
    if seen.error in ("other_dealing_error", "device_reset"):
        return Ruling(PLAY_ON, options=True, reconstruct=seen.reconstructible, clauses="5.13")
    if seen.error == "technical_interruption":
        return rws_interruption(seen)
    return Ruling(REFER, decides="shift_manager", clauses="5.18")


def rws_wrong_number(seen: Seen) -> Ruling:
    """5.5.3: void beyond Reconstruction, else by the row of the error behind it (I-86)."""
    if not seen.reconstructible:
        return Ruling(VOID, decides="pit_supervisor", clauses="5.5.3")
    if not seen.established:
        return Ruling(
            PLAY_ON, options=True, reconstruct=True, decides="pit_supervisor", clauses="5.5.3"
        )
    behind = rule_rws(replace(seen, error=seen.underlying))
    return replace(behind, reconstruct=True, decides="pit_supervisor")


def rws_excess(seen: Seen) -> Ruling:
    """5.8: options only while nothing is decided; the House judges Reconstruction (I-110)."""
    if seen.established and not seen.reconstructible:
        return Ruling(HOUSE_RULES, decides="pit_supervisor", clauses="5.8, 5.8.1")
    return Ruling(
        PLAY_ON,
        options=not seen.established,
        reconstruct=seen.reconstructible,
        decides="pit_supervisor",
        clauses="5.8, 5.8.1",
    )


def rws_interruption(seen: Seen) -> Ruling:
    """5.4: void while nothing is decided, else play on; suspended if that cannot be (I-99)."""
    if not seen.established:
        return Ruling(VOID, clauses="5.4")
    if not seen.can_deal_on:
        return Ruling(SUSPEND, decides="shift_manager", clauses="5.4, I-99")
    return Ruling(PLAY_ON, clauses="5.4")


MBS_ALWAYS = {
    "foreign_card": Ruling(VOID, clauses="5.1.1"),
    "missing_card": Ruling(VOID, clauses="5.1.1"),
    "surplus_card": Ruling(VOID, clauses="5.1.1"),
    "unshuffled": Ruling(VOID, clauses="5.1.1"),
    "device_runs_out": Ruling(VOID, clauses="5.3"),
    "exposed_in_error": Ruling(PLAY_ON, clauses="5.7.1"),
    "dealt_face_up": Ruling(PLAY_ON, clauses="5.7.1"),
    "not_passed": Ruling(PLAY_ON, clauses="5.7.1"),
    "handler_absent": Ruling(PLAY_ON, clauses="5.10"),
    "device_moved_card_exposed": Ruling(PLAY_ON, clauses="5.12.1"),
    "cutting_card": Ruling(PLAY_ON, clauses="3.17"),
}
"""What mbs5 treats alike in every state of the round."""


def rule_mbs(seen: Seen) -> Ruling:
    """mbs5 chapter 5, paragraph by paragraph."""
    if seen.error in MBS_ALWAYS:
        return MBS_ALWAYS[seen.error]
    if seen.error == "order_disturbed":
        return mbs_disturbed(seen, "5.2")
    if seen.error == "device_moved_order_altered":
        return mbs_disturbed(seen, "5.12.2")
    if seen.error == "face_up_in_device":
        return mbs_face_up_in_device(seen)
    if seen.error in ("wrong_area_or_person", "wrong_number_of_cards", "drawn_in_excess"):
        return mbs_wrong_delivery(seen)
    if seen.error == "drawn_together":
        return mbs_drawn_together(seen)
    if seen.error == "device_reset":
        return mbs_device_reset(seen)
    return mbs_people_and_power(seen)


def mbs_people_and_power(seen: Seen) -> Ruling:
    """The rest of mbs5 chapter 5; what it does not cover goes to the Gaming Shift Manager (6.1)."""
    if seen.error == "player_gone_with_card":
        return mbs_player_gone(seen)
    if seen.error == "power_failure":
        if seen.established:
            return Ruling(PLAY_ON, clauses="5.17.2")
        return Ruling(PLAY_ON, options=True, clauses="5.17.1")
    if seen.error == "cutting_card_first":
        if seen.hlga:
            return Ruling(PLAY_ON, options=True, decides="dealer", clauses="3.17.1")
        return Ruling(PLAY_ON, clauses="3.17")
    return Ruling(REFER, decides="shift_manager", clauses="6.1")


def mbs_disturbed(seen: Seen, clause: str) -> Ruling:
    """5.2 and 5.12.2: void when the order cannot be restored; after a move also new cards."""
    if seen.reconstructible:
        return Ruling(PLAY_ON, reconstruct=True, clauses=clause)
    return Ruling(VOID, replace_cards=clause == "5.12.2", clauses=clause)


def mbs_face_up_in_device(seen: Seen) -> Ruling:
    """5.6, and before the first card I-96."""
    if not seen.first_card_drawn and seen.bets_open:
        return Ruling(REFER, decides="shift_manager", clauses="6.1, I-96")
    return Ruling(PLAY_ON, clauses="5.6")


def mbs_wrong_delivery(seen: Seen) -> Ruling:
    """5.7 puts it in order and goes on, an extra card alike; a lost order voids (I-91)."""
    if seen.reconstructible:
        return Ruling(PLAY_ON, reconstruct=True, clauses="5.7")
    return Ruling(VOID, clauses="5.2")


def mbs_drawn_together(seen: Seen) -> Ruling:
    """5.8: withdrawal before Reconstruction; order unknown, void or the Pit Manager's order."""
    if seen.order_known:
        return Ruling(PLAY_ON, options=True, reconstruct=True, clauses="5.8, 5.8.1")
    if seen.initial_deal:
        return Ruling(VOID, clauses="5.8.2.1")
    return Ruling(PLAY_ON, options=True, decides="pit_manager", clauses="5.8.2.2")


def mbs_device_reset(seen: Seen) -> Ruling:
    """5.9: withdrawal, betting reopened, dealt afresh; with a card exposed referred (I-95)."""
    if seen.card_exposed:
        return Ruling(REFER, decides="shift_manager", clauses="6.1, I-95")
    return Ruling(REOPEN, options=True, clauses="5.9")


def mbs_player_gone(seen: Seen) -> Ruling:
    """5.11: the missing card is replaced and the round finished, with new cards after it (I-98)."""
    if seen.identity_known:
        return Ruling(PLAY_ON, clauses="5.11")
    if seen.cards_needed > 2:
        return Ruling(REFER, decides="shift_manager", clauses="6.1, I-98")
    return Ruling(
        "replace the missing card and play on",
        decides="shift_manager",
        replace_cards=True,
        clauses="5.11.1, 5.11.2.1, 5.11.3, 5.11.4, 5.11.5",
    )


def options_worded(game: str, ruling: Ruling) -> list[str]:
    """Say what each Player may choose (tb4:5.13, dhyx2:5.12, tbi1:5.12; mbs5:5.8, 5.9, 5.17.1)."""
    if not ruling.options:
        return []
    if is_mbs(game):
        return ["withdraw", "play"]
    return ["continue reconstructed" if ruling.reconstruct else "continue", "return"]
