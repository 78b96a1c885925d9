"""Run by Blender: opens FILE, goes to FRAME and writes the world positions of all vertices to OUT.

blender -b --factory-startup --python in_blender.py -- FILE FRAME OUT
An .obj is animated by the point caches beside it, as a user would set it up. If this Blender cannot
open the file, OUT is a string that says why.
"""

import json
import os
import sys

import bpy


def open_obj(path):
    bpy.ops.wm.obj_import(filepath=path)
    for obj in bpy.data.objects:
        cache = obj.modifiers.new("cache", "MESH_CACHE")
        cache.cache_format = "PC2"
        cache.filepath = f"{path[:-len('.obj')]}_{obj.name}.pc2"
        cache.frame_start = 1
        assert os.path.exists(cache.filepath), cache.filepath


def open_ply(path):
    if bpy.app.version >= (4, 0, 0):
        bpy.ops.wm.ply_import(filepath=path, forward_axis="NEGATIVE_Z", up_axis="Y")
        return
    bpy.ops.import_mesh.ply(filepath=path)  # Blender 3 keeps the file's axes
    for obj in bpy.data.objects:
        obj.rotation_euler.x = 1.5707963267948966


def open_file(path):
    """None, or why this Blender cannot open the file."""
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
        obj = instance.object
        if obj.type == "MESH":
            name = instance.parent.name if instance.is_instance else obj.name
            seen[name] = [tuple(instance.matrix_world @ v.co) for v in obj.data.vertices]
    return seen


file, frame, out = sys.argv[sys.argv.index("--") + 1:]
bpy.ops.wm.read_factory_settings(use_empty=True)
answer = open_file(os.path.abspath(file)) or positions_by_name(int(frame))
with open(out, "w", encoding="ascii") as written:
    json.dump(answer, written)
