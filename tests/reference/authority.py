"""Who may do what: the least role for each act that the documents name (I-109, I-110)."""

from __future__ import annotations

RANKS = (
    "dealer",
    "pit_supervisor",
    "pit_manager",
    "shift_manager",
    "assistant_casino_manager",
)
"""From low to high; acting persons count as what they act as (tb4:1.17, mbs5:6.2)."""

RWS_ACTS = {
    "announce": ("dealer", "tb4:3.3, 3.8"),
    "place_bet_for_a_player": ("dealer", "tb4:5.17"),
    "advise_under_minimum": ("dealer", "tb4:5.2"),
    "reject_excess_bets": ("dealer", "tb4:5.1, I-110"),
    "judge_reconstruction": ("pit_supervisor", "tb4:5.8, I-110"),
    "assign_cards_drawn_together": ("pit_supervisor", "tb4:5.11"),
    "replace_cards_after_drawn_together": ("pit_supervisor", "tb4:5.11.2"),
    "burn": ("pit_supervisor", "I-05"),
    "acknowledge_exposed_left_over": ("pit_supervisor", "I-90"),
    "choose_squeezer_when_equal": ("pit_supervisor", "I-106"),
    "rule_on_uncovered": ("shift_manager", "tb4:5.18"),
}

INSURANCE_ACTS = {
    "offer_late_insurance": ("pit_manager", "dhyx2:5.13.1, tbi1:5.13.1"),
    "return_original_of_missed_insurance": ("pit_manager", "dhyx2:5.13.2, tbi1:5.13.2"),
    "lapse_per_offer": ("shift_manager", "I-65"),
}

MBS_ACTS = {
    "announce": ("dealer", "mbs5:3.1, 3.2"),
    "place_bet_for_a_player": ("dealer", "mbs5:3.7"),
    "choose_hand_shown_first": ("dealer", "mbs5:3.9.6"),
    "expose_for_absent_player": ("dealer", "mbs5:5.10"),
    "allow_withdrawal_at_cutting_card": ("dealer", "mbs5:3.17.1"),
    "ask_to_decrease": ("dealer", "mbs5:5.18.1"),
    "choose_handler_when_none_fits": ("pit_supervisor", "mbs5:3.9.4.1"),
    "burn": ("pit_supervisor", "I-05"),
    "restrict_wagers_per_area": ("pit_manager", "mbs5:3.6.1"),
    "choose_method_a_or_b": ("pit_manager", "mbs5:3.8.2"),
    "allow_squeeze": ("pit_manager", "mbs5:3.16"),
    "assign_cards_drawn_together": ("pit_manager", "mbs5:5.8.2.2"),
    "remove_wagers_over_differential": ("pit_manager", "mbs5:5.18.3"),
    "set_two_cards_aside": ("shift_manager", "mbs5:5.11.1"),
    "enter_missing_card": ("shift_manager", "mbs5:5.11.1, I-98"),
    "rule_on_uncovered": ("shift_manager", "mbs5:6.1"),
    "allow_method_c": ("assistant_casino_manager", "mbs5:3.8.2"),
    "allow_drawing_without_wager": ("assistant_casino_manager", "mbs5:3.11.2"),
    "end_control_without_wager": ("assistant_casino_manager", "I-108"),
}

ACTS = {
    "rws-tiger-buffalo@4": RWS_ACTS,
    "rws-da-hu-ying-xiong@2": RWS_ACTS | INSURANCE_ACTS,
    "rws-tiger-buffalo-insurance@1": RWS_ACTS | INSURANCE_ACTS,
    "mbs-tiger-no-commission@5": MBS_ACTS,
}


def least_role(game: str, act: str) -> str | None:
    """Name the least role for an act, None if the game does not know the act."""
    named = ACTS[game].get(act)
    return None if named is None else named[0]


def may_order(game: str, act: str, role: str) -> bool:
    """Let the least role do it and every higher one."""
    least = least_role(game, act)
    return least is not None and RANKS.index(role) >= RANKS.index(least)
