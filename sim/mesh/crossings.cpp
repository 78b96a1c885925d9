#include "sim/mesh/crossings.h"

#include <algorithm>

#include "sim/mesh/exact_side.h"

namespace limber {

namespace {

constexpr int seldom = 1 << 14;  ///< triangles between reports

using Flat = std::array<glm::vec2, 3>;

glm::vec2 without(int axis, const glm::vec3& x) {
  return axis == 0 ? glm::vec2(x.y, x.z) : axis == 1 ? glm::vec2(x.z, x.x) : glm::vec2(x.x, x.y);
}

Flat without(int axis, const TriangleCorners& t) {
  return {without(axis, t[0]), without(axis, t[1]), without(axis, t[2])};
}

/// An axis along which the projection of the triangle has an area; -1: none.
int axis_to_flatten(const TriangleCorners& t) {
  for (int axis = 0; axis < 3; ++axis) {
    const Flat flat = without(axis, t);
    if (side_of_line(flat[0], flat[1], flat[2]) != 0) return axis;
  }
  return -1;
}

/// Whether x, which lies on the line through a and b, lies between them.
bool is_between(const glm::vec2& a, const glm::vec2& b, const glm::vec2& x) {
  const glm::vec2 low = glm::min(a, b), high = glm::max(a, b);
  return low.x <= x.x && x.x <= high.x && low.y <= x.y && x.y <= high.y;
}

bool segments_meet(const glm::vec2& a, const glm::vec2& b, const glm::vec2& c, const glm::vec2& d) {
  const int c_side = side_of_line(a, b, c), d_side = side_of_line(a, b, d);
  const int a_side = side_of_line(c, d, a), b_side = side_of_line(c, d, b);
  if (c_side * d_side < 0 && a_side * b_side < 0) return true;
  return (c_side == 0 && is_between(a, b, c)) || (d_side == 0 && is_between(a, b, d)) ||
         (a_side == 0 && is_between(c, d, a)) || (b_side == 0 && is_between(c, d, b));
}

/// Whether all three have the same sign; 0 counts as both.
bool agree(int a, int b, int c) {
  return (a >= 0 && b >= 0 && c >= 0) || (a <= 0 && b <= 0 && c <= 0);
}

bool meets_in_plane(const glm::vec3& p, const glm::vec3& q, const TriangleCorners& t) {
  const int axis = axis_to_flatten(t);
  if (axis < 0) return false;  // degenerate: the neighbours have the same edges
  const glm::vec2 a = without(axis, p), b = without(axis, q);
  const Flat flat = without(axis, t);
  if (agree(side_of_line(flat[0], flat[1], a), side_of_line(flat[1], flat[2], a),
            side_of_line(flat[2], flat[0], a)))
    return true;
  for (int k = 0; k < 3; ++k)
    if (segments_meet(a, b, flat[k], flat[(k + 1) % 3])) return true;
  return false;
}

/// Whether the segment from p to q meets the triangle. p_side, q_side: sides of its plane.
bool meets(const glm::vec3& p, int p_side, const glm::vec3& q, int q_side,
           const TriangleCorners& t) {
  if (p_side * q_side > 0) return false;
  if (p_side == 0 && q_side == 0) return meets_in_plane(p, q, t);
  return agree(side_of_plane(p, q, t[0], t[1]), side_of_plane(p, q, t[1], t[2]),
               side_of_plane(p, q, t[2], t[0]));
}

/// Whether triangles that share their first two corners are folded flat onto each other.
bool folded(const TriangleCorners& a, const TriangleCorners& b) {
  if (side_of_plane(a[0], a[1], a[2], b[2]) != 0) return false;
  const int axis = axis_to_flatten(a);
  if (axis < 0) return false;
  const Flat first = without(axis, a), second = without(axis, b);
  return side_of_line(first[0], first[1], first[2]) *
             side_of_line(second[0], second[1], second[2]) >
         0;
}

bool has_doubled_corner(const TriangleCorners& t) {
  return t[0] == t[1] || t[1] == t[2] || t[2] == t[0];
}

TriangleCorners corners_of(const TriangleMesh& mesh, int triangle) {
  const glm::uvec3& t = mesh.triangles[triangle];
  return {mesh.positions_m[t.x], mesh.positions_m[t.y], mesh.positions_m[t.z]};
}

}  // namespace

bool triangles_cross(const TriangleCorners& a, const TriangleCorners& b) {
  if (has_doubled_corner(a) || has_doubled_corner(b)) return false;
  TriangleCorners p = a, q = b;  // shared corners first
  int shared = 0;
  for (int i = 0; i < 3; ++i)
    for (int j = shared; j < 3; ++j)
      if (p[i] == q[j]) {
        std::swap(p[shared], p[i]);
        std::swap(q[shared], q[j]);
        ++shared;
        break;
      }
  if (shared == 3) return true;
  if (shared == 2) return folded(p, q);

  // Finds the sides of a triangle's plane on which the corners of the other lie.
  const auto sides = [&](const TriangleCorners& plane, const TriangleCorners& t, int(&side)[3]) {
    for (int k = 0; k < 3; ++k)
      side[k] = k < shared ? 0 : side_of_plane(plane[0], plane[1], plane[2], t[k]);
    const int unshared = side[shared];
    return unshared == 0 || side[1] != unshared || side[2] != unshared;
  };
  int p_side[3], q_side[3];
  if (!sides(q, p, p_side) || !sides(p, q, q_side)) return false;
  // The intersection of two triangles ends at an edge of one of them; beyond a shared corner, at
  // the opposite edge.
  for (int k = 0; k < 3; ++k) {
    const int l = (k + 1) % 3;
    if (k < shared || l < shared) continue;
    if (meets(p[k], p_side[k], p[l], p_side[l], q) || meets(q[k], q_side[k], q[l], q_side[l], p))
      return true;
  }
  return false;
}

bool segment_meets(const glm::vec3& p, const glm::vec3& q, const TriangleCorners& triangle) {
  const auto side = [&](const glm::vec3& x) {
    return side_of_plane(triangle[0], triangle[1], triangle[2], x);
  };
  return meets(p, side(p), q, side(q), triangle);
}

std::vector<Box> boxes_of(const TriangleMesh& mesh) {
  std::vector<Box> boxes(mesh.triangles.size());
  for (std::size_t i = 0; i < boxes.size(); ++i)
    for (int k = 0; k < 3; ++k) boxes[i].add(mesh.positions_m[mesh.triangles[i][k]]);
  return boxes;
}

std::vector<std::pair<int, int>> crossings(const TriangleMesh& mesh, const BoxTree& tree,
                                           const std::vector<int>& some, Progress& progress,
                                           std::size_t enough) {
  std::vector<char> is_some(mesh.triangles.size(), 0);
  for (int i : some) is_some[i] = 1;
  const std::vector<Box> boxes = boxes_of(mesh);
  std::vector<std::pair<int, int>> found;
  for (std::size_t n = 0; n < some.size() && found.size() < enough; ++n) {
    if (n % seldom == 0)
      progress.report("looking for triangles that cross",
                      static_cast<float>(n) / static_cast<float>(some.size()));
    const int i = some[n];
    tree.each_near(boxes[i], [&](int j) {
      if (j == i || (j < i && is_some[j]) || !boxes[j].meets(boxes[i])) return;
      if (triangles_cross(corners_of(mesh, i), corners_of(mesh, j)))
        found.emplace_back(std::min(i, j), std::max(i, j));
    });
  }
  std::sort(found.begin(), found.end());
  return found;
}

}  // namespace limber
