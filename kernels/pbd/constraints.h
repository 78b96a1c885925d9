#pragma once

// The constraints of position-based dynamics, as functions with gradients: [Mueller07] and
// [Fratarcangeli13, section 2].

#include <glm/glm.hpp>

#include "kernels/hd.h"
#include "kernels/portable_math.h"

namespace limber {

/// |x0 - x1| - rest, in metres. Resists bending when it spans the two triangles of an edge.
struct DistanceConstraint {
  static constexpr int corners = 2;

  /// The value at `x`, and d value / d x. Coincident particles have no direction: gradient 0.
  LIMBER_HD static float evaluate(const glm::vec3 (&x)[2], float rest_length_m,
                                  glm::vec3 (&gradient)[2]) {
    const glm::vec3 d = x[0] - x[1];
    const float length = glm::sqrt(glm::dot(d, d));
    const glm::vec3 direction = length > 1e-12f ? d / length : glm::vec3(0.0f);
    gradient[0] = direction;
    gradient[1] = -direction;
    return length - rest_length_m;
  }
};

/// The signed angle between the normals of two triangles (x0, x1, x2) and (x1, x0, x3) minus its
/// rest value, in radians: the angle is 0 if they are flat. There its gradient is regular
/// [Bridson03, section 4], unlike that of the arccosine in [Mueller07].
struct DihedralConstraint {
  static constexpr int corners = 4;

  LIMBER_HD static float angle(const glm::vec3 (&x)[4]) {
    const glm::vec3 edge = x[1] - x[0];
    const glm::vec3 n2 = glm::cross(edge, x[2] - x[0]);
    const glm::vec3 n3 = glm::cross(x[3] - x[0], edge);
    const float edge_length = glm::sqrt(glm::dot(edge, edge));
    return portable_atan2(glm::dot(glm::cross(n2, n3), edge), edge_length * glm::dot(n2, n3));
  }

  /// Degenerate triangles have no normal: value and gradient 0.
  LIMBER_HD static float evaluate(const glm::vec3 (&x)[4], float rest_angle_rad,
                                  glm::vec3 (&gradient)[4]) {
    const glm::vec3 edge = x[1] - x[0];
    const glm::vec3 wing2 = x[2] - x[0];
    const glm::vec3 wing3 = x[3] - x[0];
    const glm::vec3 n2 = glm::cross(edge, wing2);
    const glm::vec3 n3 = glm::cross(wing3, edge);
    const float edge_squared = glm::dot(edge, edge);
    const float edge_length = glm::sqrt(edge_squared);
    const float over_edge = 1.0f / edge_squared;
    // Squared heights of the triangles over the edge, as shares of its squared length.
    const float height2 = glm::dot(n2, n2) * over_edge * over_edge;
    const float height3 = glm::dot(n3, n3) * over_edge * over_edge;
    constexpr float smallest = 1e-12f;
    if (!(height2 > smallest && height3 > smallest && edge_squared > 1e-24f)) {
      for (glm::vec3& g : gradient) g = glm::vec3(0.0f);
      return 0.0f;
    }
    // edge n / |n|^2 for both normals, with a single division, as divisions are slow.
    const float over_both = edge_length * over_edge * over_edge / (height2 * height3);
    const glm::vec3 u2 = n2 * (over_both * height3);
    const glm::vec3 u3 = n3 * (over_both * height2);
    const float along2 = glm::dot(wing2, edge) * over_edge;
    const float along3 = glm::dot(wing3, edge) * over_edge;
    gradient[2] = -u2;
    gradient[3] = -u3;
    gradient[0] = u2 * (1.0f - along2) + u3 * (1.0f - along3);
    gradient[1] = u2 * along2 + u3 * along3;
    float value =
        portable_atan2(glm::dot(glm::cross(n2, n3), edge), edge_length * glm::dot(n2, n3)) -
        rest_angle_rad;
    if (value > pi) value -= 2.0f * pi;
    if (value < -pi) value += 2.0f * pi;
    return value;
  }
};

/// The signed volume of the tetrahedron x0, x1, x2, x3 minus its rest value, in cubic metres. The
/// sign makes inverted tetrahedra recover [Fratarcangeli14, equations 5 to 14].
struct VolumeConstraint {
  static constexpr int corners = 4;

  LIMBER_HD static float volume_m3(const glm::vec3 (&x)[4]) {
    return glm::dot(glm::cross(x[1] - x[0], x[2] - x[0]), x[3] - x[0]) / 6.0f;
  }

  LIMBER_HD static float evaluate(const glm::vec3 (&x)[4], float rest_volume_m3,
                                  glm::vec3 (&gradient)[4]) {
    const glm::vec3 a = x[1] - x[0], b = x[2] - x[0], c = x[3] - x[0];
    gradient[1] = glm::cross(b, c) * (1.0f / 6.0f);
    gradient[2] = glm::cross(c, a) * (1.0f / 6.0f);
    gradient[3] = glm::cross(a, b) * (1.0f / 6.0f);
    gradient[0] = -(gradient[1] + gradient[2] + gradient[3]);
    return glm::dot(gradient[3], c) - rest_volume_m3;
  }
};

}  // namespace limber
