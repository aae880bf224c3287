"""What is written down: the JSON of a settled round, read strictly and answered fast."""
