#include "app/fluid_meshes.h"

#include <fmt/format.h>

#include <algorithm>

#include "kernels/fluid/draw_command.h"
#include "kernels/launch.h"

namespace limber {

namespace {

constexpr float max_blocks_per_particle = 16.0f;

/// A quarter more than needed, so that it does not grow every frame.
int room_for(int needed, int max) {
  return std::min(needed < max / 2 ? needed + needed / 4 + 4096 : max, max);
}

}  // namespace

FluidMeshes::FluidMeshes(const std::vector<DrawnFluid>& fluids, const Exec& exec, int max_vertices)
    : exec_(&exec), max_vertices_(max_vertices) {
  for (const DrawnFluid& fluid : fluids) {
    Part part{.fluid = fluid};
    part.mesh = std::make_unique<FluidMesh>(exec, fluid.count, field_traits(2.0f * fluid.radius_m),
                                            part.blocks_per_particle);
    part.shared = std::make_unique<SharedFluidMesh>(room_for(fluid.count / 2, max_vertices),
                                                    room_for(fluid.count, 2 * max_vertices), exec);
    part.counts_later = std::make_unique<Readback<SurfaceCounts>>();
    parts_.push_back(std::move(part));
  }
}

/// Returns whether the capacity has grown.
bool FluidMeshes::make_room(Part& part) {
  const SurfaceCounts& counts = part.counts;
  bool more = false;
  if (counts.blocks_left_out > 0 && part.blocks_per_particle < max_blocks_per_particle) {
    part.blocks_per_particle *= 2.0f;
    part.mesh = std::make_unique<FluidMesh>(*exec_, part.fluid.count,
                                            field_traits(2.0f * part.fluid.radius_m),
                                            part.blocks_per_particle);
    more = true;
  }
  const int max_vertices = max_vertices_, max_triangles = 2 * max_vertices_;
  const auto has = [](int room, int needed, int max) { return needed <= room || room == max; };
  if (!has(part.shared->vertices(), counts.vertices, max_vertices) ||
      !has(part.shared->triangles(), counts.triangles, max_triangles)) {
    const int vertices = std::max(part.shared->vertices(), room_for(counts.vertices, max_vertices));
    const int triangles =
        std::max(part.shared->triangles(), room_for(counts.triangles, max_triangles));
    part.shared = std::make_unique<SharedFluidMesh>(vertices, triangles, *exec_);
    more = true;
  }
  return more;
}

void FluidMeshes::publish(View<const PublishedVertex> vertices) {
  for (Part& part : parts_)
    if (part.fluid.count > 0)
      publish(part, vertices.part(part.fluid.first_vertex, part.fluid.count));
}

void FluidMeshes::publish(Part& part, View<const PublishedVertex> vertices) {
  const auto take_counts = [&] {
    const std::optional<SurfaceCounts> counts = part.counts_later->poll();
    if (counts) part.counts = *counts;
    return counts.has_value();
  };
  if (take_counts()) make_room(part);
  do {
    part.mesh->launch_find(*exec_, vertices);
    if (!part.counts_later->pending())
      part.counts_later->request(*exec_, part.mesh->counts().view());
    // On the CPU the counts are known at once.
  } while (exec_->memory() == Memory::host && take_counts() && make_room(part));
  const SharedFluidMesh::Writable to = part.shared->begin_write();
  part.mesh->launch_write(*exec_, to.vertices, to.triangles);
  launch(*exec_, "fluid surface", 1,
         WriteDrawCommand{part.mesh->counts().view(), to.triangles.size, to.command});
  part.shared->end_write();
}

std::vector<DrawnFluidMesh> FluidMeshes::drawn() {
  std::vector<DrawnFluidMesh> meshes;
  for (Part& part : parts_) meshes.push_back(part.shared->front());
  return meshes;
}

std::string FluidMeshes::trouble() const {
  for (const Part& part : parts_)
    if (!part.is_whole())
      return fmt::format(
          "The mesh of a fluid has holes: it needs {} triangles, but there is room for {}, and {} "
          "blocks and {} particles are left out. Show its surface in screen space.",
          part.counts.triangles, part.shared->triangles(), part.counts.blocks_left_out,
          part.counts.astray);
  return {};
}

}  // namespace limber
