// What bodies of spheres touch with when they become rigid bodies of their drawn shape.

#include "sim/piles/as_rigid.h"

#include <gtest/gtest.h>

#include "sim/mesh/convex_hull.h"
#include "sim/mesh/creased.h"
#include "sim/mesh/solid_integrals.h"
#include "sim/mesh/teapot.h"

namespace limber {
namespace {

/// Handle and spout are parts of their own. A hull would fill the handle.
TEST(RigidSolids, KeepTheHolesOfATeapot) {
  const TriangleMesh mesh = teapot(0.4f);
  PileKind kind{body_of_spheres({{0.0f, 0.05f, 0.0f}, {0.0f, 0.15f, 0.0f}}, 0.1f, 2.0f, "teapot"),
                creased(mesh, 0.7f)};
  const std::vector<RigidSolid> solids = rigid_solids_of(kind);
  ASSERT_EQ(solids.size(), 3u);
  double kg = 0.0, m3 = 0.0;
  for (const RigidSolid& solid : solids) {
    kg += solid.mass_kg;
    TriangleMesh surface{{}, solid.shape.triangles};
    for (const RigidCorner& corner : solid.shape.corners)
      surface.positions_m.push_back(corner.at_m);
    m3 += solid_integrals(surface).volume_m3;
    EXPECT_LE(surface.triangles.size(), 440u);
  }
  EXPECT_NEAR(kg, 2.0, 1e-6);
  EXPECT_NEAR(m3, solid_integrals(mesh).volume_m3, 0.06 * m3);
  EXPECT_LT(m3, 0.8 * solid_integrals(convex_hull(mesh.positions_m, "teapot")).volume_m3);
  EXPECT_EQ(solids[0].drawn.triangles.size(), kind.drawn.triangles.size());
  EXPECT_TRUE(solids[1].drawn.triangles.empty());
}

}  // namespace
}  // namespace limber
