#pragma once

// Normals of a deforming surface, and its vertices for OpenGL [Wang20, section 4.2]: in two stages,
// face normals first and then their sum at each vertex, or in one, where each vertex computes the
// normals of the faces around it. Two stages read and compute less, one needs no memory for faces.

#include <glm/glm.hpp>

#include "kernels/hd.h"
#include "kernels/incidence.h"
#include "kernels/plants/uq.h"
#include "kernels/published_vertex.h"
#include "kernels/view.h"

namespace limber {

/// Its length is twice the triangle's area.
LIMBER_HD inline glm::vec3 area_normal(const View<const Vec3AndValue>& placed_m,
                                       const glm::uvec3& t) {
  const auto at = [&](unsigned vertex) { return whole(placed_m, static_cast<int>(vertex)).xyz; };
  const glm::vec3 a = at(t.x);
  return glm::cross(at(t.y) - a, at(t.z) - a);
}

LIMBER_HD inline PublishedVertex published(const Vec3AndValue& placed_m, const glm::vec3& sum) {
  const float length = glm::sqrt(glm::dot(sum, sum));
  return {placed_m.xyz, placed_m.value,
          length > 1e-20f ? sum / length : glm::vec3(0.0f, 1.0f, 0.0f), 0.0f};
}

/// The first stage, one element per triangle.
struct FaceNormals {
  static constexpr int grain = 256;
  View<const Vec3AndValue> placed_m;
  View<const glm::uvec3> triangles;
  View<Vec3AndValue> normals;

  LIMBER_HD void operator()(int i) const {
    normals[i] = {area_normal(placed_m, triangles[i]), 0.0f};
  }
};

/// The second stage, one element per vertex.
struct PublishFromFaces {
  static constexpr int grain = 256;
  View<const Vec3AndValue> placed_m;
  View<const Vec3AndValue> face_normals;
  Incidence triangles_of_vertex;
  View<const int> not_finite;  ///< once raised, the last good vertices are left as they are
  View<PublishedVertex> out;

  LIMBER_HD void operator()(int i) const {
    if (not_finite[0] != 0) return;
    glm::vec3 sum(0.0f);
    for (int k = triangles_of_vertex.first[i]; k < triangles_of_vertex.first[i + 1]; ++k)
      sum += whole(face_normals, triangles_of_vertex.items[k]).xyz;
    out[i] = published(whole(placed_m, i), sum);
  }
};

/// Both in one stage, one element per vertex.
struct PublishInOneStage {
  static constexpr int grain = 128;
  View<const Vec3AndValue> placed_m;
  View<const glm::uvec3> triangles;
  Incidence triangles_of_vertex;
  View<const int> not_finite;
  View<PublishedVertex> out;

  LIMBER_HD void operator()(int i) const {
    if (not_finite[0] != 0) return;
    glm::vec3 sum(0.0f);
    for (int k = triangles_of_vertex.first[i]; k < triangles_of_vertex.first[i + 1]; ++k)
      sum += area_normal(placed_m, triangles[triangles_of_vertex.items[k]]);
    out[i] = published(whole(placed_m, i), sum);
  }
};

}  // namespace limber
