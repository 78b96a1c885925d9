#pragma once

#include <array>
#include <glm/glm.hpp>
#include <limits>
#include <vector>

#include "kernels/contact/contact_mesh.h"
#include "kernels/contact/find_candidates.h"
#include "sim/mesh/topology.h"

namespace limber {

/// What of bodies touches. Host memory.
struct ContactShape {
  std::vector<glm::vec3> places_m;  ///< of all points, at rest
  std::vector<int> body;            ///< of each point
  std::vector<glm::uvec3> triangles;
  std::vector<int> spheres;  ///< points that are centres of spheres, in rising order
  std::vector<int> rigid;    ///< points that only move with the rigid body that they are on
  /// From this one on points are kinematic: contacts do not move them. Triangles are of such points
  /// or of others.
  int first_kinematic_point = std::numeric_limits<int>::max();
  /// Of bodies that have parts: of each point its part, -1 where it has none, and of each part
  /// those that it does not touch, in rising order. Empty where there are no parts.
  std::vector<int> part;
  Lists excluded;
  /// Whether bodies are solids, so that nothing belongs inside of them.
  bool filled = false;
  /// Whether nothing joins the spheres of a body, as in a fluid.
  bool loose = false;

  bool empty() const { return triangles.empty() && spheres.empty(); }
};

/// The surfaces of bodies as contacts see them. Host memory; see ContactMesh.
struct ContactSurface {
  std::vector<int> points;  ///< in rising order
  int free_points = 0, free_edges = 0;
  std::vector<glm::ivec3> things;  ///< triangles, then edges, in the order of their trees' leaves
  std::vector<TriangleSides> sides;
  Lists neighbors;  ///< of each particle along edges
  int triangles = 0;

  // All trees: of the free triangles, the others, the free edges, the others.
  std::vector<RegionNode> nodes;
  int kinematic_root = 0;
  int edge_root = 0;
  std::vector<int> leaves;  ///< the node of each thing
  /// Small parts of the trees: their nodes but for leaves, children before parents. Parts of a tier
  /// do not need each other, only leaves and those of the tiers before.
  Lists parts;
  std::vector<int> first_part_of_tier;  ///< and one more: the number of all parts
  int owners() const { return static_cast<int>(points.size()) + free_edges; }
  // See FindCandidatesInGroups.
  std::vector<int> groups;
  std::vector<WideChild> wide_children;
  std::array<WideChild, 4> wide_roots;
};

/// Triangles of a body lie together in the tree, so that it stays a good one where bodies move
/// about.
ContactSurface contact_surface_of(const ContactShape& shape);

}  // namespace limber
