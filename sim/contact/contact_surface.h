#pragma once

#include <array>
#include <glm/glm.hpp>
#include <limits>
#include <vector>

#include "kernels/contact/contact_mesh.h"
#include "kernels/contact/find_candidates.h"
#include "sim/mesh/topology.h"

namespace limber {

/// The parts of bodies that can touch. Host memory.
struct ContactShape {
  std::vector<glm::vec3> places_m;  ///< of all points, at rest
  std::vector<int> body;            ///< of each point
  std::vector<glm::uvec3> triangles;
  std::vector<int> spheres;  ///< points that are centres of spheres, in ascending order
  std::vector<int> rigid;    ///< points fixed to a rigid body
  /// Boxes of rigid bodies: the first of the eight points of each, which only its own triangles
  /// use. Bits 0, 1 and 2 of a point's place tell its side along each axis. In ascending order.
  std::vector<int> boxes;
  /// Points from this one on are kinematic: contacts do not move them. No triangle mixes the two.
  int first_kinematic_point = std::numeric_limits<int>::max();
  /// For bodies with parts: the part of each point (-1: none), and for each part those with which
  /// it does not collide, in ascending order. Empty where there are no parts.
  std::vector<int> part;
  Lists excluded;
  /// Whether bodies are solid, so that nothing may be inside them.
  bool filled = false;
  /// Whether the spheres of a body move independently, as in a fluid.
  bool loose = false;
  /// Whether points may wait at the borders of their regions: a rigid body would stop with its
  /// first one, and so would what pushes it. See DecideToLook.
  bool points_wait = false;

  bool empty() const { return triangles.empty() && spheres.empty(); }
};

/// The surfaces of bodies, prepared for contact detection. Host memory; see ContactMesh.
struct ContactSurface {
  std::vector<int> points;  ///< in ascending order
  int free_points = 0, free_edges = 0;
  /// triangles, then edges, then boxes, in the order of the leaves of their trees
  std::vector<glm::ivec3> things;
  std::vector<TriangleSides> sides;
  std::vector<glm::ivec2> opposites;  ///< of each edge; see ContactMesh
  Lists neighbors;                    ///< of each particle along edges
  int triangles = 0;
  int first_box = 0;              ///< thing
  std::vector<int> are_of_boxes;  ///< a flag for each point of the shape; empty: there are no boxes
  bool is_of_box(int point) const { return !are_of_boxes.empty() && are_of_boxes[point] != 0; }

  std::vector<RegionNode> nodes;  ///< of all trees
  TreeRoots roots;
  std::vector<int> leaves;  ///< node of each thing
  /// Small parts of the trees: inner nodes, children before parents. Parts of a tier depend only on
  /// leaves and on earlier tiers.
  Lists parts;
  std::vector<int> first_part_of_tier;  ///< and at the end the number of all parts
  int owners() const {
    return static_cast<int>(points.size() + things.size()) + free_edges - first_box;
  }
  std::vector<ThingRange> own_things;  ///< see ContactMesh
  // See FindCandidatesInGroups.
  std::vector<int> groups, group_nodes;
  std::vector<WideChild> wide_children;
  std::array<WideChild, TreeRoots::count> wide_roots;
};

/// Each body has its own subtrees, so that the trees stay tight as bodies move.
ContactSurface contact_surface_of(const ContactShape& shape);

}  // namespace limber
