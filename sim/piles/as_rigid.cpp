#include "sim/piles/as_rigid.h"

#include "kernels/error.h"
#include "sim/joints/rigid_solid.h"
#include "sim/mesh/closed_surface.h"
#include "sim/mesh/convex_hull.h"

namespace limber {

namespace {

constexpr int max_triangles = 400;

/// The simplified drawn mesh, or its convex hull if it is not closed.
TriangleMesh touching_surface_of(const StaticMesh& drawn) {
  const TriangleMesh all{drawn.positions_m, drawn.triangles};
  try {
    Progress untold;
    std::string note;
    const TriangleMesh closed = closed_surface(all, "the body", note, untold);
    return closed_surface(simplified(closed, max_triangles), "the body", note, untold);
  } catch (const Error&) {
    return convex_hull(drawn.positions_m, "the body");
  }
}

}  // namespace

JointsModel as_rigid(const PilesModel& model, int body) {
  const PileBody& piled = model.bodies[body];
  const PileKind& kind = model.kinds[piled.kind];
  constexpr double any_kg_m3 = 1000.0;
  const bool is_ball = kind.body.centers_m.size() == 1;
  RigidSolid solid = is_ball ? solid_ball(0.5f * kind.body.diameter_m, any_kg_m3)
                             : solid_mesh(touching_surface_of(kind.drawn), any_kg_m3);
  solid.weigh(static_cast<double>(kind.body.mass_kg));
  solid.drawn = kind.drawn;
  const glm::vec4& turn = piled.pose.quaternion;
  JointsModel one;
  one.bodies.push_back(body_of({solid.placed(glm::dvec4(turn), glm::dvec3(piled.pose.position_m))},
                               kind.drawn.material, one));
  return one;
}

}  // namespace limber
