#pragma once

// The surface of a fluid, part 1: a scalar field of anisotropic kernels around its particles. As in
// [YuTurk13], centres are smoothed towards the mean of their neighbours, and a kernel is flat if
// its neighbours lie in a plane. With hardly any neighbours, kernels here become balls with the
// volume of a particle.

#include <glm/glm.hpp>

#include "kernels/cell_rows.h"
#include "kernels/eigenvectors.h"
#include "kernels/hd.h"
#include "kernels/published_vertex.h"
#include "kernels/view.h"

namespace limber {

/// Constants of a fluid's surface field.
struct FieldTraits {
  float spacing_m;
  float search_m;      ///< range of the neighbours that shape a kernel
  float smoothing;     ///< share of the shift to the mean of the neighbours
  float round_m2;      ///< variance of neighbours along an axis from which its length is reach_m
  float min_stretch;   ///< min length of a kernel's half axes, relative to reach_m
  float reach_m;       ///< max length of a kernel's half axes
  float level;         ///< isovalue of the surface
  float ball_reach_m;  ///< radius of the kernel of a lone particle
  float ball_height;   ///< its height, such that the ball has the volume of a particle
};

/// height (1 - r^T M r)^3 within the ellipsoid r^T M r < 1, else 0; r: from the centre.
struct alignas(16) StretchedKernel {
  glm::vec3 center_m{0.0f};
  float height = 0.0f;                                   ///< 0: there is no particle
  glm::vec3 diagonal_per_m2{0.0f}, beside_per_m2{0.0f};  ///< of M: xx yy zz, and xy xz yz
  float reach_m2 = 0.0f;                                 ///< squared radius of a bounding sphere
  float unused = 0.0f;

  /// M r
  LIMBER_HD glm::vec3 turned_per_m(const glm::vec3& r) const {
    return {diagonal_per_m2.x * r.x + beside_per_m2.x * r.y + beside_per_m2.y * r.z,
            beside_per_m2.x * r.x + diagonal_per_m2.y * r.y + beside_per_m2.z * r.z,
            beside_per_m2.y * r.x + beside_per_m2.z * r.y + diagonal_per_m2.z * r.z};
  }
  LIMBER_HD float value(const glm::vec3& x) const {
    const glm::vec3 r = x - center_m;
    if (!(glm::dot(r, r) < reach_m2)) return 0.0f;
    const float left = 1.0f - glm::dot(r, turned_per_m(r));
    return left > 0.0f ? height * left * left * left : 0.0f;
  }
  LIMBER_HD glm::vec3 gradient_per_m(const glm::vec3& x) const {
    const glm::vec3 r = x - center_m;
    if (!(glm::dot(r, r) < reach_m2)) return glm::vec3(0.0f);
    const glm::vec3 turned_m = turned_per_m(r);
    const float left = 1.0f - glm::dot(r, turned_m);
    return left > 0.0f ? turned_m * (-6.0f * height * left * left) : glm::vec3(0.0f);
  }
  /// Half the edges of the ellipsoid's bounding box.
  LIMBER_HD glm::vec3 half_box_m() const {
    const glm::mat3 m2 = glm::inverse(glm::mat3(
        diagonal_per_m2.x, beside_per_m2.x, beside_per_m2.y, beside_per_m2.x, diagonal_per_m2.y,
        beside_per_m2.z, beside_per_m2.y, beside_per_m2.z, diagonal_per_m2.z));
    return glm::sqrt(glm::max(glm::vec3(m2[0][0], m2[1][1], m2[2][2]), 0.0f));
  }
};

struct PublishedPosition {
  View<const PublishedVertex> vertices;
  LIMBER_HD glm::vec3 operator()(int i) const { return vertices[i].position_m; }
};

struct KernelCenter {
  View<const StretchedKernel> kernels;
  LIMBER_HD glm::vec3 operator()(int i) const { return kernels[i].center_m; }
};

/// Copies particles in the order of cells. One thread per sorted place.
struct GatherPublished {
  View<const int> order;
  View<const PublishedVertex> vertices;
  View<glm::vec4> places_m;  ///< x, y, z, and 1, or 0 for a free place

  LIMBER_HD void operator()(int k) const {
    const PublishedVertex vertex = vertices[order[k]];
    places_m[k] = glm::vec4(vertex.position_m, vertex.quaternion_w > 0.0f ? 1.0f : 0.0f);
  }
};

/// Computes each particle's kernel from its neighbours. One thread per sorted place.
struct StretchKernels {
  static constexpr int grain = 64;
  CellRows rows;  ///< of width search_m
  View<const int> first;
  View<const glm::vec4> places_m;
  FieldTraits traits;
  View<StretchedKernel> kernels;

  /// Weight of a neighbour at a distance.
  LIMBER_HD float weight(float squared_m2) const {
    const float share = glm::sqrt(squared_m2) / traits.search_m;
    return 1.0f - share * share * share;
  }

  LIMBER_HD void operator()(int i) const {
    const glm::vec3 x(places_m[i]);
    StretchedKernel kernel;
    kernel.center_m = x;
    if (places_m[i].w == 0.0f) {
      kernels[i] = kernel;
      return;
    }
    // Moments of the vectors to the neighbours; its own vector is 0.
    float weights = 1.0f;
    glm::vec3 sum_m(0.0f), diagonal_m2(0.0f), beside_m2(0.0f);
    visit_cells_around(rows, first, x, [&](int k) {
      const glm::vec3 offset = glm::vec3(places_m[k]) - x;
      const float squared_m2 = glm::dot(offset, offset);
      if (k == i || places_m[k].w == 0.0f || !(squared_m2 < traits.search_m * traits.search_m))
        return;
      const float w = weight(squared_m2);
      weights += w;
      sum_m += w * offset;
      diagonal_m2 += w * offset * offset;
      beside_m2 += w * glm::vec3(offset.x * offset.y, offset.x * offset.z, offset.y * offset.z);
    });
    const glm::vec3 mean_m = sum_m / weights;
    const float among = among_others(weights - 1.0f);
    kernel.center_m += among * traits.smoothing * mean_m;
    diagonal_m2 = diagonal_m2 / weights - mean_m * mean_m;
    beside_m2 = beside_m2 / weights -
                glm::vec3(mean_m.x * mean_m.y, mean_m.x * mean_m.z, mean_m.y * mean_m.z);
    stretch(kernel, diagonal_m2 / traits.round_m2, beside_m2 / traits.round_m2, among);
    kernels[i] = kernel;
  }

  /// From 0 for a lone particle or one in a thread to 1 for one in a sheet.
  LIMBER_HD static float among_others(float weights) {
    const float share = glm::clamp((weights - 3.0f) / 6.0f, 0.0f, 1.0f);
    return share * share * (3.0f - 2.0f * share);
  }

  /// diagonal, beside: entries of the neighbours' covariance matrix divided by round_m2.
  LIMBER_HD void stretch(StretchedKernel& kernel, const glm::vec3& diagonal,
                         const glm::vec3& beside, float among) const {
    glm::mat3 spread(diagonal.x, beside.x, beside.y, beside.x, diagonal.y, beside.z, beside.y,
                     beside.z, diagonal.z);
    glm::mat3 axes;
    diagonalize(spread, axes, 5, 1e-7f);
    const glm::vec3 found(spread[0][0], spread[1][1], spread[2][2]);
    const glm::vec3 stretches =
        glm::clamp(glm::sqrt(glm::max(found, 0.0f)), traits.min_stretch, 1.0f);

    glm::vec3 diagonal_per_m2(0.0f), beside_per_m2(0.0f);
    for (int k = 0; k < 3; ++k) {
      const float along_m = traits.reach_m * stretches[k];
      const glm::vec3 a = axes[k] / along_m;
      diagonal_per_m2 += a * a;
      beside_per_m2 += glm::vec3(a.x * a.y, a.x * a.z, a.y * a.z);
    }
    const float reaches = traits.reach_m / traits.spacing_m;
    // The integral of the kernel of height 1 is 64 pi / 315 times the product of its half axes.
    const float height = 4.9218750f / 3.14159265f / (reaches * reaches * reaches) /
                         (stretches.x * stretches.y * stretches.z);
    const float ball_per_m2 = 1.0f / (traits.ball_reach_m * traits.ball_reach_m);
    kernel.diagonal_per_m2 = glm::mix(glm::vec3(ball_per_m2), diagonal_per_m2, among);
    kernel.beside_per_m2 = among * beside_per_m2;
    kernel.height = glm::mix(traits.ball_height, height, among);
    const float widest_m =
        glm::max(traits.reach_m * glm::max(stretches.x, glm::max(stretches.y, stretches.z)),
                 traits.ball_reach_m);
    kernel.reach_m2 = widest_m * widest_m;
  }
};

/// Copies kernels in the order of cells. One thread per sorted place.
struct GatherKernels {
  View<const int> order;
  View<const StretchedKernel> from;
  View<StretchedKernel> to;

  LIMBER_HD void operator()(int k) const { to[k] = from[order[k]]; }
};

}  // namespace limber
