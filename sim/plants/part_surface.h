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
  /// Which coordinate belongs at each place of the shown q; -1: none, and 0 stands there.
  const std::vector<int>& coordinate_at() const { return coordinate_at_; }

  /// Where to write what publish() will show: in host memory, or where the solver runs.
  ShownViews begin(const Exec& exec, bool on_host);
  struct Request {
    bool by_part = false;  ///< colour by the shown values; else by how far each vertex is displaced
    View<const int> not_finite;
    View<PublishedVertex> out;
  };
  void publish(const Exec& exec, const Request& request);
  void archive(Archive& archive);

 private:
  /// What the processor computes for the GPU.
  struct Uploads {
    Upload<float> q, values;
    Upload<Pose> poses;
  };

  std::vector<int> order_;  ///< parts of the tree as they are drawn
  std::vector<glm::uvec3> triangles_;
  std::vector<SurfacePart> materials_;
  std::vector<int> frame_of_, coordinate_at_;
  Deformer deformer_;
  SurfaceNormals normals_;
  Buffer<int> frame_of_vertex_;
  Buffer<float> shown_q_, values_;
  Buffer<Pose> shown_poses_;
  std::unique_ptr<Uploads> uploads_;  ///< instead of those, while what is shown comes from the host
};

}  // namespace limber
