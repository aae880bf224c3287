"""punto conducts, adjudicates, proves and protects regulated baccarat."""

__version__ = "0.1.0"
