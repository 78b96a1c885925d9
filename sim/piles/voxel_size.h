#pragma once

#include "sim/piles/voxels.h"

namespace limber {

/// Wanted numbers of voxels of a mesh.
struct VoxelCounts {
  int solid = 0;
  int surface = 0;  ///< 0: any
};

/// Voxels with exactly `wanted.solid` inside. Tries edges from 0.7 to 1.4 times that of a cube with
/// the mesh's volume over the number of voxels, and for each several offsets of the grid: first
/// those that put the middle of the mesh at the middle of a voxel, face, edge or corner, then in
/// steps of a quarter and of an eighth of a voxel. Among the grids with the right number, prefers
/// the number of surface voxels nearest to `wanted.surface`, then the volume and centre nearest to
/// the mesh's. Throws Error(bad_input) if there is no such grid or the mesh is too thin.
VoxelGrid voxels_with_count(const Voxelizer& mesh, const VoxelCounts& wanted);

}  // namespace limber
