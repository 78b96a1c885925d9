#include "scenes/colliders.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include "kernels/exec.h"
#include "kernels/portable_math.h"
#include "scenes/blaming.h"
#include "scenes/collider_table.h"
#include "scenes/mesh_files.h"
#include "scenes/path_rows.h"
#include "sim/mesh/creased.h"
#include "sim/mesh/distance_field.h"
#include "sim/mesh/shape_mesh.h"
#include "sim/mesh/surfaces.h"
#include "sim/mesh/wheel_mesh.h"

namespace limber {

namespace {

constexpr float collider_crease_rad = 0.7f;  ///< of meshes: sharper edges are drawn sharp
constexpr std::size_t max_tables = 10'000;

/// An orthonormal frame whose y is `axis`.
glm::mat3 frame_along(glm::vec3 axis) {
  const glm::vec3 helper =
      std::abs(axis.x) < 0.9f ? glm::vec3(1.0f, 0.0f, 0.0f) : glm::vec3(0.0f, 0.0f, 1.0f);
  const glm::vec3 x = glm::normalize(helper - axis * glm::dot(helper, axis));
  return {x, axis, glm::cross(x, axis)};
}

Collider collider_of(const ColliderTable& t) {
  using Shape = ColliderShape;
  Collider c;
  if (t.shape == "ground") {
    c.center_m.y = t.height_m;
    return c;
  }
  c.center_m = t.center_m;
  c.axes = frame_along(t.axis.unit);
  if (t.shape == "mesh" || t.shape == "wheel") {
    c.shape = Shape::mesh;
    return c;
  }
  if (t.shape == "box") {
    c.shape = Shape::box;
    c.half_size_m = 0.5f * t.size_m;
    return c;
  }
  c.radius_m = t.radius_m;
  if (t.shape == "sphere") {
    c.shape = Shape::sphere;
    return c;
  }
  c.half_length_m = 0.5f * t.length_m;
  if (t.shape == "funnel") {
    c.shape = Shape::funnel;
    c.inner_radius_m = lower_radius_m(t);
    c.half_wall_m = 0.5f * t.wall_m;
    return c;
  }
  c.shape = Shape::capsule;
  if (t.shape == "tube") {
    c.shape = Shape::tube;
    c.inner_radius_m = t.inner_radius_m.value_or(0.8f * t.radius_m);
  }
  return c;
}

StaticMesh mesh_of(const Collider& c, float open_deg) {
  const bool along_z = std::abs(c.axes[1].z) > 0.99f;
  const Opened opened{along_z ? glm::vec3(0.0f, 1.0f, 0.0f) : glm::vec3(0.0f, 0.0f, 1.0f),
                      2.0f * pi * open_deg / 360.0f};
  switch (c.shape) {
    case ColliderShape::sphere:
      return sphere_mesh(c.center_m, c.radius_m);
    case ColliderShape::capsule:
      return capsule_mesh(c.center_m, c.axes[1], c.half_length_m, c.radius_m);
    case ColliderShape::tube:
      return tube_mesh(c.center_m, c.axes[1], c.half_length_m, c.inner_radius_m, c.radius_m,
                       opened);
    case ColliderShape::funnel:
      return funnel_mesh(c.center_m, c.axes[1], c.half_length_m, c.inner_radius_m, c.radius_m,
                         c.half_wall_m, opened);
    default:
      return box_mesh(c.center_m, c.half_size_m, c.axes,
                      0.02f * std::min({c.half_size_m.x, c.half_size_m.y, c.half_size_m.z}));
  }
}

/// As it lies in the plane across its axis at the start, and as it turns.
Collider turning_as(const ColliderTable& t, Collider c) {
  c.turn_rad_s = 2.0f * pi * t.turns_per_s;
  if (c.shape == ColliderShape::ground) return c;
  if (t.turn_axis) c.turn_axis = glm::transpose(c.axes) * t.turn_axis->unit;
  c = after_turns(c, t.turned_deg / 360.0f);
  c.off_axis_m = c.center_m - t.turn_center_m.value_or(c.center_m);
  return c;
}

/// Plates along the inner wall of a tube, from one end to the other: they lift what lies in a drum.
std::vector<Collider> lifters_of(const ColliderTable& table, const TableReader& reader,
                                 const Collider& tube) {
  const auto height_m =
      table.lifter_height_m.value_or(static_cast<float>(0.2 * tube.inner_radius_m));
  const auto thickness_m =
      table.lifter_thickness_m.value_or(static_cast<float>(0.05 * tube.inner_radius_m));
  const float low_m = tube.inner_radius_m - height_m;
  const float high_m = 0.5f * (tube.inner_radius_m + tube.radius_m);
  if (low_m < 0.0f) reader.fail("lifter_height_m", "must be at most inner_radius_m");
  Collider first = tube;
  first.shape = ColliderShape::box;
  first.half_size_m = {0.5f * (high_m - low_m), tube.half_length_m, 0.5f * thickness_m};
  first.off_axis_m = tube.axes[0] * (0.5f * (high_m + low_m));
  first.center_m += first.off_axis_m;
  std::vector<Collider> lifters;
  for (int i = 0; i < table.lifters; ++i)
    lifters.push_back(
        after_turns(first, (static_cast<float>(i) + 0.5f) / static_cast<float>(table.lifters)));
  return lifters;
}

TriangleMesh wheel_of(const ColliderTable& table, const TableReader& reader) {
  const WheelSize size{
      .radius_m = table.radius_m,
      .hub_radius_m = table.hub_radius_m.value_or(static_cast<float>(0.3 * table.radius_m)),
      .length_m = table.length_m,
      .blades = table.blades,
      .blade_m = table.blade_thickness_m.value_or(static_cast<float>(0.12 * table.radius_m))};
  if (const float max_m = max_blade_m(size.hub_radius_m, size.blades); size.blade_m > max_m)
    reader.fail(
        "blade_thickness_m",
        fmt::format("must be at most {:.4g}, so that the hub has room for all blades", max_m));
  return wheel_mesh(size);
}

TriangleMesh mesh_in_file(const ColliderTable& table, const TableReader& reader,
                          const std::string& path, const Opening& opening) {
  if (!reader.has("file")) reader.fail("file", "is missing: a mesh needs the path of an OBJ file");
  TriangleMesh mesh = load_named(reader, path, opening);
  fit(mesh, table.longest_side_m, glm::vec3(0.0f));
  return mesh;
}

/// Samples the distance to the mesh of a collider, in the frame in which it is to lie. Returns how
/// it is drawn.
StaticMesh sample(const ColliderTable& table, const TableReader& reader, const Opening& opening,
                  float largest_radius_m, Surroundings& around, Collider& collider) {
  const bool is_wheel = table.shape == "wheel";
  const std::string path = is_wheel ? "the wheel" : find_mesh_file(table.file);
  const TriangleMesh mesh =
      is_wheel ? wheel_of(table, reader) : mesh_in_file(table, reader, path, opening);
  const float side_m = is_wheel ? 2.0f * table.radius_m : table.longest_side_m;
  const Exec exec(best_backend());
  SampledSolid solid = blaming(
      reader, is_wheel ? "shape" : "file",
      [&] {
        return make_distance_field(exec, mesh, path,
                                   {.resolution = table.resolution,
                                    .margin_m = std::max(largest_radius_m, 0.05f * side_m)},
                                   opening.progress);
      },
      "cannot be a collider");
  if (!solid.note.empty()) opening.notes.push_back(path + ": " + solid.note);
  collider.field = solid.field;
  around.sampled.push_back({static_cast<int>(around.colliders.size()),
                            std::make_shared<const std::vector<float>>(std::move(solid.samples_m)),
                            std::make_shared<const TriangleMesh>(mesh)});
  StaticMesh drawn = creased(mesh, collider_crease_rad);
  for (glm::vec3& x : drawn.positions_m) x = collider.center_m + collider.axes * x;
  for (glm::vec3& n : drawn.normals) n = collider.axes * n;
  return drawn;
}

}  // namespace

void read_colliders(TableReader& file, const Opening& opening, float largest_radius_m,
                    Surroundings& around) {
  std::vector<TableReader> readers = file.tables("collider");
  if (readers.size() > max_tables)
    readers[max_tables].fail(
        "shape", fmt::format("is one more than the {} colliders that are possible; combine some "
                             "into a mesh",
                             max_tables));
  for (TableReader& reader : readers) {
    const ColliderTable table = read_collider_table(reader);
    std::vector<Collider> solids{turning_as(table, collider_of(table))};
    if (solids[0].shape == ColliderShape::tube)
      for (const Collider& lifter : lifters_of(table, reader, solids[0])) solids.push_back(lifter);
    StaticMesh own;
    if (solids[0].shape == ColliderShape::mesh)
      own = sample(table, reader, opening, largest_radius_m, around, solids[0]);
    const bool drawn = solids[0].shape != ColliderShape::ground && table.drawn;
    Material material;
    material.front_color = material.back_color = table.color;
    material.roughness = table.roughness;
    material.transparency = table.transparency;
    const int first = static_cast<int>(around.colliders.size());
    const int together = table.draggable ? static_cast<int>(solids.size()) : 0;
    if (solids.size() > 1) around.joined.push_back({first, static_cast<int>(solids.size())});
    for (const Collider& solid : solids) {
      const int index = static_cast<int>(around.colliders.size());
      around.colliders.push_back(solid);
      around.names.resize(around.colliders.size());
      around.names.back() = fmt::format("the [[collider]] in {}", reader.place());
      if (!table.path.empty()) {
        around.paths.push_back({index, keys_of(table.path), table.path_repeats});
      }
      if (!drawn) continue;
      StaticMesh mesh = solid.shape == ColliderShape::mesh ? own : mesh_of(solid, table.open_deg);
      mesh.material = material;
      if (solid.turn_rad_s == 0.0f && table.path.empty() && !table.draggable) {
        around.scenery.push_back(std::move(mesh));
        continue;
      }
      for (glm::vec3& x : mesh.positions_m) x -= solid.center_m;
      around.drawn.push_back({index, std::move(mesh), first, together});
    }
  }
}

}  // namespace limber
