// [[pile]] tables: a shape, its spheres, how its copies lie at the start.

#include "scenes/pile_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <random>

#include "kernels/error.h"
#include "scenes/pile_shapes.h"
#include "scenes/random_turn.h"

namespace limber {

namespace {

constexpr double farthest_m = 1e4;
constexpr int most_bodies = 10'000'000;

/// Where the copies start: layer on layer of columns and rows.
struct Layout {
  int count;
  int columns, rows;
  glm::vec3 step_m;
  glm::vec3 center_m;  ///< of the lowest layer
  glm::vec3 velocity_m_s;
  float jitter_m;
  bool tumbled;
  int seed;
};

/// The most that a body of these reaches in any direction, twice.
float widest_m(const std::vector<PileShape>& shapes) {
  float widest = 0.0f;
  for (const PileShape& shape : shapes)
    for (const glm::vec3& x : shape.body.centers_m)
      widest = std::max(widest, 2.0f * glm::length(x) + shape.body.diameter_m);
  return widest;
}

Layout read_layout(TableReader& table, float widest_m) {
  Layout layout{};
  layout.count = table.integer("count", 1, 1, most_bodies);
  layout.columns = table.integer("columns", 1, 1, most_bodies);
  layout.rows = table.integer("rows", layout.columns, 1, most_bodies);
  layout.step_m = table.vec3("step_m", glm::vec3(1.01f * widest_m), 0.0, farthest_m);
  layout.center_m = table.vec3("center_m", {0.0f, widest_m, 0.0f}, -farthest_m, farthest_m);
  layout.velocity_m_s = table.vec3("velocity_m_s", glm::vec3(0.0f), -100.0, 100.0);
  layout.jitter_m = static_cast<float>(table.number("jitter_m", 0.0, 0.0, farthest_m));
  layout.tumbled = table.boolean("tumbled", true);
  layout.seed = table.integer("seed", 1, 0, 1000000);
  return layout;
}

PileBody body_at(const Layout& layout, int place, std::mt19937& random) {
  const int in_layer = layout.columns * layout.rows;
  const glm::vec3 steps(
      static_cast<float>(place % layout.columns) - 0.5f * static_cast<float>(layout.columns - 1),
      static_cast<float>(place / in_layer),
      static_cast<float>(place % in_layer / layout.columns) -
          0.5f * static_cast<float>(layout.rows - 1));
  PileBody body;
  body.pose.position_m = layout.center_m + steps * layout.step_m;
  for (int axis = 0; axis < 3; ++axis)
    body.pose.position_m[axis] += layout.jitter_m * (2.0f * random_share(random) - 1.0f);
  if (layout.tumbled) body.pose.quaternion = random_quaternion(random);
  body.velocity_m_s = layout.velocity_m_s;
  return body;
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

void read_pile(TableReader& table, const Opening& opening, PilesModel& model) {
  const PileShapes shapes = read_pile_shapes(table, opening);
  const Layout layout = read_layout(table, widest_m(shapes.shapes));
  std::vector<glm::vec3> colors = table.colors("colors");
  if (colors.empty()) colors = {{0.70f, 0.12f, 0.10f}};
  const auto roughness = static_cast<float>(table.number("roughness", 0.4, 0.0, 1.0));
  table.finish();

  const int first_kind = static_cast<int>(model.kinds.size());
  const int in_a_color = static_cast<int>(shapes.shapes.size());
  for (const glm::vec3& color : colors) {
    for (const PileShape& shape : shapes.shapes) {
      model.kinds.push_back({shape.body, shape.drawn});
      model.kinds.back().drawn.material = {color, color, roughness};
    }
  }
  std::mt19937 random(static_cast<unsigned>(layout.seed));
  const std::vector<int> order = shuffled(layout.count, random);
  const int set = static_cast<int>(shapes.set.size());
  for (int i = 0; i < layout.count; ++i) {
    PileBody body = body_at(layout, i, random);
    const int color = order[i] / set % static_cast<int>(colors.size());
    body.kind = first_kind + color * in_a_color + shapes.set[order[i] % set];
    model.bodies.push_back(body);
  }
}

}  // namespace limber
