#include "sim/plants/check_part.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "kernels/error.h"
#include "sim/fem/element_data.h"
#include "sim/mesh/joined.h"
#include "sim/mesh/place_text.h"

namespace limber {

namespace {

/// Formats the message only if needed: some checks run for every drawn vertex.
template <class... Values>
void require(bool holds, fmt::format_string<Values...> sentence, Values&&... values) {
  if (!holds)
    throw Error(ExitCode::bad_input, fmt::format(sentence, std::forward<Values>(values)...));
}

/// Checks that elements use only existing nodes, that all nodes are used, and that the elements are
/// connected.
template <class Element>
void check_connected(const std::vector<Element>& elements, const std::vector<glm::vec3>& nodes_m,
                     const char* element_name) {
  const std::string all_nodes = counted(nodes_m.size(), "node", "nodes");
  std::vector<bool> used(nodes_m.size(), false);
  Joined joined(nodes_m.size());
  for (std::size_t e = 0; e < elements.size(); ++e)
    for (int k = 0; k < Element::length(); ++k) {
      const unsigned node = elements[e][k];
      require(node < nodes_m.size(), "{} {} has the node {}, but there are only {}", element_name,
              e, node, all_nodes);
      used[node] = true;
      joined.join(elements[e][0], node);
    }
  for (std::size_t i = 0; i < used.size(); ++i)
    require(used[i], "node {} at {} m belongs to no {}", i, place_text(nodes_m[i]), element_name);
  require(joined.pieces() == 1,
          "the part consists of {} separate pieces; make each a part of its own", joined.pieces());
}

void check_triangles(const PartShape& shape) {
  require(std::isfinite(shape.thickness_m) && shape.thickness_m > 0.0f,
          "thickness_m of a shell is {}, but must be above 0", shape.thickness_m);
  for (std::size_t e = 0; e < shape.triangles.size(); ++e) {
    const glm::dvec3 a = shape.nodes_m[shape.triangles[e].x],
                     b = shape.nodes_m[shape.triangles[e].y],
                     c = shape.nodes_m[shape.triangles[e].z];
    const double area = 0.5 * glm::length(glm::cross(b - a, c - a));
    const double longest =
        std::max({glm::distance(a, b), glm::distance(b, c), glm::distance(c, a)});
    const std::string place = place_text(glm::vec3((a + b + c) / 3.0));
    require(std::isfinite(area), "triangle {} at {} m has a corner that is not finite", e, place);
    require(area > flattest_in_double * longest * longest, "triangle {} at {} m has no area", e,
            place);
  }
}

void check_clamped(const PartShape& shape) {
  require(!shape.clamped.empty(),
          "the part has no clamped node, so nothing would hold it; clamp those at its base");
  for (std::size_t i = 0; i < shape.clamped.size(); ++i) {
    const int node = shape.clamped[i];
    require(node >= 0 && node < static_cast<int>(shape.nodes_m.size()),
            "node {} is clamped, but there are only {}", node,
            counted(shape.nodes_m.size(), "node", "nodes"));
    require(i == 0 || shape.clamped[i - 1] < node,
            "the clamped nodes are not sorted: {} follows {}", node,
            i == 0 ? 0 : shape.clamped[i - 1]);
  }
  require(shape.clamped.size() < shape.nodes_m.size(),
          "every node of the part is clamped, so nothing can move; make it rigid with modes = 0");
}

void check_drawn(const PartShape& shape) {
  const std::size_t drawn = shape.drawn.positions_m.size();
  require(drawn > 0, "the part has modes, but no drawn vertices that would show them");
  if (shape.drawn_on_nodes.empty()) {
    require(drawn <= shape.nodes_m.size(),
            "the part draws {}, but has only {}; set drawn_on_nodes to attach them",
            counted(drawn, "vertex", "vertices"), counted(shape.nodes_m.size(), "node", "nodes"));
    return;
  }
  const std::string all_nodes = counted(shape.nodes_m.size(), "node", "nodes");
  require(shape.drawn_on_nodes.size() == drawn, "drawn_on_nodes places {}, but {} drawn",
          counted(shape.drawn_on_nodes.size(), "vertex", "vertices"), counted(drawn, "is", "are"));
  for (std::size_t v = 0; v < drawn; ++v)
    for (int k = 0; k < 4; ++k) {
      const int node = shape.drawn_on_nodes[v].corners[k];
      require(node >= 0 && node < static_cast<int>(shape.nodes_m.size()),
              "drawn vertex {} is attached to node {}, but there are only {}", v, node, all_nodes);
    }
}

}  // namespace

void check_part(const PartShape& shape) {
  const PartMaterial& m = shape.material;
  check(ElasticMaterial{m.young_modulus_Pa, m.poisson_ratio, m.density_kg_m3});
  require(shape.modes >= 0, "the part has {} modes, but must have 0 or more", shape.modes);
  require(shape.tetrahedra.empty() || shape.triangles.empty(),
          "the part has tetrahedra and triangles, but must be either a solid or a shell");
  if (!shape.tetrahedra.empty()) check_connected(shape.tetrahedra, shape.nodes_m, "tetrahedron");
  if (!shape.triangles.empty()) {
    check_connected(shape.triangles, shape.nodes_m, "triangle");
    check_triangles(shape);
  }
  if (shape.modes == 0) return;
  require(!shape.tetrahedra.empty() || !shape.triangles.empty(),
          "the part has modes, but neither tetrahedra nor triangles to compute them from");
  check_clamped(shape);
  check_drawn(shape);
}

}  // namespace limber
