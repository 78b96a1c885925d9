#include "sim/plants/growth/growth.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <glm/gtc/quaternion.hpp>

#include "kernels/error.h"
#include "sim/plants/growth/skeleton.h"

namespace limber {

namespace {

struct SpeciesEntry {
  Species species;
  const char* name;
  float usual_height_m;
  PlantForm (*form)();
};

constexpr SpeciesEntry entries[] = {{Species::conifer, "conifer", 3.0f, conifer_form},
                                    {Species::peach, "peach", 3.5f, peach_form},
                                    {Species::broadleaf, "broadleaf", 5.0f, broadleaf_form},
                                    {Species::hemlock, "hemlock", 6.0f, hemlock_form},
                                    {Species::sketch, "sketch", 2.0f, sketch_form}};

const SpeciesEntry& species_entry(Species species) { return entries[static_cast<int>(species)]; }

Pose pose_of_frame(const Frame& frame) {
  const glm::quat q = glm::normalize(glm::quat_cast(frame.axes));
  return {frame.position_m, 0.0f, {q.x, q.y, q.z, q.w}};
}

/// The shapes of the stems come first, one per line, then those of the leaves.
Plant put_together(const PlantForm& form, const Skeleton& skeleton, SeededRandom& random) {
  Plant plant;
  for (std::size_t i = 0; i < skeleton.lines.size(); ++i) {
    const StemOrder& order = form.stems[skeleton.order_of_line[i]];
    PartShape shape = stem_shape(skeleton.lines[i], order.mesh, order.bark, random);
    shape.drawn.material = form.bark;
    shape.material = {form.wood_density_kg_m3, order.young_modulus_Pa, 0.3f};
    shape.modes = order.modes;
    plant.shapes.push_back(std::move(shape));
  }
  std::vector<int> first_shape;  // of each leaf order
  for (const LeafOrder& order : form.leaves) {
    first_shape.push_back(static_cast<int>(plant.shapes.size()));
    plant.shapes.insert(plant.shapes.end(), order.shapes.begin(), order.shapes.end());
  }
  for (const GrownStem& stem : skeleton.stems)
    plant.parts.push_back({stem.line, stem.parent, pose_of_frame(stem.frame)});
  for (const GrownLeaf& leaf : skeleton.leaves)
    plant.parts.push_back(
        {first_shape[leaf.order] + leaf.shape, leaf.parent, pose_of_frame(leaf.frame)});
  return plant;
}

float top_m(const Plant& plant) {
  float top = 0.0f;
  for (const PlantPart& part : plant.parts) {
    const glm::vec4 q = part.rest.quaternion;
    const glm::vec3 up =
        glm::mat3_cast(glm::conjugate(glm::quat(q.w, q.x, q.y, q.z))) * glm::vec3(0.0f, 1.0f, 0.0f);
    for (const glm::vec3& x : plant.shapes[part.shape].drawn.positions_m)
      top = std::max(top, part.rest.position_m.y + glm::dot(up, x));
  }
  return top;
}

/// Scales all lengths except the thickness of leaves.
void scale(Plant& plant, float factor) {
  for (PartShape& shape : plant.shapes) {
    for (glm::vec3& x : shape.drawn.positions_m) x *= factor;
    for (glm::vec3& x : shape.nodes_m) x *= factor;
  }
  for (PlantPart& part : plant.parts) part.rest.position_m *= factor;
}

}  // namespace

const char* name_of(Species species) { return species_entry(species).name; }

std::optional<Species> species_named(std::string_view name) {
  const auto entry = std::ranges::find(entries, name, &SpeciesEntry::name);
  if (entry == std::end(entries)) return std::nullopt;
  return entry->species;
}

float usual_height_m(Species species) { return species_entry(species).usual_height_m; }

Plant grow(const GrowthSettings& settings) {
  if (!(settings.height_m >= 0.0f) || !std::isfinite(settings.height_m))
    throw Error(ExitCode::bad_input,
                fmt::format("a plant cannot be {} m high; give a height above 0, or 0 for the "
                            "usual one",
                            settings.height_m));
  SeededRandom random(settings.seed);
  const PlantForm form = species_entry(settings.species).form();
  Plant plant = put_together(form, grow_skeleton(form, random), random);
  const float height_m =
      settings.height_m > 0.0f ? settings.height_m : usual_height_m(settings.species);
  scale(plant, height_m / top_m(plant));
  return plant;
}

}  // namespace limber
