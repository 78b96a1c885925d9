// Joints of bodies with vertices of cloth and solids.

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "scenes/joints_maker.h"
#include "sim/mesh/place_text.h"
#include "sim/parameter.h"

namespace limber {

namespace {

float distance_to_line_m(const glm::vec3& x, const glm::vec3& from_m, const glm::vec3& to_m) {
  const glm::vec3 along = to_m - from_m;
  const float square = glm::dot(along, along);
  const float share =
      square > 0.0f ? glm::clamp(glm::dot(x - from_m, along) / square, 0.0f, 1.0f) : 0.0f;
  return glm::distance(x, from_m + along * share);
}

}  // namespace

void JointsMaker::add_vertex_joints(const JointTable& table, const TableReader& reader) {
  const int body = body_called(table.bodies.front(), reader, "bodies");
  const NamedVertices::OfTable& there = vertices_.named(table.vertex_of, reader, "vertex_of");
  const glm::vec3 end_m = table.other_at_m.value_or(table.at_m);
  // A place that was meant for a vertex is no further from it than the next one.
  const float within_m = table.within_m.value_or(there.edge_m);
  float nearest_m = std::numeric_limits<float>::max();
  std::vector<int> held;
  for (int i = 0; i < static_cast<int>(there.places_m.size()); ++i) {
    const float distance_m = distance_to_line_m(there.places_m[i], table.at_m, end_m);
    const bool is_nearest = distance_m < nearest_m;
    nearest_m = std::min(nearest_m, distance_m);
    if (distance_m > within_m) continue;
    if (!table.within_m && !is_nearest) continue;
    if (!table.within_m) held.clear();
    held.push_back(i);
  }
  if (held.empty())
    reader.fail(
        "at_m",
        fmt::format("is {}, where no vertex of '{}' is within {:.3g} m: the nearest is {:.3g} m "
                    "away; move it there, or set within_m",
                    place_text(table.at_m), table.vertex_of, within_m, nearest_m));
  for (const int i : held) {
    const int vertex = there.first + i;
    if (std::ranges::any_of(model_.vertex_joints, [&](const RigidVertexJoint& other) {
          return other.vertex == vertex && other.system == there.system;
        }))
      reader.fail("at_m", fmt::format("finds a vertex of '{}' near {} that another [[joint]] holds",
                                      table.vertex_of, place_text(there.places_m[i])));
    model_.vertex_joints.push_back(
        {.body = body,
         .at_m = glm::dvec3(there.places_m[i]),
         .system = there.system,
         .vertex = vertex,
         .breaks_at_N = table.breaks_at_N ? as_written(*table.breaks_at_N) : 0.0});
  }
}

}  // namespace limber
