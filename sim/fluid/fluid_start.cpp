#include "sim/fluid/fluid_start.h"

#include <algorithm>
#include <cmath>

namespace limber {

namespace {

/// Radius with which specks of foam are drawn.
constexpr float speck_spacings = 0.22f;

}  // namespace

std::vector<Particle> particles_of(const FluidModel& model, float mass_kg) {
  std::vector<Particle> all;
  for (const FluidBody& body : model.bodies)
    for (const glm::vec3& x : body.places_m) all.push_back({x, 1.0f / mass_kg});
  while (static_cast<int>(all.size()) < model.max_particles())
    all.push_back(parked(static_cast<int>(all.size()), support_spacings * model.spacing_m));
  return all;
}

std::vector<FluidMotion> motions_of(const FluidModel& model) {
  std::vector<FluidMotion> all;
  for (const FluidBody& body : model.bodies)
    all.resize(all.size() + body.places_m.size(), {body.velocity_m_s, 0.0f});
  all.resize(model.max_particles());
  return all;
}

std::vector<FluidEmitter> emitters_of(const FluidModel& model) {
  std::vector<FluidEmitter> all;
  int first_place = 0, first_point = 0;
  for (const FluidSource& source : model.sources) {
    const int points = static_cast<int>(layer_of(source, model.spacing_m).size());
    const float length_m = nozzle_spacings * model.spacing_m;
    const double layers_per_s = static_cast<double>(source.speed_m_s) / model.spacing_m;
    all.push_back(
        {.back_m = source.center_m - source.direction * length_m,
         .length_m = length_m,
         .direction = source.direction,
         .radius_m = source.radius_m,
         .speed_m_s = source.speed_m_s,
         .start_s = source.start_s,
         .stop_s = source.stop_s,
         .first_place = first_place,
         .places = source.max_particles,
         .first_point = first_point,
         .points = points,
         .points_per_layer = source.drops_per_s > 0.0f
                                 ? std::min(source.drops_per_s / layers_per_s, 1.0 * points)
                                 : points});
    first_place += source.max_particles;
    first_point += points;
  }
  return all;
}

std::vector<glm::vec3> layer_points_m(const FluidModel& model) {
  std::vector<glm::vec3> all;
  for (const FluidSource& source : model.sources)
    for (const glm::vec3& x : layer_of(source, model.spacing_m)) all.push_back(x);
  return all;
}

std::vector<glm::vec3> layer_of(const FluidSource& source, float spacing_m) {
  const glm::vec3 d = source.direction;
  const glm::vec3 beside = std::abs(d.y) < 0.9f ? glm::vec3(0, 1, 0) : glm::vec3(1, 0, 0);
  const glm::vec3 across = glm::normalize(glm::cross(d, beside)), up = glm::cross(d, across);
  const int rings = static_cast<int>(source.radius_m / spacing_m);
  std::vector<glm::vec3> points_m;
  for (int b = -rings; b <= rings; ++b)
    for (int a = -rings; a <= rings; ++a) {
      const glm::vec3 x = spacing_m * (static_cast<float>(a) * across + static_cast<float>(b) * up);
      if (glm::dot(x, x) <= source.radius_m * source.radius_m) points_m.push_back(x);
    }
  return points_m;
}

DrawList draw_list_of(const FluidModel& model) {
  DrawList list;
  std::vector<glm::vec3> places_m;
  const FluidLook* before = nullptr;
  const auto add = [&](const FluidLook& look, int count) {
    if (!before || *before != look)
      list.fluids.push_back({list.vertex_count, 0, 0.5f * model.spacing_m, look.absorption_per_m,
                             look.refraction, look.scatter});
    list.fluids.back().count += count;
    before = &look;
    list.vertex_count += count;
  };
  for (const FluidBody& body : model.bodies) {
    add(body.look, static_cast<int>(body.places_m.size()));
    places_m.insert(places_m.end(), body.places_m.begin(), body.places_m.end());
  }
  for (const FluidSource& source : model.sources) {
    add(source.look, source.max_particles);
    places_m.push_back(source.center_m);
  }
  if (model.max_specks > 0) {
    list.foams.push_back({list.vertex_count, model.max_specks, speck_spacings * model.spacing_m});
    list.vertex_count += model.max_specks;
  }
  // In the order of FluidField.
  list.fields = {{"speed", "m/s", 0.0f, 3.0f},
                 {"density error", "%", -2.0f, 2.0f},
                 {"pressure", "Pa", 0.0f, 5000.0f}};
  set_bounds(list, places_m);
  return list;
}

}  // namespace limber
