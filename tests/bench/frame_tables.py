"""Frame rates of all scenes, drawn at 1920x1080."""

from rows import head, line, number, row_of, table_named

GOALS = {"piles/chess": 120, "piles/tori": 120, "piles/giant": None, "grains/million": None}
USUAL_GOAL = 240


def frame_section(tables):
    """Lines of Markdown; empty for results without frames."""
    frames = table_named(tables, "frames")
    if not frames:
        return []
    rows = head(["Scene", "frames per second", "slowest twentieth", "picture alone", "goal"])
    reached, with_goal = 0, 0
    for row in frames["rows"]:
        scene = row["case"]
        if row["metric"] != "frames_per_s" or scene.endswith(", picture alone"):
            continue
        goal = GOALS.get(scene, USUAL_GOAL)
        with_goal += goal is not None
        reached += goal is not None and row["value"] >= goal
        alone = row_of(frames, f"{scene}, picture alone")
        rows.append(line([scene, number(row["value"]), number(row["p95"]), number(alone["value"]),
                          number(goal)]))
    return [
        "",
        f"Frames of 1/60 s, simulated on the GPU from the state after a second and drawn there at "
        f"1920x1080, off screen, with the scene's look at medium quality; *picture alone* "
        f"draws without simulating. {reached} of {with_goal} scenes reach their goal:", "", *rows]
