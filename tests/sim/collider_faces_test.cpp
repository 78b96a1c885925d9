// Faces of colliders against surfaces of every kind: no penetration, whatever moves, and colliders
// stop at what cannot give way. Intersections by exact predicates.

#include "sim/contact/collider_faces.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string_view>

#include "sim/fem/spring_cloth.h"
#include "sim/mesh/box_mesh.h"
#include "sim/mesh/distance_field.h"
#include "sim/mesh/shape_mesh.h"
#include "sim/mesh/surfaces.h"
#include "sim/mesh/triangle_tree.h"
#include "sim/mesh/wheel_mesh.h"
#include "sim/pbd/cloth.h"
#include "sim/pbd/solid.h"
#include "tests/each_backend.h"
#include "tests/sim/slopes.h"
#include "tests/sim/small_pile.h"
#include "tests/sim/small_solid.h"

namespace limber {
namespace {

constexpr float stage_distance_m = 0.02f;  ///< contact distance

struct ColliderStage {
  PbdModel soft;
  FemModel elements;
  PilesModel pile;
  Surroundings around;
  float dt_s = 0.005f;
  float friction = 0.4f;
  float gravity_m_s2 = 9.81f;
  float thickness_m = FemSettings().thickness_m;

  GroupModel group() const {
    GroupModel group{"", around, {}};
    PbdSettings pbd;
    pbd.dt_s = dt_s;
    pbd.gravity_m_s2 = gravity_m_s2;
    pbd.air_kg_m3 = 0.0f;
    pbd.damping_per_s = 0.0f;
    pbd.friction = friction;
    pbd.contact_distance_m = stage_distance_m;
    pbd.contact_iterations = 8;
    if (!soft.particles.empty())
      group.systems.push_back({"soft", [model = soft, pbd](Exec& exec) {
                                 return std::make_unique<PbdSystem>(exec, model, pbd);
                               }});
    FemSettings fem;
    fem.dt_s = dt_s;
    fem.gravity_m_s2 = gravity_m_s2;
    fem.mass_damping_per_s = 0.0f;
    fem.friction = friction;
    fem.contact_distance_m = stage_distance_m;
    fem.thickness_m = thickness_m;
    if (!elements.nodes_m.empty())
      group.systems.push_back({"elements", [model = elements, fem](Exec& exec) {
                                 return std::make_unique<FemSystem>(exec, model, fem);
                               }});
    PilesSettings bodies;
    bodies.contacts = "positions";
    bodies.dt_s = dt_s;
    bodies.friction = friction;
    if (!pile.bodies.empty())
      group.systems.push_back(
          {"pile", [model = pile, bodies, n = static_cast<int>(around.colliders.size())](Exec& on) {
             return std::make_unique<PilesSystem>(on, model, n, bodies);
           }});
    return group;
  }

  /// Adds a collider and draws it with its own shape.
  void add(const Collider& collider) {
    const int index = static_cast<int>(around.colliders.size());
    around.colliders.push_back(collider);
    StaticMesh seen;
    for (const ColliderFaces& faces : faces_of(around))
      if (faces.collider == index)
        for (const glm::uvec3& t : faces.mesh.triangles)
          for (int k = 0; k < 3; ++k) {
            seen.positions_m.push_back(collider.axes * faces.mesh.positions_m[t[k]]);
            if (k == 2)
              seen.triangles.push_back(glm::uvec3(0, 1, 2) +
                                       static_cast<unsigned>(seen.positions_m.size() - 3));
          }
    around.drawn.push_back({index, seen, index, 1});
  }

  /// Intersections between all published surfaces.
  std::size_t crossings(World& world, Exec& exec) const {
    Buffer<PublishedVertex> out(exec, world.draw_list().vertex_count);
    world.advance({.steps = 0, .publish = out.view()});
    const std::vector<PublishedVertex> vertices = out.download(exec);
    TriangleMesh all{world.positions_m(), {}};
    unsigned first = 0;
    for (const auto& [triangles, points] :
         {std::pair(&soft.triangles, soft.particles.size()),
          std::pair(&elements.triangles, elements.nodes_m.size())}) {
      for (const glm::uvec3& t : *triangles) all.triangles.push_back(t + first);
      first += static_cast<unsigned>(points);
    }
    for (const InstancedPart& part : world.draw_list().moving_scenery) {
      const auto corner = static_cast<unsigned>(all.positions_m.size());
      const PublishedVertex& pose = vertices[part.first_vertex];
      for (const glm::vec3& x : part.mesh.positions_m)
        all.positions_m.push_back(pose.position_m +
                                  rotated(glm::vec4(pose.normal, pose.quaternion_w), x));
      for (const glm::uvec3& t : part.mesh.triangles) all.triangles.push_back(t + corner);
    }
    return TriangleTree(all).crossings().size();
  }
};

/// Rotation about the z axis, then the x axis.
glm::mat3 turned_by(float about_z_rad, float about_x_rad) {
  const float c = std::cos(about_z_rad), s = std::sin(about_z_rad);
  const float e = std::cos(about_x_rad), f = std::sin(about_x_rad);
  return glm::mat3(1, 0, 0, 0, e, f, 0, -f, e) * glm::mat3(c, s, 0, -s, c, 0, 0, 0, 1);
}

Collider box(glm::vec3 center_m, glm::vec3 half_m, const glm::mat3& axes = glm::mat3(1.0f)) {
  return {.shape = ColliderShape::box, .center_m = center_m, .axes = axes, .half_size_m = half_m};
}

void add_elements(ColliderStage& stage, glm::vec3 at_m, glm::vec3 half_m = glm::vec3(0.1f),
                  const glm::mat3& turn = glm::mat3(1.0f)) {
  add_solid(stage.elements, block(half_m, glm::ivec3(3), 200.0f),
            {.young_modulus_Pa = 5e4f, .poisson_ratio = 0.35f, .density_kg_m3 = 200.0f},
            {.turn = turn, .at_m = at_m});
}

class ColliderFace : public EachBackend {
 protected:
  /// Runs a stage, calling each(world, part) at intervals, and expects no intersections; and some
  /// if faces are disabled.
  template <class Each>
  void expect_crossings_without_faces_only(ColliderStage stage, int parts, int steps,
                                           const Each& each) {
    for (const bool touching : {true, false}) {
      SCOPED_TRACE(touching);
      stage.around.faces_touch = touching;
      World world(exec(), {stage.group()}, "", stage.dt_s);
      std::size_t most = 0;
      for (int i = 0; i < parts; ++i) {
        each(world, i);
        run(world, steps);
        most = std::max(most, stage.crossings(world, exec()));
        if (!touching && most > 0) break;
      }
      EXPECT_TRUE(world.finite_now());
      EXPECT_EQ(most == 0, touching) << most;
      if (touching) {
        EXPECT_EQ(world.trouble(), "");
      }
    }
  }
};

/// A cloth with triangles as large as the box's thickness falls on an edge and on a corner.
TEST_P(ColliderFace, HoldsUpClothOnEdgesAndCorners) {
  for (const float about_x : {0.0f, 0.6f}) {
    ColliderStage stage;
    stage.add(box({0, 0.4f, 0}, {0.15f, 0.15f, 0.4f}, turned_by(0.25f * pi, about_x)));
    add_cloth(stage.soft, {.mesh = grid_mesh(11, 11, glm::vec2(1.2f), {0.03f, 1.0f, 0.02f},
                                             {1, 0, 0}, {0, 0, 1}),
                           .bending = Bending::dihedral});
    expect_crossings_without_faces_only(stage, 16, 10, [](World&, int) {});
  }
}

/// Faces are enabled and disabled with the bodies' collisions, on the running world.
TEST_P(ColliderFace, LetEverythingThroughWithoutCollisions) {
  ColliderStage stage;
  stage.add(box({0, 0.4f, 0}, {0.2f, 0.1f, 0.2f}));
  add_cloth(stage.soft,
            {.mesh = grid_mesh(9, 9, glm::vec2(1.0f), {0.03f, 0.7f, 0.02f}, {1, 0, 0}, {0, 0, 1}),
             .bending = Bending::dihedral});
  World world(exec(), {stage.group()}, "", stage.dt_s);
  run(world, 60);
  EXPECT_EQ(stage.crossings(world, exec()), 0u);
  parameter_named(world.parameters(), "collisions").set("false");
  world.parameters_changed();
  run(world, 120);
  float highest_m = -10.0f;
  for (const glm::vec3& x : world.positions_m()) highest_m = std::max(highest_m, x.y);
  EXPECT_LT(highest_m, 0.3f);
}

/// Blocks that have fallen five metres hit an edge at 10 m/s, 0.1 m per step.
TEST_P(ColliderFace, StopsWhatIsThrownAtAnEdge) {
  for (const bool particles : {true, false}) {
    SCOPED_TRACE(particles ? "particles" : "elements");
    ColliderStage stage;
    stage.dt_s = 0.01f;
    stage.add(box({0, -0.3f, 0}, {0.2f, 0.2f, 0.6f}, turned_by(0.25f * pi, 0.1f)));
    const glm::vec3 at_m(0.01f, 5.2f, 0.0f);
    if (particles)
      add_solid(stage.soft, block(glm::vec3(0.15f), glm::ivec3(3), 200.0f), {.at_m = at_m});
    else
      add_elements(stage, at_m, glm::vec3(0.15f));
    expect_crossings_without_faces_only(stage, 40, 1, [&](World& world, int i) {
      if (i == 0) run(world, 98);
    });
  }
}

/// A bar as a mesh collider, sampled from its surface.
void add_bar(ColliderStage& stage, const Exec& exec, glm::vec3 center_m, const glm::mat3& axes,
             float turn_rad_s) {
  const StaticMesh shape = box_mesh(glm::vec3(0.0f), {0.5f, 0.15f, 0.05f});
  TriangleMesh mesh{shape.positions_m, shape.triangles};
  Progress silent;
  const SampledSolid solid =
      make_distance_field(exec, mesh, "bar", {.resolution = 48, .margin_m = 0.1f}, silent);
  Collider bar{.shape = ColliderShape::mesh, .center_m = center_m, .axes = axes};
  bar.turn_rad_s = turn_rad_s;
  bar.field = solid.field;
  stage.around.sampled.push_back({static_cast<int>(stage.around.colliders.size()),
                                  std::make_shared<const std::vector<float>>(solid.samples_m),
                                  std::make_shared<const TriangleMesh>(mesh)});
  stage.add(bar);
}

/// A bar rotates among bodies of all kinds that lie in its way.
ColliderStage mill(const Exec& exec) {
  ColliderStage stage;
  stage.dt_s = 0.004f;
  stage.around.colliders = {Collider{}};
  // Its local y is along z: it turns like a wheel.
  add_bar(stage, exec, {0, 0.55f, 0}, turned_by(0.0f, 0.5f * pi), 3.0f);
  for (int i = 0; i < 3; ++i)
    add_solid(stage.soft, block(glm::vec3(0.09f), glm::ivec3(2), 200.0f),
              {.at_m = {-0.6f + 0.25f * static_cast<float>(i), 0.12f, 0.01f}});
  add_elements(stage, {0.35f, 0.12f, 0.02f});
  add_elements(stage, {0.6f, 0.12f, -0.02f});
  stage.pile = small_kinds();
  PileBody lump{.kind = 3};
  lump.pose.position_m = {-0.3f, 0.36f, 0.0f};
  stage.pile.bodies = {lump};
  return stage;
}

TEST_P(ColliderFace, TurnsAmongBodiesAndCutsNone) {
  expect_crossings_without_faces_only(mill(exec()), 40, 10, [](World&, int) {});
}

TEST_P(ColliderFace, DragsThroughBodiesAndCutsNone) {
  ColliderStage stage;
  stage.add(box({-0.7f, 0.16f, 0}, {0.05f, 0.15f, 0.2f}, turned_by(0.0f, 0.0f)));
  stage.around.colliders.push_back(Collider{});
  add_solid(stage.soft, block(glm::vec3(0.1f), glm::ivec3(2), 200.0f),
            {.at_m = {-0.2f, 0.13f, 0.05f}});
  add_elements(stage, {0.2f, 0.13f, -0.1f});
  Cloth sheet{.mesh = grid_mesh(9, 9, glm::vec2(0.8f), {0.6f, 0.5f, 0}, {0, 0, 1}, {0, -1, 0}),
              .bending = Bending::dihedral};
  for (int i = 0; i < 9; ++i) sheet.pinned.push_back(i);
  add_cloth(stage.soft, sheet);
  const glm::vec3 ways[] = {
      {0.3f, 0.16f, 0}, {0.9f, 0.3f, 0}, {-0.6f, 0.25f, 0.1f}, {0.8f, 0.4f, 0}};
  expect_crossings_without_faces_only(stage, 32, 8, [&](World& world, int i) {
    const int vertex = world.draw_list().moving_scenery.front().first_vertex;
    if (i == 0) world.grab_at(vertex, {-0.7f, 0.16f, 0});
    world.drag_to(ways[i / 8]);
  });
}

glm::vec3 place_of_first_collider(World& world, Exec& exec) {
  Buffer<PublishedVertex> out(exec, world.draw_list().vertex_count);
  world.advance({.steps = 0, .publish = out.view()});
  return out.download(exec)[world.draw_list().moving_scenery.front().first_vertex].position_m;
}

double colliders_held_back(World& world, Exec& exec) {
  world.request_residuals();
  exec.synchronize();
  return world.residuals().at("colliders_held_back");
}

/// A press moves down to below a plate: what lies between stops it, which is reported.
TEST_P(ColliderFace, HoldsUpAPressThatWouldCut) {
  ColliderStage stage;
  stage.add(box({0, 0.5f, 0}, {0.3f, 0.1f, 0.3f}));
  stage.add(box({0, -0.1f, 0}, {0.5f, 0.1f, 0.5f}));
  stage.around.paths = {
      {0, {{0.0f, glm::vec3(0.0f)}, {0.5f, {0, -0.45f, 0}}, {1.0f, {0, -0.45f, 0}}}, false}};
  add_elements(stage, {0.0f, 0.11f, 0.0f});
  World world(exec(), {stage.group()}, "", stage.dt_s);
  double held = 0.0;
  for (int i = 0; i < 20; ++i) {
    run(world, 10);
    EXPECT_EQ(stage.crossings(world, exec()), 0u) << "part " << i;
    held += colliders_held_back(world, exec());
  }
  EXPECT_GT(held, 0.0);
  EXPECT_NE(world.trouble().find("held back"), std::string::npos) << world.trouble();
  EXPECT_GT(place_of_first_collider(world, exec()).y, 0.1f) << "it has come down to the plate";
}

TEST_P(ColliderFace, PushesWhatLiesFreeWithoutWaiting) {
  ColliderStage stage;
  stage.friction = 0.1f;
  stage.add(box({-0.5f, 0.2f, 0}, {0.1f, 0.19f, 0.3f}));
  stage.add(box({0, -0.1f, 0}, {3.0f, 0.1f, 1.0f}));
  stage.around.paths = {{0, {{0.0f, glm::vec3(0.0f)}, {1.0f, {1.0f, 0, 0}}}, false}};
  add_elements(stage, {-0.2f, 0.115f, 0.0f});
  add_solid(stage.soft, block(glm::vec3(0.1f), glm::ivec3(2), 200.0f),
            {.at_m = {0.1f, 0.115f, 0.0f}});
  World world(exec(), {stage.group()}, "", stage.dt_s);
  for (int i = 0; i < 20; ++i) {
    run(world, 10);
    EXPECT_EQ(stage.crossings(world, exec()), 0u) << "part " << i;
    EXPECT_EQ(world.trouble(), "");
  }
  EXPECT_NEAR(place_of_first_collider(world, exec()).x, 0.5f, 0.02f);
}

/// Cloth and blocks on a tilted box, touching with points and faces or with points only: friction
/// acts once.
TEST_P(ColliderFace, RubsAsCoulombSays) {
  constexpr int patch_side = 5;
  const glm::vec3 half_m(0.15f, 0.05f, 0.15f);
  for (const char* kind : {"cloth", "spring cloth", "particles", "elements"})
    for (const bool faces_touch : {true, false})
      for (const Slope& slope : all_slopes()) {
        SCOPED_TRACE(testing::Message() << kind << (faces_touch ? " on faces" : " on points"));
        const std::string_view name = kind;
        ColliderStage stage;
        stage.around.faces_touch = faces_touch;
        stage.friction = slope.friction();
        stage.add(slope.box());
        const auto at_m = [&](float height_m) {
          return slope.up() * (height_m + 0.015f) - slope.down() * 1.5f;
        };
        const TriangleMesh patch =
            grid_mesh(patch_side, patch_side, glm::vec2(0.3f), at_m(0.0f), slope.down(), {0, 0, 1});
        if (name == "cloth") {
          add_cloth(stage.soft, {.mesh = patch, .bending = Bending::dihedral});
        } else if (name == "spring cloth") {
          stage.elements.kind = ElementKind::spring;
          stage.thickness_m = 0.5f * stage_distance_m;  // where the world's contacts are, too
          add_cloth(stage.elements, {.columns = patch_side, .rows = patch_side, .mesh = patch});
        } else if (name == "particles") {
          add_solid(stage.soft, block(half_m, {3, 1, 3}, 200.0f),
                    {.turn = slope.axes(), .at_m = at_m(half_m.y)});
        } else {
          add_elements(stage, at_m(half_m.y), half_m, slope.axes());
        }
        World world(exec(), {stage.group()}, "", stage.dt_s);
        expect_coulomb(
            slope, slide(world, 50, 30, [&] { return mean_down_m(slope, world.positions_m()); }));
      }
}

TEST_P(ColliderFace, GoesOnWhereItWasOnAnotherBackend) {
  const ColliderStage stage = mill(exec());
  World stays(exec(), {stage.group()}, "", stage.dt_s),
      moves(exec(), {stage.group()}, "", stage.dt_s);
  run_switched(stays, moves, exec(), 8);
  if (!on_cuda()) {
    EXPECT_EQ(stays.state_hash(), moves.state_hash());
    return;
  }
  EXPECT_EQ(stage.crossings(moves, exec()), 0u);
}

TEST_P(ColliderFace, StartsAgainAsItBeganAndRepeats) {
  const ColliderStage stage = mill(exec());
  World world(exec(), {stage.group()}, "", stage.dt_s);
  run(world, 150);
  const std::uint64_t hash = world.state_hash();
  world.reset();
  run(world, 150);
  EXPECT_EQ(world.state_hash(), hash);
}

EACH_BACKEND(ColliderFace);

/// The mesh is closed and faces outward, with gaps between its blades.
TEST(WheelMesh, IsASolid) {
  for (const int blades : {2, 5, 12}) {
    const float thick_m = 0.9f * max_blade_m(0.3f, blades);
    const TriangleTree wheel(wheel_mesh({1.0f, 0.3f, 0.5f, blades, thick_m}));
    EXPECT_EQ(wheel.crossings().size(), 0u);
    EXPECT_NEAR(wheel.signed_distance_m({0.9f, 0.0f, 0.0f}), -std::min(0.1f, 0.5f * thick_m),
                1e-5f);
    EXPECT_NEAR(wheel.signed_distance_m({0.0f, 0.35f, 0.0f}), 0.1f, 1e-5f);
    const float between = pi / static_cast<float>(blades);
    EXPECT_GT(wheel.signed_distance_m({std::cos(between), 0.0f, std::sin(between)}), 0.02f);
  }
}

/// Shapes without edges have no faces; a mesh's faces are the surface from which it was sampled.
TEST(FacesOf, BoxesTubesFunnelsAndMeshesHaveThem) {
  Surroundings around;
  around.colliders = {Collider{},
                      Collider{.shape = ColliderShape::sphere, .radius_m = 1.0f},
                      box({1, 2, 3}, {1, 1, 1}),
                      Collider{.shape = ColliderShape::tube,
                               .radius_m = 1.0f,
                               .inner_radius_m = 0.5f,
                               .half_length_m = 1.0f},
                      Collider{.shape = ColliderShape::mesh},
                      Collider{.shape = ColliderShape::mesh},
                      Collider{.shape = ColliderShape::funnel,
                               .radius_m = 1.0f,
                               .inner_radius_m = 0.5f,
                               .half_length_m = 1.0f,
                               .half_wall_m = 0.1f}};
  around.sampled = {
      {4, nullptr, std::make_shared<const TriangleMesh>(ball_mesh(1, 1.0f, glm::vec3(0.0f)))},
      {5, nullptr, nullptr}};
  const std::vector<ColliderFaces> faces = faces_of(around);
  ASSERT_EQ(faces.size(), 4u);
  EXPECT_EQ(faces[0].collider, 2);
  EXPECT_EQ(faces[0].mesh.positions_m.size(), 8u);
  EXPECT_EQ(faces[0].mesh.triangles.size(), 12u);
  EXPECT_EQ(faces[1].collider, 3);
  EXPECT_EQ(faces[1].mesh.triangles.size(), 2 * faces[1].mesh.positions_m.size());
  EXPECT_EQ(faces[2].collider, 4);
  EXPECT_EQ(faces[3].collider, 6);
  around.faces_touch = false;
  EXPECT_TRUE(faces_of(around).empty());
}

}  // namespace
}  // namespace limber
