#include "sim/piles/as_rigid.h"

#include "kernels/error.h"
#include "sim/mesh/closed_surface.h"
#include "sim/mesh/connected_parts.h"
#include "sim/mesh/convex_hull.h"

namespace limber {

namespace {

constexpr int max_rigid_triangles = 400;

/// A part of the drawn mesh, simplified, or its convex hull if it is not closed.
TriangleMesh touching_mesh_of(const TriangleMesh& part) {
  try {
    Progress untold;
    std::string note;
    const TriangleMesh closed = closed_surface(part, "the body", note, untold);
    return closed_surface(simplified(closed, max_rigid_triangles), "the body", note, untold);
  } catch (const Error&) {
    return convex_hull(part.positions_m, "the body");
  }
}

}  // namespace

std::vector<RigidSolid> rigid_solids_of(const PileKind& kind) {
  constexpr double any_kg_m3 = 1000.0;
  std::vector<RigidSolid> solids;
  if (kind.body.centers_m.size() == 1) {
    solids.push_back(solid_ball(0.5f * kind.body.diameter_m, any_kg_m3));
  } else {
    const TriangleMesh drawn{kind.drawn.positions_m, kind.drawn.triangles};
    for (const TriangleMesh& part : connected_parts(drawn))
      solids.push_back(solid_mesh(touching_mesh_of(part), any_kg_m3));
  }
  double sum_kg = 0.0;
  for (const RigidSolid& solid : solids) sum_kg += solid.mass_kg;
  for (RigidSolid& solid : solids) {
    solid.weigh(solid.mass_kg / sum_kg * static_cast<double>(kind.body.mass_kg));
    solid.drawn = {};
  }
  solids.front().drawn = kind.drawn;
  return solids;
}

JointsModel as_rigid(const PilesModel& model, int body) {
  const PileBody& piled = model.bodies[body];
  const PileKind& kind = model.kinds[piled.kind];
  std::vector<RigidSolid> placed;
  for (const RigidSolid& solid : rigid_solids_of(kind))
    placed.push_back(
        solid.placed(glm::dvec4(piled.pose.quaternion), glm::dvec3(piled.pose.position_m)));
  JointsModel one;
  one.bodies.push_back(body_of(placed, kind.drawn.material, one));
  return one;
}

}  // namespace limber
