"""Finds rows of benchmark results, and writes rows of Markdown tables."""


def number(value):
    if value is None:
        return ""
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def table_named(tables, name):
    return next((t for t in tables if t["name"] == name), None)


def row_of(table, case, solver="cuda", metric=None):
    return next((r for r in table["rows"] if r["case"] == case and r["solver"] == solver
                 and metric in (None, r["metric"])), None)


def line(cells):
    return "| " + " | ".join(cells) + " |"


def head(cells):
    return [line(cells), "|" + "---|" * len(cells)]
