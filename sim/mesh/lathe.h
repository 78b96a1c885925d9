#pragma once

#include <functional>
#include <glm/glm.hpp>
#include <span>
#include <utility>
#include <vector>

#include "sim/mesh/triangle_mesh.h"

// Surfaces of revolution: rings of vertices around the y axis, and bands of triangles between them.
// Details that are not rotationally symmetric use rings that share some vertices with others.

namespace limber {

/// A point of an outline, and the segment to it from the previous point: straight, or an arc.
/// bulge: the tangent of a quarter of the arc's angle, positive if the arc bulges to the right of
/// its direction, which is outward on the way up. 1: a semicircle.
struct ProfilePoint {
  float radius_m;
  float height_m;
  float bulge = 0.0f;
};

/// Flattens an outline to points: chords are within `tolerance_m` of their arcs and turn by at most
/// 45 degrees.
std::vector<glm::vec2> flattened(std::span<const ProfilePoint> profile, float tolerance_m);

class Lathe {
 public:
  using Ring = std::vector<unsigned>;  ///< a vertex per column; on the axis, the same for all

  /// columns: vertices around the axis, at least 3. The first one is at +x, +z is a quarter
  /// further.
  explicit Lathe(int columns) : columns_(columns) {}

  int columns() const { return columns_; }
  float angle_rad(int column) const;

  /// Radius 0: a single vertex on the axis.
  Ring ring(float radius_m, float height_m);
  /// place(angle_rad) returns radius and height.
  Ring ring(const std::function<glm::vec2(float angle_rad)>& place);

  /// A ring with new vertices at the columns first to last, inclusive (modulo columns()); elsewhere
  /// it shares the vertices of `from`.
  Ring carved(const Ring& from, int first, int last,
              const std::function<glm::vec2(float angle_rad)>& place);

  /// Triangles between two rings, facing outward if `upper` lies above: between columns first and
  /// last (modulo columns()), or all around. None where the rings share vertices, so bands end
  /// there.
  void band(const Ring& lower, const Ring& upper, int first, int last);
  void band(const Ring& lower, const Ring& upper) { band(lower, upper, 0, columns_); }

  /// Triangles between a ring and a loop of other vertices above it, which must be star-shaped
  /// around the axis and have the same orientation.
  void bridge(const Ring& lower, const std::vector<unsigned>& loop);

  /// Makes rings at the outline's points with bands between them; returns the last ring.
  Ring turn(std::span<const glm::vec2> outline);
  /// The same, continuing from an existing ring.
  Ring turn(Ring from, std::span<const glm::vec2> outline);

  TriangleMesh mesh;

 private:
  int columns_;
};

/// A torus around the y axis, facing outward, of around * across * 2 triangles.
TriangleMesh torus_surface(float ring_radius_m, float tube_radius_m, int around, int across);

}  // namespace limber
