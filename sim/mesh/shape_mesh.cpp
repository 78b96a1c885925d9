#include "sim/mesh/shape_mesh.h"

#include <cmath>
#include <numbers>
#include <vector>

namespace limber {

namespace {

/// Around an axis: looks smooth even if the collider fills the screen.
constexpr int segments = 64;

/// A point of the profile curve, and the normal there.
struct StripPoint {
  float radius_m;
  float height_m;
  float normal_radial;
  float normal_axial;
};

/// A right-handed orthonormal frame with the unit vector w as third axis.
glm::mat3 frame_around(glm::vec3 w) {
  const glm::vec3 other = std::abs(w.x) < 0.5f ? glm::vec3(1, 0, 0) : glm::vec3(0, 1, 0);
  const glm::vec3 u = glm::normalize(glm::cross(other, w));
  return {u, glm::cross(w, u), w};
}

void add_triangle(StaticMesh& mesh, unsigned a, unsigned b, unsigned c) {
  const auto same = [&](unsigned i, unsigned j) {
    return mesh.positions_m[i] == mesh.positions_m[j];
  };
  if (!same(a, b) && !same(b, c) && !same(c, a)) mesh.triangles.emplace_back(a, b, c);
}

/// The columns around an axis, and their frame.
struct Around {
  glm::mat3 frame;
  float first_rad = 0.0f, all_rad = 2.0f * std::numbers::pi_v<float>;
  unsigned columns = segments;
  bool closed = true;

  /// The radial direction of a column.
  glm::vec2 direction(unsigned column) const {
    const float angle =
        first_rad + all_rad * static_cast<float>(column) / static_cast<float>(segments);
    return {std::cos(angle), std::sin(angle)};
  }
};

Around columns_around(glm::vec3 axis, const Opened& opened) {
  const glm::vec3 w = glm::normalize(axis);
  if (!(opened.rad > 0.0f)) return {frame_around(w)};
  const glm::vec3 u = glm::normalize(opened.toward - w * glm::dot(opened.toward, w));
  return {{u, glm::cross(w, u), w},
          0.5f * opened.rad,
          2.0f * std::numbers::pi_v<float> - opened.rad,
          segments + 1,
          false};
}

/// Closes the cut at a column by a fan over the profile, which must be convex.
void add_cut(StaticMesh& mesh, glm::vec3 center_m, const Around& around, unsigned column,
             const std::vector<std::vector<StripPoint>>& strips) {
  const glm::vec2 out = around.direction(column);
  const bool first = column == 0;
  const glm::vec3 normal =
      around.frame * (first ? glm::vec3(out.y, -out.x, 0.0f) : glm::vec3(-out.y, out.x, 0.0f));
  const auto middle = static_cast<unsigned>(mesh.positions_m.size());
  for (const std::vector<StripPoint>& strip : strips)
    for (const StripPoint& p : strip) {
      mesh.positions_m.push_back(center_m + around.frame * glm::vec3(p.radius_m * out, p.height_m));
      mesh.normals.push_back(normal);
    }
  const auto last = static_cast<unsigned>(mesh.positions_m.size());
  for (unsigned i = middle + 1; i + 1 < last; ++i)
    add_triangle(mesh, middle, first ? i : i + 1, first ? i + 1 : i);
}

/// Rotates strips of the profile around the axis; the outside lies to the right of a strip if the
/// axis points up. Normals may be discontinuous between strips.
StaticMesh turned_strips(glm::vec3 center_m, glm::vec3 axis,
                         const std::vector<std::vector<StripPoint>>& strips,
                         const Opened& opened = {}) {
  const Around around = columns_around(axis, opened);
  StaticMesh mesh;
  for (const std::vector<StripPoint>& strip : strips) {
    const auto first = static_cast<unsigned>(mesh.positions_m.size());
    for (const StripPoint& p : strip) {
      for (unsigned s = 0; s < around.columns; ++s) {
        const glm::vec2 out = around.direction(s);
        // At radius 0, all segments must give exactly the same point.
        mesh.positions_m.push_back(center_m +
                                   around.frame * glm::vec3(p.radius_m * out, p.height_m));
        mesh.normals.push_back(around.frame * glm::vec3(p.normal_radial * out, p.normal_axial));
      }
    }
    for (unsigned row = 0; row + 1 < strip.size(); ++row)
      for (unsigned s = 0; s < segments; ++s) {
        const unsigned next = around.closed ? (s + 1) % segments : s + 1;
        const unsigned lower = first + row * around.columns, upper = lower + around.columns;
        add_triangle(mesh, lower + s, lower + next, upper + next);
        add_triangle(mesh, lower + s, upper + next, upper + s);
      }
  }
  if (!around.closed) {
    add_cut(mesh, center_m, around, 0, strips);
    add_cut(mesh, center_m, around, segments, strips);
  }
  return mesh;
}

/// A quarter circle upwards from the lower pole or the equator, shifted up by `lift_m`.
void add_quarter(std::vector<StripPoint>& strip, bool upper, float radius_m, float lift_m) {
  constexpr int steps = segments / 4;
  for (int i = 0; i <= steps; ++i) {
    const int step = upper ? i : i - steps;
    const float angle = 0.5f * std::numbers::pi_v<float> * static_cast<float>(step) / steps;
    const bool pole = step == steps || step == -steps;
    const float across = pole ? 0.0f : std::cos(angle), up = std::sin(angle);
    strip.push_back({radius_m * across, lift_m + radius_m * up, across, up});
  }
}

}  // namespace

StaticMesh sphere_mesh(glm::vec3 center_m, float radius_m) {
  std::vector<StripPoint> profile;
  add_quarter(profile, false, radius_m, 0.0f);
  profile.pop_back();  // the upper half contains the equator
  add_quarter(profile, true, radius_m, 0.0f);
  return turned_strips(center_m, {0, 1, 0}, {profile});
}

StaticMesh capsule_mesh(glm::vec3 center_m, glm::vec3 axis, float half_length_m, float radius_m) {
  std::vector<StripPoint> profile;
  add_quarter(profile, false, radius_m, -half_length_m);
  add_quarter(profile, true, radius_m, half_length_m);
  return turned_strips(center_m, axis, {profile});
}

StaticMesh tube_mesh(glm::vec3 center_m, glm::vec3 axis, float half_length_m, float inner_radius_m,
                     float outer_radius_m, const Opened& opened) {
  const float half = half_length_m, in = inner_radius_m, out = outer_radius_m;
  return turned_strips(center_m, axis,
                       {{{out, -half, 1, 0}, {out, half, 1, 0}},
                        {{out, half, 0, 1}, {in, half, 0, 1}},
                        {{in, half, -1, 0}, {in, -half, -1, 0}},
                        {{in, -half, 0, -1}, {out, -half, 0, -1}}},
                       opened);
}

StaticMesh funnel_mesh(glm::vec3 center_m, glm::vec3 axis, float half_length_m,
                       float lower_radius_m, float upper_radius_m, float half_wall_m,
                       const Opened& opened) {
  constexpr int steps = segments / 4;
  const glm::vec2 low(lower_radius_m, -half_length_m), high(upper_radius_m, half_length_m);
  const glm::vec2 along = glm::normalize(high - low), out(along.y, -along.x);
  std::vector<StripPoint> strip;
  const auto add_end = [&](const glm::vec2& end, const glm::vec2& from, const glm::vec2& over) {
    for (int i = 0; i <= steps; ++i) {
      const float angle = std::numbers::pi_v<float> * static_cast<float>(i) / steps;
      const glm::vec2 normal = from * std::cos(angle) + over * std::sin(angle);
      const glm::vec2 place = end + normal * half_wall_m;
      strip.push_back({place.x, place.y, normal.x, normal.y});
    }
  };
  add_end(high, out, along);
  add_end(low, -out, -along);
  strip.push_back(strip.front());
  return turned_strips(center_m, axis, {strip}, opened);
}

StaticMesh box_mesh(glm::vec3 center_m, glm::vec3 half_size_m, const glm::mat3& axes,
                    float bevel_m) {
  StaticMesh mesh;
  // Each corner of the box has a vertex on each of its three faces, 24 in all, for flat shading.
  // With a bevel, these are separate, and strips and corner triangles connect them.
  const auto vertex = [](unsigned corner, int face_axis) {
    return corner * 3 + static_cast<unsigned>(face_axis);
  };
  const auto sign = [](unsigned corner, int axis) { return corner >> axis & 1u ? 1.0f : -1.0f; };
  for (unsigned corner = 0; corner < 8; ++corner)
    for (int face_axis = 0; face_axis < 3; ++face_axis) {
      glm::vec3 position, normal(0.0f);
      for (int axis = 0; axis < 3; ++axis)
        position[axis] =
            sign(corner, axis) * (half_size_m[axis] - (axis == face_axis ? 0.0f : bevel_m));
      normal[face_axis] = sign(corner, face_axis);
      mesh.positions_m.push_back(center_m + axes * position);
      mesh.normals.push_back(axes * normal);
    }
  const auto add_quad = [&](bool flip, unsigned a, unsigned b, unsigned c, unsigned d) {
    add_triangle(mesh, a, flip ? c : b, flip ? b : c);
    add_triangle(mesh, a, flip ? d : c, flip ? c : d);
  };
  for (int axis = 0; axis < 3; ++axis) {
    const int u = (axis + 1) % 3, v = (axis + 2) % 3;
    const unsigned bit = 1u << axis, bit_u = 1u << u, bit_v = 1u << v;
    for (const unsigned side : {0u, bit})  // the two faces across this axis
      add_quad(side == 0, vertex(side, axis), vertex(side | bit_u, axis),
               vertex(side | bit_u | bit_v, axis), vertex(side | bit_v, axis));
    for (const unsigned corner : {0u, bit_u, bit_v, bit_u | bit_v})  // the four edges along it
      add_quad(corner == 0 || corner == (bit_u | bit_v), vertex(corner, v), vertex(corner, u),
               vertex(corner | bit, u), vertex(corner | bit, v));
  }
  for (unsigned corner = 0; corner < 8; ++corner) {
    const bool flip = sign(corner, 0) * sign(corner, 1) * sign(corner, 2) < 0.0f;
    add_triangle(mesh, vertex(corner, 0), vertex(corner, flip ? 2 : 1),
                 vertex(corner, flip ? 1 : 2));
  }
  return mesh;
}

}  // namespace limber
