#pragma once

#include <glm/glm.hpp>
#include <vector>

#include "kernels/fem/element.h"
#include "kernels/fem/spring.h"
#include "sim/drawn_surface.h"
#include "sim/fem/element_data.h"
#include "sim/solid.h"

namespace limber {

/// All elements of a scene are of one kind.
enum class ElementKind { linear, quadratic, spring };

/// The input of a finite element simulation. Host memory.
struct FemModel {
  ElementKind kind = ElementKind::linear;
  std::vector<glm::vec3> nodes_m;  ///< at rest
  std::vector<float> masses_kg;    ///< one per node
  std::vector<int> body_of_node;
  std::vector<int> pinned;                     ///< one per node; not 0: fixed
  std::vector<int> corners;                    ///< nodes_each() nodes per element
  std::vector<Tetrahedron<float>> tetrahedra;  ///< one per element, unless kind is spring
  std::vector<Spring> springs;                 ///< one per element, if kind is spring
  std::vector<glm::uvec2> edges;               ///< of the elements, for drawing: pairs of nodes
  std::vector<glm::uvec3> triangles;           ///< of nodes: the contact surface
  DrawnSurface drawn;

  int nodes_each() const {
    return kind == ElementKind::spring ? 2 : (kind == ElementKind::linear ? 4 : 10);
  }
  int nodes() const { return static_cast<int>(nodes_m.size()); }
  int elements() const { return static_cast<int>(corners.size()) / nodes_each(); }
};

/// Adds a solid as a separate body to a model of tetrahedra. Throws Error(bad_input) as
/// element_data() does.
void add_solid(FemModel& model, const Solid& solid, const ElasticMaterial& material,
               const Placement& placement = {});

}  // namespace limber
