// [[fluid]] tables: fluids of particles.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <tuple>

#include "scenes/builders.h"
#include "scenes/memory.h"
#include "sim/fluid/fluid_system.h"

namespace limber {

// Found by the types of their arguments, see PlanOf.
static void move_model(FluidModel& model, const glm::vec3& by_m) {
  for (FluidBody& body : model.bodies)
    for (glm::vec3& x : body.places_m) x += by_m;
}

/// So far around a mesh its distance has to be known: what a particle sees of it.
static float largest_radius_of(const FluidModel& model) { return 2.0f * model.spacing_m; }

static std::unique_ptr<System> make_system(Exec& exec,
                                           const std::shared_ptr<const FluidModel>& model,
                                           const ColliderCount&, const FluidSettings& settings) {
  return std::make_unique<FluidSystem>(exec, *model, settings);
}

namespace {

/// A cubic lattice in the middle of the shape.
std::vector<glm::vec3> places_in(const FluidTable& table, const TableReader& reader) {
  const bool is_ball = table.shape == "ball";
  const glm::dvec3 size_m = is_ball ? glm::dvec3(table.diameter_m) : glm::dvec3(table.size_m);
  const double spacing_m = as_written(table.spacing_m);
  const glm::dvec3 along = glm::floor(size_m / spacing_m + 1e-4);
  const char* size_key = is_ball ? "diameter_m" : "size_m";
  if (!(along.x >= 1.0 && along.y >= 1.0 && along.z >= 1.0))
    reader.fail(size_key, fmt::format("is less than a spacing of {:g} m", spacing_m));
  check_memory(reader, size_key, along.x * along.y * along.z, fluid_particle_bytes);
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

/// Throws where particles of two fluids begin in one place.
void check_apart(const std::vector<Read<FluidTable>>& fluids, const FluidModel& model) {
  using Cell = std::tuple<int, int, int>;
  std::map<Cell, std::vector<std::pair<std::size_t, glm::vec3>>> cells;
  const float nearest_m = 0.5f * model.spacing_m;
  const auto cell_at = [&](const glm::vec3& x, int dx, int dy, int dz) {
    const glm::vec3 scaled = glm::floor(x / nearest_m);
    return Cell(static_cast<int>(scaled.x) + dx, static_cast<int>(scaled.y) + dy,
                static_cast<int>(scaled.z) + dz);
  };
  for (std::size_t b = 0; b < model.bodies.size(); ++b) {
    for (const glm::vec3& x : model.bodies[b].places_m)
      for (int k = 0; k < 27 && b > 0; ++k) {
        const auto found = cells.find(cell_at(x, k % 3 - 1, k / 3 % 3 - 1, k / 9 - 1));
        if (found == cells.end()) continue;
        for (const auto& [other, place_m] : found->second)
          if (glm::distance(x, place_m) < nearest_m)
            fluids[b].reader.fail(
                "center_m",
                fmt::format("puts it into the fluid in {}, at ({:.3g}, {:.3g}, {:.3g}) m",
                            fluids[other].reader.place(), x.x, x.y, x.z));
      }
    if (b + 1 < model.bodies.size())
      for (const glm::vec3& x : model.bodies[b].places_m)
        cells[cell_at(x, 0, 0, 0)].emplace_back(b, x);
  }
}

/// The distance of a solid's surface, which is negative inside.
float distance_m(const Surroundings& around, int collider, const glm::vec3& x) {
  Collider solid = around.colliders[collider];
  for (const SampledCollider& sampled : around.sampled)
    if (sampled.collider == collider)
      solid.samples = {sampled.samples_m->data(), static_cast<int>(sampled.samples_m->size())};
  return nearest_surface(solid, x).distance_m;
}

}  // namespace

std::unique_ptr<SystemPlan> plan_fluids(const std::vector<Read<FluidTable>>& fluids,
                                        const FluidSettings& settings) {
  auto model = std::make_shared<FluidModel>();
  model->spacing_m = fluids.front().table.spacing_m;
  for (const auto& [reader, table] : fluids) {
    if (table.spacing_m != model->spacing_m)
      reader.fail("spacing_m", fmt::format("has to be that of the fluid in {}, {:g}",
                                           fluids.front().reader.place(), model->spacing_m));
    model->bodies.push_back({places_in(table, reader),
                             table.velocity_m_s,
                             {table.absorption_per_m, table.scatter, table.refraction}});
  }
  check_apart(fluids, *model);
  BodyNames bodies;
  bodies.add(0, "fluid", fluids.front().reader.place());
  return std::make_unique<PlanOf<FluidModel, FluidSettings>>("fluid", model, bodies, settings);
}

void check_outside(const std::vector<Read<FluidTable>>& fluids, const Surroundings& around) {
  for (const auto& [reader, table] : fluids)
    for (const glm::vec3& x : places_in(table, reader))
      for (int k = 0; k < static_cast<int>(around.colliders.size()); ++k)
        if (distance_m(around, k, x) < 0.0f)
          reader.fail("center_m", fmt::format("puts it into {}, at ({:.3g}, {:.3g}, {:.3g}) m",
                                              k < static_cast<int>(around.names.size())
                                                  ? around.names[k]
                                                  : fmt::format("collider {}", k),
                                              x.x, x.y, x.z));
}

}  // namespace limber
