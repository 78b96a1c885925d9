#include "sim/piles/pile_draw_list.h"

#include "kernels/piles/rest.h"
#include "sim/draw_list.h"
#include "sim/piles/body_grabber.h"

namespace limber {

namespace {

/// For rough materials, assumed porous like sand: water traps the light that they scatter.
constexpr float wet_darkening = 0.65f;

}  // namespace

DrawList draw_list_of(const PilesModel& model, const BodyState& start) {
  const int bodies = static_cast<int>(start.poses.size());
  DrawList list;
  list.vertex_count = bodies + static_cast<int>(start.spheres.size()) + BodyGrabber::max_holds;
  float together_kg = 0.0f;
  for (int first = 0, last = 0; first < bodies; first = last) {
    const int kind = model.bodies[first].kind;
    while (last < bodies && model.bodies[last].kind == kind) ++last;
    const PileKind& shape = model.kinds[kind];
    list.instances.push_back({shape.drawn, first, last - first});
    Material& material = list.instances.back().mesh.material;
    material.mottling = wet_darkening * material.roughness;
    list.spheres.push_back(
        {bodies + start.first_sphere[first], start.first_sphere[last] - start.first_sphere[first],
         0.5f * shape.body.diameter_m, static_cast<int>(shape.body.centers_m.size())});
    together_kg += static_cast<float>(last - first) * shape.body.mass_kg;
  }
  // In the order of PileField.
  list.fields = {
      {"speed", "m/s", 0.0f, 2.0f},
      {"contact force", "N", 0.0f, 10.0f * 9.81f * together_kg / static_cast<float>(bodies)},
      {"sleeping", "s at rest", 0.0f, sleep_after_s}};
  set_bounds(list, sphere_centers_m(start.spheres, start.poses));
  list.bounds_min_m -= 0.5f * start.largest_diameter_m;
  list.bounds_max_m += 0.5f * start.largest_diameter_m;
  return list;
}

}  // namespace limber
