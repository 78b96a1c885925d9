// Meshes of finite elements and what is computed of them before the first step.

#include "sim/fem/element_data.h"

#include <gtest/gtest.h>

#include <numeric>
#include <string>

#include "kernels/error.h"
#include "sim/mesh/box_mesh.h"
#include "tests/unit/solid_checks.h"

namespace limber {
namespace {

const TetraMesh& small_box() {
  static const TetraMesh mesh = box_mesh({-1, 0, 2}, {1, 1, 2.5f}, {4, 3, 2});
  return mesh;
}

TEST(BoxMesh, FillsTheBoxWithSixTetrahedraACell) {
  const TetraMesh& mesh = small_box();
  EXPECT_EQ(mesh.positions_m.size(), 5u * 4u * 3u);
  EXPECT_EQ(mesh.tetrahedra.size(), 6u * 4u * 3u * 2u);
  EXPECT_NEAR(volume_m3(mesh), 1.0, 1e-6);
  expect_solid(mesh);
  const std::vector<glm::uvec3> boundary = boundary_of(mesh.tetrahedra);
  EXPECT_EQ(boundary.size(), 2u * 2u * (4u * 3u + 3u * 2u + 2u * 4u));
  expect_closed_manifold(boundary);
}

TEST(QuadraticMesh, HasANodeAVertexAndOneInTheMiddleOfAnEdge) {
  const TetraMesh& mesh = small_box();
  const ElementMesh<10> quadratic = quadratic_mesh(mesh);
  EXPECT_EQ(quadratic.corners, static_cast<int>(mesh.positions_m.size()));
  EXPECT_EQ(quadratic.nodes_m.size(), mesh.positions_m.size() + edges_of(mesh.tetrahedra).size());
  ASSERT_EQ(quadratic.elements.size(), mesh.tetrahedra.size());
  std::vector<int> used(quadratic.nodes_m.size(), 0);
  for (std::size_t e = 0; e < mesh.tetrahedra.size(); ++e) {
    const auto& at = quadratic.elements[e].at;
    for (int k = 0; k < 4; ++k) EXPECT_EQ(at[k], mesh.tetrahedra[e][k]);
    constexpr int edges[6][2] = {{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}};
    for (int k = 0; k < 6; ++k) {
      EXPECT_GE(at[4 + k], quadratic.corners);
      EXPECT_EQ(quadratic.nodes_m[at[4 + k]],
                0.5f * (quadratic.nodes_m[at[edges[k][0]]] + quadratic.nodes_m[at[edges[k][1]]]));
    }
    for (const int node : at) ++used[node];
  }
  EXPECT_EQ(std::count(used.begin(), used.end(), 0), 0);
}

template <int N>
void expect_mass(const ElementMesh<N>& mesh) {
  const ElementData data = element_data(mesh, {.density_kg_m3 = 800.0f});
  EXPECT_EQ(data.rest.size(), mesh.elements.size());
  double lumped = 0.0, elements = 0.0;
  for (const float mass : data.node_masses_kg) {
    EXPECT_GT(mass, 0.0f);
    lumped += mass;
  }
  for (const Tetrahedron<float>& element : data.rest) elements += element.mass_kg;
  EXPECT_NEAR(lumped, 800.0, 1e-3);
  EXPECT_NEAR(elements, 800.0, 1e-3);
}

TEST(ElementData, MassesAddUpToDensityTimesVolume) {
  expect_mass(linear_mesh(small_box()));
  expect_mass(quadratic_mesh(small_box()));
}

/// The sentence with which element_data refuses, "" if it does not.
std::string refusal_of_elements(const TetraMesh& mesh, const ElasticMaterial& material = {}) {
  try {
    element_data(linear_mesh(mesh), material);
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ExitCode::bad_input);
    return error.what();
  }
  return "";
}

TEST(ElementData, RefusesMaterialsThatCannotBe) {
  EXPECT_EQ(refusal_of_elements(small_box(), {.poisson_ratio = 0.499f}), "");
  EXPECT_EQ(refusal_of_elements(small_box(), {.poisson_ratio = 0.5f}),
            "poisson_ratio is 0.5, but must be above -1 and below 0.5");
  EXPECT_NE(refusal_of_elements(small_box(), {.poisson_ratio = -1.0f}), "");
  EXPECT_NE(refusal_of_elements(small_box(), {.poisson_ratio = NAN}), "");
  EXPECT_EQ(refusal_of_elements(small_box(), {.young_modulus_Pa = 0.0f}),
            "young_modulus_Pa is 0, but must be above 0");
  EXPECT_NE(refusal_of_elements(small_box(), {.young_modulus_Pa = INFINITY}), "");
  EXPECT_EQ(refusal_of_elements(small_box(), {.density_kg_m3 = -3.0f}),
            "density_kg_m3 is -3, but must be above 0");
}

TEST(ElementData, NamesTheElementThatIsWrongAndItsPlace) {
  TetraMesh inverted = small_box();
  std::swap(inverted.tetrahedra[7].x, inverted.tetrahedra[7].y);
  EXPECT_EQ(refusal_of_elements(inverted),
            "tetrahedron 7 at (-0.375, 0.25, 2.125) m is inside out");

  const TetraMesh flat{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0.3f, 0.3f, 5e-4f}}, {{0, 1, 2, 3}}};
  EXPECT_EQ(refusal_of_elements(flat),
            "tetrahedron 0 at (0.325, 0.325, 0.000125) m is too flat: its height is 0.00035 of its "
            "longest edge, but must be 0.001");
  const TetraMesh none{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}}, {{0, 1, 2, 3}}};
  EXPECT_EQ(refusal_of_elements(none), "tetrahedron 0 at (0.5, 0.5, 0) m has no volume");
  TetraMesh rounded = none;
  rounded.positions_m[3].z = -1e-12f;
  EXPECT_EQ(
      refusal_of_elements(rounded).find("tetrahedron 0 at (0.5, 0.5, -2.5e-13) m has no volume"),
      0u);
  const TetraMesh line{{{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {3, 0, 0}}, {{0, 1, 2, 3}}};
  EXPECT_EQ(refusal_of_elements(line), "tetrahedron 0 at (1.5, 0, 0) m has no volume");
  TetraMesh not_finite = small_box();
  not_finite.positions_m[0].y = NAN;
  EXPECT_NE(refusal_of_elements(not_finite).find("is not finite"), std::string::npos);
  TetraMesh missing = small_box();
  missing.tetrahedra[3].z = 60;
  EXPECT_EQ(refusal_of_elements(missing),
            "tetrahedron 3 has the node 60, but there are only 60 nodes");
  TetraMesh lonely = small_box();
  lonely.positions_m.emplace_back(9.0f, 8.0f, 7.0f);
  EXPECT_EQ(refusal_of_elements(lonely), "node 60 at (9, 8, 7) m belongs to no tetrahedron");
}

}  // namespace
}  // namespace limber
