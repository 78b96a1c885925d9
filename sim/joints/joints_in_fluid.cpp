// Rigid bodies in fluids: [Akinci12].

#include <array>
#include <map>

#include "kernels/launch.h"
#include "sim/joints/joints_system.h"
#include "sim/joints/rigid_filling.h"
#include "sim/piles/sphere_body.h"

namespace limber {

namespace {

/// The surface to fill: the box of a body without a shape, else the look, as a contact core may be
/// smaller.
StaticMesh filled_surface_of(const RigidBody& body, const std::vector<StaticMesh>& looks) {
  if (body.shape >= 0) return looks[body.look];
  const RigidShape box = box_shape(body.half_size_m);
  StaticMesh surface;
  for (const RigidCorner& corner : box.corners) surface.positions_m.push_back(corner.at_m);
  surface.triangles = box.triangles;
  return surface;
}

}  // namespace

const ImmersedBalls& JointsSystem::immersed_balls(float spacing_m) {
  if (filled_spacing_m_ == spacing_m) return balls_;
  filled_spacing_m_ = spacing_m;
  balls_ = {};
  std::map<std::array<float, 4>, RigidFilling> known;
  for (int b = 0; b < bodies(); ++b) {
    const RigidBody& body = filled_.bodies[b];
    const glm::vec3 half_m = body.half_size_m;
    const auto look = static_cast<float>(body.shape >= 0 ? body.look : -1);
    const auto [at, is_new] = known.try_emplace({look, half_m.x, half_m.y, half_m.z});
    if (is_new) at->second = filling_of(filled_surface_of(body, filled_.looks), spacing_m);
    const RigidFilling& filling = at->second;
    balls_.fullness.insert(balls_.fullness.end(), filling.fullness.begin(), filling.fullness.end());
    for (const glm::vec3& x : filling.centers_m)
      balls_.spheres.push_back(
          {x, filling.radius_m, b,
           body.held ? 0.0f : largest_inverse_mass_per_kg(body.mass_kg, body.inertia_kg_m2, x)});
  }
  ball_on_body_ = {*exec_, balls_.spheres};
  return balls_;
}

ImmersedRigid JointsSystem::immersed_bodies() const {
  return {readable(ball_on_body_), readable(poses_), readable(inertias_)};
}

void JointsSystem::launch_show_spheres(View<ImmersedSphere> spheres, int first_body) {
  launch(*exec_, "fluid", spheres.size,
         ShowRigidSpheres{immersed_bodies(), readable(momenta_), spheres, first_body});
}

void JointsSystem::launch_try_impulses(View<const ImmersedSphere> spheres,
                                       const BodyImpulses& impulses,
                                       View<glm::vec4> velocities_m_s) {
  launch(*exec_, "fluid", spheres.size,
         TryRigidImpulses{immersed_bodies(), spheres, impulses, velocities_m_s});
}

void JointsSystem::launch_take_impulses(const BodyImpulses& impulses, View<const long long>,
                                        float) {
  launch(*exec_, "fluid", bodies(),
         TakeRigidImpulses{readable(inertias_), impulses, momenta_.view()});
}

}  // namespace limber
