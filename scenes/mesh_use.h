#pragma once

#include "sim/mesh/triangle_mesh.h"

namespace limber {

/// What a mesh (.obj) that is opened by itself becomes.
enum class MeshUse {
  automatic,  ///< a soft body where its surface is closed and there is a scene for it, else cloth
  cloth,
  volume,  ///< a soft body
  modes,   ///< held at its foot and bending in modes
};

/// Who fills solids with tetrahedra.
enum class MesherChoice {
  automatic,  ///< whom the scene names
  tetgen,
  lattice,
};

/// What a user wants instead of what the program and the scene would choose.
struct MeshWish {
  MeshUse use = MeshUse::automatic;
  MesherChoice mesher = MesherChoice::automatic;
};

/// What it becomes. volume_scene: whether there is a scene where soft bodies fall.
MeshUse decided(MeshUse asked, bool volume_scene, const TriangleMesh& surface);

}  // namespace limber
