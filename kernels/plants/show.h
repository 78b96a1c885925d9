#pragma once

// Plants for drawing: q and poses blended between two states, in the deformer's layout, and values
// for the colours of the parts.

#include <cstdint>
#include <glm/glm.hpp>

#include "kernels/hd.h"
#include "kernels/plants/part.h"
#include "kernels/plants/part_contact.h"
#include "kernels/plants/uq.h"
#include "kernels/published_vertex.h"
#include "kernels/view.h"

namespace limber {

struct CopyModes {
  View<const float> q;
  View<float> previous;
  LIMBER_HD void operator()(int k) const { previous[k] = q[k]; }
};

struct CopyFrames {
  View<const Pose> poses;
  View<Pose> previous;
  LIMBER_HD void operator()(int i) const { previous[i] = poses[i]; }
};

/// One thread per place of q in the deformer's layout.
struct ShowModes {
  View<const int> coordinate_at;  ///< of each place; -1: none, the place is set to 0
  View<const float> q;
  View<const float> previous;  ///< empty: show `q`
  float blend;                 ///< 0 shows `previous`, 1 shows `q`
  View<float> shown;

  LIMBER_HD void operator()(int i) const {
    const int k = coordinate_at[i];
    float value = 0.0f;
    if (k >= 0) {
      value = q[k];
      if (!previous.empty()) value = previous[k] + (value - previous[k]) * blend;
    }
    shown[i] = value;
  }
};

/// One thread per part.
struct ShowFrames {
  View<const Pose> poses;
  View<const Pose> previous;
  float blend;
  View<Pose> shown;

  LIMBER_HD void operator()(int i) const {
    Pose pose = poses[i];
    if (!previous.empty()) {
      const Pose old = previous[i];
      pose.position_m = old.position_m + (pose.position_m - old.position_m) * blend;
      pose.quaternion = blended_rotation(old.quaternion, pose.quaternion, blend);
    }
    shown[i] = pose;
  }
};

enum class PartField : std::int32_t { bending, speed, number };

/// Speed of each part's centre of mass, including bending.
struct PartSpeeds {
  View<const Mount> mounts;
  View<const PartBody> bodies;
  View<const BendingPart> bending;
  View<const glm::vec3> linear;  ///< sum m U of each mode of all shapes
  View<const PartMotion> motions;
  View<const float> velocity;

  LIMBER_HD float operator()(int i) const {
    const PartBody body = bodies[mounts[i].shape];
    glm::vec3 v = motions[i].velocity_m_s + glm::cross(motions[i].spin_rad_s, body.middle_m);
    if (i < bending.size) {
      const BendingPart part = bending[i];
      for (int k = 0; k < part.modes; ++k)
        v += linear[part.first_shape_mode + k] *
             (velocity[part.first_coordinate + k] / body.mass_kg);
    }
    return glm::sqrt(glm::dot(v, v));
  }
};

/// The speed of each part, or a number in [0, 1) that distinguishes it from its neighbours.
struct MeasureParts {
  static constexpr int grain = 128;
  PartField field;
  PartSpeeds speeds;
  View<float> values;

  LIMBER_HD void operator()(int i) const {
    const std::uint32_t shuffled = static_cast<std::uint32_t>(i) * 2654435769u;
    values[i] =
        field == PartField::number ? static_cast<float>(shuffled >> 8) / 16777216.0f : speeds(i);
  }
};

/// One thread per drawn vertex.
struct ColorByPart {
  View<const int> frame_of;  ///< of each vertex: which part
  View<const float> values;
  View<const int> not_finite;
  View<PublishedVertex> out;

  LIMBER_HD void operator()(int i) const {
    if (not_finite[0] == 0) out[i].scalar = values[frame_of[i]];
  }
};

/// Statistics of the parts' motion, summed in a fixed order.
struct SwaySums {
  double speed_squared_m2_s2 = 0.0;  ///< of all parts
  double bend_squared = 0.0;         ///< of all coordinates, as a share of their ranges
  float penetration_m = 0.0f;        ///< of the deepest point
};

inline constexpr int sway_block = 256;

/// Sums over `sway_block` parts, and as many coordinates and contacts, per element.
struct SumBlockOfSway {
  static constexpr int grain = 1;
  PartSpeeds speeds;
  View<const float> q;
  View<const ModeRange> ranges;
  View<const PartContact> contacts;
  View<SwaySums> block_sums;

  LIMBER_HD void operator()(int block) const {
    const int first = block * sway_block;
    SwaySums sums;
    for (int i = first; i < first + sway_block && i < speeds.mounts.size; ++i) {
      const double speed_m_s = speeds(i);
      sums.speed_squared_m2_s2 += speed_m_s * speed_m_s;
    }
    for (int k = first; k < first + sway_block && k < q.size; ++k) {
      const float share = q[k] / ranges[k].max_q;
      sums.bend_squared += share * share;
    }
    for (int c = first; c < first + sway_block && c < contacts.size; ++c)
      if (contacts[c].depth_m > sums.penetration_m) sums.penetration_m = contacts[c].depth_m;
    block_sums[block] = sums;
  }
};

/// Adds up the block sums; one element.
struct SumSway {
  View<const SwaySums> block_sums;
  View<SwaySums> total;

  LIMBER_HD void operator()(int) const {
    SwaySums sums;
    for (int i = 0; i < block_sums.size; ++i) {
      sums.speed_squared_m2_s2 += block_sums[i].speed_squared_m2_s2;
      sums.bend_squared += block_sums[i].bend_squared;
      if (block_sums[i].penetration_m > sums.penetration_m)
        sums.penetration_m = block_sums[i].penetration_m;
    }
    total[0] = sums;
  }
};

}  // namespace limber
