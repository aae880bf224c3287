"""The four rulebooks as data, strictly loaded and resolved by operator, game and moment."""

from punto.rules.clauses import Clause, Interpretation, clauses, interpretations
from punto.rules.loading import RuleError, load_file
from punto.rules.registry import NotApproved, find, load, resolve, rulebooks

__all__ = [
    "Clause",
    "Interpretation",
    "NotApproved",
    "RuleError",
    "clauses",
    "find",
    "interpretations",
    "load",
    "load_file",
    "resolve",
    "rulebooks",
]
