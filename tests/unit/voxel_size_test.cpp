#include "sim/piles/voxel_size.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "sim/mesh/chess_pieces.h"
#include "sim/mesh/closed_surface.h"
#include "sim/mesh/lathe.h"
#include "sim/mesh/obj_file.h"
#include "sim/mesh/teapot.h"
#include "tests/unit/refusal.h"
#include "tests/unit/small_surfaces.h"

namespace limber {
namespace {

struct Counted {
  int solid, surface;
};

Counted counted(const TriangleMesh& mesh, const VoxelCounts& wanted) {
  const VoxelGrid grid = voxels_with_count(Voxelizer(mesh, "thing"), wanted);
  return {static_cast<int>(chosen_voxels(grid, VoxelChoice::solid).size()),
          static_cast<int>(chosen_voxels(grid, VoxelChoice::surface).size())};
}

// The numbers of spheres of [Harada07, section 29.2.9 and figure 29-1].
TEST(VoxelSize, GivesTheCountsOfThePaper) {
  for (const ChessPiece piece : all_chess_pieces)
    EXPECT_EQ(counted(chess_piece(piece), {4}).solid, 4) << name_of(piece);
  EXPECT_EQ(counted(torus_surface(1.0f, 0.4f, 36, 18), {6}).solid, 6);
  const Counted pot = counted(teapot(0.3f), {199, 131});
  EXPECT_EQ(pot.solid, 199);
  EXPECT_NEAR(pot.surface, 131, 8);
}

TEST(VoxelSize, GivesTheCountsOfThePapersBunny) {
  const char* file = "/usr/share/glmark2/models/bunny.obj";
  if (!std::filesystem::exists(file)) GTEST_SKIP() << file << " is not installed";
  const TriangleMesh mesh = simplified(load_obj(file), 6000);
  for (const int surface : {54, 55, 57}) {
    const Counted bunny = counted(mesh, {68, surface});
    EXPECT_EQ(bunny.solid, 68);
    EXPECT_EQ(bunny.surface, surface);
  }
}

TEST(VoxelSize, TakesTheGridThatFitsBest) {
  const VoxelGrid grid = voxels_with_count(Voxelizer(cube(glm::vec3(3.0f), 2.0f), "cube"), {27});
  EXPECT_NEAR(grid.edge_m, 2.0f / 3.0f, 0.01f);
  glm::vec3 sum(0.0f);
  for (const glm::ivec3& voxel : chosen_voxels(grid, VoxelChoice::solid))
    sum += grid.center_m(voxel) / 27.0f;
  EXPECT_LT(glm::distance(sum, glm::vec3(4.0f)), 1e-4f);
}

std::string refusal_of_count(const TriangleMesh& mesh, int wanted) {
  return refusal([&] { voxels_with_count(Voxelizer(mesh, "thing.obj"), {wanted}); });
}

TEST(VoxelSize, RefusesWhatCannotBe) {
  EXPECT_EQ(refusal_of_count(cube(glm::vec3(0.0f), 1.0f), 0),
            "the mesh thing.obj cannot be cut into just 0 voxels; ask for another number");
  TriangleMesh plate = cube(glm::vec3(0.0f), 1.0f);
  for (glm::vec3& x : plate.positions_m) x.y *= 1e-5f;
  EXPECT_EQ(refusal_of_count(plate, 68),
            "the mesh thing.obj is only 1e-05 m thick, thinner than one of 68 voxels would "
            "be; ask for more voxels, or make the mesh thicker");
  for (glm::vec3& x : plate.positions_m) x.y = 0.0f;
  EXPECT_NE(refusal_of_count(plate, 5).find("is only 0 m thick"), std::string::npos);
}

/// A thin plate that lies across the axes: nothing tells early that there is no answer.
TEST(VoxelSize, GivesUpInTime) {
  TriangleMesh plate = cube(glm::vec3(0.0f), 1.0f);
  for (glm::vec3& x : plate.positions_m) x = {x.x + x.z, x.y * 1e-4f + x.x + x.z, x.z - x.x};
  EXPECT_NE(refusal_of_count(plate, 68).find("cannot be cut into just 68 voxels"),
            std::string::npos);
}

}  // namespace
}  // namespace limber
