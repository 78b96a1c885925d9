// [[cloth]] tables of the model "pbd": cloth under position based dynamics.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

#include "kernels/error.h"
#include "kernels/portable_math.h"
#include "scenes/builders.h"
#include "scenes/cloth_grid.h"
#include "scenes/cloth_table.h"
#include "scenes/colliders.h"
#include "scenes/crowds.h"
#include "scenes/mesh_files.h"
#include "scenes/path_rows.h"
#include "scenes/pbd_plan.h"
#include "sim/mesh/place_text.h"
#include "sim/mesh/surfaces.h"
#include "sim/pbd/cloth.h"

namespace limber {

namespace {

Bending bending_named(const std::string& name) {
  if (name == "across") return Bending::across;
  return name == "dihedral" ? Bending::dihedral : Bending::none;
}

/// The constraints at a vertex are solved one after the other, and every triangle there is compared
/// with all others: 5,000 take 8 seconds, and four times as long for twice as many.
void check_fans(const TriangleMesh& mesh, const ClothTable& table, const TableReader& reader,
                const Opening& opening) {
  constexpr int max_triangles = 5000;
  if (mesh.triangles.empty()) return;
  std::vector<int> triangles(mesh.positions_m.size(), 0);
  for (const glm::uvec3& t : mesh.triangles)
    for (int k = 0; k < 3; ++k) ++triangles[t[k]];
  const auto busiest = std::ranges::max_element(triangles);
  if (*busiest <= max_triangles) return;
  const std::string what = fmt::format(
      "has a vertex at {} where {} triangles meet, but cloth can have {} at most; remesh it there",
      place_text(mesh.positions_m[busiest - triangles.begin()]), *busiest, max_triangles);
  if (opening.given)
    throw Error(ExitCode::bad_input, fmt::format("{} {}", opening.given->file, what));
  reader.fail("file", fmt::format("names {}, which {}", table.file, what));
}

/// Copies that lie in one place pass through each other for sure, which contacts would find only
/// after gigabytes of them have been made.
void check_places(const ClothTable& table, const TableReader& reader, float contact_distance_m) {
  const bool moves = table.step_m != glm::vec3(0.0f) || table.turn_deg != 0.0f;
  if (table.count > 1 && !moves && contact_distance_m > 0.0f)
    reader.fail("count", fmt::format("puts {} cloths at one place, where contacts could never "
                                     "separate them: give step_m, or set contact_distance_m to 0",
                                     table.count));
}

/// One cloth of a table, before it is copied.
Cloth cloth_of(const ClothTable& table, const TableReader& reader, const Opening& opening) {
  Cloth cloth;
  if (table.has_rows()) {
    ClothGrid grid = grid_of(table);
    cloth.mesh = std::move(grid.mesh);
    cloth.rest_m = std::move(grid.rest_m);
    cloth.pinned = std::move(grid.pinned);
    cloth.path = keys_of(table.path);
    cloth.path_repeats = table.path_repeats;
    for (int r = 0; table.pins == "ends" && r < table.rows; ++r)
      cloth.mirrored.push_back(r * table.columns);
  } else if (opening.given) {
    cloth.mesh = opening.given->surface;
  } else if (table.shape == "ball") {
    cloth.mesh = ball_mesh(table.subdivisions, 0.5f * table.diameter_m, table.center_m);
  } else {
    if (!reader.has("file"))
      reader.fail("file", "is missing: a mesh needs the path of an OBJ file");
    cloth.mesh = load_named(reader, table.file, opening);
  }
  check_fans(cloth.mesh, table, reader, opening);
  if (table.shape == "mesh" || (table.shape == "ball" && opening.given))
    fit(cloth.mesh, table.diameter_m, table.center_m);
  if (!table.has_rows()) cloth.rest_m = cloth.mesh.positions_m;
  cloth.bending = bending_named(table.bending);
  cloth.density_kg_m2 = table.density_kg_m2;
  cloth.material = table.material();
  return cloth;
}

/// The k-th copy of a cloth: moved k steps and turned about the vertical through its own middle.
Cloth copy_of(const Cloth& cloth, const ClothTable& table, int k) {
  Cloth copy = cloth;
  glm::vec3 middle(0.0f);
  for (const glm::vec3& p : copy.mesh.positions_m)
    middle += p / static_cast<float>(copy.mesh.positions_m.size());
  const auto step = static_cast<float>(k);
  const float angle = step * table.turn_deg * pi / 180.0f;
  for (glm::vec3& p : copy.mesh.positions_m) {
    const glm::vec3 d = p - middle;
    p = middle + step * table.step_m +
        glm::vec3(d.x * std::cos(angle) + d.z * std::sin(angle), d.y,
                  d.z * std::cos(angle) - d.x * std::sin(angle));
  }
  copy.material.front_color = table.colors[k % table.colors.size()];
  copy.material.back_color = table.back_colors[k % table.back_colors.size()];
  return copy;
}

/// Of copies, of which gigabytes would have to be made before contacts could find it.
void check_crowd_of(const Cloth& cloth, const ClothTable& table, float contact_distance_m,
                    const std::function<std::string(int)>& name, Progress& progress) {
  StartingBodies bodies{.boxes = {}, .name = name, .touching = [&](int k) {
                          return touching_body(copy_of(cloth, table, k).mesh, contact_distance_m,
                                               false);
                        }};
  for (int k = 0; k < table.count; ++k)
    bodies.boxes.push_back(box_of(copy_of(cloth, table, k).mesh.positions_m, contact_distance_m));
  check_crowds(bodies, progress);
}

}  // namespace

std::unique_ptr<SystemPlan> plan_cloths(std::vector<Read<ClothTable>>& cloths,
                                        const PbdSettings& settings, NamedVertices& vertices,
                                        const Opening& opening) {
  auto model = std::make_shared<PbdModel>();
  BodyNames bodies;
  for (const auto& [reader, table] : cloths)
    check_places(table, reader, settings.contact_distance_m);
  for (const auto& [reader, table] : cloths) {
    if (table.has_rows())
      bodies.add(bodies_of(*model), "cloth", reader.place());
    else
      opening.name_bodies(bodies, bodies_of(*model), "cloth", reader);
    const int before = static_cast<int>(model->particles.size());
    const Cloth cloth = cloth_of(table, reader, opening);
    if (!table.has_rows())
      opening.memory.take(reader, "count", 1.0 * cloth.mesh.positions_m.size() * table.count,
                          cloth_bytes(settings.contact_distance_m));
    if (settings.contact_distance_m > 0.0f && table.count > 1)
      check_crowd_of(
          cloth, table, settings.contact_distance_m,
          [&, first = bodies_of(*model)](int k) { return bodies.name(first + k); },
          opening.progress);
    const std::string what =
        fmt::format("laying out {} triangles of cloth", cloth.mesh.triangles.size() * table.count);
    for (int k = 0; k < table.count; ++k) {
      opening.progress.report(what, static_cast<float>(k) / static_cast<float>(table.count));
      add_cloth(*model, copy_of(cloth, table, k));
    }
    vertices.add(table.name, reader, "cloth", *model, before);
  }
  color_constraints(*model, opening.progress);
  return std::make_unique<PlanOf<PbdModel, PbdSettings>>("cloth", model, bodies, settings);
}

}  // namespace limber
