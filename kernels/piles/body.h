#pragma once

// Rigid bodies made of spheres, and the values that a step derives from them, in 16-byte quads
// [Harada07, section 29.2.2].

#include <glm/glm.hpp>

#include "kernels/hd.h"
#include "kernels/pose.h"
#include "kernels/rotation.h"

namespace limber {

/// A body's pose is that of a frame at its centre of mass, along its principal axes.
struct alignas(16) BodyMomentum {
  glm::vec3 linear_kg_m_s{0.0f};
  int shared_contacts = 0;          ///< with springs, of the last step: see SharedContacts
  glm::vec3 angular_kg_m2_s{0.0f};  ///< about the centre of mass
  int shared_contacts_now = 0;      ///< so far in this step
};

/// Count of the contacts among which a body's mass is split, and a flag, in one integer.
struct SharedContacts {
  static constexpr int some_deep = 1 << 30;            ///< flag: at least one of them is deep
  static constexpr int unknown = some_deep | 1 << 29;  ///< not counted yet
  int counted;

  LIMBER_HD bool are_unknown() const { return counted == unknown; }
  /// Number of parts into which the body is split. A sphere has at most twelve neighbours of its
  /// size, and about a quarter push in the same direction; on a larger body all contacts may.
  LIMBER_HD float parts() const {
    const auto count = static_cast<float>(counted & (some_deep - 1));
    return glm::max(glm::max(0.25f * count, count - 9.0f), 1.0f);
  }
};

/// All 0 for a fixed body.
struct alignas(16) BodyInertia {
  glm::vec3 inverse_per_kg_m2{0.0f};  ///< about the axes of the body's frame
  float inverse_mass_per_kg = 0.0f;
};

/// w = R I^-1 R^T L ([Harada07], equations 5 and 6).
LIMBER_HD inline glm::vec3 angular_velocity_rad_s(const glm::vec4& quaternion,
                                                  const glm::vec3& angular_kg_m2_s,
                                                  const BodyInertia& inertia) {
  return rotated(quaternion, inertia.inverse_per_kg_m2 * rotated_back(quaternion, angular_kg_m2_s));
}

/// Twice the kinetic energy per mass: the squared speed of a body that does not rotate.
LIMBER_HD inline float twice_energy_m2_s2(const BodyMomentum& momentum, const Pose& pose,
                                          const BodyInertia& inertia) {
  const glm::vec3 velocity = momentum.linear_kg_m_s * inertia.inverse_mass_per_kg;
  const glm::vec3 spin = angular_velocity_rad_s(pose.quaternion, momentum.angular_kg_m2_s, inertia);
  return glm::dot(velocity, velocity) +
         glm::dot(spin, momentum.angular_kg_m2_s) * inertia.inverse_mass_per_kg;
}

/// A sphere of a body. Constant.
struct alignas(16) SphereOnBody {
  glm::vec3 center_m;  ///< in the body's frame
  float radius_m;
  int body;
  float inverse_mass_per_kg;  ///< at the sphere: upper bound over all directions
  int unused[2] = {0, 0};
};

/// World position of a sphere's centre.
LIMBER_HD inline glm::vec3 center_of(const SphereOnBody& sphere, const Pose& pose) {
  return pose.position_m + rotated(pose.quaternion, sphere.center_m);
}

/// World position of a sphere.
struct alignas(16) SpherePlace {
  glm::vec3 position_m;
  int body;
};

/// Further values of a sphere, for neighbours that touch it.
struct alignas(16) SphereMotion {
  glm::vec3 velocity_m_s;     ///< of the centre
  float inverse_mass_per_kg;  ///< 0: fixed body; negative: the body had deep contacts
  glm::vec3 spin_rad_s;       ///< the body's angular velocity
  float radius_m;
};

/// Force on a body at one of its spheres. The scalars are for display and measurement.
struct alignas(16) SphereForce {
  glm::vec3 force_N{0.0f};
  float overlap_m = 0.0f;      ///< summed over its contacts
  glm::vec3 torque_N_m{0.0f};  ///< about the body's centre of mass
  float contacts = 0.0f;
};

}  // namespace limber
