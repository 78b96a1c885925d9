#include "sim/mesh/lattice_mesher.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>
#include <string>

#include "kernels/error.h"
#include "tests/unit/small_surfaces.h"
#include "tests/unit/solid_checks.h"

namespace limber {
namespace {

float ball_distance(const glm::vec3& x) { return glm::length(x) - 1.0f; }

TetraMesh filled_by_lattice(const DistanceFunction& distance, float half_size_m, float cell_m) {
  Progress silent;
  return fill_with_lattice(distance, glm::vec3(-half_size_m), glm::vec3(half_size_m), cell_m,
                           silent);
}

/// The walls between random cells, or what is left between the walls: thin, with sharp edges.
DistanceFunction foam(float wall_m, bool walls) {
  std::mt19937 random(5);
  std::uniform_real_distribution<float> place(-0.5f, 0.5f);
  std::vector<glm::vec3> centers(60);
  for (glm::vec3& c : centers) c = {place(random), place(random), place(random)};
  return [=](const glm::vec3& x) {
    float nearest = INFINITY, second = INFINITY;
    for (const glm::vec3& c : centers) {
      const float d = glm::distance(x, c);
      second = std::min(second, std::max(d, nearest));
      nearest = std::min(nearest, d);
    }
    const float beyond_wall = second - nearest - wall_m;
    return walls ? beyond_wall : -beyond_wall;
  };
}

TEST(LatticeMesher, VolumesConverge) {
  struct Case {
    DistanceFunction distance;
    double exact_m3;
  };
  for (const Case& c : {Case{ball_distance, 4.0 / 3.0 * std::numbers::pi},
                        Case{torus_distance, 2.0 * std::numbers::pi * std::numbers::pi * 0.16}}) {
    const double coarse = 1.0 - volume_m3(filled_by_lattice(c.distance, 1.5f, 0.2f)) / c.exact_m3;
    const double fine = 1.0 - volume_m3(filled_by_lattice(c.distance, 1.5f, 0.1f)) / c.exact_m3;
    EXPECT_LT(std::abs(fine), 0.01);
    EXPECT_LT(std::abs(fine), 0.35 * std::abs(coarse));  // the error goes with the cell squared
  }
}

TEST(LatticeMesher, SmoothSolidsAreWellShaped) {
  for (const DistanceFunction& distance :
       {DistanceFunction(ball_distance), DistanceFunction(torus_distance)}) {
    for (const float cell_m : {0.3f, 0.13f, 0.06f}) {
      const TetraMesh mesh = filled_by_lattice(distance, 1.5f, cell_m);
      expect_solid(mesh);
      expect_closed_manifold(boundary_of(mesh.tetrahedra));
      const auto [smallest, largest] = dihedral_angles_deg(mesh);
      EXPECT_GT(smallest, 15.0) << cell_m;
      EXPECT_LT(largest, 150.0) << cell_m;
    }
  }
}

// Inside, a vertex has the lattice's 14 edges and 24 tetrahedra; the pieces at the surface add
// some.
TEST(LatticeMesher, NoVertexIsBusy) {
  const TetraMesh mesh = filled_by_lattice(torus_distance, 1.5f, 0.08f);
  std::vector<int> tetrahedra(mesh.positions_m.size()), edges(mesh.positions_m.size());
  for (const glm::ivec4& t : mesh.tetrahedra)
    for (int k = 0; k < 4; ++k) ++tetrahedra[t[k]];
  for (const glm::ivec2& e : edges_of(mesh.tetrahedra))
    for (int k = 0; k < 2; ++k) ++edges[e[k]];
  EXPECT_LE(*std::max_element(tetrahedra.begin(), tetrahedra.end()), 36);
  EXPECT_LE(*std::max_element(edges.begin(), edges.end()), 20);
  EXPECT_EQ(std::count(edges.begin(), edges.end(), 0), 0);
  int regular = 0;
  for (std::size_t i = 0; i < edges.size(); ++i) regular += edges[i] == 14 && tetrahedra[i] == 24;
  EXPECT_GT(regular, static_cast<int>(edges.size()) / 3);
}

TEST(LatticeMesher, WhatIsThinnerThanACellStaysManifold) {
  for (const bool walls : {true, false}) {
    for (const float wall_m : {0.02f, 0.04f, 0.08f, 0.16f}) {
      const TetraMesh mesh = filled_by_lattice(foam(wall_m, walls), 0.5f, 0.06f);
      expect_solid(mesh);
      expect_closed_manifold(boundary_of(mesh.tetrahedra));
      const auto [smallest, largest] = dihedral_angles_deg(mesh);
      EXPECT_GT(smallest, 10.7);  // the paper's bounds, for any surface
      EXPECT_LT(largest, 164.8);
    }
  }
}

TEST(LatticeMesher, KeepsEveryPart) {
  const auto two = [](const glm::vec3& x) {
    return std::min(glm::distance(x, {-0.5f, 0, 0}), glm::distance(x, {0.5f, 0, 0})) - 0.3f;
  };
  const TetraMesh mesh = filled_by_lattice(two, 1.0f, 0.08f);
  EXPECT_NEAR(volume_m3(mesh) / (2.0 * 4.0 / 3.0 * std::numbers::pi * 0.027), 1.0, 0.03);
}

TEST(LatticeMesher, TheSolidEndsAtTheBox) {
  const TetraMesh mesh = filled_by_lattice([](const glm::vec3& x) { return x.y; }, 1.0f, 0.21f);
  expect_closed_manifold(boundary_of(mesh.tetrahedra));
  EXPECT_NEAR(volume_m3(mesh), 4.0, 0.1);
  for (const glm::vec3& x : mesh.positions_m)
    EXPECT_LE(std::max({std::abs(x.x), x.y, std::abs(x.z)}), 1.0001f);
}

TEST(LatticeMesher, SaysWhatItCannotFill) {
  const auto failure = [](const DistanceFunction& distance, float cell_m) -> std::string {
    try {
      filled_by_lattice(distance, 1.0f, cell_m);
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ExitCode::bad_input);
      return error.what();
    }
    return "";
  };
  const auto plate = [](const glm::vec3& x) { return std::abs(x.y - 0.01f) - 0.02f; };
  EXPECT_NE(failure([](const glm::vec3&) { return 1.0f; }, 0.1f).find("smaller cells"),
            std::string::npos);
  EXPECT_NE(failure(plate, 0.1f).find("smaller cells"), std::string::npos);
  EXPECT_NE(failure(ball_distance, 1e-4f).find("larger cells"), std::string::npos);
  EXPECT_NE(failure(ball_distance, 0.0f).find("larger cells"), std::string::npos);
  EXPECT_NE(failure(ball_distance, -0.1f).find("larger cells"), std::string::npos);
}

TEST(LatticeMesher, StopsWhenNobodyWaits) {
  struct Impatient : Progress {
    float last = -1.0f;
    void report(const std::string&, float share) override {
      EXPECT_GE(share, last);
      last = share;
      if (share > 0.7f) throw Cancelled();
    }
  } impatient;
  EXPECT_THROW(fill_with_lattice(ball_distance, glm::vec3(-1), glm::vec3(1), 0.05f, impatient),
               Cancelled);
}

}  // namespace
}  // namespace limber
