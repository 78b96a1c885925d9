"""Finds rows of benchmark results, adds those of other programs, and writes rows of Markdown tables."""

import json


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


def add_rows(path, name, measured):
    """Adds rows to the table `name` of a file of results, in place of those of the same cases."""
    with open(path, encoding="utf-8") as file:
        tables = json.load(file)
    table = table_named(tables, name)
    if not table:
        raise SystemExit(f"{path} has no table {name}; let limber bench {name} --json write one")
    cases = {row["case"] for row in measured}
    table["rows"] = [row for row in table["rows"] if row["case"] not in cases] + measured
    with open(path, "w", encoding="utf-8") as file:
        file.write(json.dumps(tables, indent=1, ensure_ascii=False) + "\n")
