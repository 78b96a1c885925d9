#include "sim/mesh/even_tetrahedra.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "sim/mesh/lattice_mesher.h"
#include "sim/mesh/surfaces.h"
#include "tests/unit/solid_checks.h"

namespace limber {
namespace {

/// Two nested balls with the same triangulation, prisms between them, and a core of one vertex at
/// which all of the inner ball's triangles meet.
TetraMesh cored_ball(glm::vec3 core_m = {0.01f, 0.02f, 0.03f}) {
  const TriangleMesh outer = ball_mesh(2, 1.0f, {0, 0, 0});
  const int n = static_cast<int>(outer.positions_m.size());
  TetraMesh mesh;
  mesh.positions_m = outer.positions_m;
  for (const glm::vec3& x : outer.positions_m) mesh.positions_m.push_back(0.6f * x);
  mesh.positions_m.push_back(core_m);
  for (const glm::uvec3& t : outer.triangles) {
    glm::ivec3 o(t);
    while (o.x > o.y || o.x > o.z) o = {o.y, o.z, o.x};
    const glm::ivec3 i = o + n;
    // Each side of the prism is cut from the outer end of its lower corner.
    mesh.tetrahedra.push_back({o.x, i.y, i.z, i.x});
    if (o.y < o.z) {
      mesh.tetrahedra.push_back({o.x, o.y, i.z, i.y});
      mesh.tetrahedra.push_back({o.x, o.y, o.z, i.z});
    } else {
      mesh.tetrahedra.push_back({o.x, i.y, o.z, i.z});
      mesh.tetrahedra.push_back({o.x, o.y, o.z, i.y});
    }
    mesh.tetrahedra.push_back({i.x, i.y, i.z, 2 * n});
  }
  for (glm::ivec4& t : mesh.tetrahedra)
    if (signed_volume_m3(mesh.positions_m[t.x], mesh.positions_m[t.y], mesh.positions_m[t.z],
                         mesh.positions_m[t.w]) < 0.0)
      std::swap(t.z, t.w);
  return mesh;
}

int largest_load(const TetraMesh& mesh) {
  std::vector<int> loads(mesh.positions_m.size(), 0);
  for (const glm::ivec4& t : mesh.tetrahedra)
    for (int k = 0; k < 4; ++k) ++loads[t[k]];
  return *std::max_element(loads.begin(), loads.end());
}

std::vector<std::array<unsigned, 3>> sorted_boundary(const TetraMesh& mesh) {
  std::vector<std::array<unsigned, 3>> faces;
  for (const glm::uvec3& t : boundary_of(mesh.tetrahedra)) {
    std::array<unsigned, 3> face{t.x, t.y, t.z};
    std::rotate(face.begin(), std::min_element(face.begin(), face.end()), face.end());
    faces.push_back(face);
  }
  std::sort(faces.begin(), faces.end());
  return faces;
}

TEST(EvenTetrahedra, RelievesTheBusiestVertexAndKeepsTheSolid) {
  Progress progress;
  const TetraMesh before = cored_ball();
  expect_solid(before);
  expect_closed_manifold(boundary_of(before.tetrahedra));
  TetraMesh after = before;
  even_tetrahedra(after, progress);
  expect_solid(after);
  EXPECT_EQ(after.positions_m, before.positions_m);
  EXPECT_EQ(sorted_boundary(after), sorted_boundary(before));
  EXPECT_NEAR(volume_m3(after), volume_m3(before), 1e-6 * volume_m3(before));
  EXPECT_EQ(largest_load(before), 320);
  EXPECT_LE(largest_load(after), 100);
  TetraMesh again = before;
  even_tetrahedra(again, progress);
  EXPECT_EQ(again.tetrahedra, after.tetrahedra);
}

/// A core near the inner ball sees its triangles at a slant: many an edge there must stay.
TEST(EvenTetrahedra, MakesNothingFlatOrInsideOut) {
  Progress progress;
  for (const glm::vec3& core_m : {glm::vec3(0.5f, 0.1f, 0.0f), glm::vec3(0.1f, 0.2f, 0.45f)}) {
    TetraMesh mesh = cored_ball(core_m);
    expect_solid(mesh);
    const double before_deg = dihedral_angles_deg(mesh).first;
    even_tetrahedra(mesh, progress);
    expect_solid(mesh);
    EXPECT_GE(dihedral_angles_deg(mesh).first, std::min(before_deg, 1.5));
  }
}

TEST(EvenTetrahedra, CanBeCancelled) {
  class Cancels : public Progress {
    void report(const std::string&, float) override { throw Cancelled{}; }
  } user;
  TetraMesh mesh = cored_ball();
  EXPECT_THROW(even_tetrahedra(mesh, user), Cancelled);
}

}  // namespace
}  // namespace limber
