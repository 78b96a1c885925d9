// How the copies of a [[pile]] lie at the start.

#include "scenes/pile_copies.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <random>

#include "kernels/error.h"
#include "scenes/pile_shapes.h"
#include "scenes/random_turn.h"

namespace limber {

namespace {

/// The most that a body of these reaches in any direction, twice.
float widest_m(const std::vector<PileShape>& shapes) {
  float widest = 0.0f;
  for (const PileShape& shape : shapes)
    for (const glm::vec3& x : shape.body.centers_m)
      widest = std::max(widest, 2.0f * glm::length(x) + shape.body.diameter_m);
  return widest;
}

/// The table with what it leaves to the width of its bodies.
PileTable laid_out(PileTable table, float widest_m) {
  if (!table.rows) table.rows = table.columns;
  if (!table.step_m) table.step_m = glm::vec3(1.01f * widest_m);
  if (!table.center_m) table.center_m = glm::vec3(0.0f, widest_m, 0.0f);
  return table;
}

PileBody body_at(const PileTable& layout, std::int64_t place, std::mt19937& random) {
  const std::int64_t in_layer = std::int64_t{layout.columns} * *layout.rows;
  const glm::vec3 steps(
      static_cast<float>(place % layout.columns) - 0.5f * static_cast<float>(layout.columns - 1),
      static_cast<float>(place / in_layer),
      static_cast<float>(place % in_layer / layout.columns) -
          0.5f * static_cast<float>(*layout.rows - 1));
  PileBody body;
  body.pose.position_m = *layout.center_m + steps * *layout.step_m;
  for (int axis = 0; axis < 3; ++axis)
    body.pose.position_m[axis] += layout.jitter_m * (2.0f * random_share(random) - 1.0f);
  if (layout.tumbled) body.pose.quaternion = random_quaternion(random);
  body.velocity_m_s = layout.velocity_m_s;
  return body;
}

void check_place(const PileBody& body, const TableReader& reader) {
  const glm::vec3 x = body.pose.position_m;
  if (std::max({std::abs(x.x), std::abs(x.y), std::abs(x.z)}) > max_distance_m)
    reader.fail("count",
                fmt::format("places a body at ({:g}, {:g}, {:g}) m, further than {:g} m from the "
                            "origin; take smaller columns, rows, step_m or center_m",
                            x.x, x.y, x.z, max_distance_m));
}

/// Numbers from 0 in an order of their own, the same on every machine.
std::vector<int> shuffled(int count, std::mt19937& random) {
  std::vector<int> order(count);
  for (int i = 0; i < count; ++i) {
    const int j = static_cast<int>(random_share(random) * static_cast<float>(i + 1));
    order[i] = order[std::min(j, i)];
    order[std::min(j, i)] = i;
  }
  return order;
}

}  // namespace

void add_pile(const PileTable& table, const TableReader& reader, const Opening& opening,
              PilesModel& model) {
  const PileShapes shapes = make_pile_shapes(table, reader, opening);
  std::size_t spheres = 0;
  for (const PileShape& shape : shapes.shapes)
    spheres = std::max(spheres, shape.body.centers_m.size());
  if (table.model == "spheres")
    opening.memory.take_spheres(reader, "count", 1.0 * table.count * spheres);
  const PileTable layout = laid_out(table, widest_m(shapes.shapes));
  const std::vector<glm::vec3>& colors = table.colors;
  // Balls of several sizes have a colour each; other shapes take all colours in turn.
  const int in_turn = table.sizes.empty() ? static_cast<int>(colors.size()) : 1;
  const int first_kind = static_cast<int>(model.kinds.size());
  const int in_a_color = static_cast<int>(shapes.shapes.size());
  for (int turn = 0; turn < in_turn; ++turn)
    for (int shape = 0; shape < in_a_color; ++shape) {
      const glm::vec3& color = colors[table.sizes.empty() ? turn : shape % colors.size()];
      model.kinds.push_back({shapes.shapes[shape].body, shapes.shapes[shape].drawn});
      model.kinds.back().drawn.material = {color, color, table.roughness};
      model.kinds.back().upright = !table.tumbled;
      model.kinds.back().drawn.material.transparency = table.transparency;
    }
  std::mt19937 random(static_cast<unsigned>(layout.seed));
  const std::vector<int> order = shuffled(layout.count, random);
  const int set = static_cast<int>(shapes.set.size());
  for (int i = 0; i < layout.count; ++i) {
    PileBody body = body_at(layout, i, random);
    check_place(body, reader);
    const int color = order[i] / set % in_turn;
    body.kind = first_kind + color * in_a_color + shapes.set[order[i] % set];
    model.bodies.push_back(body);
  }
}

}  // namespace limber
