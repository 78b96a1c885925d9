// Scene files of plants: [settings], [[plant]], [[solid]].

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <memory>
#include <tuple>

#include "scenes/blaming.h"
#include "scenes/builders.h"
#include "scenes/crowds.h"
#include "scenes/modal_solid.h"
#include "scenes/plant_table.h"
#include "scenes/solid_copies.h"
#include "scenes/solid_filling.h"
#include "scenes/solid_table.h"
#include "sim/plants/attachment_motion.h"
#include "sim/plants/growth/dragon.h"
#include "sim/plants/growth/growth.h"
#include "sim/plants/plants_system.h"
#include "sim/plants/reduce_all.h"

namespace limber {

namespace {

constexpr std::size_t max_vertices = 20e6;  ///< that are drawn: some gigabytes
constexpr std::size_t max_pairs = 20e6;     ///< of modes of one part, in all: as much

/// A plant as it has grown, before it is placed.
struct Grown {
  int first_shape = 0;
  std::vector<PlantPart> parts;
};

/// How many modes each part gets.
struct ModeCounts {
  int modes = 0;         ///< 0: as many as the species says
  int linear_modes = 0;  ///< of parts that bend far; 0: the part does not

  auto operator<=>(const ModeCounts&) const = default;
};

/// Plants that are the same in all of this have their shapes in common.
using GrownKey = std::tuple<std::string, unsigned, float, ModeCounts>;

/// Shapes that are reduced in the same way.
struct Batch {
  const TableReader* table;  ///< that asked for them
  const GivenMesh* given;    ///< that they are made of, or null
  int first_shape, shapes;
  int linear_modes;  ///< 0: they bend little, by linear forces
};

/// What a file's plants have come to so far.
struct PlantsDraft {
  Plant plant;
  std::vector<Batch> batches;
  std::map<GrownKey, Grown> known;
  std::size_t drawn_vertices = 0, pairs_of_modes = 0;

  /// The index of the first one.
  int add_shapes(std::vector<PartShape> shapes, const TableReader& table, const GivenMesh* given,
                 int linear_modes) {
    const auto first = static_cast<int>(plant.shapes.size());
    batches.push_back({&table, given, first, static_cast<int>(shapes.size()), linear_modes});
    std::ranges::move(shapes, std::back_inserter(plant.shapes));
    return first;
  }

  /// key: of the table, which is to be blamed for too many.
  void add_part(const PlantPart& part, const TableReader& table, const char* key) {
    const auto refuse = [&](std::size_t max_count, const char* what, const char* advice) {
      table.fail(key, fmt::format("brings the scene above {} million {}, which would take too much "
                                  "memory; use {}",
                                  max_count / 1000000, what, advice));
    };
    const PartShape& shape = plant.shapes[part.shape];
    drawn_vertices += shape.drawn.positions_m.size();
    pairs_of_modes += static_cast<std::size_t>(shape.modes) * shape.modes;
    if (drawn_vertices > max_vertices) refuse(max_vertices, "drawn vertices", "fewer of them");
    if (pairs_of_modes > max_pairs)
      refuse(max_pairs, "pairs of modes", "fewer of them, or fewer modes");
    plant.parts.push_back(part);
  }
};

Plant grown(const GrownKey& key, Progress& progress) {
  const auto& [name, seed, size_m, counts] = key;
  Plant plant;
  if (name == dragon) {
    DragonSettings settings;
    if (size_m > 0.0f) settings.length_m = size_m;
    plant = {{dragon_shape(settings, progress)}, {PlantPart{}}};
  } else {
    plant = grow({.species = *species_named(name), .seed = seed, .height_m = size_m});
  }
  for (PartShape& shape : plant.shapes)
    if (shape.modes > 0 && counts.modes > 0) shape.modes = counts.modes;
  return plant;
}

/// Of a plant as it is drawn and moves, without what its shapes share.
double bytes_of(const Grown& plant, const std::vector<PartShape>& shapes) {
  double bytes = 0.0;
  for (const PlantPart& part : plant.parts) {
    const PartShape& shape = shapes[plant.first_shape + part.shape];
    bytes += plant_part_bytes + plant_mode_bytes * shape.modes +
             plant_vertex_bytes * static_cast<double>(shape.drawn.positions_m.size());
  }
  return bytes;
}

void add_plant(const PlantTable& table, const TableReader& reader, PlantsDraft& draft,
               const Opening& opening) {
  const ModeCounts counts{table.modes, table.species == dragon ? table.linear_modes : 0};
  const GrownKey key{table.species, static_cast<unsigned>(table.seed), table.size_m, counts};
  if (!draft.known.contains(key)) {
    Plant plant = grown(key, opening.progress);
    draft.known[key] = {
        draft.add_shapes(std::move(plant.shapes), reader, nullptr, counts.linear_modes),
        std::move(plant.parts)};
  }
  const auto half_rad = static_cast<float>(as_written(table.turn_deg) * M_PI / 360.0);
  const glm::vec4 turn(0.0f, std::sin(half_rad), 0.0f, std::cos(half_rad));
  const int first_part = static_cast<int>(draft.plant.parts.size());
  const Grown& plant = draft.known[key];
  const auto parts = static_cast<double>(plant.parts.size());
  opening.memory.take_parts(reader, "species", parts, bytes_of(plant, draft.plant.shapes) / parts);
  for (PlantPart part : plant.parts) {
    part.shape += plant.first_shape;
    if (part.parent >= 0) part.parent += first_part;
    part.rest = {table.position_m + rotated(turn, part.rest.position_m), 0.0f,
                 unit_quaternion(quaternion_product(turn, part.rest.quaternion))};
    draft.add_part(part, reader, "species");
  }
}

float lowest_m(const TetraMesh& mesh) {
  float lowest = INFINITY;
  for (const glm::vec3& x : mesh.positions_m) lowest = std::min(lowest, x.y);
  return lowest;
}

/// Parts that are near each other at the start do not touch, but all pairs of them are looked at.
void check_crowd_of_parts(const ModalSolid& solid, const std::function<std::string(int)>& name,
                          Progress& progress) {
  StartingBodies bodies{.boxes = {}, .name = name, .touching = {}};
  for (const PlantPart& part : solid.parts) {
    Box box;
    for (const glm::vec3& x : solid.shapes[part.shape].drawn.positions_m)
      box.add(part.rest.position_m + rotated(part.rest.quaternion, x));
    bodies.boxes.push_back(box);
  }
  bodies.together.assign(bodies.boxes.size(), 0);
  check_crowds(bodies, progress);
}

/// Parts that stand by themselves and bend far, as the dragon does. A mesh that takes the place of
/// one stands where the origin of its bones was.
void add_solid(const SolidTable& table, TableReader& reader, PlantsDraft& draft,
               float contact_distance_m, const std::function<std::string(int)>& name,
               const Opening& opening) {
  const Solid solid = make_solid(table, reader, opening);
  ModalSolid copies(table, reader, opening.given);
  const float lift_m = opening.given ? -lowest_m(solid.mesh) : 0.0f;
  for_each_copy(table, solid, opening.progress, [&](const Solid& copy, Placement placement) {
    placement.at_m.y += lift_m;
    copies.add(copy, placement);
  });
  if (contact_distance_m > 0.0f) check_crowd_of_parts(copies, name, opening.progress);
  const int first =
      draft.add_shapes(std::move(copies.shapes), reader, opening.given, table.linear_modes);
  for (PlantPart part : copies.parts) {
    part.shape += first;
    draft.add_part(part, reader, "copies");
  }
}

/// The modes of all shapes. Those that bend far have derivatives of modes, too.
std::vector<ReducedShape> reduced(const PlantsDraft& draft, Progress& progress) {
  const std::vector<PartShape>& shapes = draft.plant.shapes;
  std::vector<ReduceOptions> options(shapes.size());
  std::vector<const Batch*> batch_of(shapes.size());
  for (const Batch& batch : draft.batches)
    for (int i = batch.first_shape; i < batch.first_shape + batch.shapes; ++i) {
      batch_of[i] = &batch;
      if (batch.linear_modes > 0)
        options[i] = {.linear_modes = std::min(batch.linear_modes, shapes[i].modes),
                      .cubic_forces = true};
    }
  try {
    return reduce_all(shapes, options, progress);
  } catch (const WrongShape& error) {
    const Batch& batch = *batch_of[error.shape()];
    if (batch.given) blame(error, *batch.given, bend_in_modes);
    blame(error, *batch.table, "modes", "cannot be computed");
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

// Found by the types of their arguments, see PlanOf.
static void move_model(PlantsModel& model, const glm::vec3& by_m) {
  for (PlantPart& part : model.plant.parts) part.rest.position_m += by_m;
}

static float largest_radius_of(const PlantsModel&) { return 0.0f; }

static std::unique_ptr<System> make_system(Exec& exec,
                                           const std::shared_ptr<const PlantsModel>& model,
                                           const ColliderCount& colliders,
                                           const PlantsSettings& settings) {
  return std::make_unique<PlantsSystem>(exec, model, colliders.besides_ground > 0, settings);
}

std::unique_ptr<SystemPlan> plan_plants(const std::vector<Read<PlantTable>>& plants,
                                        std::vector<Read<SolidTable>>& solids,
                                        const PlantsSettings& settings, const Opening& opening) {
  auto model = std::make_shared<PlantsModel>();
  model->share_shapes = !opening.scene.unshare;
  model->grown_under_gravity = opening.scene.grown_under_gravity;
  PlantsDraft draft;
  BodyNames bodies;
  const auto roots = [&] {
    return static_cast<int>(std::ranges::count(draft.plant.parts, -1, &PlantPart::parent));
  };
  for (const auto& [reader, table] : plants) {
    bodies.add(roots(), "plant", reader.place());
    add_plant(table, reader, draft, opening);
  }
  for (auto& [reader, table] : solids) {
    opening.name_bodies(bodies, roots(), "solid", reader);
    add_solid(
        table, reader, draft, settings.contact_distance_m,
        [&, first = roots()](int copy) { return bodies.name(first + copy); }, opening);
  }
  model->reduced = reduced(draft, opening.progress);
  model->plant = std::move(draft.plant);
  attach(*model, opening.progress);
  return std::make_unique<PlanOf<PlantsModel, PlantsSettings>>("plant", model, bodies, settings);
}

}  // namespace limber
