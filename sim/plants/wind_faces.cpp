// [Gonzalez85].

#include "sim/plants/wind_faces.h"

#include <algorithm>
#include <limits>

#include "kernels/launch.h"
#include "sim/count.h"
#include "sim/mesh/box_tree.h"

namespace limber {

namespace {

constexpr int max_faces_of_rigid = 6;

struct WindTriangle {
  glm::vec3 middle_m{0.0f}, normal{0.0f};
  float area_m2 = 0.0f;
  glm::uvec3 corners{0};
};

/// Squared distance of two triangles for clustering: by position, in units of the shape's size, and
/// by normal up to its sign.
float clustering_distance(const WindTriangle& a, const WindTriangle& b, float size_m) {
  constexpr float normals = 0.5f;  // weight relative to positions
  const glm::vec3 offset = (a.middle_m - b.middle_m) / size_m;
  const float along = glm::dot(a.normal, b.normal);
  return glm::dot(offset, offset) + normals * (1.0f - along * along);
}

std::vector<WindTriangle> triangles_of(const StaticMesh& drawn) {
  std::vector<WindTriangle> triangles;
  for (const glm::uvec3& t : drawn.triangles) {
    const glm::vec3 a = drawn.positions_m[t.x], b = drawn.positions_m[t.y],
                    c = drawn.positions_m[t.z];
    const glm::vec3 twice = glm::cross(b - a, c - a);
    const float size_m2 = glm::length(twice);
    if (size_m2 < 1e-12f) continue;
    triangles.push_back({(a + b + c) / 3.0f, twice / size_m2, 0.5f * size_m2, t});
  }
  return triangles;
}

/// Gives triangles that are nearer to another one than to those before to that one's face.
struct TakeNearer {
  static constexpr int grain = 1024;
  const WindTriangle* triangles;
  WindTriangle first_of_face;
  int number;
  float size_m;
  int* face;
  float* nearest;
  void operator()(int i) const {
    const float from = clustering_distance(triangles[i], first_of_face, size_m);
    if (!(from < nearest[i])) return;
    nearest[i] = from;
    face[i] = number;
  }
};

/// The triangles of each face, by farthest-point clustering: the triangle farthest from all faces
/// starts the next one.
std::vector<std::vector<int>> clusters_of(const std::vector<WindTriangle>& triangles, float size_m,
                                          int max_faces) {
  std::vector<int> face(triangles.size(), 0);
  std::vector<float> nearest(triangles.size(), std::numeric_limits<float>::infinity());
  const Exec exec(count(triangles) > 2 * TakeNearer::grain ? Backend::tbb : Backend::serial);
  std::size_t next = 0;
  int faces = 0;
  while (faces < max_faces) {
    launch_on_host(exec, "wind faces", count(triangles),
                   TakeNearer{triangles.data(), triangles[next], faces++, size_m, face.data(),
                              nearest.data()});
    next = static_cast<std::size_t>(std::ranges::max_element(nearest) - nearest.begin());
    constexpr float alike = 1e-4f;
    if (nearest[next] < alike) break;
  }
  std::vector<std::vector<int>> triangles_of_face(faces);
  for (std::size_t i = 0; i < triangles.size(); ++i)
    triangles_of_face[face[i]].push_back(static_cast<int>(i));
  return triangles_of_face;
}

}  // namespace

void add_wind_faces(const PartShape& shape, const ReducedShape& reduced, PartTree& tree) {
  const std::vector<WindTriangle> triangles = triangles_of(shape.drawn);
  if (triangles.empty()) return;
  Box box;
  for (const WindTriangle& t : triangles) box.add(t.middle_m);
  const float size_m = std::max(glm::length(box.high_m - box.low_m), 1e-6f);
  const std::vector<std::vector<int>> faces =
      clusters_of(triangles, size_m, reduced.modes > 0 ? max_wind_faces : max_faces_of_rigid);
  const bool is_sheet = shape.tetrahedra.empty() && shape.thickness_m > 0.0f;
  for (const std::vector<int>& face : faces) {
    glm::vec3 middle(0.0f), normal(0.0f);
    float area_m2 = 0.0f;
    std::vector<glm::vec3> modes(reduced.modes, glm::vec3(0.0f));
    for (const int i : face) {
      const WindTriangle& t = triangles[i];
      area_m2 += t.area_m2;
      middle += t.area_m2 * t.middle_m;
      normal += t.area_m2 * (glm::dot(t.normal, normal) < 0.0f ? -t.normal : t.normal);
      for (int k = 0; k < reduced.modes; ++k)
        for (int corner = 0; corner < 3; ++corner) {
          const Eigen::Vector3d mode =
              reduced.drawn_modes.block<3, 1>(3 * static_cast<int>(t.corners[corner]), k);
          modes[k] += t.area_m2 / 3.0f * glm::vec3(mode.x(), mode.y(), mode.z());
        }
    }
    const float length = glm::length(normal);
    if (!(area_m2 > 0.0f) || !(length > 0.0f)) continue;
    const float shown_m2 = is_sheet ? area_m2 : 0.5f * area_m2;
    tree.faces.push_back({.middle_m = middle / area_m2,
                          .first_mode = static_cast<int>(tree.face_modes.size()),
                          .area_m2 = normal * (shown_m2 / length)});
    for (const glm::vec3& mode : modes) tree.face_modes.push_back(mode / area_m2);
  }
}

}  // namespace limber
