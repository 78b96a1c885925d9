#include "sim/piles/sphere_body.h"

#include <gtest/gtest.h>

#include <cmath>
#include <glm/gtc/quaternion.hpp>
#include <limits>
#include <random>

#include "kernels/portable_math.h"
#include "sim/mesh/lathe.h"
#include "tests/unit/refusal.h"
#include "tests/unit/small_surfaces.h"

namespace limber {
namespace {

constexpr float density_kg_m3 = 700.0f;

SphereBody filled_by_spheres(const TriangleMesh& mesh, float edge_m,
                             VoxelChoice choice = VoxelChoice::solid) {
  return body_of_voxels(Voxelizer(mesh, "thing.obj").voxels(edge_m, glm::vec3(0.5f)), choice,
                        density_kg_m3, "thing.obj");
}

TriangleMesh turned_around_y(const std::vector<ProfilePoint>& profile) {
  Lathe lathe(64);
  lathe.turn(flattened(profile, 0.002f));
  return lathe.mesh;
}

/// The mesh, stretched, turned and moved.
TriangleMesh placed(TriangleMesh mesh, const glm::vec3& size, const glm::mat3& turn,
                    const glm::vec3& to) {
  for (glm::vec3& x : mesh.positions_m) x = turn * (size * x) + to;
  return mesh;
}

void expect_ratio_near(const glm::vec3& value, const glm::vec3& expected, float share) {
  for (int k = 0; k < 3; ++k) EXPECT_NEAR(value[k] / expected[k], 1.0f, share) << "axis " << k;
}

/// The tensor of the spheres about the origin of the body's frame, each of its own kind.
glm::mat3 tensor_of(const SphereBody& body) {
  glm::dmat3 sum(0.0);
  for (const glm::vec3& center_m : body.centers_m) {
    const glm::dvec3 r(center_m);
    sum += (glm::dot(r, r) + 0.1 * body.diameter_m * body.diameter_m) * glm::dmat3(1.0) -
           glm::outerProduct(r, r);
  }
  return glm::mat3(sum * static_cast<double>(body.mass_kg) /
                   static_cast<double>(body.centers_m.size()));
}

void expect_principal(const SphereBody& body) {
  const glm::mat3 tensor = tensor_of(body);
  const float scale = tensor[0][0] + tensor[1][1] + tensor[2][2];
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      EXPECT_NEAR(tensor[i][j], i == j ? body.inertia_kg_m2[i] : 0.0f, 1e-5f * scale);
  glm::dvec3 middle(0.0);
  for (const glm::vec3& x : body.centers_m) middle += glm::dvec3(x);
  EXPECT_LT(glm::length(middle) / static_cast<double>(body.centers_m.size()),
            1e-5 * body.diameter_m * static_cast<double>(body.centers_m.size()));
  EXPECT_NEAR(glm::determinant(body.axes), 1.0f, 1e-5f);
  EXPECT_LT(glm::length(body.axes[0] - glm::cross(body.axes[1], body.axes[2])), 1e-5f);
}

TEST(SphereBody, ABallHasTheInertiaOfABall) {
  const TriangleMesh ball =
      turned_around_y({{0, -1}, {1, 0, std::tan(pi / 8)}, {0, 1, std::tan(pi / 8)}});
  const SphereBody body = filled_by_spheres(ball, 0.11f);
  EXPECT_NEAR(body.mass_kg / (density_kg_m3 * 4.0f / 3.0f * pi), 1.0f, 0.02f);
  expect_ratio_near(body.inertia_kg_m2, glm::vec3(0.4f * body.mass_kg), 0.02f);
}

TEST(SphereBody, ABoxHasTheInertiaOfABox) {
  const SphereBody body = filled_by_spheres(
      placed(cube(glm::vec3(-0.5f), 1.0f), {1, 2, 0.5f}, glm::mat3(1.0f), {3, 4, 5}), 1.0f / 16);
  EXPECT_EQ(body.centers_m.size(), 4096u);
  EXPECT_NEAR(body.mass_kg, density_kg_m3, 1.0f);
  expect_ratio_near(body.inertia_kg_m2,
                    body.mass_kg / 12.0f * glm::vec3(4.0f + 0.25f, 1.0f + 0.25f, 1.0f + 4.0f),
                    0.02f);
  EXPECT_LT(glm::distance(body.center_of_mass_m, glm::vec3(3, 4, 5)), 1e-4f);
}

TEST(SphereBody, ACylinderHasTheInertiaOfACylinder) {
  constexpr float radius_m = 0.45f, height_m = 1.0f;
  const SphereBody body = filled_by_spheres(
      turned_around_y({{0, 0}, {radius_m, 0}, {radius_m, height_m}, {0, height_m}}), 1.0f / 18);
  EXPECT_NEAR(body.mass_kg / (density_kg_m3 * pi * radius_m * radius_m * height_m), 1.0f, 0.02f);
  const float across = (3.0f * radius_m * radius_m + height_m * height_m) / 12.0f;
  expect_ratio_near(body.inertia_kg_m2,
                    body.mass_kg * glm::vec3(across, 0.5f * radius_m * radius_m, across), 0.02f);
}

TEST(SphereBody, TheFrameIsPrincipalAndRightHanded) {
  std::mt19937 random(5);
  std::uniform_real_distribution<float> place(-1.0f, 1.0f);
  const auto point = [&] { return glm::vec3(place(random), place(random), place(random)); };
  for (int i = 0; i < 20; ++i) {
    std::vector<glm::vec3> centers_m(3 + i);
    for (glm::vec3& x : centers_m) x = point() * glm::vec3(1.0f, 2.0f, 4.0f) + 3.0f;
    const SphereBody body = body_of_spheres(centers_m, 0.2f, 3.0f, "cloud");
    expect_principal(body);
    for (std::size_t k = 0; k < centers_m.size(); ++k)
      EXPECT_LT(glm::distance(body.from_mesh(centers_m[k]), body.centers_m[k]), 1e-5f);
  }
}

TEST(SphereBody, TheFrameIsTheNearestToTheMeshs) {
  const glm::mat3 turn =
      glm::mat3_cast(glm::angleAxis(0.6f, glm::normalize(glm::vec3(1, -2, 0.5f))));
  const TriangleMesh brick = placed(cube(glm::vec3(-0.5f), 1.0f), {1, 2, 0.5f}, turn, {1, 0, -2});
  const SphereBody body = filled_by_spheres(brick, 0.07f);
  expect_principal(body);
  for (int axis = 0; axis < 3; ++axis) EXPECT_GT(glm::dot(body.axes[axis], turn[axis]), 0.999f);
  expect_ratio_near(body.inertia_kg_m2, body.mass_kg / 12.0f * glm::vec3(4.25f, 1.25f, 5.0f),
                    0.02f);
  // Where all directions are alike, those of the mesh are kept.
  EXPECT_EQ(filled_by_spheres(cube(glm::vec3(2.0f), 1.0f), 0.25f).axes, glm::mat3(1.0f));
}

TEST(SphereBody, OneSphereHasAnInertia) {
  const SphereBody body = body_of_spheres({{1, 2, 3}}, 0.5f, 2.0f, "pebble");
  expect_ratio_near(body.inertia_kg_m2, glm::vec3(0.4f * 2.0f * 0.0625f), 1e-6f);
  EXPECT_EQ(body.centers_m, std::vector<glm::vec3>{glm::vec3(0.0f)});
}

// A hollow shell of spheres must not fall otherwise than the solid one.
TEST(SphereBody, SurfaceSpheresMoveAsTheSolid) {
  const TriangleMesh ring = torus(40, 20, 1.0f, 0.45f);
  const SphereBody solid = filled_by_spheres(ring, 0.1f),
                   surface = filled_by_spheres(ring, 0.1f, VoxelChoice::surface);
  EXPECT_LT(surface.centers_m.size(), solid.centers_m.size());
  EXPECT_EQ(surface.mass_kg, solid.mass_kg);
  EXPECT_EQ(surface.inertia_kg_m2, solid.inertia_kg_m2);
  EXPECT_EQ(surface.center_of_mass_m, solid.center_of_mass_m);
}

TEST(SphereBody, RowsAndRings) {
  const std::vector<glm::vec3> row = spheres_in_a_row({0, 1, 0}, {0, 4, 0}, 4);
  EXPECT_EQ(row, (std::vector<glm::vec3>{{0, 1, 0}, {0, 2, 0}, {0, 3, 0}, {0, 4, 0}}));
  EXPECT_EQ(spheres_in_a_row({0, 1, 0}, {0, 4, 0}, 1), (std::vector<glm::vec3>{{0, 2.5f, 0}}));
  const std::vector<glm::vec3> ring = spheres_in_a_ring(2.0f, 6);
  ASSERT_EQ(ring.size(), 6u);
  for (int i = 0; i < 6; ++i) {
    EXPECT_NEAR(glm::length(ring[i]), 2.0f, 1e-6f);
    EXPECT_NEAR(glm::distance(ring[i], ring[(i + 1) % 6]), 2.0f, 1e-5f);
    EXPECT_EQ(ring[i].y, 0.0f);
  }
  const SphereBody body = body_of_spheres(ring, 2.0f, 1.0f, "ring");
  EXPECT_NEAR(body.inertia_kg_m2.x, body.inertia_kg_m2.z, 1e-5f);
  EXPECT_EQ(body.axes, glm::mat3(1.0f));
}

TEST(SphereBody, RefusesWithASentence) {
  const TriangleMesh plate =
      placed(cube(glm::vec3(0.0f), 1.0f), {1, 0.01f, 1}, glm::mat3(1.0f), {});
  EXPECT_EQ(refusal([&] { filled_by_spheres(plate, 0.1f); }),
            "the mesh thing.obj is thinner than a voxel of 0.1 m: no voxel has its centre "
            "inside; take smaller ones");
  const TriangleMesh block = cube(glm::vec3(0.0f), 1.0f);
  EXPECT_EQ(refusal([&] { filled_by_spheres(block, 1.0f / 17); }),
            "the mesh thing.obj would become a body of 4913 spheres, more than 4096; take larger "
            "ones, or place them at its surface only");
  EXPECT_EQ(filled_by_spheres(block, 1.0f / 17, VoxelChoice::surface).centers_m.size(),
            4913u - 3375u);
  const VoxelGrid grid = Voxelizer(block, "thing.obj").voxels(0.5f);
  EXPECT_EQ(refusal([&] { body_of_voxels(grid, VoxelChoice::solid, 0.0f, "thing.obj"); }),
            "the mesh thing.obj has a density of 0 kg/m3; it must be finite and above 0");
  EXPECT_EQ(refusal([] { body_of_spheres({}, 1.0f, 1.0f, "thing.obj"); }),
            "the mesh thing.obj has no spheres; a body needs at least one");
  EXPECT_EQ(refusal([] {
              body_of_spheres({{NAN, 0, 0}}, 1.0f, 1.0f, "thing.obj");
            }),
            "the mesh thing.obj has a sphere that is not at a finite place");
  EXPECT_EQ(refusal([] {
              body_of_spheres({{0, 0, 0}}, -1.0f, 1.0f, "thing.obj");
            }),
            "the mesh thing.obj has spheres -1 m wide; their diameter must be finite and above 0");
  EXPECT_EQ(refusal([] {
              body_of_spheres({{0, 0, 0}}, 1.0f, INFINITY, "thing.obj");
            }),
            "the mesh thing.obj weighs inf kg; its mass must be finite and above 0");
}

}  // namespace
}  // namespace limber
