"""The PAR sheet as one page of HTML that prints well and needs nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from punto.core.cards import RANKS
from punto.odds.insurance import span
from punto.report.plots import par_plots, svg
from punto.report.sheet import LEVELS, ROUNDS, ParSheet, confidence, percent

STYLE = """
:root { color-scheme: light; }
body { font: 13px/1.45 system-ui, sans-serif; color: #1b1b1b; max-width: 62rem;
       margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.5rem; margin: 0 0 .3rem; } h2 { font-size: 1.1rem; margin: 2rem 0 .5rem; }
p { max-width: 48rem; } .facts { color: #555; }
table { border-collapse: collapse; width: 100%; font-size: 12px; }
th, td { padding: .18rem .5rem; text-align: left; border-bottom: 1px solid #e2e2e2;
         vertical-align: top; }
th { border-bottom: 1px solid #888; font-weight: 600; }
td.n, th.n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
tr.first td { border-top: 1px solid #888; }
svg { max-width: 100%; height: auto; }
.wide { overflow-x: auto; }
@page { size: A4 landscape; margin: 12mm; }
@media print { body { margin: 0; max-width: none; } h2 { break-after: avoid; }
  tr, figure { break-inside: avoid; } thead { display: table-header-group; } }
"""


def par_page(sheet: ParSheet) -> str:
    """Write the page."""
    document = sheet.rulebook.document
    title = f"PAR sheet: {document.title}, {sheet.decks} decks"
    parts = [
        f"<h1>{escape(title)}</h1>",
        _facts(sheet),
        _bets(sheet),
        _pay_rows(sheet),
        *(_confidence(sheet, level) for level in LEVELS),
        _insurance(sheet),
        _removal(sheet),
        _correlation(sheet),
        _readings(sheet),
        _plots(sheet),
    ]
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{STYLE}</style></head>\n<body>\n"
        + "\n".join(part for part in parts if part)
        + "\n</body></html>\n"
    )


def _facts(sheet: ParSheet) -> str:
    document = sheet.rulebook.document
    facts = (
        document.title_zh,
        sheet.rulebook.id,
        document.operator_name,
        f"effective {document.effective:%d %B %Y, %H:%M}",
        f"rule data {sheet.rulebook.digest[:12]}",
    )
    counted = (
        f"{sheet.orderings:,} ordered six-card draws of {sheet.composition.size} cards, all "
        "counted. Edge is what a unit staked is expected to cost the bettor."
    )
    return f'<p class="facts">{escape(" · ".join(facts))}</p><p>{counted}</p>'


def _table(
    heading: str, heads: Sequence[str], rows: Iterable[Sequence[object]], numbers: int
) -> str:
    """Make a table whose columns from `numbers` on hold figures, but for a last `clauses`."""
    last = len(heads) - (heads[-1] == "clauses")

    def cells(tag: str, row: Sequence[object]) -> str:
        return "".join(
            f"<{tag}{' class=n' if numbers <= place < last else ''}>{escape(str(value))}</{tag}>"
            for place, value in enumerate(row)
        )

    body, before = [], None
    for row in rows:
        first = row[0] != before
        shown = row if first else ("", *row[1:])
        body.append(f"<tr{' class=first' if first else ''}>{cells('td', shown)}</tr>")
        before = row[0]
    return (
        f'<h2>{escape(heading)}</h2><div class="wide"><table><thead><tr>{cells("th", heads)}'
        f"</tr></thead><tbody>\n{chr(10).join(body)}\n</tbody></table></div>"
    )


def _bets(sheet: ParSheet) -> str:
    rows = [
        (
            f"{odds.bet.name} {odds.bet.name_zh}",
            percent(odds.edge),
            percent(odds.hit_rate),
            f"{float(odds.variance):.6f}",
            f"{odds.deviation:.6f}",
            f"{odds.edge.numerator}/{odds.edge.denominator}",
            " ".join(odds.bet.clauses),
        )
        for odds in sheet.bets
    ]
    heads = ("bet", "edge %", "hit %", "variance", "deviation", "edge, exact", "clauses")
    return _table("Bets", heads, rows, 1)


def _pay_rows(sheet: ParSheet) -> str:
    rows = [
        (
            each.bet,
            each.name.replace("_", " "),
            f"{each.num} to {each.den}" if each.num > 0 else "-",
            f"{each.ways:,}",
            f"{each.ways / sheet.orderings:.8f}",
            f"{each.num / each.den * each.ways / sheet.orderings:+.8f}",
            " ".join(each.clauses),
        )
        for each in sheet.outcomes
    ]
    heads = ("bet", "row", "pays", "ways", "probability", "part of the result", "clauses")
    return _table("Pay rows", heads, rows, 2)


def _confidence(sheet: ParSheet, level: str) -> str:
    def limits(rounds: int, place: int) -> str:
        low, high = confidence(sheet.bets[place], rounds, LEVELS[level])
        return f"{percent(low, 2)} to {percent(high, 2)}"

    rows = [
        (odds.bet.name, *(limits(rounds, place) for rounds in ROUNDS))
        for place, odds in enumerate(sheet.bets)
    ]
    heads = ("bet", *(f"{rounds:,} rounds" for rounds in ROUNDS))
    return _table(f"The bettor's result in per cent, {level} of the time", heads, rows, 1)


def _insurance(sheet: ParSheet) -> str:
    if not sheet.insurance:
        return ""
    rows = [
        (
            line.name.capitalize(),
            f"{span(each.own)} v {span(each.other)}",
            str(each.row.odds),
            percent(each.arises),
            percent(each.share(each.win)),
            percent(each.share(each.push)),
            percent(each.share(each.lose)),
            percent(each.edge),
            " ".join(each.row.clauses),
        )
        for line in sheet.insurance
        for each in ([line.whole, *line.cells] if len(line.cells) > 1 else line.cells)
    ]
    heads = (
        "line", "points", "pays", "arises %", "wins %", "tie %", "loses %", "edge %", "clauses",
    )  # fmt: skip
    return _table("Insurance, while a card is still to be drawn (I-57)", heads, rows, 2)


def _removal(sheet: ParSheet) -> str:
    names = sheet.rulebook.bets
    rows: list[Sequence[object]] = [
        (names[bet].name, "effect", *(f"{1e6 * float(effect):.1f}" for effect in effects), "")
        for bet, effects in sheet.effects.items()
    ]
    rows += [
        (names[bet].name, "tags", *count.tags, f"{count.correlation:.4f}")
        for bet, count in sheet.counts.items()
    ]
    heads = ("bet", "", *map(str, RANKS), "correlation")
    heading = "Effects of removal in millionths of a unit, and the best tags up to two"
    return _table(heading, heads, rows, 2)


def _correlation(sheet: ParSheet) -> str:
    names = [odds.bet.name for odds in sheet.bets]
    rows = [
        (name, *(f"{100 * each:.1f}" for each in row))
        for name, row in zip(names, sheet.correlation, strict=True)
    ]
    return _table("Correlation of results, per cent", ("bet", *names), rows, 1)


def _readings(sheet: ParSheet) -> str:
    rows = [
        (
            each.interpretation,
            each.bet,
            each.reading,
            percent(-each.default, 2),
            percent(-each.result, 2),
        )
        for each in sheet.readings
    ]
    heads = ("item", "bet", "reading", "edge by default %", "edge then %")
    return _table("What other readings of disputed words would do", heads, rows, 3)


def _plots(sheet: ParSheet) -> str:
    figures = (svg(draw()) for draw in par_plots(sheet).values())
    drawn = (figure[figure.index("<svg") :] for figure in figures)
    return "<h2>Plots</h2>\n" + "\n".join(f"<figure>{each}</figure>" for each in drawn)
