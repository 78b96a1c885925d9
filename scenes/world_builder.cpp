// Scene files: their tables, in any mixture, become the systems of a world.

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "kernels/error.h"
#include "scenes/beam_theory_table.h"
#include "scenes/builders.h"
#include "scenes/colliders.h"
#include "scenes/compare_table.h"
#include "scenes/container_table.h"
#include "scenes/crowds.h"
#include "scenes/joints_tables.h"
#include "sim/count.h"
#include "sim/mesh/shape_mesh.h"

namespace limber {

namespace {

/// What stands in a file, each kind by the model that simulates it.
struct Tables {
  std::vector<Read<ClothTable>> cloths, spring_cloths;
  std::vector<Read<SolidTable>> solids, elements, modal;
  std::vector<Read<PileTable>> piles;
  std::vector<Read<PlantTable>> plants;
  FluidTables fluids;
  JointsTables joints;
};

/// All [[key]] tables.
template <class Table>
std::vector<Read<Table>> read_all(TableReader& file, const char* key,
                                  Table (*read)(TableReader& reader)) {
  std::vector<Read<Table>> all;
  for (TableReader& reader : file.tables(key)) {
    const Table table = read(reader);
    all.push_back({reader, table});
  }
  return all;
}

/// Reads a table that may be left out and says nothing without that key.
template <class Table, class Value>
Table read_whole(TableReader& file, const char* name, std::optional<Value> Table::*needed,
                 const char* key) {
  Table table;
  TableReader reader = file.table(name);
  reader.read(keys_of(table));
  if (file.has(name) && !(table.*needed)) reader.fail(key, "is missing");
  return table;
}

Tables read_tables(TableReader& file, const SceneTable& scene, SceneMemory& memory) {
  Tables tables;
  const std::string& family = scene.family;
  for (TableReader& reader : file.tables("cloth")) {
    const ClothTable table = read_cloth_table(reader, family == "fem" ? "fem" : "pbd");
    (table.model == "fem" ? tables.spring_cloths : tables.cloths).push_back({reader, table});
  }
  const std::string usual = family == "fem" ? "fem" : family == "plants" ? "modal" : "pbd";
  for (TableReader& reader : file.tables("solid")) {
    const SolidTable table = read_solid_table(reader, usual);
    (table.model == "fem"     ? tables.elements
     : table.model == "modal" ? tables.modal
                              : tables.solids)
        .push_back({reader, table});
  }
  std::vector<Read<PileTable>> shapes;
  for (TableReader& reader : file.tables("pile")) {
    const PileTable table = read_pile_table(reader, family == "joints" ? "shapes" : "spheres");
    (table.model == "shapes" ? shapes : tables.piles).push_back({reader, table});
  }
  tables.plants = read_all(file, "plant", read_plant_table);
  tables.fluids = {.fluids = read_all(file, "fluid", read_fluid_table),
                   .emitters = read_all(file, "emitter", read_emitter_table),
                   .drains = read_all(file, "drain", read_drain_table),
                   .foam = read_whole(file, "foam", &FoamTable::max_specks, "max_specks")};
  if (const std::optional<int> specks = tables.fluids.foam.max_specks) {
    const TableReader reader = file.table("foam");
    if (tables.fluids.empty()) reader.fail("max_specks", "has no effect: there is no [[fluid]]");
    memory.take(reader, "max_specks", *specks, foam_speck_bytes);
  }
  if (tables.fluids.empty() && !tables.fluids.drains.empty())
    tables.fluids.drains.front().reader.fail("center_m", "has no effect: there is no [[fluid]]");
  tables.joints = {.rigid = read_all(file, "rigid", read_rigid_table),
                   .chains = read_all(file, "chain", read_chain_table),
                   .bridges = read_all(file, "bridge", read_bridge_table),
                   .dominoes = read_all(file, "dominoes", read_dominoes_table),
                   .walls = read_all(file, "wall", read_wall_table),
                   .ragdolls = read_all(file, "ragdoll", read_ragdoll_table),
                   .mails = read_all(file, "mail", read_mail_table),
                   .piles = std::move(shapes),
                   .joints = read_all(file, "joint", read_joint_table)};
  return tables;
}

/// The settings of all systems that a file may have.
struct AllSettings {
  PbdSettings cloth, solid;
  FemSettings fem, springs;
  PilesSettings pile;
  PlantsSettings plant;
  JointsSettings rigid;
  FluidSettings fluid;
};

/// Of the systems that are there.
std::vector<NamedParameters> parameters_of(AllSettings& settings, const Tables& tables) {
  std::vector<NamedParameters> all;
  const auto add = [&](bool there, const char* name, auto& of) {
    if (there) all.push_back({name, parameters_of(of)});
  };
  add(!tables.cloths.empty(), "cloth", settings.cloth);
  add(!tables.solids.empty(), "solid", settings.solid);
  add(!tables.elements.empty(), "fem", settings.fem);
  add(!tables.spring_cloths.empty(), "springs", settings.springs);
  add(!tables.piles.empty(), "pile", settings.pile);
  add(!tables.plants.empty() || !tables.modal.empty(), "plant", settings.plant);
  add(!tables.joints.empty(), "rigid", settings.rigid);
  add(!tables.fluids.empty(), "fluid", settings.fluid);
  return all;
}

/// Of those cloths whose particles are known before they are made.
void take_memory(const std::vector<Read<ClothTable>>& cloths, double particle_bytes,
                 SceneMemory& memory) {
  for (const auto& [reader, table] : cloths)
    if (table.has_rows())
      memory.take(reader, reader.has("columns") ? "columns" : "count",
                  1.0 * table.columns * table.rows * table.count, particle_bytes);
}

std::vector<std::unique_ptr<SystemPlan>> plan_systems(Tables& tables, const AllSettings& settings,
                                                      const Opening& opening) {
  std::vector<std::unique_ptr<SystemPlan>> plans;
  NamedVertices vertices;
  if (!tables.cloths.empty())
    plans.push_back(plan_cloths(tables.cloths, settings.cloth, vertices, opening));
  if (!tables.solids.empty())
    plans.push_back(plan_solids(tables.solids, settings.solid, vertices, opening));
  const auto add_others = [&](const auto& all) {
    for (const auto& [reader, table] : all) vertices.add_other(table.name, reader, table.model);
  };
  add_others(tables.elements);
  add_others(tables.spring_cloths);
  add_others(tables.modal);
  if (!tables.elements.empty())
    plans.push_back(plan_elements(tables.elements, settings.fem, opening));
  if (!tables.spring_cloths.empty())
    plans.push_back(plan_springs(tables.spring_cloths, settings.springs));
  if (!tables.piles.empty()) plans.push_back(plan_piles(tables.piles, settings.pile, opening));
  if (!tables.plants.empty() || !tables.modal.empty())
    plans.push_back(plan_plants(tables.plants, tables.modal, settings.plant, opening));
  if (!tables.joints.empty())
    plans.push_back(plan_joints(tables.joints, settings.rigid, vertices, opening));
  if (!tables.fluids.empty()) plans.push_back(plan_fluids(tables.fluids, settings.fluid, opening));
  return plans;
}

/// Fails with what the family is made of.
[[noreturn]] void fail_empty(const TableReader& file, const SceneTable& scene) {
  const std::string& family = scene.family;
  if (family == "plants")
    file.fail("plant", "is missing: the scene needs a [[plant]] or a [[solid]]");
  if (family == "fem" && scene.elements == "springs")
    file.fail("cloth", "is missing: springs need a [[cloth]]");
  if (family == "joints")
    file.fail("rigid",
              "is missing: the scene needs a [[rigid]], [[chain]], [[bridge]], [[dominoes]], "
              "[[wall]], [[ragdoll]], [[mail]] or [[pile]]");
  if (family == "fluid")
    file.fail("fluid", "is missing: the scene needs a [[fluid]] or an [[emitter]]");
  const std::string table = family == "cloth"                         ? "cloth"
                            : family == "piles" || family == "grains" ? "pile"
                            : family == "world"                       ? ""
                                                                      : "solid";
  if (table.empty())
    file.fail("cloth",
              "is missing: a world needs a [[cloth]], [[solid]], [[pile]], [[plant]], [[fluid]], "
              "[[emitter]], [[rigid]], [[chain]], [[bridge]], [[dominoes]], [[wall]], [[ragdoll]] "
              "or [[mail]]");
  file.fail(table, fmt::format("is missing: the scene needs a [[{}]]", table));
}

/// The curve that Euler and Bernoulli give a cantilever under its own weight, as a thin tube.
void add_beam_theory(const BeamTheoryTable& beam, std::vector<StaticMesh>& scenery) {
  if (!beam.length_m) return;
  const double length_m = as_written(*beam.length_m), height_m = as_written(beam.height_m);
  // w = q x^2 (x^2 - 4 L x + 6 L^2) / (24 E I), q and I both in proportion to the width.
  const double factor = as_written(beam.density_kg_m3) * 9.81 /
                        (2.0 * as_written(beam.young_modulus_Pa) * height_m * height_m);
  constexpr int pieces = 40;
  glm::vec3 last = beam.root_m;
  for (int i = 1; i <= pieces; ++i) {
    const double x = length_m * i / pieces;
    const double w = factor * x * x * (x * x - 4.0 * length_m * x + 6.0 * length_m * length_m);
    const glm::vec3 here = beam.root_m + glm::vec3(x, -w, 0.0);
    StaticMesh piece =
        capsule_mesh(0.5f * (last + here), here - last, 0.5f * glm::distance(last, here), 0.008f);
    piece.material.front_color = piece.material.back_color = {0.05f, 0.30f, 0.12f};
    scenery.push_back(std::move(piece));
    last = here;
  }
}

/// Four walls around a floor, thick enough that nothing falls through. The front one, towards +z,
/// is there and may be left out of the picture.
void add_container(const ContainerTable& table, Surroundings& around) {
  if (!table.size_m) return;
  const glm::vec3 size = *table.size_m;
  const float wall_m = table.wall_m;
  for (int side = 0; side < 4; ++side) {
    const int across = side < 2 ? 0 : 2;  // the axis along which the wall is thin
    const float sign = side % 2 == 0 ? -1.0f : 1.0f;
    Collider wall{.shape = ColliderShape::box};
    wall.half_size_m = 0.5f * size;
    wall.half_size_m[2 - across] += across == 0 ? wall_m : 0.0f;  // two of them close the corners
    wall.half_size_m[across] = 0.5f * wall_m;
    wall.center_m = table.center_m + glm::vec3(0.0f, 0.5f * size.y, 0.0f);
    wall.center_m[across] += sign * 0.5f * (size[across] + wall_m);
    around.colliders.push_back(wall);
    around.names.resize(around.colliders.size(), "a wall of the [container]");
    if (side == 3 && table.open_front) continue;
    around.scenery.push_back(
        box_mesh(wall.center_m, wall.half_size_m, glm::mat3(1.0f), 0.1f * wall_m));
    around.scenery.back().material = {table.color, table.color, 0.6f};
  }
}

bool is_ground(const Collider& collider) { return collider.shape == ColliderShape::ground; }

Surroundings read_surroundings(TableReader& file, const Opening& opening, const Tables& tables,
                               const std::vector<std::unique_ptr<SystemPlan>>& plans) {
  Surroundings around;
  add_beam_theory(read_whole(file, "beam_theory", &BeamTheoryTable::length_m, "length_m"),
                  around.scenery);
  add_container(read_whole(file, "container", &ContainerTable::size_m, "size_m"), around);
  float largest_radius_m = 0.0f;
  for (const auto& plan : plans)
    largest_radius_m = std::max(largest_radius_m, plan->largest_radius_m());
  read_colliders(file, opening, largest_radius_m, around);
  if (!tables.plants.empty() && std::ranges::none_of(around.colliders, is_ground))
    around.colliders.push_back({});  // that they have grown on
  check_outside(tables.fluids, around);
  return around;
}

Surroundings moved(Surroundings around, const glm::vec3& by_m) {
  for (Collider& collider : around.colliders) collider.center_m += by_m;
  for (StaticMesh& mesh : around.scenery)
    for (glm::vec3& x : mesh.positions_m) x += by_m;
  return around;
}

GroupModel group_of(const std::vector<std::unique_ptr<SystemPlan>>& plans, Surroundings around,
                    std::string name) {
  ColliderCount colliders{.all = static_cast<int>(around.colliders.size())};
  for (const Collider& collider : around.colliders)
    if (!is_ground(collider)) ++colliders.besides_ground;
  GroupModel group{std::move(name), std::move(around), {}};
  for (const auto& plan : plans) group.systems.push_back(plan->model(colliders));
  return group;
}

/// The whole key of the setting that is compared. Fails where it cannot have the values, or is set
/// for all.
std::string compared_key(SystemParameters& parameters, const CompareTable& compare,
                         const TableReader& reader, const Opening& opening) {
  try {
    const Parameter& parameter = parameter_named(parameters.all(), compare.key);
    const std::string before = parameter.text();
    for (const std::string& value : compare.values) parameter.set(value);
    parameter.set(before);
    for (const std::string& setting : opening.settings)
      if (setting.starts_with(compare.key + "=") || setting.starts_with(parameter.key + "="))
        throw Error(
            ExitCode::bad_input,
            fmt::format(
                "'{}' cannot be set here: the scene compares its values, and each copy has its own",
                compare.key));
    return parameter.key;
  } catch (const Error& error) {
    reader.fail("values", fmt::format("cannot be compared: {}", error.what()));
  }
}

/// Throws for bodies that begin within each other, which contacts would hold there. A mesh that the
/// user has opened may cross itself: nothing but the mesh could be mended; the world tells of it.
std::unique_ptr<World> checked(std::unique_ptr<World> world, bool is_given) {
  const std::optional<World::Tangle> tangle = world->tangle();
  if (tangle && !(is_given && tangle->of_one_body)) refuse_tangle(tangle->sentence);
  return world;
}

/// The same systems for each of the values that are compared, beside each other.
std::vector<GroupModel> sides_of(const std::vector<std::unique_ptr<SystemPlan>>& plans,
                                 const Surroundings& around, const CompareTable& compare) {
  std::vector<GroupModel> sides;
  const auto last = static_cast<float>(compare.values.size() - 1);
  for (std::size_t i = 0; i < compare.values.size(); ++i) {
    const glm::vec3 by_m = compare.step_m * (static_cast<float>(i) - 0.5f * last);
    std::vector<std::unique_ptr<SystemPlan>> copies;
    std::vector<NamedParameters> systems;
    for (const auto& plan : plans) {
      copies.push_back(plan->moved(by_m));
      systems.push_back({copies.back()->name(), copies.back()->parameters()});
    }
    float dt_s = World::default_dt_s;
    SystemParameters parameters(systems, "", world_dt_parameter(dt_s));
    parameter_named(parameters.all(), compare.key).set(compare.values[i]);
    parameters.share();
    sides.push_back(group_of(copies, moved(around, by_m), compare.values[i]));
  }
  return sides;
}

}  // namespace

const std::vector<std::string>& names_of_families() {
  static const std::vector<std::string> names{"cloth",  "volume", "fem",   "piles", "plants",
                                              "joints", "grains", "fluid", "world"};
  return names;
}

Build read_world(TableReader& file, const Opening& opening) {
  Tables tables = read_tables(file, opening.scene, opening.memory);
  // Settings first: solids may take minutes to make.
  AllSettings settings;
  float dt_s = World::default_dt_s;
  const std::vector<NamedParameters> systems = parameters_of(settings, tables);
  if (systems.empty()) fail_empty(file, opening.scene);
  SystemParameters parameters(systems, "", world_dt_parameter(dt_s));
  file.table("settings").read_parameters(parameters.all());
  TableReader compare_reader = file.table("compare");
  const CompareTable compare = read_compare_table(compare_reader);
  if (!compare.values.empty()) opening.memory.repeat(count(compare.values));
  const std::string key =
      compare.values.empty() ? "" : compared_key(parameters, compare, compare_reader, opening);
  check_presets(opening.presets, parameters.all(), key);
  set_parameters(parameters.all(), opening.settings);
  parameters.share();
  if (!tables.joints.empty() && systems.size() > 1 && !(settings.rigid.contact_distance_m > 0.0f))
    opening.notes.push_back(
        "rigid bodies pass through bodies of other kinds: set rigid.contact_distance_m above 0 to "
        "keep them apart");

  take_memory(tables.cloths, cloth_bytes(settings.cloth.contact_distance_m), opening.memory);
  take_memory(tables.spring_cloths, spring_particle_bytes, opening.memory);
  const std::vector<std::unique_ptr<SystemPlan>> plans = plan_systems(tables, settings, opening);
  const Surroundings around = read_surroundings(file, opening, tables, plans);
  const std::vector<GroupModel> groups = compare.values.empty()
                                             ? std::vector<GroupModel>{group_of(plans, around, "")}
                                             : sides_of(plans, around, compare);
  return [groups, key, dt_s, is_given = opening.given != nullptr](Exec& exec) {
    return checked(std::make_unique<World>(exec, groups, key, dt_s), is_given);
  };
}

}  // namespace limber
