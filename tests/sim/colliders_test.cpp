// Moving, dragged and mesh colliders against systems of every kind.

#include "sim/colliders.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "sim/mesh/box_mesh.h"
#include "sim/mesh/distance_field.h"
#include "sim/mesh/surfaces.h"
#include "sim/pbd/cloth.h"
#include "tests/each_backend.h"
#include "tests/sim/small_pile.h"
#include "tests/sim/small_worlds.h"

namespace limber {
namespace {

constexpr float top_m = 0.1f;  ///< of the plate

class MovedColliders : public EachBackend {};

/// A wide plate whose top is at top_m.
Surroundings plate() {
  return {.colliders = {{.shape = ColliderShape::box, .half_size_m = {20.0f, top_m, 20.0f}}}};
}

/// Bodies on the plate, from each kind of system that collides with colliders.
std::vector<SystemModel> lying(float friction) {
  PbdModel cloth;
  add_cloth(cloth, {.mesh = grid_mesh(8, 8, glm::vec2(0.5f), {0.0f, top_m + 0.01f, 0.0f}, {1, 0, 0},
                                      {0, 0, 1})});
  PbdSettings pbd;
  pbd.friction = friction;
  pbd.air_kg_m3 = 0.0f;
  pbd.damping_per_s = 0.0f;
  FemModel fem;
  Solid box;
  box.mesh = box_mesh({-0.1f, -0.1f, -0.1f}, {0.1f, 0.1f, 0.1f}, {2, 2, 2});
  add_solid(fem, box, {.young_modulus_Pa = 5e5f, .poisson_ratio = 0.3f},
            {.at_m = {0, top_m + 0.105f, 2}});
  FemSettings elements;
  elements.friction = friction;
  elements.mass_damping_per_s = 0.0f;
  PilesModel pile = small_kinds();
  PileBody body{.kind = 2};  // a plate of four spheres
  body.pose.position_m = {0.0f, top_m + 0.05f, -2.0f};
  pile.bodies = {body};
  PilesSettings springs;
  springs.friction = friction;
  springs.damping_per_s = 0.0f;
  PilesSettings positions = springs;
  positions.contacts = "positions";
  positions.dt_s = 0.002f;
  const auto piled = [=](const PilesSettings& settings) {
    return [=](Exec& exec) { return std::make_unique<PilesSystem>(exec, pile, 1, settings); };
  };
  return {{"cloth", [=](Exec& exec) { return std::make_unique<PbdSystem>(exec, cloth, pbd); }},
          {"fem", [=](Exec& exec) { return std::make_unique<FemSystem>(exec, fem, elements); }},
          {"springs", piled(springs)},
          {"positions", piled(positions)}};
}

glm::vec3 mean_of(const std::vector<glm::vec3>& x) {
  glm::dvec3 sum(0.0);
  for (const glm::vec3& p : x) sum += glm::dvec3(p);
  return sum / static_cast<double>(x.size());
}

/// A plate that accelerates to a steady speed carries along what has friction with it, and nothing
/// else.
TEST_P(MovedColliders, TakeAlongWhatLiesOnThem) {
  Surroundings around = plate();
  around.paths = {{0, {{0.0f, glm::vec3(0.0f)}, {2.0f, {1.0f, 0.0f, 0.0f}}}, false}};
  for (const SystemModel& system : lying(0.8f)) {
    World world(exec(), {{"", around, {system}}});
    const glm::vec3 start = mean_of(world.positions_m());
    const int steps = static_cast<int>(2.0 / world.dt_s());
    for (int i = 0; i < steps; i += 8) world.advance({.steps = 8});
    EXPECT_NEAR(mean_of(world.positions_m()).x - start.x, 1.0f, 0.08f) << system.name;
  }
  for (const SystemModel& system : lying(0.0f)) {
    World world(exec(), {{"", around, {system}}});
    const glm::vec3 start = mean_of(world.positions_m());
    const int steps = static_cast<int>(2.0 / world.dt_s());
    for (int i = 0; i < steps; i += 8) world.advance({.steps = 8});
    EXPECT_NEAR(mean_of(world.positions_m()).x - start.x, 0.0f, 0.02f) << system.name;
  }
}

/// A moving wall pushes what stands in its way to its own speed.
TEST_P(MovedColliders, PushWhatStandsInTheirWay) {
  Surroundings around = plate();
  around.colliders.push_back({.shape = ColliderShape::box,
                              .center_m = {-0.6f, 0.5f, 0.0f},
                              .half_size_m = {0.1f, 1.0f, 10.0f}});
  around.paths = {{1, {{0.0f, glm::vec3(0.0f)}, {2.0f, {1.0f, 0.0f, 0.0f}}}, false}};
  for (const SystemModel& system : lying(0.3f)) {
    if (system.name == "cloth") continue;  // it crumples in front of the wall
    World world(exec(), {{"", around, {system}}});
    const int steps = static_cast<int>(2.0 / world.dt_s());
    for (int i = 0; i < steps; i += 8) world.advance({.steps = 8});
    // The wall's face ends at 0.5 m.
    for (const glm::vec3& x : world.positions_m()) EXPECT_GT(x.x, 0.47f) << system.name;
  }
}

TEST_P(MovedColliders, FollowTheirPathSmoothly) {
  const std::vector<PathKey> keys{
      {0.0f, {0, 0, 0}}, {1.0f, {1, 0, 0}}, {2.5f, {1, 2, 0}}, {3.0f, {0, 0, 0}}};
  const Path path{0, 4, 1};
  const View<const PathKey> view{keys.data(), 4};
  glm::vec3 v;
  for (const PathKey& key : keys)
    EXPECT_LT(glm::distance(path_shift_m(path, view, key.time_s, v), key.shift_m), 1e-6f);
  glm::vec3 last, first;
  path_shift_m(path, view, 2.99999f, last);
  path_shift_m(path, view, 0.0f, first);
  EXPECT_LT(glm::distance(last, first), 1e-3f) << "smooth where it begins anew";
  for (float t = 0.05f; t < 2.9f; t += 0.1f) {
    glm::vec3 ignored;
    const glm::vec3 a = path_shift_m(path, view, t - 1e-2f, ignored);
    const glm::vec3 b = path_shift_m(path, view, t + 1e-2f, ignored);
    path_shift_m(path, view, t, v);
    EXPECT_LT(glm::distance((b - a) / 2e-2f, v), 0.02f + 0.01f * glm::length(v)) << t;
  }
}

/// A key that is held is held, and nothing goes beyond the keys around it.
TEST(PathsOfColliders, StayBetweenTheirKeys) {
  const std::vector<PathKey> keys{
      {0.0f, {0, 0, 2}}, {0.9f, {0, -1, 1}}, {1.4f, {0, -1, 0.9f}}, {3.0f, {0, 0, 0}}};
  const Path path{0, 4, 0};
  const View<const PathKey> view{keys.data(), 4};
  float before_z_m = 2.0f;
  for (float t = 0.0f; t < 3.0f; t += 0.01f) {
    glm::vec3 v;
    const glm::vec3 shift_m = path_shift_m(path, view, t, v);
    EXPECT_GE(shift_m.y, -1.0f - 1e-6f) << t;
    EXPECT_LE(shift_m.y, 0.0f + 1e-6f) << t;
    EXPECT_TRUE(t < 0.9f || t > 1.4f || shift_m.y < -1.0f + 1e-6f) << t;
    EXPECT_LE(shift_m.z, before_z_m + 1e-6f) << t;
    before_z_m = shift_m.z;
  }
}

/// A mesh of a ball supports what a ball supports.
TEST_P(MovedColliders, MayHaveTheShapeOfAMesh) {
  Progress silent;
  const float radius_m = 0.5f;
  const SampledSolid ball =
      make_distance_field(exec(), ball_mesh(5, radius_m, glm::vec3(0.0f)), "ball",
                          {.resolution = 64, .margin_m = 0.1f}, silent);
  Surroundings around{.colliders = {{.shape = ColliderShape::mesh, .field = ball.field}}};
  around.sampled = {{0, std::make_shared<const std::vector<float>>(ball.samples_m)}};
  Exec serial(Backend::serial);
  for (SystemModel system : lying(2.0f)) {
    GroupModel group{"", around, {system}};
    group.around.colliders[0].center_m.y = top_m - radius_m;
    group.around.colliders[0].center_m.z = system.name == "cloth" ? 0.0f
                                           : system.name == "fem" ? 2.0f
                                                                  : -2.0f;
    const glm::vec3 center_m = group.around.colliders[0].center_m;
    World world(exec(), {group});
    const int steps = static_cast<int>(0.6 / world.dt_s()) / 16 * 16;
    for (int i = 0; i < steps / 2; i += 8) world.advance({.steps = 8});
    world.switch_to(serial);
    world.switch_to(exec());
    for (int i = 0; i < steps / 2; i += 8) world.advance({.steps = 8});
    float nearest_m = 1e9f;
    for (const glm::vec3& x : world.positions_m())
      nearest_m = std::min(nearest_m, glm::distance(x, center_m) - radius_m);
    EXPECT_GT(nearest_m, -0.005f) << system.name << " is inside";
    EXPECT_LT(nearest_m, 0.06f) << system.name << " does not touch it";
  }
}

/// A draggable plate with a cloth on it.
GroupModel laid_table() {
  Surroundings around = plate();
  around.colliders[0].half_size_m = {0.5f, top_m, 0.5f};
  StaticMesh mesh;
  mesh.positions_m = {{0, 0, 0}, {1, 0, 0}, {0, 0, 1}};
  mesh.triangles = {{0, 1, 2}};
  around.drawn = {{0, mesh, 0, 1}};
  return {"", around, {lying(0.8f)[0]}};
}

/// The shadow map covers the bounding box: it must include the colliders' paths.
TEST(DrawnColliders, HaveRoomForTheirPaths) {
  const Exec exec(Backend::serial);
  Surroundings around{.colliders = {{.shape = ColliderShape::sphere, .radius_m = 0.1f}}};
  around.drawn = {
      {.collider = 0, .mesh = {.positions_m = {{-0.1f, -0.1f, -0.1f}, {0.1f, 0.1f, 0.1f}}}}};
  const auto bounds = [&] {
    DrawList list{.bounds_min_m = glm::vec3(0.0f), .bounds_max_m = glm::vec3(0.0f)};
    Colliders(exec, around).add_to(list, around);
    return list;
  };
  EXPECT_EQ(bounds().bounds_max_m, glm::vec3(0.0f)) << "it stays where the others are";
  around.paths = {{0, {{0.0f, glm::vec3(0.0f)}, {1.0f, {2.0f, 0.0f, -3.0f}}}, false}};
  EXPECT_LT(glm::distance(bounds().bounds_max_m, glm::vec3(2.1f, 0.1f, 0.1f)), 1e-6f);
  EXPECT_LT(glm::distance(bounds().bounds_min_m, glm::vec3(-0.1f, -0.1f, -3.1f)), 1e-6f);
}

TEST_P(MovedColliders, CanBeDraggedAndStayThere) {
  World world(exec(), {laid_table()});
  const int vertex = world.draw_list().moving_scenery.front().first_vertex;
  world.grab_at(vertex, {0.2f, top_m, 0.0f});
  EXPECT_EQ(world.grabbed_vertex(), vertex);
  world.drag_to({0.5f, top_m, 0.0f});
  for (int i = 0; i < 150; ++i) world.advance({.steps = 1});
  Buffer<PublishedVertex> out(exec(), world.draw_list().vertex_count);
  const auto center_m = [&] {
    world.advance({.steps = 0, .publish = out.view()});
    return out.download(exec())[vertex].position_m;
  };
  EXPECT_LT(glm::distance(center_m(), {0.3f, 0.0f, 0.0f}), 1e-3f);
  EXPECT_GT(mean_of(world.positions_m()).x, 0.05f) << "the cloth came along, if not all the way";
  world.release(false);
  world.drag_to({5.0f, 5.0f, 5.0f});
  for (int i = 0; i < 20; ++i) world.advance({.steps = 1});
  EXPECT_LT(glm::distance(center_m(), {0.3f, 0.0f, 0.0f}), 1e-3f);
  world.reset();
  EXPECT_LT(glm::length(center_m()), 1e-6f);
}

/// A collider released in motion carries nothing along any more, on any backend.
TEST_P(MovedColliders, StandStillOnceLetGo) {
  Exec other(Backend::tbb, 2);
  World stays(exec(), {laid_table()}), leaves(exec(), {laid_table()});
  for (World* world : {&stays, &leaves}) {
    const int vertex = world->draw_list().moving_scenery.front().first_vertex;
    world->grab_at(vertex, {0.0f, top_m, 0.0f});
    world->drag_to({1.0f, top_m, 0.0f});
    for (int i = 0; i < 10; ++i) world->advance({.steps = 1});
    world->release(false);
  }
  leaves.switch_to(other);
  stays.advance({.steps = 1});
  leaves.advance({.steps = 1});
  const std::vector<glm::vec3> a = stays.positions_m(), b = leaves.positions_m();
  if (!on_cuda()) {
    EXPECT_EQ(stays.state_hash(), leaves.state_hash());
  }
  for (std::size_t i = 0; i < a.size(); ++i) EXPECT_LT(glm::distance(a[i], b[i]), 1e-4f) << i;
}

EACH_BACKEND(MovedColliders);

}  // namespace
}  // namespace limber
