#include "sim/mesh/shape_mesh.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <glm/gtc/quaternion.hpp>
#include <map>
#include <numbers>
#include <set>
#include <tuple>

namespace limber {
namespace {

using Point = std::tuple<float, float, float>;
Point point_key(glm::vec3 p) { return {p.x + 0.0f, p.y + 0.0f, p.z + 0.0f}; }  // -0 is 0

/// Every directed edge, identified by the positions of its ends, once, and its reverse once.
void expect_watertight(const StaticMesh& mesh) {
  std::map<std::pair<Point, Point>, int> edges;
  for (const glm::uvec3& t : mesh.triangles)
    for (int k = 0; k < 3; ++k)
      ++edges[{point_key(mesh.positions_m[t[k]]), point_key(mesh.positions_m[t[(k + 1) % 3]])}];
  int wrong = 0;
  for (const auto& [edge, count] : edges)
    wrong += count != 1 || !edges.contains({edge.second, edge.first});
  EXPECT_EQ(wrong, 0);
}

/// Unit normals, and each triangle turned to where the normals of its corners point.
void expect_winding_follows_normals(const StaticMesh& mesh) {
  ASSERT_EQ(mesh.normals.size(), mesh.positions_m.size());
  for (const glm::vec3& normal : mesh.normals) EXPECT_NEAR(glm::length(normal), 1.0f, 1e-5f);
  int wrong = 0;
  for (const glm::uvec3& t : mesh.triangles) {
    const glm::vec3 a = mesh.positions_m[t.x];
    const glm::vec3 across = glm::cross(mesh.positions_m[t.y] - a, mesh.positions_m[t.z] - a);
    for (int k = 0; k < 3; ++k) wrong += glm::dot(across, mesh.normals[t[k]]) <= 0.0f;
  }
  EXPECT_EQ(wrong, 0);
}

/// Positive where the triangles turn outward.
double volume(const StaticMesh& mesh, glm::vec3 center) {
  double sum = 0;
  for (const glm::uvec3& t : mesh.triangles)
    sum += glm::dot(mesh.positions_m[t.x] - center,
                    glm::cross(mesh.positions_m[t.y] - center, mesh.positions_m[t.z] - center));
  return sum / 6;
}

/// Each vertex on the surface of a solid, its normal along the gradient of the distance there.
template <class Distance>
void expect_on_surface(const StaticMesh& mesh, Distance distance) {
  for (std::size_t i = 0; i < mesh.positions_m.size(); ++i) {
    const glm::vec3 p = mesh.positions_m[i], n = mesh.normals[i];
    EXPECT_NEAR(distance(p), 0.0f, 1e-5f);
    EXPECT_NEAR(distance(p + 0.01f * n), 0.01f, 1e-4f);
  }
}

const glm::vec3 mesh_center(0.3f, -0.2f, 0.5f);
const std::array axes{glm::vec3(0, 1, 0), glm::vec3(1, 0, 0), glm::vec3(0, 0, -2),
                      glm::vec3(1, 2, -3)};

TEST(ShapeMesh, Sphere) {
  const StaticMesh mesh = sphere_mesh(mesh_center, 0.7f);
  expect_watertight(mesh);
  expect_winding_follows_normals(mesh);
  expect_on_surface(mesh, [](glm::vec3 p) { return glm::distance(p, mesh_center) - 0.7f; });
  EXPECT_NEAR(volume(mesh, mesh_center) / (4.0 / 3.0 * std::numbers::pi * 0.343), 1.0, 0.01);
}

TEST(ShapeMesh, Capsule) {
  for (const glm::vec3& axis : axes) {
    const StaticMesh mesh = capsule_mesh(mesh_center, axis, 0.75f, 0.4f);
    expect_watertight(mesh);
    expect_winding_follows_normals(mesh);
    expect_on_surface(mesh, [&](glm::vec3 p) {
      const glm::vec3 along = glm::normalize(axis);
      const float h = glm::clamp(glm::dot(p - mesh_center, along), -0.75f, 0.75f);
      return glm::distance(p, mesh_center + h * along) - 0.4f;
    });
    const double exact = std::numbers::pi * (0.16 * 1.5 + 4.0 / 3.0 * 0.064);
    EXPECT_NEAR(volume(mesh, mesh_center) / exact, 1.0, 0.01);
  }
}

TEST(ShapeMesh, Tube) {
  for (const glm::vec3& axis : axes) {
    const StaticMesh mesh = tube_mesh(mesh_center, axis, 1.0f, 0.3f, 0.5f);
    expect_watertight(mesh);
    expect_winding_follows_normals(mesh);
    expect_on_surface(mesh, [&](glm::vec3 p) {
      const glm::vec3 along = glm::normalize(axis);
      const float h = glm::dot(p - mesh_center, along);
      const float r = glm::length(p - mesh_center - h * along);
      return std::max(std::abs(r - 0.4f) - 0.1f, std::abs(h) - 1.0f);
    });
    EXPECT_NEAR(volume(mesh, mesh_center) / (std::numbers::pi * 0.16 * 2.0), 1.0, 0.01);
  }
}

/// How far a point is from the wall of a funnel, in double precision: in the plane through its axis
/// a wall is a stadium around a segment.
double distance_to_funnel_m(const glm::dvec3& p, const glm::dvec3& along) {
  const double h = glm::dot(p, along), r = glm::length(p - h * along);
  const double t = std::clamp(((r - 0.2) * 0.3 + (h + 0.4) * 0.8) / (0.09 + 0.64), 0.0, 1.0);
  return std::hypot(r - 0.2 - 0.3 * t, h + 0.4 - 0.8 * t) - 0.05;
}

TEST(ShapeMesh, Funnel) {
  for (const glm::vec3& axis : axes) {
    const StaticMesh mesh = funnel_mesh(mesh_center, axis, 0.4f, 0.2f, 0.5f, 0.05f);
    expect_watertight(mesh);
    expect_winding_follows_normals(mesh);
    expect_on_surface(mesh, [&](glm::vec3 p) {
      return static_cast<float>(
          distance_to_funnel_m(glm::dvec3(p - mesh_center), glm::normalize(glm::dvec3(axis))));
    });
    // Pappus: the area of the stadium, times the way of its middle.
    const double area_m2 = 0.1 * std::hypot(0.3, 0.8) + std::numbers::pi * 0.0025;
    EXPECT_NEAR(volume(mesh, mesh_center) / (area_m2 * 2.0 * std::numbers::pi * 0.35), 1.0, 0.01);
  }
}

/// What is left open is missing, and the rest is closed.
TEST(ShapeMesh, ATubeAndAFunnelMayBeOpen) {
  const Opened opened{{0.0f, 0.0f, 1.0f}, 0.5f * std::numbers::pi_v<float>};
  const glm::vec3 axis(0.0f, 1.0f, 0.0f);
  const auto expect_open = [&](const StaticMesh& mesh, const StaticMesh& whole) {
    expect_watertight(mesh);
    EXPECT_NEAR(volume(mesh, mesh_center) / volume(whole, mesh_center), 0.75, 0.01);
    for (const glm::vec3& x : mesh.positions_m)
      EXPECT_LE(x.z - mesh_center.z, std::abs(x.x - mesh_center.x) + 1e-5f)
          << "in the quarter towards z";
  };
  expect_open(tube_mesh(mesh_center, axis, 1.0f, 0.3f, 0.5f, opened),
              tube_mesh(mesh_center, axis, 1.0f, 0.3f, 0.5f));
  expect_open(funnel_mesh(mesh_center, axis, 0.4f, 0.2f, 0.5f, 0.05f, opened),
              funnel_mesh(mesh_center, axis, 0.4f, 0.2f, 0.5f, 0.05f));
}

TEST(ShapeMesh, Box) {
  const glm::vec3 half(0.5f, 1.0f, 0.25f);
  const glm::quat turn = glm::angleAxis(0.7f, glm::normalize(glm::vec3(1, 2, 3)));
  for (const glm::mat3& box_axes : {glm::mat3(1.0f), glm::mat3_cast(turn)})
    for (const float bevel : {0.0f, 0.02f}) {
      const StaticMesh mesh = box_mesh(mesh_center, half, box_axes, bevel);
      expect_watertight(mesh);
      expect_winding_follows_normals(mesh);
      expect_on_surface(mesh, [&](glm::vec3 p) {
        const glm::vec3 q = glm::abs(glm::transpose(box_axes) * (p - mesh_center)) - half;
        return std::max({q.x, q.y, q.z});
      });
      EXPECT_NEAR(volume(mesh, mesh_center), 1.0, bevel == 0.0f ? 1e-5 : 0.01);
      EXPECT_EQ(mesh.positions_m.size(), 24u);
      EXPECT_EQ(mesh.triangles.size(), bevel == 0.0f ? 12u : 44u);
    }
}

}  // namespace
}  // namespace limber
