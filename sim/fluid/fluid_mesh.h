#pragma once

#include "kernels/buffer.h"
#include "kernels/fluid/surface_cut.h"
#include "kernels/published_vertex.h"
#include "kernels/scan.h"
#include "sim/cell_lists.h"
#include "sim/mesh/triangle_mesh.h"

namespace limber {

/// spacing_m: of the particles at rest.
FieldTraits field_traits(float spacing_m);

/// The surface of a fluid's particles, computed on the backend: closed, facing outward, half a
/// spacing outside a plane of outermost particles; a lone particle becomes a ball of its volume.
/// See kernels/fluid/stretched_kernels.h and the files named there. Bitwise independent of the
/// number of cores.
///
/// Uses about 0.5 KB per particle.
class FluidMesh {
 public:
  /// particles: their max. number. room: max. grid blocks per particle; bulk fluid needs about 0.2,
  /// spray several.
  FluidMesh(const Exec& exec, int particles, const FieldTraits& traits, float room = 2.0f);

  /// Finds the surface. vertices: as published for a DrawnFluid; those with quaternion_w = 0 are
  /// not particles.
  void launch_find(const Exec& exec, View<const PublishedVertex> vertices);
  /// The result of launch_find().
  const Buffer<SurfaceCounts>& counts() const { return counts_; }
  /// Writes as many vertices and triangles as fit. Triangles of vertices that do not fit become
  /// degenerate. Entries past the end of the surface are not written.
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

/// The whole surface of the particles, on the host, with as much memory as needed. Waits. Throws
/// Error(diverged) for positions that are not finite or a million spacings from the origin,
/// Error(unavailable) if there are too many blocks or memory runs out.
TriangleMesh fluid_surface(const Exec& exec, View<const PublishedVertex> vertices, float spacing_m);

}  // namespace limber
