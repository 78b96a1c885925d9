#pragma once

#include <glm/glm.hpp>
#include <vector>

#include "kernels/fem/element.h"
#include "kernels/fem/spring.h"
#include "sim/drawn_surface.h"
#include "sim/fem/element_data.h"
#include "sim/solid.h"

namespace limber {

/// Of one kind in a scene.
enum class ElementKind { linear, quadratic, spring };

/// What a simulation of finite elements needs to start. Host memory.
struct FemModel {
  ElementKind kind = ElementKind::linear;
  std::vector<glm::vec3> nodes_m;  ///< at rest
  std::vector<float> masses_kg;    ///< one a node
  std::vector<int> body_of_node;
  std::vector<int> pinned;   ///< one a node: whether nothing moves it
  std::vector<int> corners;  ///< nodes_each() nodes an element, element after element
  std::vector<Tetrahedron<float>> tetrahedra;  ///< one an element, unless they are springs
  std::vector<Spring> springs;                 ///< one an element, if they are
  std::vector<glm::uvec2> edges;               ///< of the elements, to be drawn: pairs of nodes
  std::vector<glm::uvec3> triangles;           ///< of nodes: the surfaces that touch
  DrawnSurface drawn;

  int nodes_each() const {
    return kind == ElementKind::spring ? 2 : (kind == ElementKind::linear ? 4 : 10);
  }
  int nodes() const { return static_cast<int>(nodes_m.size()); }
  int elements() const { return static_cast<int>(corners.size()) / nodes_each(); }
};

/// Adds a solid as a body of its own to a model of tetrahedra. Throws Error(bad_input) as
/// element_data() does.
void add_solid(FemModel& model, const Solid& solid, const ElasticMaterial& material,
               const Placement& placement = {});

}  // namespace limber
