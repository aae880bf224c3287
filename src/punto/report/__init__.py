"""Odds on paper: PAR sheets, plots and data frames.

Needs the extra `report` (Polars, XlsxWriter, Matplotlib). The figures come from `punto.odds`
and are exact; they become floats only in a cell, a frame or a plot.
"""
