// Scene files of plants: [settings], [[plant]].

#include <cmath>
#include <map>
#include <memory>
#include <tuple>

#include "scenes/blaming.h"
#include "scenes/builders.h"
#include "sim/plants/attachment_motion.h"
#include "sim/plants/growth/growth.h"
#include "sim/plants/plants_simulation.h"
#include "sim/plants/reduce_all.h"

namespace limber {

namespace {

constexpr double farthest_m = 1e4;

/// A plant as it has grown, before it is placed.
struct Grown {
  int first_shape = 0;
  std::vector<PlantPart> parts;
};

/// Plants of one species, seed and height have their shapes in common.
using GrownKey = std::tuple<Species, unsigned, float>;

std::vector<std::string> names_of_species() {
  std::vector<std::string> names;
  for (const Species species : all_species) names.emplace_back(name_of(species));
  return names;
}

void read_plant(TableReader& table, std::map<GrownKey, Grown>& known, Plant& plants) {
  GrowthSettings growth;
  growth.species = *species_named(table.choice("species", "conifer", names_of_species()));
  growth.seed = static_cast<unsigned>(table.integer("seed", 1, 0, 1000000));
  growth.height_m = static_cast<float>(table.number("height_m", 0.0, 0.0, 1000.0));
  const glm::vec3 at_m = table.vec3("position_m", glm::vec3(0.0f), -farthest_m, farthest_m);
  const double turn_deg = table.number("turn_deg", 0.0, -360.0, 360.0);
  table.finish();
  const GrownKey key{growth.species, growth.seed, growth.height_m};
  if (!known.contains(key)) {
    Plant plant = grow(growth);
    known[key] = {static_cast<int>(plants.shapes.size()), std::move(plant.parts)};
    std::ranges::move(plant.shapes, std::back_inserter(plants.shapes));
  }
  const auto half_rad = static_cast<float>(turn_deg * M_PI / 360.0);
  const glm::vec4 turn(0.0f, std::sin(half_rad), 0.0f, std::cos(half_rad));
  const int first_part = static_cast<int>(plants.parts.size());
  for (PlantPart part : known[key].parts) {
    part.shape += known[key].first_shape;
    if (part.parent >= 0) part.parent += first_part;
    part.rest = {at_m + rotated(turn, part.rest.position_m), 0.0f,
                 unit_quaternion(quaternion_product(turn, part.rest.quaternion))};
    plants.parts.push_back(part);
  }
}

/// How each part's place moves with the modes of its parent.
void attach(PlantsModel& model, Progress& progress) {
  const std::vector<PlantPart>& parts = model.plant.parts;
  model.attachments.resize(parts.size());
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i % 256 == 0)
      progress.report(fmt::format("attaching {} parts", parts.size()),
                      static_cast<float>(i) / static_cast<float>(parts.size()));
    if (parts[i].parent < 0) continue;
    const PlantPart& parent = parts[parts[i].parent];
    const glm::vec3 at =
        rotated_back(parent.rest.quaternion, parts[i].rest.position_m - parent.rest.position_m);
    model.attachments[i] = attachment_at(model.plant.shapes[parent.shape],
                                         model.reduced[parent.shape], {at.x, at.y, at.z});
  }
}

}  // namespace

Build read_plants(TableReader& file, const Opening& opening) {
  PlantsSettings settings;
  std::vector<Parameter> parameters = parameters_of(settings);
  TableReader settings_table = file.table("settings");
  settings_table.read_parameters(parameters);
  set_parameters(parameters, opening.settings);
  auto model = std::make_shared<PlantsModel>();
  model->share_shapes = !file.boolean("unshare", false);
  model->grown_under_gravity = file.boolean("grown_under_gravity", true);
  std::vector<TableReader> plants = file.tables("plant");
  if (plants.empty()) file.fail("plant", "is missing: the scene needs a [[plant]]");
  std::map<GrownKey, Grown> known;
  for (TableReader& table : plants) read_plant(table, known, model->plant);
  model->reduced = reduce_all(model->plant.shapes, {}, opening.progress);
  attach(*model, opening.progress);
  return [settings, model](Exec& exec) {
    return std::make_unique<PlantsSimulation>(exec, model, settings);
  };
}

}  // namespace limber
