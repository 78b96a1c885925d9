#pragma once

#include <Eigen/Core>
#include <glm/glm.hpp>
#include <vector>

#include "kernels/buffer.h"
#include "sim/plants/deformer.h"
#include "sim/plants/part_tree.h"
#include "sim/plants/surface_normals.h"

namespace limber {

/// What is seen of plants: the vertices of all parts, those of one material together, deformed and
/// placed where the solver runs.
class PartSurface {
 public:
  /// share_shapes: parts of one shape read the same modes. Throws Error(bad_input) as Deformer.
  PartSurface(const Exec& exec, const PlantsModel& model, const PartTree& tree, bool share_shapes);

  int vertices() const { return deformer_.vertices(); }
  DrawList draw_list(const PlantsModel& model, const PartTree& tree) const;

  int part_of(int vertex) const { return frame_of_[vertex]; }  ///< of the tree
  /// Of the part's shape.
  int vertex_of_shape(int vertex) const;
  /// Which coordinate belongs at each place of shown_q(); -1: none, and 0 stands there.
  const std::vector<int>& coordinate_at() const { return coordinate_at_; }

  /// What is shown: write them before publish().
  View<float> shown_q() { return shown_q_.view(); }
  View<Pose> shown_poses() { return shown_poses_.view(); }
  View<float> values() { return values_.view(); }  ///< a number a part

  struct Request {
    bool by_part = false;  ///< colour by values(); else by how far each vertex is displaced
    View<const int> not_finite;
    View<PublishedVertex> out;
  };
  void publish(const Exec& exec, const Request& request);
  void move(const Exec& from, const Exec& to);

 private:
  std::vector<int> order_;  ///< parts of the tree as they are drawn
  std::vector<glm::uvec3> triangles_;
  std::vector<SurfacePart> materials_;
  std::vector<int> frame_of_, coordinate_at_;
  Deformer deformer_;
  SurfaceNormals normals_;
  Buffer<int> frame_of_vertex_;
  Buffer<float> shown_q_, values_;
  Buffer<Pose> shown_poses_;
};

}  // namespace limber
