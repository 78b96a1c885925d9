// Initial intersections that contacts cannot resolve, against an independent brute-force check in
// double precision: every edge with every triangle.

#include "sim/contact/contact_start.h"

#include <gtest/gtest.h>

#include <array>
#include <random>

#include "sim/mesh/surfaces.h"
#include "tests/crossings_by_force.h"
#include "tests/distance_reference.h"
#include "tests/each_backend.h"
#include "tests/sim/small_cloth.h"

namespace limber {
namespace {

using How = BodiesTooNear::How;
constexpr float start_distance_m = 0.02f;

bool meshes_cross(const TriangleMesh& a, const TriangleMesh& b) {
  const std::vector<glm::dvec3> of_a(a.positions_m.begin(), a.positions_m.end()),
      of_b(b.positions_m.begin(), b.positions_m.end());
  for (const glm::uvec3& s : a.triangles)
    for (const glm::uvec3& t : b.triangles)
      if (cross_by_force(corners_of(of_a, s), corners_of(of_b, t))) return true;
  return false;
}

TouchingSystem touching_system(const std::vector<TriangleMesh>& bodies, bool filled = false) {
  TouchingSystem system;
  for (std::size_t b = 0; b < bodies.size(); ++b) {
    const auto first = static_cast<unsigned>(system.places_m.size());
    for (const glm::vec3& x : bodies[b].positions_m) {
      system.places_m.push_back(x);
      system.shape.body.push_back(static_cast<int>(b));
    }
    for (const glm::uvec3& t : bodies[b].triangles) system.shape.triangles.push_back(t + first);
  }
  system.shape.places_m = system.places_m;
  system.shape.filled = filled;
  system.traits.assign(system.places_m.size(), {0.5f * start_distance_m, 0.3f});
  return system;
}

TriangleMesh moved(TriangleMesh mesh, const glm::vec3& by_m) {
  for (glm::vec3& x : mesh.positions_m) x += by_m;
  return mesh;
}

TriangleMesh ball_at_m(float radius_m, const glm::vec3& at_m) {
  return ball_mesh(2, radius_m, at_m);
}

ContactStart look(const std::vector<TouchingSystem>& systems,
                  const std::vector<ColliderFaces>& faces = {},
                  const std::vector<Collider>& colliders = {}) {
  const Exec exec(Backend::tbb);
  return contact_start_of(exec, systems, faces, colliders);
}

TEST(ContactStart, FindsWhatBruteForceFinds) {
  std::mt19937 random(7);
  std::uniform_real_distribution<float> place(-0.35f, 0.35f), angle(-1.5f, 1.5f);
  int crossed = 0;
  for (int i = 0; i < 60; ++i) {
    const float turn = angle(random);
    const TriangleMesh a = ball_at_m(0.2f, {0, 0, 0});
    const TriangleMesh b =
        grid_mesh(9, 9, glm::vec2(0.3f), {place(random), place(random), place(random)},
                  {std::cos(turn), std::sin(turn), 0}, {0, 0, 1});
    const bool expected = meshes_cross(a, b);
    const ContactStart found = look({touching_system({a}), touching_system({b})});
    EXPECT_EQ(found.tangled.has_value(), expected) << "case " << i;
    crossed += expected ? 1 : 0;
    if (!found.tangled) continue;
    EXPECT_EQ(found.tangled->how, How::cross);
    EXPECT_NEAR(glm::length(found.tangled->at_m), 0.2f, 0.06f) << "not at the ball's surface";
  }
  EXPECT_GT(crossed, 10);
  EXPECT_LT(crossed, 50);
}

TEST(ContactStart, NamesTheBodies) {
  const TriangleMesh sheet = grid_mesh(5, 5, glm::vec2(0.5f), {}, {1, 0, 0}, {0, 0, 1});
  const TriangleMesh upright = grid_mesh(5, 5, glm::vec2(0.5f), {}, {1, 0, 0}, {0, 1, 0});
  const ContactStart found =
      look({touching_system({moved(sheet, {0, 1, 0}), moved(sheet, {3, 0, 0})}),
            touching_system({moved(sheet, {6, 0, 0}), moved(upright, {3.02f, 0.03f, 0.04f})})});
  ASSERT_TRUE(found.tangled);
  EXPECT_EQ(found.tangled_pairs, 1);
  std::array<TouchingBody, 2> bodies{found.tangled->first, found.tangled->second};
  if (bodies[0].system == 1) std::swap(bodies[0], bodies[1]);
  EXPECT_EQ(bodies[0].system, 0);
  EXPECT_EQ(bodies[0].number, 1);
  EXPECT_EQ(bodies[1].system, 1);
  EXPECT_EQ(bodies[1].number, 1);
  EXPECT_NEAR(found.tangled->at_m.x, 3.0f, 0.3f);
}

/// A sheet folded through itself is reported; folded over itself it is not.
TEST(ContactStart, SeesABodyCrossItself) {
  for (const bool crosses : {false, true}) {
    TriangleMesh sheet = grid_mesh(21, 5, {1.0f, 0.3f}, {}, {1, 0, 0}, {0, 0, 1});
    for (glm::vec3& x : sheet.positions_m) {
      const float angle = 5.5f * (x.x + 0.5f);  // most of a turn, with the rest inwards or outwards
      const float radius_m = crosses ? 0.2f * std::cos(0.8f * angle) : 0.1f + 0.02f * angle;
      x = {radius_m * std::cos(angle), radius_m * std::sin(angle), x.z};
    }
    const ContactStart found = look({touching_system({sheet})});
    EXPECT_EQ(found.tangled.has_value(), crosses);
    if (found.tangled) {
      EXPECT_TRUE(found.tangled->is_one_body());
    }
  }
}

TEST(ContactStart, SeesWhatLiesInsideOfSolidsAndColliders) {
  const TriangleMesh small = ball_at_m(0.05f, {0.02f, 0, 0}), large = ball_at_m(0.2f, {});
  EXPECT_FALSE(look({touching_system({small, large})}).tangled)
      << "a hollow shell may hold something";
  const ContactStart within = look({touching_system({small, large}, true)});
  ASSERT_TRUE(within.tangled);
  EXPECT_EQ(within.tangled->how, How::inside);
  EXPECT_EQ(within.tangled->first.number, 0);
  EXPECT_EQ(within.tangled->second.number, 1);

  Collider box{.shape = ColliderShape::box};
  box.center_m = {0, 1, 0};
  box.half_size_m = glm::vec3(0.3f);
  const std::vector<ColliderFaces> faces = faces_of({.colliders = {box}});
  EXPECT_FALSE(look({touching_system({large})}, faces, {box}).tangled);
  const ContactStart in_box = look({touching_system({moved(large, {0, 1, 0})})}, faces, {box});
  ASSERT_TRUE(in_box.tangled);
  EXPECT_EQ(in_box.tangled->how, How::inside);
  EXPECT_EQ(in_box.tangled->second.system, -1);
  const ContactStart half = look({touching_system({moved(large, {0.3f, 1, 0})})}, faces, {box});
  ASSERT_TRUE(half.tangled);
  EXPECT_EQ(half.tangled->how, How::cross);
}

/// Spheres and capsules have no faces. Shallow penetration, into their outer half, is resolved.
TEST(ContactStart, SeesWhatRoundCollidersReachThrough) {
  const TriangleMesh level = grid_mesh(5, 5, glm::vec2(0.5f), {}, {1, 0, 0}, {0, 0, 1});
  const Collider small{.shape = ColliderShape::sphere, .radius_m = 0.02f};
  const Collider roll{.shape = ColliderShape::capsule, .radius_m = 0.02f, .half_length_m = 0.1f};
  for (const auto& [kind, height_m, tangled] : {std::tuple(small, 0.006f, true),
                                                {small, 0.015f, false},
                                                {small, 0.021f, false},
                                                {roll, 0.06f, true},
                                                {roll, 0.109f, true},
                                                {roll, 0.115f, false}}) {
    Collider round = kind;
    round.center_m = {0.03f, height_m, 0.04f};
    const ContactStart found = look({touching_system({level})}, {}, {round});
    ASSERT_EQ(found.tangled.has_value(), tangled) << height_m;
    if (!tangled) continue;
    EXPECT_EQ(found.tangled->how, How::cross);
    EXPECT_EQ(found.tangled->second.system, -1);
    EXPECT_LT(glm::distance(found.tangled->at_m, {0.03f, 0.0f, 0.04f}), 0.1f);
  }
  const ContactStart within = look({touching_system({ball_at_m(0.2f, {})}, true)}, {}, {small});
  ASSERT_TRUE(within.tangled);
  EXPECT_EQ(within.tangled->how, How::inside);
  EXPECT_EQ(within.tangled->first.system, -1);
}

/// Rows of four spheres: a sheet between two of them is intersected, a sheet above all is not.
TEST(ContactStart, SeesARigidBodyThatReachesThroughASheet) {
  for (const auto& [height_m, tangled, crowded] :
       {std::tuple(0.05f, true, false), {0.19f, false, true}, {0.24f, false, false}}) {
    TouchingSystem row;
    for (int i = 0; i < 4; ++i) {
      row.places_m.emplace_back(0, 0.1f * static_cast<float>(i) - 0.15f, 0);
      row.shape.body.push_back(0);
      row.shape.spheres.push_back(i);
    }
    row.shape.places_m = row.places_m;
    row.traits.assign(4, {0.05f, 0.3f});
    const TriangleMesh sheet =
        grid_mesh(5, 5, glm::vec2(0.5f), {0.01f, height_m, 0.02f}, {1, 0, 0}, {0, 0, 1});
    // The highest centre is at 0.15 m, so a sheet at 0.05 m has two on each side.
    const ContactStart found = look({row, touching_system({sheet})});
    EXPECT_EQ(found.tangled.has_value(), tangled) << height_m;
    EXPECT_EQ(found.crowded.has_value(), crowded) << height_m;
  }
}

TEST(ContactStart, MeasuresGapsThatAreTooSmall) {
  const TriangleMesh sheet = grid_mesh(7, 7, glm::vec2(0.5f), {}, {1, 0, 0}, {0, 0, 1});
  const ContactStart apart = look({touching_system({sheet, moved(sheet, {0.03f, 0.021f, 0})})});
  EXPECT_FALSE(apart.crowded);
  const ContactStart near = look({touching_system(
      {sheet, moved(sheet, {0.03f, 0.015f, 0}), moved(sheet, {0.01f, 0.015f + 0.008f, 0.02f})})});
  ASSERT_TRUE(near.crowded);
  EXPECT_FALSE(near.tangled);
  EXPECT_EQ(near.crowded_pairs, 2);
  EXPECT_EQ(near.crowded->second.number + near.crowded->first.number, 3);
  EXPECT_NEAR(near.crowded->gap_m, 0.008f, 1e-5f);
  EXPECT_NEAR(near.crowded->kept_m, start_distance_m, 1e-5f);
}

/// From an end to the other segment, or between the feet of the lines' common perpendicular.
double distance_of_segments_m(const glm::dvec3& a, const glm::dvec3& b, const glm::dvec3& c,
                              const glm::dvec3& d) {
  double nearest_m = std::min({distance_to_segment(c, d, a), distance_to_segment(c, d, b),
                               distance_to_segment(a, b, c), distance_to_segment(a, b, d)});
  const glm::dvec3 u = b - a, v = d - c, across = glm::cross(u, v);
  const double squared = glm::dot(across, across);
  if (squared < 1e-20) return nearest_m;
  const double on_first = glm::dot(glm::cross(c - a, v), across) / squared,
               on_second = glm::dot(glm::cross(c - a, u), across) / squared;
  if (on_first > 0.0 && on_first < 1.0 && on_second > 0.0 && on_second < 1.0)
    nearest_m = std::min(nearest_m, glm::distance(a + on_first * u, c + on_second * v));
  return nearest_m;
}

/// Of two meshes that do not cross.
double gap_by_force_m(const TriangleMesh& a, const TriangleMesh& b) {
  const std::vector<glm::dvec3> of_a(a.positions_m.begin(), a.positions_m.end()),
      of_b(b.positions_m.begin(), b.positions_m.end());
  double gap_m = 1e30;
  for (const glm::uvec3& s : a.triangles)
    for (const glm::uvec3& t : b.triangles) {
      const auto first = corners_of(of_a, s), second = corners_of(of_b, t);
      for (int k = 0; k < 3; ++k) {
        gap_m = std::min({gap_m, distance_to_triangle(second[0], second[1], second[2], first[k]),
                          distance_to_triangle(first[0], first[1], first[2], second[k])});
        for (int l = 0; l < 3; ++l)
          gap_m = std::min(gap_m, distance_of_segments_m(first[k], first[(k + 1) % 3], second[l],
                                                         second[(l + 1) % 3]));
      }
    }
  return gap_m;
}

/// A body of 20 triangles that share their corners.
TriangleMesh turned_body(std::mt19937& random) {
  std::normal_distribution<float> any;
  const glm::quat turn =
      glm::normalize(glm::quat(any(random), any(random), any(random), any(random)));
  TriangleMesh mesh = ball_mesh(0, 0.2f, {});
  for (glm::vec3& x : mesh.positions_m) x = turn * (x * glm::vec3(0.3f, 0.6f, 1.0f));
  return mesh;
}

TEST(ContactStart, MeasuresTheGapThatBruteForceMeasures) {
  std::mt19937 random(3);
  std::normal_distribution<float> any;
  int small = 0;
  for (int i = 0; i < 60; ++i) {
    const TriangleMesh a = turned_body(random), turned = turned_body(random);
    const glm::vec3 away = glm::normalize(glm::vec3(any(random), any(random), any(random)));
    TriangleMesh b = moved(turned, 0.8f * away);
    for (int round = 0; round < 8; ++round)  // towards a gap of half the distance to keep
      b = moved(b, away * static_cast<float>(0.5 * start_distance_m - gap_by_force_m(a, b)));
    const double gap_m = gap_by_force_m(a, b);
    if (gap_m < 0.1 * start_distance_m || gap_m > 0.95 * start_distance_m || meshes_cross(a, b))
      continue;
    const ContactStart found = look({touching_system({a}), touching_system({b})});
    ASSERT_TRUE(found.crowded) << "case " << i << ", gap " << gap_m;
    EXPECT_NEAR(found.crowded->gap_m, gap_m, 1e-5) << "case " << i;
    ++small;
  }
  EXPECT_GT(small, 30);
}

/// What a world reports of initial contacts, and when contacts are enabled later.
class WorldStart : public EachBackend {
 protected:
  static Placed<PbdModel> crossed_sheets() {
    Placed<PbdModel> model = small_cloth(9);
    add_cloth(model, {.mesh = grid_mesh(9, 9, glm::vec2(0.6f), {0.03f, 2.02f, 0.04f}, {1, 0, 0},
                                        {0, 1, 0})});
    return model;
  }
};

TEST_P(WorldStart, TellsWhatCrosses) {
  PbdSettings settings = free_settings();
  settings.contact_distance_m = start_distance_m;
  PbdWorld world(exec(), crossed_sheets(), settings);
  ASSERT_TRUE(world.tangle());
  EXPECT_FALSE(world.tangle()->of_one_body);
  EXPECT_NE(world.tangle()->sentence.find("pass through each other"), std::string::npos)
      << world.tangle()->sentence;
  ASSERT_EQ(world.notes().size(), 1u);

  settings.contact_distance_m = 0.0f;
  PbdWorld apart(exec(), crossed_sheets(), settings);
  EXPECT_FALSE(apart.tangle());
  EXPECT_TRUE(apart.notes().empty());
}

TEST_P(WorldStart, TellsWhatCrossesWhenContactsAreSetLater) {
  PbdWorld world(exec(), crossed_sheets(), free_settings());
  run_singly(world, 3);  // the newest positions may be in either of two buffers
  EXPECT_EQ(world.trouble(), "");
  const auto set_distance = [&](const char* value) {
    parameter_named(world.parameters(), "contact_distance_m").set(value);
    world.parameters_changed();
  };
  set_distance("0.02");
  EXPECT_NE(world.trouble().find("pass through each other"), std::string::npos) << world.trouble();
  set_distance("0");
  EXPECT_EQ(world.trouble(), "");
}

TEST_P(WorldStart, TellsOfADistanceThatIsNotKept) {
  PbdSettings settings = free_settings();
  settings.contact_distance_m = 0.2f;  // edges of 1/24 m, and diagonals
  PbdWorld world(exec(), small_cloth(25), settings);
  ASSERT_EQ(world.notes().size(), 1u);
  EXPECT_NE(world.notes().front().find("contact_distance_m is 0.2, but bodies keep only 0.09"),
            std::string::npos)
      << world.notes().front();
  parameter_named(world.parameters(), "contact_distance_m").set("0.05");
  world.parameters_changed();
  EXPECT_TRUE(world.notes().empty());
}

/// A falling heap of sheets with far too long steps is reported as slowed down; with short steps it
/// is not.
TEST_P(WorldStart, TellsThatStepsAreTooLong) {
  for (const float dt_s : {0.05f, 0.005f}) {
    Placed<PbdModel> model;
    for (int i = 0; i < 4; ++i)
      add_cloth(model, {.mesh = grid_mesh(9, 9, glm::vec2(0.4f),
                                          {0.02f * static_cast<float>(i % 3),
                                           0.06f + 0.05f * static_cast<float>(i), 0.0f},
                                          {1, 0, 0}, {0, 0, 1})});
    model.colliders = {Collider{}};
    PbdSettings settings;
    settings.dt_s = dt_s;
    settings.contact_distance_m = 0.02f;
    PbdWorld world(exec(), model, settings);
    bool reported = false;
    for (float time_s = 0.0f; time_s < 1.2f; time_s += dt_s) {
      world.advance({.steps = 1});
      exec().synchronize();
      reported = reported || world.trouble().find("set a smaller dt_s") != std::string::npos;
    }
    EXPECT_EQ(reported, dt_s > 0.01f) << dt_s;
  }
}

EACH_BACKEND(WorldStart);

}  // namespace
}  // namespace limber
