// One system of each kind in one scene, as the program runs it: half a minute on every backend, and
// switched every second, while a grab pulls one body after another.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <filesystem>
#include <set>

#include "app/mesh_file.h"
#include "app/session.h"
#include "kernels/device.h"
#include "sim/mesh/obj_file.h"
#include "tests/unit/temporary_folder.h"

namespace limber {
namespace {

namespace fs = std::filesystem;

constexpr int seconds = 30;

/// A pull of two seconds, at the vertex initially nearest to a point, followed by a free second.
struct Pull {
  const char* what;
  glm::vec3 at_m;
  glm::vec3 way_m;
  bool pin;  ///< at the end
};

constexpr Pull pulls[] = {
    {"the cloth", {-1.2f, 1.0f, 0.0f}, {-0.1f, 0.2f, 0.2f}, true},
    {"the solid of particles", {1.75f, 0.72f, 0.0f}, {0.0f, 0.4f, 0.1f}, false},
    {"the finite elements", {0.2f, 0.71f, 0.15f}, {0.1f, 0.3f, 0.0f}, false},
    {"the cloth of springs", {1.15f, 1.11f, 0.09f}, {0.05f, 0.03f, 0.15f}, false},
    {"the block on top", {0.9f, 0.46f, 0.0f}, {0.1f, 0.3f, 0.2f}, true},
    {"the tree", {-1.76f, 1.31f, 0.14f}, {0.09f, 0.0f, 0.0f}, false},
    {"the solid that bends in modes", {-1.1f, 0.6f, 0.0f}, {0.03f, 0.0f, 0.03f}, true},
    {"the collider on its path", {1.75f, 0.35f, 0.0f}, {0.0f, 0.3f, 0.0f}, false},
    {"the collider that turns", {0.0f, 0.2f, 0.0f}, {0.0f, 0.1f, 0.1f}, false},
};

/// The scene, on solvers that alternate every second.
class MixedRun {
 public:
  explicit MixedRun(std::vector<Backend> turns)
      : turns_(std::move(turns)), session_(turns_.front(), 4) {
    session_.open(open_scene(LIMBER_MIXED_SCENE));
    publish_here();
    start_m_ = published_m();
  }

  World& world() { return session_.world(); }
  Session& session() { return session_; }
  const std::vector<glm::vec3>& start_m() const { return start_m_; }

  void second(int number) {
    const Backend backend = turns_[number % turns_.size()];
    if (backend != session_.backend()) {
      session_.switch_to(backend);
      publish_here();
    }
    const auto pull = static_cast<std::size_t>(number / 3);
    const bool pulled = pull < std::size(pulls);
    if (pulled && number % 3 == 0) grab(pulls[pull]);
    constexpr int frames = 20;  // of two or three steps each
    for (int i = 0; i < frames; ++i) session_.advance(1.0 / frames, vertices_.view(), -1);
    if (pulled && number % 3 == 1) let_go(pulls[pull]);
  }

  std::vector<glm::vec3> published_m() {
    std::vector<glm::vec3> x;
    for (const PublishedVertex& v : vertices_.download(session_.exec())) x.push_back(v.position_m);
    return x;
  }

 private:
  void publish_here() {
    vertices_ = Buffer<PublishedVertex>(session_.exec(), world().draw_list().vertex_count);
    world().advance({.steps = 0, .publish = vertices_.view()});
  }

  void grab(const Pull& pull) {
    const auto nearest = std::ranges::min_element(
        start_m_, {}, [&](const glm::vec3& x) { return glm::distance(x, pull.at_m); });
    const glm::vec3 at_m = published_m()[nearest - start_m_.begin()];
    world().grab_at(static_cast<int>(nearest - start_m_.begin()), at_m);
    ASSERT_GE(world().grabbed_vertex(), 0) << pull.what;
    target_m_ = at_m + pull.way_m;
    world().drag_to(target_m_);
  }

  /// Expects that the grabbed vertex has reached the target, despite switches of the backend.
  void let_go(const Pull& pull) {
    const int held = world().grabbed_vertex();
    ASSERT_GE(held, 0) << pull.what;
    EXPECT_LT(glm::distance(published_m()[held], target_m_), 0.05f * glm::length(pull.way_m))
        << pull.what;
    world().release(pull.pin);
  }

  std::vector<Backend> turns_;
  Session session_;
  Buffer<PublishedVertex> vertices_;
  std::vector<glm::vec3> start_m_;  ///< of all vertices
  glm::vec3 target_m_{0.0f};
};

/// Scene files name meshes relative to the current folder.
class MixedScene : public testing::Test {
 protected:
  void SetUp() override { fs::current_path(fs::path(LIMBER_MIXED_SCENE).parent_path()); }
  void TearDown() override { fs::current_path(before_); }

 private:
  fs::path before_ = fs::current_path();
};

TEST_F(MixedScene, HasASystemOfEachKind) {
  MixedRun run({Backend::serial});
  run.second(0);
  run.world().request_residuals();
  std::set<std::string> systems;
  for (const auto& [type, residual] : run.world().residuals())
    systems.insert(type.substr(0, type.find('.')));
  EXPECT_EQ(systems, (std::set<std::string>{"cloth", "fem", "pile", "plant", "solid", "springs"}));
  EXPECT_EQ(run.world().draw_list().moving_scenery.size(), 2u);
  EXPECT_TRUE(run.world().draw_list().ground);
}

/// A triangle's corners, as bits.
using Corners = std::array<std::uint32_t, 9>;
Corners corners_of(const std::vector<glm::vec3>& x, const glm::uvec3& t) {
  Corners corners;
  for (int k = 0; k < 3; ++k) std::memcpy(&corners[3 * k], &x[t[k]], sizeof x[t[k]]);
  return corners;
}

/// What --mesh writes of it opens again, with every surface where it was published.
void expect_mesh_of(MixedRun& run) {
  const TemporaryFolder folder;
  const std::string path = folder.path() / "mixed.obj";
  testing::internal::CaptureStderr();
  write_mesh(path, run.session(), false);
  EXPECT_NE(testing::internal::GetCapturedStderr().find(path), std::string::npos);
  const TriangleMesh read = load_obj(path);
  std::set<Corners> triangles;
  for (const glm::uvec3& t : read.triangles) triangles.insert(corners_of(read.positions_m, t));
  const DrawList& list = run.world().draw_list();
  const std::vector<glm::vec3> published_m = run.published_m();
  std::size_t expected = list.triangles.size(), missing = 0;
  for (const glm::uvec3& t : list.triangles)
    missing += !triangles.contains(corners_of(published_m, t));
  EXPECT_EQ(missing, 0u) << "of " << expected << " triangles";
  for (const std::vector<InstancedPart>* parts : {&list.instances, &list.moving_scenery})
    for (const InstancedPart& part : *parts) expected += part.count * part.mesh.triangles.size();
  for (const StaticMesh& mesh : list.scenery) expected += mesh.triangles.size();
  EXPECT_EQ(read.triangles.size(), expected);
}

TEST_F(MixedScene, IsOneToTheBitOnSerialAndTbbAndSwitchedEverySecond) {
  MixedRun serial({Backend::serial}), tbb({Backend::tbb}),
      switched({Backend::serial, Backend::tbb});
  for (int s = 0; s < seconds; ++s) {
    SCOPED_TRACE("second " + std::to_string(s));
    for (MixedRun* run : {&serial, &tbb, &switched}) run->second(s);
    ASSERT_EQ(tbb.world().state_hash(), serial.world().state_hash());
    ASSERT_EQ(switched.world().state_hash(), serial.world().state_hash());
  }
  EXPECT_TRUE(serial.world().finite_now());
  EXPECT_NEAR(switched.world().time_s(), seconds, 1e-6);
  expect_mesh_of(switched);
}

// Rounding errors grow while bodies swing or buckle, and are damped as they come to rest: pulls
// longer by 1e-5 separate serial runs by up to 5 cm, and by 1 cm at the end; the GPU's rounding by
// 13 and 3 cm. Nothing may tumble, which would separate them further. A parity build gives the same
// bits.
constexpr float moving_m = 0.25f, resting_m = 0.05f;

void expect_near(MixedRun& reference, MixedRun& other, [[maybe_unused]] float max_distance_m) {
#ifdef LIMBER_PARITY
  ASSERT_EQ(other.world().state_hash(), reference.world().state_hash());
#else
  const std::vector<glm::vec3> a = reference.published_m(), b = other.published_m();
  std::size_t worst = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    if (glm::distance(a[i], b[i]) > glm::distance(a[worst], b[worst])) worst = i;
  const glm::vec3 start_m = reference.start_m()[worst];
  ASSERT_LT(glm::distance(a[worst], b[worst]), max_distance_m)
      << "where (" << start_m.x << ", " << start_m.y << ", " << start_m.z << ") was";
#endif
}

TEST_F(MixedScene, StaysWithinRoundingOn_cuda) {
  if (!device::info().usable) GTEST_SKIP() << device::info().reason;
  MixedRun serial({Backend::serial}), cuda({Backend::cuda});
  MixedRun switched({Backend::serial, Backend::cuda, Backend::tbb, Backend::cuda});
  for (int s = 0; s < seconds; ++s) {
    SCOPED_TRACE("second " + std::to_string(s));
    for (MixedRun* run : {&serial, &cuda, &switched}) run->second(s);
    expect_near(serial, cuda, moving_m);
    expect_near(serial, switched, moving_m);
  }
  expect_near(serial, cuda, resting_m);
  expect_near(serial, switched, resting_m);
  EXPECT_TRUE(cuda.world().finite_now());
  EXPECT_TRUE(switched.world().finite_now());
  expect_mesh_of(cuda);
}

}  // namespace
}  // namespace limber
