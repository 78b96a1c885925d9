#include "sim/mesh/mesh_cache.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <vector>

#include "sim/mesh/surfaces.h"
#include "tests/unit/environment_variable.h"
#include "tests/unit/temporary_folder.h"

namespace limber {
namespace {

TetraMesh mesh_of(int tetrahedra) {
  TetraMesh mesh;
  for (int i = 0; i < tetrahedra + 3; ++i) {
    const auto x = static_cast<float>(i);
    mesh.positions_m.emplace_back(x, x * x, 1.0f / (x + 1.0f));
  }
  for (int i = 0; i < tetrahedra; ++i) mesh.tetrahedra.emplace_back(i, i + 1, i + 2, i + 3);
  return mesh;
}

bool same_mesh(const std::optional<TetraMesh>& a, const TetraMesh& b) {
  return a && a->positions_m == b.positions_m && a->tetrahedra == b.tetrahedra;
}

const std::string kept_key(32, 'a'), other_kept_key(32, 'b');

class MeshCacheTest : public testing::Test {
 protected:
  TemporaryFolder folder;
  EnvironmentVariable own{"LIMBER_CACHE", folder.path().c_str()};
};

TEST_F(MeshCacheTest, GivesBackWhatItKeeps) {
  EXPECT_FALSE(kept_mesh(kept_key));
  keep_mesh(kept_key, mesh_of(100));
  keep_mesh(other_kept_key, mesh_of(5));
  EXPECT_TRUE(same_mesh(kept_mesh(kept_key), mesh_of(100)));
  EXPECT_TRUE(same_mesh(kept_mesh(other_kept_key), mesh_of(5)));
  keep_mesh(kept_key, mesh_of(7));  // takes the place of the old one
  EXPECT_TRUE(same_mesh(kept_mesh(kept_key), mesh_of(7)));
}

TEST_F(MeshCacheTest, TellsEveryQuestionApart) {
  const TriangleMesh ball = ball_mesh(2, 1.0f, {0, 0, 0});
  MeshingOptions options;
  std::set<std::string> keys{mesh_key(ball, options)};
  EXPECT_EQ(keys.begin()->size(), 32u);
  EXPECT_TRUE(keys.contains(mesh_key(ball_mesh(2, 1.0f, {0, 0, 0}), options)));
  for (std::size_t i = 0; i < ball.positions_m.size(); ++i) {
    TriangleMesh changed = ball;
    changed.positions_m[i].z = std::nextafter(changed.positions_m[i].z, 9.0f);
    keys.insert(mesh_key(changed, options));
    changed = ball;
    std::swap(changed.triangles[i].x, changed.triangles[i].y);
    keys.insert(mesh_key(changed, options));
  }
  EXPECT_EQ(keys.size(), 1 + 2 * ball.positions_m.size());
  options.radius_edge_ratio = 1.5f;
  EXPECT_TRUE(keys.insert(mesh_key(ball, options)).second);
  options.largest_volume_m3 = 0.1f;
  EXPECT_TRUE(keys.insert(mesh_key(ball, options)).second);
  options.interior_points = 100;
  EXPECT_TRUE(keys.insert(mesh_key(ball, options)).second);
  options.time_limit_s = 5.0f;  // changes when TetGen gives up, not what it makes
  EXPECT_FALSE(keys.insert(mesh_key(ball, options)).second);
}

}  // namespace
}  // namespace limber
