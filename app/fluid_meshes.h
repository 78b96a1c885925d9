#pragma once

#include <memory>
#include <string>
#include <vector>

#include "kernels/readback.h"
#include "render/shared_vertices.h"
#include "sim/fluid/fluid_mesh.h"
#include "sim/publish.h"

namespace limber {

/// Meshes of a scene's fluid surfaces, made on the backend's device. Their buffers grow as needed,
/// up to a limit; on CUDA one frame late.
class FluidMeshes {
 public:
  /// exec must outlive this object; the context is current. max_vertices: per fluid; these and
  /// twice as many triangles are triple-buffered. Throws Error(unavailable) when memory runs out.
  FluidMeshes(const std::vector<DrawnFluid>& fluids, const Exec& exec, int max_vertices = 1 << 22);

  /// Rebuilds the meshes. vertices: of the whole draw list, on the backend's device.
  void publish(View<const PublishedVertex> vertices);
  std::vector<DrawnFluidMesh> drawn();
  /// A sentence on what is missing from the meshes; empty: nothing.
  std::string trouble() const;

 private:
  struct Part {
    DrawnFluid fluid;
    float blocks_per_particle = 1.0f;
    std::unique_ptr<FluidMesh> mesh;
    std::unique_ptr<SharedFluidMesh> shared;
    std::unique_ptr<Readback<SurfaceCounts>> counts_later;
    SurfaceCounts counts;  ///< the newest read back
    bool is_whole() const {
      return counts.blocks_left_out == 0 && counts.astray == 0 &&
             counts.vertices <= shared->vertices() && counts.triangles <= shared->triangles();
    }
  };
  void publish(Part& part, View<const PublishedVertex> vertices);
  bool make_room(Part& part);

  const Exec* exec_;
  int max_vertices_;
  std::vector<Part> parts_;
};

}  // namespace limber
