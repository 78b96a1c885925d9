#pragma once

#include <glm/glm.hpp>
#include <vector>

#include "kernels/collider.h"
#include "sim/fem/element_data.h"
#include "sim/pbd/model.h"
#include "sim/pbd/solid.h"
#include "sim/publish.h"

namespace limber {

/// What a simulation of finite elements needs to start. Host memory.
template <int N>
struct FemModel {
  ElementMesh<N> mesh;  ///< all bodies, one after the other
  ElementData data;
  std::vector<int> body_of_node;
  std::vector<int> pinned;  ///< one a node: whether nothing moves it
  DrawnSurface drawn;
  std::vector<Collider> colliders;
  std::vector<StaticMesh> scenery;
};

/// Adds a solid as a body of its own. Throws Error(bad_input) as element_data() does.
template <int N>
void add_body(FemModel<N>& model, const Solid& solid, const ElasticMaterial& material,
              const Placement& placement);

}  // namespace limber
