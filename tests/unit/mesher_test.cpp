#include "sim/mesh/mesher.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "kernels/error.h"
#include "sim/mesh/closed_surface.h"
#include "sim/mesh/implicit_shape.h"
#include "sim/mesh/surfaces.h"
#include "tests/unit/small_surfaces.h"

namespace limber {
namespace {

int particles_of_lattice(const TriangleMesh& surface) {
  Progress silent;
  std::string note;
  return static_cast<int>(fill(surface, {.mesher = "lattice"}, note, silent).positions_m.size());
}

TriangleMesh stretched(TriangleMesh mesh, glm::vec3 by) {
  for (glm::vec3& x : mesh.positions_m) x *= by;
  return mesh;
}

/// For any edge lengths of the surface, the lattice is neither too coarse nor too fine.
TEST(Mesher, SizesALatticeByTheSurface) {
  const TriangleMesh box = cube(glm::vec3(0.0f), 1.0f);
  const int of_box = particles_of_lattice(box);
  EXPECT_GT(of_box, 1000);
  EXPECT_LT(of_box, 5000);
  EXPECT_NEAR(particles_of_lattice(stretched(box, glm::vec3(1000.0f))), of_box, 0.05 * of_box);
  const int of_plate = particles_of_lattice(stretched(box, {1.0f, 0.02f, 1.0f}));
  EXPECT_GT(of_plate, 10000);
  EXPECT_LT(of_plate, 120000);
  const int of_rod = particles_of_lattice(stretched(box, {0.05f, 1.0f, 0.05f}));
  EXPECT_GT(of_rod, 1000);
  EXPECT_LT(of_rod, 120000);
  EXPECT_GT(particles_of_lattice(ball_mesh(3, 1.0f, glm::vec3(0.0f))), 1000);
  EXPECT_LT(particles_of_lattice(ball_mesh(6, 1.0f, glm::vec3(0.0f))), 120000);
}

/// Of a dumb-bell, a lattice loses the bar where its cells are wider; two balls that nothing holds
/// together would fall apart.
TEST(Mesher, MakesNoMorePiecesThanTheSurfaceHas) {
  const ImplicitShape shape = blend_shape({{{-1, 0, 0}, 0.45f, {-1, 0, 0.01f}, 0.45f},
                                           {{1, 0, 0}, 0.5f, {1, 0, 0.01f}, 0.5f},
                                           {{-1, 0, 0}, 0.04f, {1, 0, 0}, 0.04f}},
                                          0.01f);
  Progress silent;
  std::string note;
  TriangleMesh surface = polygonise(shape.distance, shape.low_m, shape.high_m, 0.03f, silent);
  surface = closed_surface(std::move(surface), "a dumb-bell", note, silent);
  const auto ends_m = [&](float cell_m) {
    const TetraMesh mesh = fill(surface, {.mesher = "lattice", .cell_m = cell_m}, note, silent);
    const auto [low, high] =
        std::ranges::minmax(mesh.positions_m, {}, [](const glm::vec3& x) { return x.x; });
    return glm::vec2(low.x, high.x);
  };
  EXPECT_LT(glm::distance(ends_m(0.04f), {-1.45f, 1.5f}), 0.03f);
  EXPECT_LT(glm::distance(ends_m(0.3f), {0.5f, 1.5f}), 0.15f) << "the larger ball alone";

  TriangleMesh two = cube(glm::vec3(0.0f), 1.0f);
  const TriangleMesh other = cube(glm::vec3(3.0f), 0.5f);
  for (const glm::uvec3& t : other.triangles) two.triangles.push_back(t + 8u);
  two.positions_m.insert(two.positions_m.end(), other.positions_m.begin(), other.positions_m.end());
  const TetraMesh both = fill(two, {.mesher = "lattice", .cell_m = 0.2f}, note, silent);
  EXPECT_NEAR(volume_m3(both), 1.125, 0.06);
}

/// A message about the lattice alone would make users look for a key for its cells.
TEST(Mesher, SaysWhyNeitherFillsASolid) {
  const TriangleMesh sheet = stretched(cube(glm::vec3(0.0f), 1.0f), {1.0f, 0.0005f, 1.0f});
  Progress silent;
  std::string note;
  const auto refusal = [&](const MeshingOptions& options) -> std::string {
    try {
      fill(sheet, options, note, silent);
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  };
  const std::string lattice = refusal({.mesher = "lattice"});
  EXPECT_NE(lattice.find("too thin"), std::string::npos) << lattice;
  const std::string both = refusal({.mesher = "tetgen", .tetgen_program = "/nowhere"});
  EXPECT_TRUE(both.starts_with("TetGen")) << both;
  EXPECT_TRUE(both.ends_with(lattice)) << both;
  EXPECT_NE(refusal({.mesher = "lattice", .cell_m = 0.5f}).find("smaller cells"),
            std::string::npos);
}

}  // namespace
}  // namespace limber
