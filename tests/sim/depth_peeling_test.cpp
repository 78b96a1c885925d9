// Depth peeling gives the same voxels as ray parity, on every backend.

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <random>

#include "kernels/exec.h"
#include "sim/mesh/chess_pieces.h"
#include "sim/mesh/lathe.h"
#include "sim/mesh/obj_file.h"
#include "sim/mesh/teapot.h"
#include "sim/piles/voxel_size.h"
#include "sim/piles/voxels.h"
#include "tests/each_backend.h"
#include "tests/unit/small_surfaces.h"

namespace limber {
namespace {

class Peeling : public EachBackend {
 protected:
  /// voxels: along the longest side of the mesh's box.
  void expect_as_ray_parity(const TriangleMesh& mesh, float voxels, const glm::vec3& shift) {
    const Voxelizer parity(mesh, "thing"), peeled(mesh, "thing", &exec());
    const glm::vec3 size_m = parity.high_m() - parity.low_m();
    const float edge_m = std::max({size_m.x, size_m.y, size_m.z}) / voxels;
    const VoxelGrid expected = parity.voxels(edge_m, shift), got = peeled.voxels(edge_m, shift);
    EXPECT_EQ(expected.inside, got.inside);
    EXPECT_FALSE(chosen_voxels(expected, VoxelChoice::solid).empty());
  }
};

TEST_P(Peeling, FindsWhatRayParityFindsInModels) {
  const glm::vec3 shift(0.3f, 0.1f, 0.7f);
  for (const ChessPiece piece : all_chess_pieces)
    for (const float voxels : {9.0f, 31.7f})
      expect_as_ray_parity(chess_piece(piece, 0.1f), voxels, shift);
  expect_as_ray_parity(torus_surface(1.0f, 0.4f, 36, 18), 40.0f, glm::vec3(0.0f));
  expect_as_ray_parity(teapot(0.3f), 60.0f, glm::vec3(0.5f));
}

TEST_P(Peeling, FindsWhatRayParityFindsInTheBunny) {
  const char* file = "/usr/share/glmark2/models/bunny.obj";
  if (!std::filesystem::exists(file)) GTEST_SKIP() << file << " is not installed";
  expect_as_ray_parity(load_obj(file), 50.0f, glm::vec3(0.0f));
}

TEST_P(Peeling, FindsWhatRayParityFindsInRandomSurfaces) {
  for (unsigned seed = 1; seed <= 12; ++seed) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<float> share(0.0f, 1.0f);
    TriangleMesh mesh = bumpy_ball(seed);
    append(mesh, bumpy_ball(seed + 100));  // crosses the first
    expect_as_ray_parity(mesh, 5.0f + 30.0f * share(random),
                         {share(random), share(random), share(random)});
  }
}

/// Rays through edges and vertices, centres in faces, several crossings in one voxel, more than two
/// layers, parts within parts.
TEST_P(Peeling, FindsWhatRayParityFindsInTightPlaces) {
  TriangleMesh cubes = cube(glm::vec3(0.0f), 4.0f);
  expect_as_ray_parity(cubes, 4.0f, glm::vec3(0.0f));
  expect_as_ray_parity(cubes, 4.0f, glm::vec3(0.5f));
  for (int i = 0; i < 5; ++i)
    append(cubes, cube(glm::vec3(1.0f, 1.0f, 0.5f * static_cast<float>(i)), 0.3f));
  append(cubes, cube(glm::vec3(2.0f), 6.0f));
  expect_as_ray_parity(cubes, 8.0f, glm::vec3(0.0f));
  // A comb of connected thin sheets: its teeth are thinner than a voxel.
  expect_as_ray_parity(torus(3, 40, 1.0f, 0.9f), 12.0f, glm::vec3(0.0f));
}

/// The same body, and so the same number of spheres.
TEST_P(Peeling, GivesTheSameBody) {
  const TriangleMesh piece = chess_piece(ChessPiece::rook, 0.1f);
  const VoxelGrid expected = voxels_with_count(Voxelizer(piece, "rook"), {60}),
                  got = voxels_with_count(Voxelizer(piece, "rook", &exec()), {60});
  EXPECT_EQ(expected.edge_m, got.edge_m);
  EXPECT_EQ(expected.low_m, got.low_m);
  EXPECT_EQ(expected.inside, got.inside);
}

EACH_BACKEND(Peeling);

}  // namespace
}  // namespace limber
