"""Tables of joints [Weber13] and of rigid bodies in contact [Giles25]."""

from rows import head, line, number, row_of, table_named

METHODS = ("plain bin_csr", "merged bin_bcsr", "persistent block_sell")


def scene_table(joints):
    rows = head(["Scene", "One core", "TBB", "GPU", "of which assembly, solve", "largest joint error, m",
                 *(f"GPU, {method}" for method in METHODS), "GPU speed-up over one core", "[Weber13]'s GPU (one core)"])
    for scene in dict.fromkeys(r["case"] for r in joints["rows"] if "," not in r["case"]):
        serial, tbb, cuda = (row_of(joints, scene, s) for s in ("serial", "tbb", "cuda"))
        if not (serial and tbb and cuda):
            continue
        stages = [row_of(joints, f"{scene}, {stage}") for stage in ("assembly", "solve")]
        error = row_of(joints, f"{scene}, largest joint error")
        methods = [row_of(joints, f"{scene}, {method}") for method in METHODS]
        paper = f"{number(cuda['paper'])} ({number(serial['paper'])})" if cuda["paper"] else ""
        rows.append(line([
            scene, *(number(r["value"]) for r in (serial, tbb, cuda)),
            ", ".join(number(r["value"]) for r in stages if r),
            f"{error['value']:.1e}" if error else "",
            *(number(r["value"]) if r else "" for r in methods),
            f"{cuda['ratio']:{'.2g' if cuda['ratio'] < 10 else '.0f'}}", paper]))
    return rows


def joint_section(tables):
    """Lines of Markdown; empty for results without joints."""
    joints = table_named(tables, "joints")
    if not joints:
        return []
    return [
        "", "Joints: milliseconds per step with 30 iterations of "
        "conjugate gradients in each of its two solves, and *as the scene is*, with up to 150 "
        "in each of four. The figures of [Weber13] are from a GTX 470 and one core of 2013, for a bridge "
        "whose matrix has the same size. Trees of joints are solved *by cg*, *by direct* (without "
        "iterations) and *by descent*.", "",
        *scene_table(joints),
    ]


PEERS = ("Bullet", "MuJoCo")


def is_peer(case):
    return any(f", {peer}" in case for peer in PEERS)


def rigid_scenes(rigid):
    """Scenes, each followed by the same scene in other programs."""
    cases = dict.fromkeys(r["case"] for r in rigid["rows"] if r["metric"] == "ms_per_step"
                          and not r["case"].endswith(", slowest step"))
    return [case for scene in cases if not is_peer(scene)
            for case in (scene, *(c for c in cases if is_peer(c) and c.startswith(f"{scene}, ")))]


def rigid_table(rigid):
    rows = head(["Scene", "One core", "TBB", "GPU", "slowest step there", "moved, mean and maximum",
                 "[Giles25]'s GPU"])
    for scene in rigid_scenes(rigid):
        times = [row_of(rigid, scene, solver) for solver in ("serial", "tbb", "cuda")]
        slowest = row_of(rigid, f"{scene}, slowest step", "cuda")
        drift = [number(1000 * r["value"]) + " mm" for r in rigid["rows"] if r["metric"] == "drift"
                 and r["solver"] == ("serial" if is_peer(scene) else "cuda")
                 and r["case"].startswith(f"{scene}, moved")]
        cuda = times[2]
        rows.append(line([
            scene, *(number(r["value"]) if r else "" for r in times),
            number(slowest["value"]) if slowest else "", ", ".join(drift),
            number(cuda["paper"]) if cuda and cuda["paper"] else ""]))
    return rows


def rigid_section(tables):
    """Lines of Markdown; empty for results without rigid bodies."""
    rigid = table_named(tables, "rigid")
    if not rigid:
        return []
    return [
        "", "Rigid bodies that touch: milliseconds per step, the mean of a run of 0.5 to 4 s from the start, with all collisions, "
        "and how far bodies that nothing hits have moved by its end. [Giles25] has 110,000 "
        "and 510,000 bricks and a mail with cloth on an RTX 4090, in scenes of its own."
        + (" Rows of other programs are measured on one core; to be compared at equal displacements."
           if any(is_peer(r["case"]) for r in rigid["rows"]) else ""), "",
        *rigid_table(rigid),
    ]
