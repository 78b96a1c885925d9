// Scene files of plants: [settings], [[plant]].

#include <cmath>
#include <map>
#include <memory>
#include <tuple>

#include "scenes/blaming.h"
#include "scenes/builders.h"
#include "sim/plants/attachment_motion.h"
#include "sim/plants/growth/dragon.h"
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
using GrownKey = std::tuple<std::string, unsigned, float>;

/// What a file's plants have come to so far.
struct Garden {
  Plant plant;
  std::vector<int> bends_far;  ///< of each shape: whether its forces are cubic
  std::map<GrownKey, Grown> known;
};

constexpr const char* dragon = "dragon";

std::vector<std::string> names_of_species() {
  std::vector<std::string> names{dragon};
  for (const Species species : all_species) names.emplace_back(name_of(species));
  return names;
}

Plant grown(const GrownKey& key, Progress& progress) {
  const auto& [name, seed, size_m] = key;
  if (name != dragon)
    return grow({.species = *species_named(name), .seed = seed, .height_m = size_m});
  DragonSettings settings;
  if (size_m > 0.0f) settings.length_m = size_m;
  return {{dragon_shape(settings, progress)}, {PlantPart{}}};
}

void read_plant(TableReader& table, Garden& garden, Progress& progress) {
  const std::string species = table.choice("species", "conifer", names_of_species());
  const auto seed = static_cast<unsigned>(table.integer("seed", 1, 0, 1000000));
  const char* const size_key = species == dragon ? "length_m" : "height_m";
  const auto size_m = static_cast<float>(table.number(size_key, 0.0, 0.0, 1000.0));
  const glm::vec3 at_m = table.vec3("position_m", glm::vec3(0.0f), -farthest_m, farthest_m);
  const double turn_deg = table.number("turn_deg", 0.0, -360.0, 360.0);
  table.finish();
  Plant& all = garden.plant;
  const GrownKey key{species, seed, size_m};
  if (!garden.known.contains(key)) {
    Plant plant = grown(key, progress);
    garden.known[key] = {static_cast<int>(all.shapes.size()), std::move(plant.parts)};
    std::ranges::move(plant.shapes, std::back_inserter(all.shapes));
    garden.bends_far.resize(all.shapes.size(), species == dragon ? 1 : 0);
  }
  const auto half_rad = static_cast<float>(turn_deg * M_PI / 360.0);
  const glm::vec4 turn(0.0f, std::sin(half_rad), 0.0f, std::cos(half_rad));
  const int first_part = static_cast<int>(all.parts.size());
  const Grown& plant = garden.known[key];
  for (PlantPart part : plant.parts) {
    part.shape += plant.first_shape;
    if (part.parent >= 0) part.parent += first_part;
    part.rest = {at_m + rotated(turn, part.rest.position_m), 0.0f,
                 unit_quaternion(quaternion_product(turn, part.rest.quaternion))};
    all.parts.push_back(part);
  }
}

/// The modes of all shapes. Those that bend far have five linear modes and their derivatives.
std::vector<ReducedShape> reduced(const Garden& garden, Progress& progress) {
  constexpr ReduceOptions small_bending{}, large_bending{.linear_modes = 5, .cubic_forces = true};
  std::vector<ReducedShape> all(garden.plant.shapes.size());
  for (const int far : {0, 1}) {
    std::vector<PartShape> shapes;
    for (std::size_t s = 0; s < all.size(); ++s)
      if (garden.bends_far[s] == far) shapes.push_back(garden.plant.shapes[s]);
    std::vector<ReducedShape> some =
        reduce_all(shapes, far == 1 ? large_bending : small_bending, progress);
    for (std::size_t s = all.size(); s-- > 0;)
      if (garden.bends_far[s] == far) {
        all[s] = std::move(some.back());
        some.pop_back();
      }
  }
  return all;
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
  Garden garden;
  for (TableReader& table : plants) read_plant(table, garden, opening.progress);
  model->reduced = reduced(garden, opening.progress);
  model->plant = std::move(garden.plant);
  attach(*model, opening.progress);
  return [settings, model](Exec& exec) {
    return std::make_unique<PlantsSimulation>(exec, model, settings);
  };
}

}  // namespace limber
