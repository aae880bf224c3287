"""The conduct of a round: `decide` what follows from a command, `evolve` a table by events."""

from punto.core.conduct.decide import AUTOMATIC, LIVE, Automation, decide, foresee
from punto.core.conduct.evolve import apply, evolve

__all__ = ["AUTOMATIC", "LIVE", "Automation", "apply", "decide", "evolve", "foresee"]
