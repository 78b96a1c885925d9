#include "sim/mesh/drawn_attachment.h"

#include <gtest/gtest.h>

#include "sim/mesh/lattice_mesher.h"
#include "sim/mesh/surfaces.h"
#include "tests/unit/drawn_checks.h"
#include "tests/unit/solid_checks.h"

namespace limber {
namespace {

constexpr float attached_cell_m = 0.1f;

TetraMesh balls(std::vector<std::pair<glm::vec3, float>> balls) {
  Progress silent;
  return fill_with_lattice(
      [&](const glm::vec3& x) {
        float min_m = INFINITY;
        for (const auto& [center_m, radius_m] : balls)
          min_m = std::min(min_m, glm::distance(x, center_m) - radius_m);
        return min_m;
      },
      glm::vec3(-2.0f), glm::vec3(2.0f), attached_cell_m, silent);
}

TriangleMesh together(const TriangleMesh& a, const TriangleMesh& b) {
  TriangleMesh both = a;
  for (const glm::uvec3& t : b.triangles)
    both.triangles.push_back(t + static_cast<unsigned>(a.positions_m.size()));
  both.positions_m.insert(both.positions_m.end(), b.positions_m.begin(), b.positions_m.end());
  return both;
}

/// A ball that is drawn out to a spike as long as its diameter.
TriangleMesh spiked_ball() {
  TriangleMesh mesh = ball_mesh(4, 0.5f, glm::vec3(0.0f));
  for (glm::vec3& x : mesh.positions_m)
    if (x.y > 0.4f) x.y += 10.0f * (x.y - 0.4f);
  return mesh;
}

TEST(DrawnAttachment, WhatTheSolidHasIsDrawnWhereItIs) {
  const TriangleMesh ball = ball_mesh(4, 0.55f, glm::vec3(0.0f));
  Solid solid{.mesh = balls({{glm::vec3(0.0f), 0.5f}}), .drawn = ball};
  solid.drawn_on_mesh = attach_drawn(solid.drawn, solid.mesh, 0.0f);
  EXPECT_EQ(solid.drawn.positions_m, ball.positions_m);
  EXPECT_EQ(solid.drawn.triangles, ball.triangles);
  expect_drawn_on_mesh(solid, attached_cell_m);
  expect_drawn_bends(solid, attached_cell_m);
}

TEST(DrawnAttachment, WhatTheSolidHasLostIsPulledIn) {
  Solid solid{.mesh = balls({{glm::vec3(0.0f), 0.5f}}), .drawn = spiked_ball()};
  solid.drawn_on_mesh = attach_drawn(solid.drawn, solid.mesh, 0.0f);
  expect_closed_manifold(solid.drawn.triangles);
  EXPECT_EQ(solid.drawn.positions_m.size(), spiked_ball().positions_m.size());
  expect_drawn_on_mesh(solid, 1.05f * attached_cell_m);
  expect_drawn_bends(solid, 1.05f * attached_cell_m);
}

TEST(DrawnAttachment, WhatIsOneOnTheSurfaceRidesOnOnePiece) {
  // Two pieces; the surface around both, with a waist, is one.
  TriangleMesh around = ball_mesh(4, 0.5f, glm::vec3(0.0f));
  for (glm::vec3& x : around.positions_m) x.x *= 1.4f;
  Solid solid{.mesh = balls({{{-0.35f, 0, 0}, 0.3f}, {{0.35f, 0, 0}, 0.25f}}), .drawn = around};
  ASSERT_EQ(pieces_of(solid.mesh), 2);
  solid.drawn_on_mesh = attach_drawn(solid.drawn, solid.mesh, 0.0f);
  expect_closed_manifold(solid.drawn.triangles);
  expect_drawn_on_mesh(solid, 1.05f * attached_cell_m);
}

TEST(DrawnAttachment, EachPartRidesOnItsOwnPiece) {
  Solid solid{
      .mesh = balls({{{-0.35f, 0, 0}, 0.3f}, {{0.35f, 0, 0}, 0.3f}}),
      .drawn = together(ball_mesh(4, 0.33f, {-0.35f, 0, 0}), ball_mesh(4, 0.33f, {0.35f, 0, 0}))};
  solid.drawn_on_mesh = attach_drawn(solid.drawn, solid.mesh, 0.0f);
  const std::vector<int> piece =
      pieces_by_vertex<4>(solid.mesh.positions_m.size(), solid.mesh.tetrahedra);
  for (std::size_t i = 0; i < solid.drawn.positions_m.size(); ++i) {
    const int corner = solid.drawn_on_mesh[i].corners[0];
    EXPECT_EQ(solid.drawn.positions_m[i].x > 0.0f, solid.mesh.positions_m[corner].x > 0.0f);
  }
  expect_drawn_on_mesh(solid, attached_cell_m);
  expect_drawn_bends(solid, attached_cell_m);
}

TEST(DrawnAttachment, APartWithoutTetrahedraIsNotDrawn) {
  const TriangleMesh ball = ball_mesh(4, 0.5f, glm::vec3(0.0f));
  for (const bool first : {false, true}) {
    const TriangleMesh far = ball_mesh(2, 0.02f, {1, 0, 0});
    Solid solid{.mesh = balls({{glm::vec3(0.0f), 0.5f}}),
                .drawn = first ? together(far, ball) : together(ball, far)};
    solid.drawn_on_mesh = attach_drawn(solid.drawn, solid.mesh, 0.0f);
    EXPECT_EQ(solid.drawn.positions_m, ball.positions_m);
    EXPECT_EQ(solid.drawn.triangles, ball.triangles);
    expect_drawn_on_mesh(solid, attached_cell_m);
    expect_drawn_bends(solid, attached_cell_m);
  }
}

}  // namespace
}  // namespace limber
