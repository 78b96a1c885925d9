// Depth peeling: [Harada07, section 29.1.3 and figure 29-4].

#include "sim/piles/depth_peeling.h"

#include "kernels/launch.h"

namespace limber {

DepthPeeling::DepthPeeling(const Exec& exec) : exec_(exec), entered_(exec, 1) {}

void DepthPeeling::add(const TriangleMesh& surface) {
  surfaces_.push_back({{exec_, surface.positions_m}, {exec_, surface.triangles}});
}

std::vector<std::uint8_t> DepthPeeling::inside(const VoxelBlock& block, float largest_m) {
  const int columns = block.columns();
  if (entry_.size() < columns) {
    entry_ = Buffer<LayerDepth>(exec_, columns);
    exit_ = Buffer<LayerDepth>(exec_, columns);
  }
  Buffer<std::uint8_t> inside(exec_, columns * block.count.z);
  inside.zero(exec_);
  for (const Surface& surface : surfaces_) peel(surface, block, largest_m, inside.view());
  return inside.download(exec_);
}

void DepthPeeling::peel(const Surface& surface, const VoxelBlock& block, float largest_m,
                        View<std::uint8_t> inside) {
  const int columns = block.columns(), triangles = surface.triangles.size();
  const View<LayerDepth> entry = entry_.view().part(0, columns),
                         exit = exit_.view().part(0, columns);
  const auto draw = [&](View<const LayerDepth> passed, View<LayerDepth> nearest) {
    launch(exec_, "peel", columns, FillLayer{behind_all, nearest});
    launch(exec_, "peel", triangles,
           PeelLayer{block, largest_m, readable(surface.positions_m), readable(surface.triangles),
                     passed, nearest});
  };
  launch(exec_, "peel", columns, FillLayer{before_all, exit});
  do {
    draw(exit, entry);
    draw(entry, exit);
    entered_.zero(exec_);
    launch(exec_, "peel", columns, FillBetweenLayers{block, entry, exit, inside, entered_.view()});
  } while (entered_.download(exec_)[0] != 0);
}

}  // namespace limber
