#include "sim/plants/growth/growth.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <set>
#include <string>

#include "kernels/error.h"
#include "kernels/portable_math.h"
#include "kernels/rotation.h"
#include "sim/mesh/tetra_mesh.h"
#include "sim/mesh/triangle_tree.h"
#include "sim/plants/growth/dragon.h"
#include "tests/unit/environment_variable.h"
#include "tests/unit/solid_checks.h"
#include "tests/unit/temporary_folder.h"

namespace limber {
namespace {

/// [Wang20, table 4].
struct Sizes {
  Species species;
  int deformable, parts, vertices, modes;
};
constexpr Sizes of_the_paper[] = {{Species::conifer, 43, 644, 7543, 360},
                                  {Species::peach, 237, 22659, 273003, 2950},
                                  {Species::broadleaf, 419, 7003, 288542, 3613},
                                  {Species::hemlock, 2866, 27778, 190466, 16793},
                                  {Species::sketch, 2875, 2875, 44404, 21178}};

TetraMesh solid_of(const PartShape& shape) {
  TetraMesh solid{shape.nodes_m, {}};
  for (const glm::uvec4& t : shape.tetrahedra) solid.tetrahedra.emplace_back(t);
  return solid;
}

bool all_finite(const std::vector<glm::vec3>& points) {
  return std::ranges::all_of(points, [](const glm::vec3& x) { return is_finite(x); });
}

/// The number of connected components of the elements.
template <class Element>
int pieces_of(std::size_t nodes, const std::vector<Element>& elements) {
  std::vector<int> group(nodes, -1);
  const auto root = [&](int i) {
    while (group[i] != i) i = group[i] = group[group[i]];
    return i;
  };
  for (const Element& e : elements)
    for (int k = 0; k < e.length(); ++k) group[e[k]] = static_cast<int>(e[k]);
  for (const Element& e : elements)
    for (int k = 1; k < e.length(); ++k)
      group[root(static_cast<int>(e[k]))] = root(static_cast<int>(e[0]));
  int pieces = 0;
  for (int i = 0; i < static_cast<int>(nodes); ++i) pieces += group[i] == i;
  return pieces;
}

void expect_drawable(const StaticMesh& mesh) {
  ASSERT_FALSE(mesh.triangles.empty());
  ASSERT_EQ(mesh.normals.size(), mesh.positions_m.size());
  EXPECT_TRUE(all_finite(mesh.positions_m));
  for (const glm::vec3& n : mesh.normals) ASSERT_NEAR(glm::length(n), 1.0f, 1e-4f);
  for (const glm::uvec3& t : mesh.triangles)
    for (int k = 0; k < 3; ++k) ASSERT_LT(t[k], mesh.positions_m.size());
}

/// Preconditions of the modal analysis.
void expect_bends(const PartShape& shape) {
  const bool is_solid = !shape.tetrahedra.empty();
  EXPECT_NE(is_solid, !shape.triangles.empty());
  EXPECT_TRUE(all_finite(shape.nodes_m));
  EXPECT_FALSE(shape.clamped.empty());
  EXPECT_TRUE(std::ranges::is_sorted(shape.clamped));
  EXPECT_LT(shape.clamped.back(), static_cast<int>(shape.nodes_m.size()));
  const auto free_ways = 3 * (shape.nodes_m.size() - shape.clamped.size());
  EXPECT_GE(free_ways, 2 * static_cast<std::size_t>(shape.modes));
  if (is_solid) {
    expect_solid(solid_of(shape));
    expect_closed_manifold(shape.drawn.triangles);
    EXPECT_EQ(pieces_of(shape.nodes_m.size(), shape.tetrahedra), 1);
    EXPECT_EQ(std::set<int>(shape.clamped.begin(), shape.clamped.end()).size(),
              shape.clamped.size());
  } else {
    EXPECT_GT(shape.thickness_m, 0.0f);
    EXPECT_EQ(pieces_of(shape.nodes_m.size(), shape.triangles), 1);
  }
  if (shape.drawn_on_nodes.empty()) {
    ASSERT_GE(shape.nodes_m.size(), shape.drawn.positions_m.size());
    for (std::size_t i = 0; i < shape.drawn.positions_m.size(); ++i)
      ASSERT_EQ(shape.nodes_m[i], shape.drawn.positions_m[i]);
  } else {
    ASSERT_EQ(shape.drawn_on_nodes.size(), shape.drawn.positions_m.size());
  }
}

/// The largest distance of a drawn vertex from its attachment.
float largest_drawn_gap_m(const PartShape& shape) {
  float gap_m = 0.0f;
  for (std::size_t i = 0; i < shape.drawn_on_nodes.size(); ++i) {
    const Attachment& on = shape.drawn_on_nodes[i];
    glm::vec3 x(0.0f);
    for (int k = 0; k < 4; ++k) x += on.weights[k] * shape.nodes_m[on.corners[k]];
    gap_m = std::max(gap_m, glm::distance(x, shape.drawn.positions_m[i]));
  }
  return gap_m;
}

class PlantsGrowth : public ::testing::TestWithParam<Sizes> {};

TEST_P(PlantsGrowth, HasThePapersSizes) {
  const Sizes& paper = GetParam();
  for (const unsigned seed : {1u, 2u, 3u}) {
    const Plant plant = grow({paper.species, seed, 0.0f});
    int deformable = 0, vertices = 0, modes = 0;
    std::set<int> to_reduce;
    for (const PlantPart& part : plant.parts) {
      const PartShape& shape = plant.shapes[part.shape];
      vertices += static_cast<int>(shape.drawn.positions_m.size());
      modes += shape.modes;
      deformable += shape.modes > 0;
      if (shape.modes > 0) to_reduce.insert(part.shape);
    }
    EXPECT_EQ(deformable, paper.deformable);
    EXPECT_EQ(static_cast<int>(plant.parts.size()), paper.parts);
    EXPECT_NEAR(vertices, paper.vertices, 0.05 * paper.vertices);
    EXPECT_NEAR(modes, paper.modes, 0.05 * paper.modes);
    EXPECT_LE(to_reduce.size(), 600u);
  }
}

TEST_P(PlantsGrowth, HasShapesThatBend) {
  const Plant plant = grow({GetParam().species, 5, 0.0f});
  for (const PartShape& shape : plant.shapes) {
    expect_drawable(shape.drawn);
    if (shape.modes > 0) expect_bends(shape);
    EXPECT_LT(largest_drawn_gap_m(shape), 1e-4f);
  }
}

TEST_P(PlantsGrowth, StandsOnEarlierParts) {
  const Plant plant = grow({GetParam().species, 2, 0.0f});
  struct Surface {
    TriangleTree tree;
    float foot_radius_m;
  };
  std::map<int, Surface> surfaces;
  const auto surface_of = [&](int index) -> const Surface& {
    const PartShape& shape = plant.shapes[index];
    const auto found = surfaces.find(index);
    if (found != surfaces.end()) return found->second;
    float foot_radius_m = 0.0f;
    for (const int node : shape.clamped)
      foot_radius_m = std::max(foot_radius_m, glm::length(shape.nodes_m[node]));
    return surfaces
        .emplace(index, Surface{TriangleTree({shape.drawn.positions_m, shape.drawn.triangles}),
                                foot_radius_m})
        .first->second;
  };
  int roots = 0;
  for (int i = 0; i < static_cast<int>(plant.parts.size()); ++i) {
    const PlantPart& part = plant.parts[i];
    ASSERT_GE(part.shape, 0);
    ASSERT_LT(part.shape, static_cast<int>(plant.shapes.size()));
    ASSERT_TRUE(is_finite(part.rest.position_m));
    ASSERT_NEAR(glm::length(part.rest.quaternion), 1.0f, 1e-5f);
    roots += part.parent < 0;
    if (part.parent < 0) continue;
    ASSERT_LT(part.parent, i);
    // In or on the parent, so no further from its surface than its axis.
    const PlantPart& parent = plant.parts[part.parent];
    const glm::vec4 q = parent.rest.quaternion;
    const glm::vec3 here =
        rotated(glm::vec4(-glm::vec3(q), q.w), part.rest.position_m - parent.rest.position_m);
    const Surface& surface = surface_of(parent.shape);
    ASSERT_LT(surface.tree.signed_distance_m(here), 0.1f * surface.foot_radius_m) << "part " << i;
    ASSERT_GT(surface.tree.signed_distance_m(here), -1.1f * surface.foot_radius_m) << "part " << i;
  }
  EXPECT_EQ(roots, 1);
}

TEST_P(PlantsGrowth, IsTheSameForTheSameSeed) {
  const Plant first = grow({GetParam().species, 7, 2.5f});
  const Plant again = grow({GetParam().species, 7, 2.5f});
  const Plant other = grow({GetParam().species, 8, 2.5f});
  ASSERT_EQ(first.parts.size(), again.parts.size());
  bool differs = false;
  for (std::size_t i = 0; i < first.parts.size(); ++i) {
    ASSERT_EQ(first.parts[i].rest.position_m, again.parts[i].rest.position_m);
    ASSERT_EQ(first.parts[i].rest.quaternion, again.parts[i].rest.quaternion);
    differs |= first.parts[i].rest.position_m != other.parts[i].rest.position_m;
  }
  ASSERT_EQ(first.shapes.size(), again.shapes.size());
  for (std::size_t i = 0; i < first.shapes.size(); ++i)
    ASSERT_EQ(first.shapes[i].drawn.positions_m, again.shapes[i].drawn.positions_m);
  EXPECT_TRUE(differs);
}

TEST_P(PlantsGrowth, IsAsHighAsAskedFor) {
  const Plant plant = grow({GetParam().species, 3, 4.0f});
  float top_m = 0.0f, bottom_m = 0.0f;
  for (const PlantPart& part : plant.parts)
    for (const glm::vec3& x : plant.shapes[part.shape].drawn.positions_m) {
      const float height_m = part.rest.position_m.y + rotated(part.rest.quaternion, x).y;
      top_m = std::max(top_m, height_m);
      bottom_m = std::min(bottom_m, height_m);
    }
  EXPECT_NEAR(top_m, 4.0f, 1e-3f);
  EXPECT_GT(bottom_m, -0.4f);  // leaves may hang into the ground a little
}

INSTANTIATE_TEST_SUITE_P(Species, PlantsGrowth, ::testing::ValuesIn(of_the_paper),
                         [](const auto& test) { return std::string(name_of(test.param.species)); });

TEST(PlantsGrowth, KnowsItsSpeciesByName) {
  for (const Species species : all_species) EXPECT_EQ(species_named(name_of(species)), species);
  EXPECT_FALSE(species_named("oak tree"));
}

TEST(PlantsGrowth, RefusesHeightsThatCannotBe) {
  for (const float height_m : {-1.0f, INFINITY, NAN})
    EXPECT_THROW(grow({Species::conifer, 1, height_m}), Error);
}

TEST(Dragon, IsFineClosedAndOfOnePiece) {
  Progress nobody;
  const PartShape dragon = dragon_shape({}, nobody);
  EXPECT_GE(dragon.drawn.positions_m.size(), 455568u);
  EXPECT_LE(dragon.drawn.positions_m.size(), 478346u);
  EXPECT_EQ(dragon.modes, 15);
  expect_drawable(dragon.drawn);
  expect_bends(dragon);
  EXPECT_GT(dragon.tetrahedra.size(), 2000u);
  EXPECT_LT(dragon.tetrahedra.size(), 8000u);
  EXPECT_LT(largest_drawn_gap_m(dragon), 1e-3f);
  // The coarse solid has the head, the tail and all legs, and is held at the feet only.
  float low_m = 0.0f, high_m = 0.0f;
  for (const glm::vec3& x : dragon.nodes_m) {
    low_m = std::min(low_m, x.x);
    high_m = std::max(high_m, x.x);
  }
  EXPECT_LT(low_m, -1.05f);
  EXPECT_GT(high_m, 0.9f);
  int feet[4] = {};
  for (const int node : dragon.clamped) {
    const glm::vec3 x = dragon.nodes_m[node];
    EXPECT_LT(x.y, 0.1f);
    ++feet[(x.x > 0.0f) + 2 * (x.z > (x.x > 0.0f ? 0.05f : -0.11f))];
  }
  for (const int nodes : feet) EXPECT_GE(nodes, 4);
}

TEST(Dragon, IsTheSameFromItsFile) {
  const TemporaryFolder folder;
  const EnvironmentVariable own{"LIMBER_CACHE", folder.path().c_str()};
  Progress nobody;
  const auto made_in_s = [&](PartShape& dragon) {
    const auto start = std::chrono::steady_clock::now();
    dragon = dragon_shape({}, nobody);
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  };
  PartShape made, kept;
  const double first_s = made_in_s(made), again_s = made_in_s(kept);
  EXPECT_EQ(made.drawn.positions_m, kept.drawn.positions_m);
  EXPECT_EQ(made.drawn.triangles, kept.drawn.triangles);
  EXPECT_LT(again_s, 0.7 * first_s);
}

}  // namespace
}  // namespace limber
