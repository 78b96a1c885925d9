#pragma once

#include <Eigen/Core>
#include <glm/glm.hpp>
#include <memory>
#include <vector>

#include "kernels/buffer.h"
#include "kernels/upload.h"
#include "sim/archive.h"
#include "sim/plants/deformer.h"
#include "sim/plants/part_tree.h"
#include "sim/plants/shown_parts.h"
#include "sim/plants/surface_normals.h"

namespace limber {

/// The drawn surface of plants: the vertices of all parts, sorted by material, deformed and
/// transformed to the world on the backend.
class PartSurface {
 public:
  /// share_shapes: parts of one shape read the same modes. Throws Error(bad_input) as Deformer
  /// does.
  PartSurface(const Exec& exec, const PlantsModel& model, const PartTree& tree, bool share_shapes);

  int vertices() const { return deformer_.vertices(); }
  DrawList draw_list(const PlantsModel& model, const PartTree& tree) const;

  int part_of(int vertex) const { return frame_of_[vertex]; }  ///< index in the tree
  /// Index of a vertex within its part's shape.
  int vertex_of_shape(int vertex) const;
  /// For each entry of the shown q, the index of its coordinate; -1: padding, which is 0.
  const std::vector<int>& coordinate_at() const { return coordinate_at_; }

  /// The buffers to fill before publish(): in host memory or in that of the solver.
  ShownViews begin(const Exec& exec, bool on_host);
  struct Request {
    bool by_part = false;  ///< colour by the parts' values; else by each vertex's displacement
    View<const int> not_finite;
    View<PublishedVertex> out;
  };
  void publish(const Exec& exec, const Request& request);
  void archive(Archive& archive);

 private:
  /// What the CPU computes for the GPU.
  struct Uploads {
    Upload<float> q, values;
    Upload<Pose> poses;
  };

  std::vector<int> order_;  ///< parts of the tree in drawing order
  std::vector<glm::uvec3> triangles_;
  std::vector<SurfacePart> materials_;
  std::vector<int> frame_of_, coordinate_at_;
  Deformer deformer_;
  SurfaceNormals normals_;
  Buffer<int> frame_of_vertex_;
  Buffer<float> shown_q_, values_;
  Buffer<Pose> shown_poses_;
  std::unique_ptr<Uploads> uploads_;  ///< replaces these buffers while q is computed on the host
};

}  // namespace limber
