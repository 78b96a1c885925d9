// [[fluid]], [[emitter]] and [[drain]] tables: fluids of particles.

#include <fmt/format.h>

#include <cmath>
#include <map>
#include <memory>
#include <optional>
#include <tuple>

#include "kernels/cell_grid.h"
#include "kernels/portable_math.h"
#include "scenes/builders.h"
#include "sim/fluid/fluid_system.h"
#include "sim/mesh/box_tree.h"

namespace limber {

// Found by the types of their arguments, see PlanOf.
static void move_model(FluidModel& model, const glm::vec3& by_m) {
  for (FluidBody& body : model.bodies)
    for (glm::vec3& x : body.places_m) x += by_m;
  for (FluidSource& source : model.sources) source.center_m += by_m;
  for (FluidDrain& drain : model.drains) drain = {drain.low_m + by_m, drain.high_m + by_m};
}

/// A particle sees solids from further off than it touches them.
static float largest_radius_of(const FluidModel& model) {
  return support_spacings * model.spacing_m;
}

static std::unique_ptr<System> make_system(Exec& exec,
                                           const std::shared_ptr<const FluidModel>& model,
                                           const ColliderCount&, const FluidSettings& settings) {
  return std::make_unique<FluidSystem>(exec, *model, settings);
}

namespace {

/// A cubic lattice in the middle of the shape. memory: null where it has been looked at before.
std::vector<glm::vec3> places_in(const FluidTable& table, const TableReader& reader,
                                 const SceneMemory* memory) {
  const bool is_ball = table.shape == "ball";
  const glm::dvec3 size_m = is_ball ? glm::dvec3(table.diameter_m) : glm::dvec3(table.size_m);
  const double spacing_m = as_written(table.spacing_m);
  const glm::dvec3 along = glm::floor(size_m / spacing_m + 1e-4);
  const char* size_key = is_ball ? "diameter_m" : "size_m";
  if (!(along.x >= 1.0 && along.y >= 1.0 && along.z >= 1.0))
    reader.fail(size_key, fmt::format("is less than a spacing of {:g} m", spacing_m));
  if (memory) memory->check(reader, size_key, along.x * along.y * along.z, fluid_particle_bytes);
  std::vector<glm::vec3> places_m;
  for (double z = 0; z < along.z; ++z)
    for (double y = 0; y < along.y; ++y)
      for (double x = 0; x < along.x; ++x) {
        const glm::dvec3 from_middle = (glm::dvec3(x, y, z) - 0.5 * (along - 1.0)) * spacing_m;
        if (is_ball && glm::length(from_middle) > 0.5 * size_m.x) continue;
        places_m.push_back(table.center_m + glm::vec3(from_middle));
      }
  return places_m;
}

/// Refuses more looks than can be drawn; tables that follow each other may share one.
void check_looks(const FluidTables& tables) {
  int looks = 0;
  std::optional<FluidLook> before;
  const auto add = [&](const TableReader& reader, const FluidLook& look) {
    if (before == look) return;
    before = look;
    if (++looks > max_drawn_fluids)
      reader.fail("absorption_per_m",
                  fmt::format("makes more looks than the {} that can be drawn: give consecutive "
                              "tables the same absorption, scatter and refraction",
                              max_drawn_fluids));
  };
  for (const auto& [reader, table] : tables.fluids) add(reader, table.look);
  for (const auto& [reader, table] : tables.emitters) add(reader, table.look);
}

FluidSource source_of(const EmitterTable& table) {
  return {.center_m = table.center_m,
          .direction = table.direction.unit,
          .radius_m = table.radius_m,
          .speed_m_s = table.speed_m_s,
          .start_s = table.start_s,
          .stop_s = table.stop_s.value_or(1e9f),
          .drops_per_s = table.drops_per_s,
          .max_particles = table.max_particles,
          .look = table.look};
}

/// From the back of an emitter's nozzle to its mouth, layer by layer.
std::vector<glm::vec3> places_in_nozzle(const FluidSource& source, float spacing_m) {
  std::vector<glm::vec3> places_m;
  for (int layer = 0; layer <= static_cast<int>(nozzle_spacings); ++layer)
    for (const glm::vec3& x : layer_of(source, spacing_m))
      places_m.push_back(source.center_m + x -
                         source.direction * (spacing_m * static_cast<float>(layer)));
  return places_m;
}

/// Refuses a fluid whose particles begin among those of an earlier one.
void check_apart(const TableReader& reader, const std::vector<glm::vec3>& own_m,
                 const TableReader& other, const std::vector<glm::vec3>& there_m, float spacing_m) {
  const float nearest_m = 0.9f * spacing_m;  // those of two boxes that touch are a spacing apart
  const auto box_of = [&](const std::vector<glm::vec3>& places_m) {
    Box box;
    for (const glm::vec3& x : places_m) box.add(x);
    return Box{box.low_m - 0.5f * nearest_m, box.high_m + 0.5f * nearest_m};
  };
  const Box box = box_of(own_m), box_there = box_of(there_m);
  if (!box.meets(box_there)) return;
  const auto less = [](const glm::ivec3& a, const glm::ivec3& b) {
    return std::tie(a.x, a.y, a.z) < std::tie(b.x, b.y, b.z);
  };
  std::map<glm::ivec3, std::vector<glm::vec3>, decltype(less)> cells(less);
  for (const glm::vec3& x : there_m)
    if (box.meets({x - nearest_m, x + nearest_m})) cells[cell_at(x, nearest_m)].push_back(x);
  for (const glm::vec3& x : own_m) {
    if (!box_there.meets({x - nearest_m, x + nearest_m})) continue;
    for (int k = 0; k < 27; ++k) {
      const glm::ivec3 beside(k % 3 - 1, k / 3 % 3 - 1, k / 9 - 1);
      const auto found = cells.find(cell_at(x, nearest_m) + beside);
      if (found == cells.end()) continue;
      for (const glm::vec3& place_m : found->second)
        if (glm::distance(x, place_m) < nearest_m)
          reader.fail("center_m", fmt::format("puts it into the fluid in {}, at ({:.3g}, {:.3g}, "
                                              "{:.3g}) m",
                                              other.place(), x.x, x.y, x.z));
    }
  }
}

/// With the samples of their distance fields.
std::vector<Collider> solids_of(const Surroundings& around) {
  std::vector<Collider> solids = around.colliders;
  for (const SampledCollider& sampled : around.sampled)
    solids[sampled.collider].samples = {sampled.samples_m->data(),
                                        static_cast<int>(sampled.samples_m->size())};
  return solids;
}

}  // namespace

std::unique_ptr<SystemPlan> plan_fluids(const FluidTables& tables, const FluidSettings& settings,
                                        const Opening& opening) {
  const std::vector<Read<FluidTable>>& fluids = tables.fluids;
  const bool begins = !fluids.empty();
  const TableReader& first = begins ? fluids.front().reader : tables.emitters.front().reader;
  auto model = std::make_shared<FluidModel>();
  model->spacing_m =
      begins ? fluids.front().table.spacing_m : tables.emitters.front().table.spacing_m;
  const auto check_spacing = [&](const TableReader& reader, float spacing_m) {
    if (spacing_m != model->spacing_m)
      reader.fail("spacing_m", fmt::format("must be that of the fluid in {}, {:g}", first.place(),
                                           model->spacing_m));
  };
  for (const auto& [reader, table] : fluids) {
    check_spacing(reader, table.spacing_m);
    model->bodies.push_back(
        {places_in(table, reader, &opening.memory), table.velocity_m_s, table.look});
    for (std::size_t before = 0; before + 1 < model->bodies.size(); ++before)
      check_apart(reader, model->bodies.back().places_m, fluids[before].reader,
                  model->bodies[before].places_m, model->spacing_m);
    opening.memory.take(reader, table.shape == "ball" ? "diameter_m" : "size_m",
                        1.0 * model->bodies.back().places_m.size(), fluid_particle_bytes);
  }
  for (const auto& [reader, table] : tables.emitters) {
    check_spacing(reader, table.spacing_m);
    opening.memory.take(reader, "max_particles", table.max_particles, fluid_particle_bytes);
    const double across = std::floor(table.radius_m / model->spacing_m);
    opening.memory.check(reader, "radius_m", pi * across * across, fluid_particle_bytes);
    model->sources.push_back(source_of(table));
    for (std::size_t k = 0; k < fluids.size(); ++k)
      check_apart(reader, places_in_nozzle(model->sources.back(), model->spacing_m),
                  fluids[k].reader, model->bodies[k].places_m, model->spacing_m);
  }
  for (const auto& [reader, table] : tables.drains)
    model->drains.push_back(
        {table.center_m - 0.5f * table.size_m, table.center_m + 0.5f * table.size_m});
  model->max_specks = tables.foam.max_specks.value_or(0);
  check_looks(tables);
  BodyNames bodies;
  bodies.add(0, "fluid", first.place());
  return std::make_unique<PlanOf<FluidModel, FluidSettings>>("fluid", model, bodies, settings);
}

void check_outside(const FluidTables& tables, const Surroundings& around) {
  const std::vector<Collider> solids = solids_of(around);
  const auto check = [&](const TableReader& reader, const std::vector<glm::vec3>& places_m,
                         float spacing_m) {
    // Nearer it would be thrown off; the lattice of a box that is filled to the brim may be
    // rounded.
    const float nearest_m = 0.98f * keep_spacings * spacing_m;
    for (const glm::vec3& x : places_m)
      for (std::size_t k = 0; k < solids.size(); ++k) {
        const float distance_m = nearest_surface(solids[k], x).distance_m;
        if (!(distance_m < nearest_m)) continue;
        reader.fail(
            "center_m",
            fmt::format("puts it {} {}, at ({:.3g}, {:.3g}, {:.3g}) m{}",
                        distance_m < 0.0f ? "into" : "too near to",
                        k < around.names.size() ? around.names[k] : fmt::format("collider {}", k),
                        x.x, x.y, x.z,
                        distance_m < 0.0f ? "" : ": particles keep half a spacing away"));
      }
  };
  for (const auto& [reader, table] : tables.fluids)
    check(reader, places_in(table, reader, nullptr), table.spacing_m);
  for (const auto& [reader, table] : tables.emitters)
    check(reader, places_in_nozzle(source_of(table), table.spacing_m), table.spacing_m);
}

}  // namespace limber
