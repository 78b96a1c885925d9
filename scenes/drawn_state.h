#pragma once

#include <glm/glm.hpp>
#include <span>
#include <vector>

#include "kernels/published_vertex.h"
#include "scenes/body_depths.h"
#include "sim/publish.h"

namespace limber {

/// Where everything of a scene was drawn at one moment, measured on the host in double precision by
/// all that could touch. Only TriangleTree is shared with the code that moves it. Lengths in
/// metres.
class DrawnState {
 public:
  /// vertices: as published for `list`, which must outlive this.
  DrawnState(const DrawList& list, std::span<const PublishedVertex> vertices);

  /// The centres of spheres where there are any, else the vertices of surfaces; particles of
  /// fluids.
  const std::vector<glm::dvec3>& points_m() const { return points_m_; }
  /// Of each point, rising: the same at other moments, when there may be others of a fluid.
  const std::vector<int>& numbers() const { return numbers_; }

  double lowest_m() const;
  double highest_m() const;
  double mean_height_m() const;
  /// Root mean square of the points' horizontal distances from their middle.
  double spread_m() const;
  /// Of two spheres of different bodies, as a share of the smaller one's diameter; 0: none touch.
  double largest_overlap() const;
  /// Number of bodies that overlap another one by more than this share.
  int bodies_overlapping(double share) const;
  /// How far a sphere, or a vertex of a surface, reaches into the ground or into drawn scenery.
  /// 0: nothing touches.
  double largest_penetration_m() const;
  BodyDepths body_depths_m() const { return limber::body_depths_m(*list_, vertices_); }
  /// Pairs of triangles of surfaces that pass through each other, or through drawn scenery: see
  /// TriangleTree.
  long long crossings() const;

 private:
  struct Triangle {
    glm::dvec3 corners_m[3];
    glm::dvec3 low_m, high_m;
  };
  struct Body {
    int number;  ///< spheres of one have it in common
    double radius_m;
  };

  /// visit(body, other, overlap): of near spheres, as a share of the smaller one's diameter.
  template <class Visit>
  void for_overlaps(const Visit& visit) const;
  double into_mesh_m(const std::vector<Triangle>& triangles, const glm::dvec3& low_m,
                     const glm::dvec3& high_m, const glm::dvec3& x_m, double radius_m) const;
  double into_m(const StaticMesh& mesh, const PublishedVertex* pose) const;

  const DrawList* list_;
  std::span<const PublishedVertex> vertices_;
  std::vector<glm::dvec3> points_m_;
  std::vector<int> numbers_;
  std::vector<Body> bodies_;  ///< of the first points, those that are centres of spheres
};

}  // namespace limber
