// Chain mail: plates on ball joints, drawn as rings.

#include "scenes/hanging_arc.h"
#include "scenes/joints_maker.h"
#include "sim/mesh/creased.h"
#include "sim/mesh/lathe.h"
#include "sim/parameter.h"

namespace limber {

namespace {

/// A ring that reaches into those beside it, leaning to one side or to the other.
StaticMesh ring(float pitch_m, double lean_rad, const Material& material) {
  constexpr int around = 20, across = 8;
  constexpr float crease_rad = 1.0f;
  TriangleMesh torus = torus_surface(0.5f * pitch_m, 0.09f * pitch_m, around, across);
  const glm::dvec4 turn = turn_around(glm::dvec3(0.0, 0.0, 1.0), lean_rad);
  for (glm::vec3& x : torus.positions_m) x = glm::vec3(rotated(turn, glm::dvec3(x)));
  StaticMesh mesh = creased(torus, crease_rad);
  mesh.material = material;
  return mesh;
}

}  // namespace

void JointsMaker::add(const MailTable& table, const TableReader&) {
  constexpr double lean_rad = 0.25;
  constexpr float plate_share = 0.84f;  // of the pitch, so that plates can turn against each other
  const double pitch_m = as_written(table.pitch_m);
  const double half_m = 0.5 * pitch_m * table.columns / as_written(table.slack);
  const glm::dvec3 center_m(table.center_m), across_m(0.0, 0.0, pitch_m);
  const std::vector<glm::dvec3> ends_m = hanging_arc_m(center_m - glm::dvec3(half_m, 0.0, 0.0),
                                                       center_m + glm::dvec3(half_m, 0.0, 0.0),
                                                       table.columns, as_written(table.slack));
  const int first_look = static_cast<int>(model_.looks.size());
  for (const glm::vec3& color : table.colors)
    for (const double side : {-1.0, 1.0})
      model_.looks.push_back(ring(table.pitch_m, side * lean_rad, {color, color, table.roughness}));
  const int first = bodies();
  RigidBody link;
  const float plate_m = plate_share * table.pitch_m;
  link.half_size_m = 0.5f * glm::vec3(plate_m, table.thickness_m, plate_m);
  fill_evenly(link, as_written(table.density_kg_m3));
  const int colors = static_cast<int>(table.colors.size());
  for (int row = 0; row < table.rows; ++row) {
    const glm::dvec3 aside_m = across_m * (row - 0.5 * (table.rows - 1));
    for (int column = 0; column < table.columns; ++column) {
      const glm::dvec3 left_m = ends_m[column] + aside_m, right_m = ends_m[column + 1] + aside_m;
      const int body = first + row * table.columns + column;
      link.pose = {0.5 * (left_m + right_m), turn_to(right_m - left_m)};
      link.look = first_look + 2 * (row % colors) + (row + column) % 2;
      model_.bodies.push_back(link);
      if (column > 0) add_ball(body, body - 1, left_m, table.breaks_at_N);
      if (row > 0)
        add_ball(body, body - table.columns, link.pose.position_m - 0.5 * across_m,
                 table.breaks_at_N);
      if (table.held && column == 0) add_ball(body, -1, left_m, table.breaks_at_N);
      if (table.held && column + 1 == table.columns) add_ball(body, -1, right_m, table.breaks_at_N);
    }
  }
}

}  // namespace limber
