// A [[solid]] of plants: [Wang20] deforms single objects by modes as it does the parts of plants.

#include "scenes/modal_solid.h"

#include <fmt/format.h>

#include <algorithm>
#include <glm/gtc/quaternion.hpp>

#include "scenes/blaming.h"
#include "sim/plants/check_part.h"

namespace limber {

namespace {

/// Of its height: the default part of a solid that is held.
constexpr float held_share = 0.1f;

glm::vec3 middle_of(const std::vector<glm::vec3>& nodes_m, const std::vector<int>& of) {
  glm::dvec3 sum(0.0);
  for (const int node : of) sum += nodes_m[node];
  return sum / static_cast<double>(of.size());
}

/// Without modes yet.
PartShape shape_of(const Solid& solid, const glm::vec3& origin_m) {
  PartShape shape;
  for (const glm::vec3& x : solid.mesh.positions_m) shape.nodes_m.push_back(x - origin_m);
  for (const glm::ivec4& t : solid.mesh.tetrahedra) shape.tetrahedra.emplace_back(t);
  if (solid.drawn.triangles.empty()) {
    shape.drawn.positions_m = shape.nodes_m;
    shape.drawn.triangles = boundary_of(solid.mesh.tetrahedra);
  } else {
    for (const glm::vec3& x : solid.drawn.positions_m)
      shape.drawn.positions_m.push_back(x - origin_m);
    shape.drawn.triangles = solid.drawn.triangles;
    shape.drawn_on_nodes = solid.drawn_on_mesh;
  }
  shape.drawn.material = solid.material;
  return shape;
}

}  // namespace

std::vector<int> ModalSolid::held_nodes(const Solid& copy, const Placement& placement) const {
  std::vector<float> heights_m;
  for (const glm::vec3& x : copy.mesh.positions_m)
    heights_m.push_back((placement.turn * x + placement.at_m).y);
  const auto [lowest, highest] = std::ranges::minmax(heights_m);
  const float below_m = table_.pinned_below_m.value_or(lowest + held_share * (highest - lowest));
  std::vector<int> held;
  for (std::size_t i = 0; i < heights_m.size(); ++i)
    if (heights_m[i] < below_m) held.push_back(static_cast<int>(i));
  if (held.empty())
    reader_.fail("pinned_below_m", fmt::format("is {:g}, but the solid begins at {:.3g} m, so that "
                                               "nothing would hold it; raise it",
                                               below_m, lowest));
  if (held.size() == heights_m.size())
    reader_.fail("pinned_below_m", fmt::format("is {:g}, but the solid ends at {:.3g} m, so that "
                                               "nothing of it could bend; lower it",
                                               below_m, highest));
  return held;
}

void ModalSolid::check(const PartShape& shape) const {
  try {
    check_part(shape);
  } catch (const Error& error) {
    if (given_) blame(error, *given_, bend_in_modes);
    const char* const key = reader_.has("file")    ? "file"
                            : reader_.has("bones") ? "bones"
                                                   : "mesher";
    blame(error, reader_, key,
          "makes a solid that cannot bend in modes; try other cells, or another shape or mesher");
  }
}

void ModalSolid::add(const Solid& copy, const Placement& placement) {
  const std::vector<int> held = held_nodes(copy, placement);
  const auto same = std::ranges::find_if(known_, [&](const Known& known) {
    return known.clamped == held && known.look == copy.material;
  });
  const auto index = static_cast<int>(same - known_.begin());
  if (same == known_.end()) {
    known_.push_back({held, copy.material, middle_of(copy.mesh.positions_m, held)});
    PartShape& shape = shapes.emplace_back(shape_of(copy, known_.back().held_at_m));
    shape.clamped = held;
    shape.material = {table_.density_kg_m3, table_.young_modulus_Pa, table_.poisson_ratio};
    shape.modes = table_.modes;
    check(shape);
  }
  const glm::quat turn = glm::normalize(glm::quat_cast(placement.turn));
  parts.push_back({index,
                   -1,
                   {placement.turn * known_[index].held_at_m + placement.at_m,
                    0.0f,
                    {turn.x, turn.y, turn.z, turn.w}}});
}

}  // namespace limber
