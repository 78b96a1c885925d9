#pragma once

#include <cstdint>
#include <glm/glm.hpp>

#include "kernels/distance_field.h"
#include "kernels/hd.h"
#include "kernels/rotation.h"
#include "kernels/surface_point.h"

namespace limber {

enum class ColliderShape : std::int32_t { ground, sphere, capsule, tube, funnel, box, mesh };

/// A solid that particles stay out of. `axes` are its own x, y, z directions (columns, unit
/// length); capsule, tube and funnel lie along their own y.
struct Collider {
  ColliderShape shape = ColliderShape::ground;
  glm::vec3 center_m{0.0f};
  glm::mat3 axes{1.0f};
  float radius_m = 0.0f;        ///< sphere, capsule, the tube's outer wall, the funnel's upper end
  float inner_radius_m = 0.0f;  ///< tube; the funnel's lower end
  float half_length_m = 0.0f;   ///< capsule: of its straight part; tube; funnel
  float half_wall_m = 0.0f;     ///< funnel: of its wall, whose middle surface has those radii
  glm::vec3 half_size_m{0.0f};  ///< box
  float turn_rad_s = 0.0f;      ///< angular velocity around turn_axis
  glm::vec3 turn_axis{0.0f, 1.0f, 0.0f};  ///< in its own frame, unit length
  glm::vec3 off_axis_m{0.0f};    ///< from a point of that axis to center_m: it may turn with a drum
  glm::vec3 velocity_m_s{0.0f};  ///< of center_m, without the part from turning
  DistanceField field{};         ///< mesh: in its own frame
  View<const float> samples{};   ///< of the field, in the backend's memory
};

namespace collider_detail {

LIMBER_HD inline SurfacePoint away_from_point(const glm::vec3& d, float radius,
                                              const glm::vec3& fallback) {
  const float length = glm::sqrt(glm::dot(d, d));
  return {length - radius, length > 1e-9f ? d / length : fallback};
}

/// Signed distance to a rectangle of half sizes `h` at the origin, in the plane.
LIMBER_HD inline float rectangle(const glm::vec2& p, const glm::vec2& h, glm::vec2& normal) {
  const glm::vec2 side(p.x < 0.0f ? -1.0f : 1.0f, p.y < 0.0f ? -1.0f : 1.0f);
  const glm::vec2 q(p.x * side.x - h.x, p.y * side.y - h.y);
  if (q.x > 0.0f && q.y > 0.0f) {
    const float length = glm::sqrt(q.x * q.x + q.y * q.y);
    normal = glm::vec2(side.x * q.x / length, side.y * q.y / length);
    return length;
  }
  if (q.x > q.y) {
    normal = glm::vec2(side.x, 0.0f);
    return q.x;
  }
  normal = glm::vec2(0.0f, side.y);
  return q.y;
}

/// A point's distance from the y axis, and the direction away from it.
LIMBER_HD inline float radial(const glm::vec3& p, glm::vec3& outward) {
  const float radial = glm::sqrt(p.x * p.x + p.z * p.z);
  outward =
      radial > 1e-9f ? glm::vec3(p.x / radial, 0.0f, p.z / radial) : glm::vec3(1.0f, 0.0f, 0.0f);
  return radial;
}

LIMBER_HD inline SurfacePoint tube(const Collider& c, const glm::vec3& p) {
  glm::vec3 outward;
  const float from_axis = radial(p, outward);
  const float wall = 0.5f * (c.radius_m - c.inner_radius_m);
  glm::vec2 normal;
  const float distance = rectangle({from_axis - 0.5f * (c.radius_m + c.inner_radius_m), p.y},
                                   {wall, c.half_length_m}, normal);
  return {distance, outward * normal.x + glm::vec3(0.0f, normal.y, 0.0f)};
}

/// A straight wall with round ends, revolved around the axis.
LIMBER_HD inline SurfacePoint funnel(const Collider& c, const glm::vec3& p) {
  glm::vec3 outward;
  const glm::vec2 low(c.inner_radius_m, -c.half_length_m), high(c.radius_m, c.half_length_m);
  const glm::vec2 along = high - low, from_low = glm::vec2(radial(p, outward), p.y) - low;
  const float part = glm::clamp(glm::dot(from_low, along) / glm::dot(along, along), 0.0f, 1.0f);
  const glm::vec2 off = from_low - along * part;
  const float distance = glm::sqrt(glm::dot(off, off));
  const glm::vec2 normal =
      distance > 1e-9f ? off / distance : glm::normalize(glm::vec2(along.y, -along.x));
  return {distance - c.half_wall_m, outward * normal.x + glm::vec3(0.0f, normal.y, 0.0f)};
}

LIMBER_HD inline SurfacePoint box(const glm::vec3& p, const glm::vec3& h) {
  const glm::vec3 side(p.x < 0.0f ? -1.0f : 1.0f, p.y < 0.0f ? -1.0f : 1.0f,
                       p.z < 0.0f ? -1.0f : 1.0f);
  const glm::vec3 q = p * side - h;
  const glm::vec3 out(q.x > 0.0f ? q.x : 0.0f, q.y > 0.0f ? q.y : 0.0f, q.z > 0.0f ? q.z : 0.0f);
  const float outside = glm::sqrt(glm::dot(out, out));
  if (outside > 0.0f) return {outside, out * side / outside};
  if (q.x > q.y && q.x > q.z) return {q.x, {side.x, 0.0f, 0.0f}};
  if (q.y > q.z) return {q.y, {0.0f, side.y, 0.0f}};
  return {q.z, {0.0f, 0.0f, side.z}};
}

}  // namespace collider_detail

/// False only where a point is outside a collider and further than reach_m from it; cheap for
/// grounds, boxes and meshes, and always true for others.
LIMBER_HD inline bool may_be_near(const Collider& c, const glm::vec3& point_m, float reach_m) {
  const glm::vec3 offset = point_m - c.center_m;
  if (c.shape == ColliderShape::ground) return offset.y < reach_m;
  if (c.shape != ColliderShape::box && c.shape != ColliderShape::mesh) return true;
  glm::vec3 middle(0.0f), half = c.half_size_m;
  if (c.shape == ColliderShape::mesh) {
    half = glm::vec3(c.field.samples - 1) * (0.5f * c.field.spacing_m);
    middle = c.field.origin_m + half;
  }
  half += reach_m;
  for (int axis = 0; axis < 3; ++axis)
    if (glm::abs(glm::dot(c.axes[axis], offset) - middle[axis]) >= half[axis]) return false;
  return true;
}

/// Distance to and normal of a collider's nearest surface, from a point in world space.
LIMBER_HD inline SurfacePoint nearest_surface(const Collider& c, const glm::vec3& point_m) {
  const glm::vec3 offset = point_m - c.center_m;
  if (c.shape == ColliderShape::ground) return {offset.y, {0.0f, 1.0f, 0.0f}};
  const glm::vec3 p(glm::dot(c.axes[0], offset), glm::dot(c.axes[1], offset),
                    glm::dot(c.axes[2], offset));
  SurfacePoint local{};
  switch (c.shape) {
    case ColliderShape::sphere:
      local = collider_detail::away_from_point(p, c.radius_m, {0.0f, 1.0f, 0.0f});
      break;
    case ColliderShape::capsule: {
      const float along = glm::clamp(p.y, -c.half_length_m, c.half_length_m);
      local = collider_detail::away_from_point(p - glm::vec3(0.0f, along, 0.0f), c.radius_m,
                                               {1.0f, 0.0f, 0.0f});
      break;
    }
    case ColliderShape::tube:
      local = collider_detail::tube(c, p);
      break;
    case ColliderShape::funnel:
      local = collider_detail::funnel(c, p);
      break;
    case ColliderShape::mesh:
      local = nearest_surface(c.field, c.samples, p);
      break;
    default:
      local = collider_detail::box(p, c.half_size_m);
      break;
  }
  local.normal =
      c.axes[0] * local.normal.x + c.axes[1] * local.normal.y + c.axes[2] * local.normal.z;
  return local;
}

/// Its axis of rotation in world space.
LIMBER_HD inline glm::vec3 turn_axis_of(const Collider& c) {
  const glm::vec3 own = c.turn_axis;
  return c.axes[0] * own.x + c.axes[1] * own.y + c.axes[2] * own.z;
}

LIMBER_HD inline glm::vec3 spin_rad_s(const Collider& c) { return turn_axis_of(c) * c.turn_rad_s; }

/// The velocity of a collider's surface at a point.
LIMBER_HD inline glm::vec3 surface_velocity_m_s(const Collider& c, const glm::vec3& point_m) {
  return c.velocity_m_s + glm::cross(spin_rad_s(c), point_m - c.center_m + c.off_axis_m);
}

/// The quaternion that rotates a collider by `turns` around its axis.
LIMBER_HD inline glm::vec4 rotation_of(const Collider& c, float turns) {
  return turned({0.0f, 0.0f, 0.0f, 1.0f}, turn_axis_of(c) * (2.0f * pi * turns));
}

LIMBER_HD inline Collider after_turns(Collider c, float turns) {
  const glm::vec4 q = rotation_of(c, turns);
  const glm::vec3 off_axis_m = rotated(q, c.off_axis_m);
  c.center_m += off_axis_m - c.off_axis_m;
  c.off_axis_m = off_axis_m;
  c.axes = {rotated(q, c.axes[0]), rotated(q, c.axes[1]), rotated(q, c.axes[2])};
  return c;
}

}  // namespace limber
