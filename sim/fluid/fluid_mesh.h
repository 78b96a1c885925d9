#pragma once

#include "kernels/buffer.h"
#include "kernels/fluid/surface_cut.h"
#include "kernels/published_vertex.h"
#include "kernels/scan.h"
#include "sim/cell_lists.h"
#include "sim/mesh/triangle_mesh.h"

namespace limber {

/// Of a fluid whose particles at rest lie that far apart.
FieldTraits field_traits(float spacing_m);

/// The surface around a fluid's particles, made where the solver runs: closed, facing outward, half
/// a spacing outside of the outermost ones where they make up a plane; a particle by itself becomes
/// a ball of its volume. kernels/fluid/stretched_kernels.h and the files that follow it say how.
/// The same bits on one core and on many.
///
/// It needs about 0.5 KB a particle while it is there.
class FluidMesh {
 public:
  /// particles: how many there can be. room: for blocks of the grid, a block a particle; bulk needs
  /// a fifth of it, and spray several times as much.
  FluidMesh(const Exec& exec, int particles, const FieldTraits& traits, float room = 2.0f);

  /// Finds where the surface is. vertices: as published for a DrawnFluid; those with quaternion_w =
  /// 0 are no particles.
  void launch_find(const Exec& exec, View<const PublishedVertex> vertices);
  /// What launch_find() found.
  const Buffer<SurfaceCounts>& counts() const { return counts_; }
  /// Writes as many vertices and triangles as there is room for. A vertex that finds none takes its
  /// triangles along. What lies behind those that there are stays as it is.
  void launch_write(const Exec& exec, View<PublishedVertex> vertices, View<glm::uvec3> triangles);

 private:
  SurfaceField field() const;
  template <class Body>
  void launch_for_blocks(const Exec& exec, const char* label, const Body& body, int a_block = 1);

  FieldTraits traits_;
  float cell_m_;
  CellRows search_rows_, block_rows_;
  CellLists cells_;
  Buffer<glm::vec4> places_m_;
  Buffer<StretchedKernel> kernels_, sorted_kernels_;

  Buffer<BlockKey> table_;
  Buffer<int> marks_, mark_sums_;  ///< of the table
  Scan mark_scan_;
  Buffer<BlockKey> blocks_;
  Buffer<std::uint8_t> inside_;
  Buffer<NextBlocks> next_;
  Buffer<CutBlock> cut_;
  Buffer<int> vertex_counts_, vertex_sums_, triangle_counts_, triangle_sums_;
  Scan block_scan_;
  Buffer<int> edges_;  ///< of vertices
  Buffer<CubeCase> cases_;
  Buffer<SurfaceCounts> counts_;
};

/// The whole surface around particles, with as much room as it takes, on the host. Waits. Throws
/// Error(diverged) where places are not finite or a million spacings from the origin,
/// Error(unavailable) when memory runs out.
TriangleMesh fluid_surface(const Exec& exec, View<const PublishedVertex> vertices, float spacing_m);

}  // namespace limber
