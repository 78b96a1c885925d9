#include "sim/mesh/thin_parts.h"

#include <gtest/gtest.h>

#include <string>

#include "sim/mesh/drawn_attachment.h"
#include "sim/mesh/implicit_shape.h"
#include "tests/unit/drawn_checks.h"
#include "tests/unit/solid_checks.h"

namespace limber {
namespace {

struct Shape {
  std::string name;
  ImplicitShape shape;
  float drawn_cell_m;
};

Solid filled_thinly(const Shape& of, float cell_m, float skin_m = 0.0f) {
  Progress silent;
  const auto& [distance, low_m, high_m] = of.shape;
  Solid solid;
  solid.drawn = polygonise(distance, low_m, high_m, of.drawn_cell_m, silent);
  const DistanceFunction inner = [&](const glm::vec3& x) { return of.shape.distance(x) + skin_m; };
  solid.mesh = fill_with_thin_parts({inner, solid.drawn, skin_m}, low_m, high_m, cell_m, silent);
  solid.drawn_on_mesh = attach_drawn(solid.drawn, solid.mesh, skin_m);
  return solid;
}

std::vector<Shape> thin_shapes() {
  const RoundCone head{{0, 0, 0}, 0.3f, {0, 0.1f, 0}, 0.3f};
  return {
      {"a horn",
       blend_shape({head,
                    {{0.1f, 0.2f, 0}, 0.06f, {0.25f, 0.55f, 0}, 0.04f},
                    {{0.25f, 0.55f, 0}, 0.04f, {0.2f, 0.8f, 0.1f}, 0.018f}},
                   0.06f),
       0.015f},
      {"a needle", blend_shape({{{0, 0, 0}, 0.3f, {0.1f, 1.5f, 0.2f}, 0.012f}}, 0.0f), 0.012f},
      {"two balls and a neck",
       blend_shape({{{-0.6f, 0, 0}, 0.3f, {-0.6f, 0.01f, 0}, 0.3f},
                    {{-0.6f, 0, 0}, 0.02f, {0.6f, 0.1f, 0.2f}, 0.02f},
                    {{0.6f, 0.1f, 0.2f}, 0.25f, {0.6f, 0.11f, 0.2f}, 0.25f}},
                   0.03f),
       0.015f},
      {"a thin bow between its ends",
       blend_shape({{{-0.5f, 0, 0}, 0.15f, {-0.5f, 0.01f, 0}, 0.15f},
                    {{-0.5f, 0, 0}, 0.025f, {-0.3f, 0.5f, 0}, 0.02f},
                    {{-0.3f, 0.5f, 0}, 0.02f, {0.3f, 0.5f, 0}, 0.02f},
                    {{0.3f, 0.5f, 0}, 0.02f, {0.5f, 0, 0}, 0.025f},
                    {{0.5f, 0, 0}, 0.15f, {0.5f, 0.01f, 0}, 0.15f}},
                   0.03f),
       0.015f},
  };
}

TEST(ThinParts, NeitherComeOffNorAreLost) {
  for (const Shape& shape : thin_shapes())
    for (const float cell_m : {0.06f, 0.0775f, 0.11f, 0.15f}) {
      SCOPED_TRACE(shape.name + " in cells of " + std::to_string(cell_m));
      const Solid solid = filled_thinly(shape, cell_m);
      ASSERT_EQ(pieces_of(solid.drawn), 1);
      EXPECT_EQ(pieces_of(solid.mesh), 1);
      expect_solid(solid.mesh);
      expect_closed_manifold(boundary_of(solid.mesh.tetrahedra));
      const auto [smallest, largest] = dihedral_angles_deg(solid.mesh);
      EXPECT_GT(smallest, 10.7);  // the lattice's bounds
      EXPECT_LT(largest, 164.8);
      expect_drawn_on_mesh(solid, 0.8f * cell_m);
      expect_drawn_bends(solid, 0.8f * cell_m);
    }
}

TEST(ThinParts, AreKeptBelowASkin) {
  for (const Shape& shape : thin_shapes()) {
    SCOPED_TRACE(shape.name);
    const Solid solid = filled_thinly(shape, 0.08f, 0.02f);
    EXPECT_EQ(pieces_of(solid.mesh), 1);
    expect_closed_manifold(boundary_of(solid.mesh.tetrahedra));
    expect_drawn_on_mesh(solid, 0.8f * 0.08f + 0.02f);
    expect_drawn_bends(solid, 0.8f * 0.08f + 0.02f);
  }
}

TEST(ThinParts, CostLittle) {
  for (const Shape& shape : thin_shapes()) {
    SCOPED_TRACE(shape.name);
    Progress silent;
    const auto& [distance, low_m, high_m] = shape.shape;
    const double thick_m3 = volume_m3(fill_with_lattice(distance, low_m, high_m, 0.02f, silent));
    EXPECT_NEAR(volume_m3(filled_thinly(shape, 0.0775f).mesh) / thick_m3, 1.0, 0.15);
  }
}

TEST(ThinParts, WhatIsThickStaysAsTheLatticeFillsIt) {
  Progress silent;
  const ImplicitShape torus = torus_shape(glm::vec3(0.0f), {0, 1, 0}, 1.0f, 0.4f);
  for (const float skin_m : {0.0f, 0.05f}) {
    const DistanceFunction inner = [&](const glm::vec3& x) { return torus.distance(x) + skin_m; };
    const TetraMesh plain = fill_with_lattice(inner, torus.low_m, torus.high_m, 0.2f, silent);
    const TriangleMesh surface =
        polygonise(torus.distance, torus.low_m, torus.high_m, 0.1f, silent);
    const TetraMesh mesh =
        fill_with_thin_parts({inner, surface, skin_m}, torus.low_m, torus.high_m, 0.2f, silent);
    EXPECT_EQ(mesh.positions_m, plain.positions_m);
    EXPECT_EQ(mesh.tetrahedra, plain.tetrahedra);
  }
}

TEST(ThinParts, WhatIsApartStaysApart) {
  const Shape two{"two balls",
                  blend_shape({{{-0.3f, 0, 0}, 0.25f, {-0.3f, 0.01f, 0}, 0.25f},
                               {{0.3f, 0, 0}, 0.25f, {0.3f, 0.01f, 0}, 0.25f}},
                              0.0f),
                  0.03f};
  for (const float cell_m : {0.08f, 0.15f}) {
    const Solid solid = filled_thinly(two, cell_m);
    EXPECT_EQ(pieces_of(solid.drawn), 2);
    EXPECT_EQ(pieces_of(solid.mesh), 2);
    expect_drawn_on_mesh(solid, 0.8f * cell_m);
    expect_drawn_bends(solid, 0.8f * cell_m);
  }
}

}  // namespace
}  // namespace limber
