"""How long scenes take to appear."""

from rows import head, line, number, row_of, table_named

MAX_COLD_S, MAX_WARM_S = 10, 1


def start_section(tables):
    """Lines of Markdown; empty for results without starts."""
    starts = table_named(tables, "start")
    if not starts:
        return []
    rows = head(["Scene", "cold", "warm"])
    reached, scenes = 0, 0
    for row in starts["rows"]:
        scene, state = row["case"].rsplit(", ", 1)
        if state != "cold":
            continue
        warm = row_of(starts, f"{scene}, warm", row["solver"])
        scenes += 1
        reached += row["value"] <= MAX_COLD_S and warm["value"] <= MAX_WARM_S
        rows.append(line([scene, number(row["value"]), number(warm["value"])]))
    return [
        "",
        "Seconds of a process that simulates and draws one frame at 1920x1080, off screen: *cold* "
        "without the files that Limber keeps, *warm* with them. The goals are "
        f"{MAX_COLD_S} and {MAX_WARM_S} s; {reached} of {scenes} scenes reach both:", "", *rows]
