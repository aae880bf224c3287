"""The conduct against the independent reference model, on random rounds with random errors."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from tests.conduct.comparing import compare

ROUNDS = 6_000


@pytest.mark.slow
@pytest.mark.interpretation("I-49", "I-50", "I-76", "I-87", "I-88", "I-89", "I-94")
def test_the_conduct_and_the_reference_model_agree_on_random_rounds() -> None:
    chance = Random(20_250_808)
    ends = Counter(compare(chance) for _ in range(ROUNDS))
    assert set(ends) == {
        "settled",
        "void",
        "closed without a result",
        "house rules on the cards",
        "reopen betting and deal afresh",
        "refer",
    }
    assert ends["settled"] > ROUNDS // 2
