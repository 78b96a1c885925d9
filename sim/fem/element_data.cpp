#include "sim/fem/element_data.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "kernels/error.h"
#include "sim/mesh/place_text.h"

namespace limber {

namespace {

void require_bounds(bool holds, const char* name, float value, const char* bounds) {
  if (!holds)
    throw Error(ExitCode::bad_input, fmt::format("{} is {}, but must be {}", name, value, bounds));
}

[[noreturn]] void refuse_element(std::size_t element, const glm::dvec3& place_m,
                                 std::string_view why) {
  throw Error(ExitCode::bad_input, fmt::format("tetrahedron {} at {} m {}", element,
                                               place_text(glm::vec3(place_m)), why));
}

double longest_edge_m(const glm::dvec3 (&x)[4]) {
  double longest = 0.0;
  for (int a = 0; a < 4; ++a)
    for (int b = a + 1; b < 4; ++b) longest = std::max(longest, glm::distance(x[a], x[b]));
  return longest;
}

double corners_volume_m3(const glm::dvec3 (&x)[4]) {
  return glm::dot(glm::cross(x[1] - x[0], x[2] - x[0]), x[3] - x[0]) / 6.0;
}

void check_shape(std::size_t element, const glm::dvec3 (&x)[4], double flattest) {
  const glm::dvec3 middle = (x[0] + x[1] + x[2] + x[3]) / 4.0;
  const double volume = corners_volume_m3(x), longest = longest_edge_m(x);
  if (!std::isfinite(volume)) refuse_element(element, middle, "has a corner that is not finite");
  if (std::abs(volume) <= 1e-9 * longest * longest * longest)
    refuse_element(element, middle, "has no volume");
  if (volume < 0.0) refuse_element(element, middle, "is inside out");
  double height = longest;
  for (int k = 0; k < 4; ++k) {
    const glm::dvec3 a = x[(k + 1) % 4], b = x[(k + 2) % 4], c = x[(k + 3) % 4];
    const double face = glm::length(glm::cross(b - a, c - a)) / 2.0;
    height = std::min(height, 3.0 * volume / face);
  }
  if (height < flattest * longest)
    refuse_element(
        element, middle,
        fmt::format("is too flat: its height is {:.2g} of its longest edge, but must be {:.2g}",
                    height / longest, flattest));
}

template <int N>
void copy_corners(const ElementMesh<N>& mesh, std::size_t element, glm::dvec3 (&corners_m)[4]) {
  for (int k = 0; k < 4; ++k) corners_m[k] = mesh.nodes_m[mesh.elements[element].at[k]];
}

}  // namespace

void check(const ElasticMaterial& material) {
  const auto& [young, poisson, density] = material;
  require_bounds(young > 0.0f && std::isfinite(young), "young_modulus_Pa", young, "above 0");
  require_bounds(poisson > -1.0f && poisson < 0.5f, "poisson_ratio", poisson,
                 "above -1 and below 0.5");
  require_bounds(density > 0.0f && std::isfinite(density), "density_kg_m3", density, "above 0");
}

Tetrahedron<double> rest_tetrahedron(const glm::dvec3 (&corners_m)[4],
                                     const ElasticMaterial& material) {
  const double volume = corners_volume_m3(corners_m);
  const double young = material.young_modulus_Pa, poisson = material.poisson_ratio;
  Tetrahedron<double> rest;
  for (int k = 1; k < 4; ++k) {
    const glm::dvec3 a = corners_m[k % 3 + 1] - corners_m[0];
    const glm::dvec3 b = corners_m[(k + 1) % 3 + 1] - corners_m[0];
    rest.gradient_per_m[k] = glm::cross(a, b) / (6.0 * volume);
  }
  rest.gradient_per_m[0] =
      -(rest.gradient_per_m[1] + rest.gradient_per_m[2] + rest.gradient_per_m[3]);
  rest.lambda_volume_J = volume * young * poisson / ((1.0 + poisson) * (1.0 - 2.0 * poisson));
  rest.mu_volume_J = volume * young / (2.0 * (1.0 + poisson));
  rest.mass_kg = volume * material.density_kg_m3;
  rest.volume_m3 = volume;
  return rest;
}

template <int N>
void check_elements(const ElementMesh<N>& mesh, double flattest) {
  const auto count = static_cast<int>(mesh.nodes_m.size());
  for (std::size_t e = 0; e < mesh.elements.size(); ++e) {
    for (const int node : mesh.elements[e].at)
      if (node < 0 || node >= count)
        throw Error(ExitCode::bad_input,
                    fmt::format("tetrahedron {} has the node {}, but there are only {}", e, node,
                                counted(mesh.nodes_m.size(), "node", "nodes")));
    glm::dvec3 corners[4];
    copy_corners(mesh, e, corners);
    check_shape(e, corners, flattest);
  }
}

template <int N>
ElementData element_data(const ElementMesh<N>& mesh, const ElasticMaterial& material) {
  check(material);
  check_elements(mesh, flattest_in_single);
  const auto count = static_cast<int>(mesh.nodes_m.size());
  std::vector<double> masses(count, 0.0);
  ElementData data;
  data.rest.reserve(mesh.elements.size());
  for (std::size_t e = 0; e < mesh.elements.size(); ++e) {
    const auto& nodes = mesh.elements[e].at;
    glm::dvec3 corners[4];
    copy_corners(mesh, e, corners);
    const Tetrahedron<double> rest = rest_tetrahedron(corners, material);
    for (const int node : nodes) masses[node] += lumped_mass<N>(rest);
    data.rest.push_back(converted<float>(rest));
  }
  for (int i = 0; i < count; ++i)
    if (!(masses[i] > 0.0))
      throw Error(ExitCode::bad_input, fmt::format("node {} at {} m belongs to no tetrahedron", i,
                                                   place_text(mesh.nodes_m[i])));
  data.node_masses_kg.assign(masses.begin(), masses.end());
  return data;
}

template void check_elements<4>(const ElementMesh<4>&, double);
template void check_elements<10>(const ElementMesh<10>&, double);
template ElementData element_data<4>(const ElementMesh<4>&, const ElasticMaterial&);
template ElementData element_data<10>(const ElementMesh<10>&, const ElasticMaterial&);

}  // namespace limber
