#include "sim/plants/paper_placement.h"

#include <algorithm>
#include <limits>

namespace limber {

static_assert(paper_place_vertices - 1 <= std::numeric_limits<std::uint8_t>::max());

PaperPlaceTable paper_place_table(const std::vector<DeformedPart>& parts) {
  PaperPlaceTable table;
  std::vector<std::vector<int>> loads;  // of each block
  for (const DeformedPart& part : parts) {
    for (int vertex = part.first_vertex; vertex < part.first_vertex + part.vertices; ++vertex) {
      if (vertex % paper_place_vertices == 0) loads.emplace_back();
      std::vector<int>& its = loads.back();
      const auto load = std::ranges::find(its, part.frame);
      table.transform_of.push_back(static_cast<std::uint8_t>(load - its.begin()));
      if (load == its.end()) its.push_back(part.frame);
    }
  }
  for (const std::vector<int>& its : loads)
    table.loads_per_block = std::max(table.loads_per_block, static_cast<int>(its.size()));
  for (std::vector<int>& its : loads) {
    its.resize(table.loads_per_block, -1);
    table.loads.insert(table.loads.end(), its.begin(), its.end());
  }
  return table;
}

PaperPlacement::PaperPlacement(const Exec& exec, const std::vector<DeformedPart>& parts,
                               const View<const Vec3AndValue>& rest_m) {
  const PaperPlaceTable table = paper_place_table(parts);
  std::vector<Quad4> rest_of_vertex_m;
  int frames = 0;
  for (const DeformedPart& part : parts) {
    frames = std::max(frames, part.frame + 1);
    for (int i = part.first_rest; i < part.first_rest + part.vertices; ++i) {
      const glm::vec3& at = rest_m[i].xyz;
      rest_of_vertex_m.push_back({{at.x, at.y, at.z, 1.0f}});
    }
  }
  loads_per_block_ = table.loads_per_block;
  loads_ = {exec, table.loads};
  transform_of_ = {exec, table.transform_of};
  rest_m_ = {exec, rest_of_vertex_m};
  transforms_ = {exec, frames};
  exec.synchronize();  // before the vectors are freed
}

void PaperPlacement::pack_transforms(const Exec& exec, const char* label, View<const Pose> poses) {
  launch_transforms_on_cuda(exec, label, {poses, transforms_.view()});
}

void PaperPlacement::place(const Exec& exec, const char* label,
                           View<const Vec3AndValue> displacements_m, View<Vec3AndValue> placed_m) {
  launch_paper_place_on_cuda(exec, label,
                             {.transforms = readable(transforms_),
                              .loads_per_block = loads_per_block_,
                              .loads = readable(loads_),
                              .transform_of = readable(transform_of_),
                              .rest_m = readable(rest_m_),
                              .displacements_m = displacements_m,
                              .placed_m = placed_m});
}

}  // namespace limber
