#pragma once

#include "sim/piles/voxels.h"

namespace limber {

/// How many voxels a mesh is wanted to have.
struct VoxelCounts {
  int solid = 0;
  int surface = 0;  ///< 0: as it comes
};

/// Voxels of which just `wanted.solid` are inside. Tries edges from 0.7 to 1.4 times that of a cube
/// with the volume's share of one voxel, and for each where the grid may lie: first so that the
/// mesh's middle is the middle of a voxel, a face, an edge or a corner, then by quarters and by
/// eighths of a voxel. Of those with the right number it takes the one with the number on the
/// surface nearest to what is wanted, then the one whose volume and centre are nearest to the
/// mesh's. Throws Error(bad_input) where none has the right number, and for a mesh that is too
/// thin.
VoxelGrid voxels_with_count(const Voxelizer& mesh, const VoxelCounts& wanted);

}  // namespace limber
