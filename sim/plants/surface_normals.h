#pragma once

#include <vector>

#include "kernels/buffer.h"
#include "kernels/plants/normals.h"
#include "sim/archive.h"

namespace limber {

/// Computes the normals of a moving surface on the backend.
class SurfaceNormals {
 public:
  SurfaceNormals(const Exec& exec, int vertices, const std::vector<glm::uvec3>& triangles);

  struct Request {
    View<const Vec3AndValue> placed_m;
    View<const int> not_finite;  ///< one flag: once raised, `out` is left as it is
    View<PublishedVertex> out;   ///< with the values of placed_m
  };
  /// In two stages. May be part of a recorded frame.
  void publish(const Exec& exec, const char* label, const Request& request);
  /// In one stage, for comparison.
  void publish_in_one_stage(const Exec& exec, const char* label, const Request& request);
  void archive(Archive& archive);

 private:
  Buffer<glm::uvec3> triangles_;
  Buffer<int> triangles_of_vertex_first_, triangles_of_vertex_;
  Buffer<Vec3AndValue> face_normals_;
};

}  // namespace limber
