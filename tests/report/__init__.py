"""Reports: what is written is what was counted."""
