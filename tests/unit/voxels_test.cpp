#include "sim/piles/voxels.h"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <limits>
#include <random>

#include "sim/mesh/box_mesh.h"
#include "sim/mesh/obj_file.h"
#include "sim/mesh/tetra_mesh.h"
#include "tests/unit/refusal.h"
#include "tests/unit/small_surfaces.h"
#include "tests/unit/winding_number.h"

namespace limber {
namespace {

void expect_as_winding_number(const TriangleMesh& mesh, float edge_m, const glm::vec3& shift) {
  const VoxelGrid grid = Voxelizer(mesh, "thing.obj").voxels(edge_m, shift);
  int inside = 0, wrong = 0;
  for (int z = 0; z < grid.count.z; ++z)
    for (int y = 0; y < grid.count.y; ++y)
      for (int x = 0; x < grid.count.x; ++x) {
        const double winding = winding_number(mesh, glm::dvec3(grid.center_m({x, y, z})));
        wrong += grid.is_inside({x, y, z}) != (std::abs(winding) > 0.5);
        inside += grid.is_inside({x, y, z});
      }
  EXPECT_EQ(wrong, 0);
  EXPECT_GT(inside, 0);
}

int inside_count(const VoxelGrid& grid) {
  return static_cast<int>(chosen_voxels(grid, VoxelChoice::solid).size());
}

std::string refusal_of_voxels(const TriangleMesh& mesh, float edge_m = 0.1f) {
  return refusal([&] { Voxelizer(mesh, "thing.obj").voxels(edge_m); });
}

TEST(Voxels, AgreeWithTheWindingNumberOnRandomSurfaces) {
  for (unsigned seed = 1; seed <= 12; ++seed) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<float> share(0.0f, 1.0f);
    const glm::vec3 shift(share(random), share(random), share(random));
    expect_as_winding_number(bumpy_ball(seed), 0.11f + 0.1f * share(random), shift);
  }
  expect_as_winding_number(torus(30, 12, 1.0f, 0.3f), 0.13f, glm::vec3(0.3f, 0.1f, 0.7f));
}

TEST(Voxels, AgreeWithTheWindingNumberOnTheBunny) {
  const char* file = "/usr/share/glmark2/models/bunny.obj";
  if (!std::filesystem::exists(file)) GTEST_SKIP() << file << " is not installed";
  expect_as_winding_number(load_obj(file), 0.29f, glm::vec3(0.0f));
}

TEST(Voxels, ConvergeToTheVolume) {
  const TriangleMesh ring = torus(60, 30, 1.0f, 0.4f);
  const Voxelizer voxelizer(ring, "ring");
  EXPECT_NEAR(voxelizer.volume_m3() / volume_m3(ring), 1.0, 1e-6);
  for (const auto& [edge_m, error] : {std::pair(0.1f, 0.03), {0.04f, 0.004}, {0.02f, 0.001}}) {
    const double volume =
        inside_count(voxelizer.voxels(edge_m, glm::vec3(0.3f, 0.1f, 0.7f))) * std::pow(edge_m, 3.0);
    EXPECT_NEAR(volume / voxelizer.volume_m3(), 1.0, error);
  }
}

// Rays through edges and vertices, centres in faces: every centre in just one of the tetrahedra
// that fill a cube, and in the cube if it is not on one of the three high faces.
TEST(Voxels, TilesMeetWithoutGapsOrOverlaps) {
  const TetraMesh tiles = box_mesh(glm::vec3(0.0f), glm::vec3(4.0f), glm::ivec3(1));
  std::vector<int> times;
  VoxelGrid grid;
  for (const glm::ivec4& tile : tiles.tetrahedra) {
    const TriangleMesh mesh{tiles.positions_m, boundary_of({tile})};
    grid = Voxelizer(mesh, "tile").voxels(1.0f);
    times.resize(grid.inside.size(), 0);
    for (std::size_t i = 0; i < times.size(); ++i) times[i] += grid.inside[i];
  }
  const TriangleMesh whole{tiles.positions_m, boundary_of(tiles.tetrahedra)};
  const VoxelGrid expected = Voxelizer(whole, "cube").voxels(1.0f);
  ASSERT_EQ(expected.count, grid.count);
  EXPECT_EQ(inside_count(expected), 64);
  EXPECT_EQ(times, std::vector<int>(expected.inside.begin(), expected.inside.end()));
  for (const glm::ivec3& voxel : chosen_voxels(expected, VoxelChoice::solid)) {
    const glm::vec3 center_m = expected.center_m(voxel);
    EXPECT_TRUE(glm::all(glm::greaterThanEqual(center_m, glm::vec3(0.0f))) &&
                glm::all(glm::lessThan(center_m, glm::vec3(4.0f))));
  }
}

TEST(Voxels, ShiftMovesTheCentersUnderTheMesh) {
  const Voxelizer voxelizer(cube(glm::vec3(10.0f), 1.0f), "cube");
  EXPECT_EQ(inside_count(voxelizer.voxels(0.9f)), 1);
  EXPECT_EQ(inside_count(voxelizer.voxels(0.9f, glm::vec3(0.5f, 0.0f, 0.0f))), 2);
  EXPECT_EQ(inside_count(voxelizer.voxels(0.9f, glm::vec3(0.5f, 0.5f, 0.5f))), 8);
  const VoxelGrid grid = voxelizer.voxels(0.9f, glm::vec3(0.25f, 0.5f, 0.0f));
  const std::vector<glm::ivec3> inside = chosen_voxels(grid, VoxelChoice::solid);
  ASSERT_EQ(inside.size(), 2u);
  EXPECT_NEAR(grid.center_m(inside[0]).x, 10.5f - 0.25f * 0.9f, 1e-5f);
  EXPECT_NEAR(grid.center_m(inside[0]).y, 10.5f - 0.5f * 0.9f, 1e-5f);
  EXPECT_NEAR(grid.center_m(inside[0]).z, 10.5f, 1e-5f);
}

TEST(Voxels, TheSurfaceIsWhatHasAnOutsideNeighbor) {
  const VoxelGrid grid =
      Voxelizer(cube(glm::vec3(0.0f), 5.0f), "cube").voxels(1.0f, glm::vec3(0.0f));
  EXPECT_EQ(inside_count(grid), 125);
  EXPECT_EQ(chosen_voxels(grid, VoxelChoice::surface).size(), 125u - 27u);
  EXPECT_FALSE(grid.is_inside({-1, 0, 0}));
  EXPECT_FALSE(grid.is_inside(grid.count));
}

// Parts that cross are one solid; parity of the whole would leave their overlap out.
TEST(Voxels, PartsAreUnited) {
  TriangleMesh mesh = cube(glm::vec3(0.0f), 1.0f);
  append(mesh, cube(glm::vec3(0.5f, 0.0f, 0.0f), 1.0f));
  append(mesh, cube(glm::vec3(0.6f, 0.4f, 0.4f), 0.2f));
  EXPECT_EQ(inside_count(Voxelizer(mesh, "cubes").voxels(0.1f, glm::vec3(0.0f, 0.5f, 0.5f))), 1500);
}

TEST(Voxels, TakeTornAndTurnedTriangles) {
  TriangleMesh mesh = torus(20, 10, 1.0f, 0.4f);
  const VoxelGrid expected = Voxelizer(mesh, "ring").voxels(0.2f);
  std::swap(mesh.triangles[7].x, mesh.triangles[7].y);
  mesh.triangles.emplace_back(3, 3, 4);
  EXPECT_EQ(Voxelizer(torn(mesh), "ring").voxels(0.2f).inside, expected.inside);
}

TEST(Voxels, RefusesWithASentence) {
  TriangleMesh open = cube(glm::vec3(0.0f), 1.0f);
  open.triangles.pop_back();
  EXPECT_EQ(refusal_of_voxels(open),
            "the mesh thing.obj is open, so it has no inside to fill with spheres: 3 edges have a "
            "triangle on one side only, the first at (1, 0.5, 1); close its holes");
  EXPECT_EQ(refusal_of_voxels({}),
            "the mesh thing.obj is empty: no triangle has an area; export it again");
  TriangleMesh far_off = cube(glm::vec3(0.0f), 1.0f);
  far_off.positions_m[2].y = std::numeric_limits<float>::quiet_NaN();
  EXPECT_EQ(refusal_of_voxels(far_off),
            "the mesh thing.obj has a vertex that is not at a finite place; export it again");
  const TriangleMesh good = cube(glm::vec3(0.0f), 1.0f);
  for (const float edge_m : {0.0f, -1.0f, std::numeric_limits<float>::infinity()})
    EXPECT_NE(refusal_of_voxels(good, edge_m).find("the edge must be above 0"), std::string::npos);
  EXPECT_EQ(refusal_of_voxels(good, 1e-6f),
            "the mesh thing.obj would become more than 16777216 voxels of 1e-06 m; take larger "
            "ones");
}

}  // namespace
}  // namespace limber
