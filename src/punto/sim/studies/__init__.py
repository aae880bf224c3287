"""Studies: questions that have no closed form, asked of the same reproducible shoes.

Each is a `Job` whose blocks count in whole numbers, and a function that turns the counts into
estimates with their uncertainty, beside exact values where there are any.
"""
