#include "sim/piles/voxel_size.h"

#include <gtest/gtest.h>

#include <fmt/format.h>
#include <filesystem>

#include "kernels/error.h"
#include "sim/mesh/chess_pieces.h"
#include "sim/mesh/closed_surface.h"
#include "sim/mesh/lathe.h"
#include "sim/mesh/obj_file.h"
#include "sim/mesh/teapot.h"
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

// The numbers of spheres of Harada (2007), sections 29.2.9 and figure 29-1.
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

TEST(VoxelSize, RefusesWhatCannotBe) {
  const Voxelizer sheet({{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}, {0, 2, 1}}}, "sheet.obj");
  for (const int wanted : {0, 5}) try {
      voxels_with_count(sheet, {wanted});
      ADD_FAILURE() << "it was taken";
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ExitCode::bad_input);
      EXPECT_EQ(error.what(), fmt::format("the mesh sheet.obj cannot be cut into just {} voxels; "
                                          "ask for another number",
                                          wanted));
    }
}

}  // namespace
}  // namespace limber
