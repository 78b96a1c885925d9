#pragma once

#include <functional>
#include <glm/glm.hpp>
#include <span>
#include <utility>
#include <vector>

#include "sim/mesh/triangle_mesh.h"

// Surfaces that are turned on a lathe: rings of vertices around the y axis, and bands of triangles
// between them. What is not round all the way is carved by rings that share vertices with others.

namespace limber {

/// A point of an outline in (distance from the axis, height), and how the outline gets there from
/// the point before: straight, or by an arc. bulge: the tangent of a quarter of the arc's angle,
/// positive where it bulges to the right of its way, so outward on the way up. 1: half a circle.
struct ProfilePoint {
  float radius_m;
  float height_m;
  float bulge = 0.0f;
};

/// The outline as points on it, such that no arc is further than `tolerance_m` from its chords and
/// none of these turns by more than 45 degrees.
std::vector<glm::vec2> flattened(std::span<const ProfilePoint> profile, float tolerance_m);

class Lathe {
 public:
  using Ring = std::vector<unsigned>;  ///< a vertex for each column; on the axis the same for all

  /// columns: vertices around the axis, at least 3. The first one lies on +x, a quarter on is +z.
  explicit Lathe(int columns) : columns_(columns) {}

  int columns() const { return columns_; }
  float angle_rad(int column) const;

  /// Radius 0 makes a vertex on the axis.
  Ring ring(float radius_m, float height_m);
  /// place(angle_rad): radius and height.
  Ring ring(const std::function<glm::vec2(float angle_rad)>& place);

  /// The ring with new vertices at the columns first to last, both included (counted on past the
  /// last column); elsewhere it shares those of `from`.
  Ring carved(const Ring& from, int first, int last,
              const std::function<glm::vec2(float angle_rad)>& place);

  /// Triangles between two rings, outward where `upper` lies above: between columns first and last
  /// (counted on past the last column), or all around. Where the rings share vertices there are
  /// none, so bands end there.
  void band(const Ring& lower, const Ring& upper, int first, int last);
  void band(const Ring& lower, const Ring& upper) { band(lower, upper, 0, columns_); }

  /// Triangles between a ring and a loop of other vertices above it that goes around the axis the
  /// same way, seen from anywhere on the axis.
  void bridge(const Ring& lower, const std::vector<unsigned>& loop);

  /// Rings at the outline's points with bands between them; the last ring.
  Ring turn(std::span<const glm::vec2> outline);
  /// The same, on from a ring that is there already.
  Ring turn(Ring from, std::span<const glm::vec2> outline);

  TriangleMesh mesh;

 private:
  int columns_;
};

/// A torus around the y axis, outward: around * across * 2 triangles.
TriangleMesh torus_surface(float ring_radius_m, float tube_radius_m, int around, int across);

}  // namespace limber
