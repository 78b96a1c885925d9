"""Run by Blender: opens FILE, goes to FRAME and writes the world positions of all vertices to OUT.

blender -b --factory-startup --python in_blender.py -- FILE FRAME OUT
An .obj moves by the point caches beside it, as a user would set it up. OUT is a sentence where this
Blender cannot open such a file.
"""

import json
import os
import sys

import bpy


def open_obj(path):
    bpy.ops.wm.obj_import(filepath=path)
    for thing in bpy.data.objects:
        cache = thing.modifiers.new("cache", "MESH_CACHE")
        cache.cache_format = "PC2"
        cache.filepath = f"{path[:-len('.obj')]}_{thing.name}.pc2"
        cache.frame_start = 1
        assert os.path.exists(cache.filepath), cache.filepath


def open_ply(path):
    if bpy.app.version >= (4, 0, 0):
        bpy.ops.wm.ply_import(filepath=path, forward_axis="NEGATIVE_Z", up_axis="Y")
        return
    bpy.ops.import_mesh.ply(filepath=path)  # of Blender 3, which turns nothing
    for thing in bpy.data.objects:
        thing.rotation_euler.x = 1.5707963267948966


def open_file(path):
    """Why not, or None."""
    if path.endswith(".obj"):
        open_obj(path)
    elif path.endswith(".ply"):
        open_ply(path)
    elif not bpy.app.build_options.usd:
        return "this Blender is built without USD"
    else:
        bpy.ops.wm.usd_import(filepath=path)
    return None


def positions_by_name(frame):
    bpy.context.scene.frame_set(frame)
    seen = {}
    for instance in bpy.context.evaluated_depsgraph_get().object_instances:
        thing = instance.object
        if thing.type == "MESH":
            name = instance.parent.name if instance.is_instance else thing.name
            seen[name] = [tuple(instance.matrix_world @ v.co) for v in thing.data.vertices]
    return seen


file, frame, out = sys.argv[sys.argv.index("--") + 1:]
bpy.ops.wm.read_factory_settings(use_empty=True)
answer = open_file(os.path.abspath(file)) or positions_by_name(int(frame))
with open(out, "w", encoding="ascii") as written:
    json.dump(answer, written)
