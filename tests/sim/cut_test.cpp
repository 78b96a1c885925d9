// Cutting cloth: the rest holds together, pieces cut off fall, and without cuts, or after a reset,
// a world has no trace of them.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "kernels/error.h"
#include "sim/pbd/cloth_cut.h"
#include "sim/world_state.h"
#include "tests/each_backend.h"
#include "tests/sim/small_cloth.h"
#include "tests/sim/small_solid.h"

namespace limber {
namespace {

class Cut : public EachBackend {};

constexpr int side = 9;
/// The particles of a square cloth along x = -0.5.
std::vector<int> one_side() {
  std::vector<int> particles;
  const PbdModel cloth = small_cloth(side);
  for (int i = 0; i < side * side; ++i)
    if (cloth.particles[i].position_m.x < -0.49f) particles.push_back(i);
  return particles;
}

/// Level at y = 2, from x = -0.5 to 0.5 and z likewise, held along one side.
Placed<PbdModel> held_cloth(Bending bending = Bending::dihedral) {
  return small_cloth(side, bending, one_side());
}

/// A cut from above, across the whole cloth, between the particles at x = -0.125 and 0.
std::vector<CutStroke> across(float x_m = -0.06f) {
  const glm::vec3 eye_m(0.0f, 5.0f, 0.0f);
  return {{eye_m, glm::vec3(x_m, 2.0f, -1.0f) - eye_m, glm::vec3(x_m, 2.0f, 1.0f) - eye_m}};
}

constexpr int columns_cut = 2 * (side - 1);  // a row of squares, each of two triangles

TEST(CutStroke, CrossesWhatIsSeenBehindIt) {
  const CutStroke stroke{{0.0f, 0.0f, 5.0f}, {-1.0f, 0.0f, -5.0f}, {1.0f, 0.0f, -5.0f}};
  EXPECT_TRUE(stroke.crosses({0.5f, -1.0f, 0.0f}, {0.5f, 1.0f, 0.0f}));
  EXPECT_TRUE(stroke.crosses({0.5f, -1.0f, -9.0f}, {0.5f, 1.0f, -9.0f})) << "however far away";
  EXPECT_FALSE(stroke.crosses({1.5f, -1.0f, 0.0f}, {1.5f, 1.0f, 0.0f})) << "beyond its end";
  EXPECT_FALSE(stroke.crosses({-1.5f, -1.0f, 0.0f}, {-1.5f, 1.0f, 0.0f})) << "before its beginning";
  EXPECT_FALSE(stroke.crosses({0.5f, 0.1f, 0.0f}, {0.5f, 1.0f, 0.0f})) << "above it";
  EXPECT_FALSE(stroke.crosses({0.0f, -1.0f, 9.0f}, {0.0f, 1.0f, 9.0f})) << "behind the eye";
  const CutStroke none{{0.0f, 0.0f, 5.0f}, {0.0f, 0.0f, -1.0f}, {0.0f, 0.0f, -1.0f}};
  EXPECT_FALSE(none.crosses({0.0f, -1.0f, 0.0f}, {0.0f, 1.0f, 0.0f})) << "it has no direction";
}

TEST(ClothCut, LeavesTheConstraintsOfWhatIsLeft) {
  for (const Bending bending : {Bending::across, Bending::dihedral}) {
    PbdModel cloth = small_cloth(3, bending);  // eight triangles
    Progress nobody;
    color_constraints(cloth, nobody);
    std::vector<int> all_but_one{1, 2, 3, 4, 5, 6, 7};
    const PbdModel one = without_triangles(cloth, all_but_one);
    EXPECT_EQ(one.triangles, std::vector{cloth.triangles[0]});
    EXPECT_EQ(one.drawn.parts.front().triangle_count, 1);
    EXPECT_EQ(one.stretch.corners.size(), 3u);
    EXPECT_TRUE(one.stretch.is_colored());
    EXPECT_EQ(one.across.corners.size() + one.dihedral.corners.size(), 0u);
    EXPECT_EQ(one.particles.size(), cloth.particles.size());

    const PbdModel whole = without_triangles(cloth, {});
    EXPECT_EQ(whole.triangles, cloth.triangles);
    EXPECT_EQ(whole.stretch.corners.size(), cloth.stretch.corners.size());
    EXPECT_EQ(whole.across.corners.size(), cloth.across.corners.size());
    EXPECT_EQ(whole.dihedral.corners.size(), cloth.dihedral.corners.size());
  }
}

/// With every method: the part cut off falls freely, and the held part does not.
TEST_P(Cut, LetsWhatIsCutOffFall) {
  for (const char* method : {"gauss_seidel", "jacobi", "xpbd"})
    for (const Bending bending : {Bending::across, Bending::dihedral}) {
      SCOPED_TRACE(method);
      PbdSettings settings;
      settings.method = method;
      settings.air_kg_m3 = 0.0f;
      settings.damping_per_s = 0.0f;
      PbdWorld world(exec(), held_cloth(bending), settings);
      const int triangles = static_cast<int>(world.draw_list().triangles.size());
      const int vertices = world.draw_list().vertex_count;
      const std::vector<glm::vec3> rest_m = world.draw_list().rest_m;
      EXPECT_EQ(rest_m.size(), static_cast<std::size_t>(side * side));
      EXPECT_EQ(world.cut(across()), columns_cut);
      EXPECT_EQ(world.draw_list().rest_m, rest_m) << "threads lie where they did";
      EXPECT_EQ(static_cast<int>(world.draw_list().triangles.size()), triangles - columns_cut);
      EXPECT_EQ(world.draw_list().vertex_count, vertices) << "marks stay at theirs";
      world.advance({.steps = 30});
      const double t = 30.0 * world.dt_s();
      const auto fallen_m = static_cast<float>(0.5 * 9.81 * t * t);
      float lowest_held_m = 2.0f;
      for (const glm::vec3& at : world.positions_m())
        if (at.x > -0.05f) {
          EXPECT_NEAR(at.y, 2.0f - fallen_m, 0.1f * fallen_m);
        } else {
          lowest_held_m = std::min(lowest_held_m, at.y);
        }
      EXPECT_GT(lowest_held_m, 2.0f - fallen_m) << "held";
      EXPECT_TRUE(world.finite_now());
    }
}

TEST_P(Cut, CountsWhatIsLeft) {
  PbdWorld world(exec(), held_cloth(), {});
  const auto stretch = [&] { return world.counts().constraints.front().count; };
  const int before = stretch();
  world.cut(across());
  // Removed: the `side` edges between two columns of particles, and the `side - 1` diagonals.
  EXPECT_EQ(stretch(), before - side - (side - 1));
  EXPECT_EQ(world.cut(across()), 0) << "it is cut already";
  EXPECT_EQ(world.cut(across(5.0f)), 0) << "beside it";
  EXPECT_EQ(world.cut({}), 0);
}

TEST_P(Cut, IsMendedByAReset) {
  PbdSettings settings;
  settings.contact_distance_m = 0.01f;
  PbdWorld untouched(exec(), held_cloth(), settings), world(exec(), held_cloth(), settings);
  world.advance({.steps = 3});
  world.cut(across());
  EXPECT_TRUE(world.shows_other_things());
  world.advance({.steps = 30});
  for (PbdWorld* one : {&untouched, &world}) one->reset();
  EXPECT_FALSE(world.shows_other_things());
  EXPECT_EQ(world.draw_list().triangles, untouched.draw_list().triangles);
  EXPECT_EQ(world.state_hash(), untouched.state_hash());
  world.advance({.steps = 20});
  untouched.advance({.steps = 20});
  EXPECT_EQ(world.state_hash(), untouched.state_hash());
}

/// States from before the first cut and after each of two, in this world and in another one; with
/// contacts, whose lists depend on the number of triangles, and with a ball.
TEST_P(Cut, ComesAndGoesWithStates) {
  PbdSettings settings;
  settings.contact_distance_m = 0.01f;
  PbdWorld world(exec(), held_cloth(), settings);
  world.advance({.steps = 5});
  WorldState whole, once, twice;
  world.capture(whole);
  world.cut(across());
  world.advance({.steps = 5});
  world.capture(once);
  world.shoot({{0.3f, 2.5f, 0.0f}, {0.0f, -6.0f, 0.0f}, {.radius_m = 0.1f}});
  world.cut(across(0.2f));
  world.advance({.steps = 5});
  world.capture(twice);
  world.advance({.steps = 10});
  const std::uint64_t later = world.state_hash();

  world.restore(whole);
  EXPECT_FALSE(world.shows_other_things());
  world.restore(twice);
  world.advance({.steps = 10});
  EXPECT_EQ(world.state_hash(), later);
  world.restore(once);
  EXPECT_EQ(world.cut(across()), 0);
  EXPECT_EQ(world.cut(across(0.2f)), columns_cut);

  PbdWorld other(exec(), held_cloth(), settings);
  other.restore(twice);
  EXPECT_EQ(other.draw_list().triangles, world.draw_list().triangles);
  other.advance({.steps = 10});
  EXPECT_EQ(other.state_hash(), later);
}

TEST_P(Cut, StaysOutOfAStateOfAnotherScene) {
  PbdWorld world(exec(), held_cloth(), {});
  PbdWorld other(exec(), small_cloth(side + 2), {});
  const std::uint64_t before = world.state_hash();
  other.cut(across(0.45f));
  WorldState state;
  other.capture(state);
  EXPECT_THROW(world.restore(state), Error) << "numbers of triangles that are not there";
  other.reset();
  const glm::vec3 eye_m(0.0f, 5.0f, 0.0f);
  EXPECT_EQ(other.cut({{eye_m, {-2.0f, -3.0f, -0.45f}, {2.0f, -3.0f, -0.45f}}}), 2 * (side + 1));
  other.capture(state);
  EXPECT_THROW(world.restore(state), Error) << "of triangles that are";
  EXPECT_FALSE(world.shows_other_things());
  EXPECT_EQ(world.state_hash(), before);
}

/// Invalid cuts, as in a damaged or foreign state file.
TEST_P(Cut, StaysOutOfWhatCannotBeCut) {
  Placed<PbdModel> ball;
  add_solid(ball, small_ball(0.2f, 0.1f));
  World world(exec(), std::vector<GroupModel>{{"", {}, {{"body", [=](Exec& on) {
                                                           return std::make_unique<PbdSystem>(
                                                               on, ball, PbdSettings{});
                                                         }}}}});
  WorldState state;
  world.capture(state);
  std::vector<std::byte>& cut = state.groups[0].host[std::string("body/") + System::name_of_cuts];
  cut.assign(sizeof(int), std::byte{0});
  EXPECT_THROW(world.restore(state), Error);
  cut.assign(sizeof(int) + 1, std::byte{0});
  EXPECT_THROW(world.restore(state), Error);
  world.advance({.steps = 2});
  EXPECT_TRUE(world.finite_now());
}

/// Two systems, of which the second does not match.
TEST_P(Cut, StaysOutOfAllWhereItDoesNotSuitOne) {
  const auto pair = [&](int second_side) {
    const auto make = [](int cloth_side) {
      return [=](Exec& on) {
        return std::make_unique<PbdSystem>(on, small_cloth(cloth_side), PbdSettings{});
      };
    };
    return std::make_unique<World>(
        exec(), std::vector<GroupModel>{{"", {}, {{"a", make(side)}, {"b", make(second_side)}}}});
  };
  const auto world = pair(side), other = pair(side + 2);
  EXPECT_GT(other->cut(across(0.45f)), columns_cut) << "both";
  WorldState state;
  other->capture(state);
  EXPECT_THROW(world->restore(state), Error);
  EXPECT_FALSE(world->shows_other_things());
}

TEST_P(Cut, GoesOnOnAnotherBackend) {
  Exec serial(Backend::serial);
  PbdSettings settings;
  settings.contact_distance_m = 0.01f;
  PbdWorld here(exec(), held_cloth(), settings), moved(serial, held_cloth(), settings);
  for (PbdWorld* world : {&here, &moved}) {
    world->cut(across());
    world->advance({.steps = 8});
  }
  moved.switch_to(exec());
  for (PbdWorld* world : {&here, &moved}) {
    world->cut(across(0.2f));
    world->advance({.steps = 10});
  }
  if (!on_cuda()) {
    EXPECT_EQ(here.state_hash(), moved.state_hash());
  }
  const auto a = here.positions_m(), b = moved.positions_m();
  for (std::size_t i = 0; i < a.size(); ++i) EXPECT_LT(glm::distance(a[i], b[i]), 1e-3f);
}

/// Two cloths, one above the other: the upper one is cut loose and lands on the lower one. With
/// contacts of the system and, with a ball, of the world.
TEST_P(Cut, LeavesTheRestToTouch) {
  for (const bool with_a_ball : {false, true}) {
    std::vector<int> all;
    for (int i = 0; i < side * side; ++i) all.push_back(i);
    Placed<PbdModel> model = small_cloth(side, Bending::dihedral, all);
    add_cloth(model, {.mesh = grid_mesh(side, side, glm::vec2(1.0f), {0.0f, 2.1f, 0.0f}, {1, 0, 0},
                                        {0, 0, 1}),
                      .bending = Bending::dihedral,
                      .pinned = one_side()});
    PbdSettings settings;
    settings.contact_distance_m = 0.02f;
    PbdWorld world(exec(), model, settings);
    if (with_a_ball) world.shoot({{9.0f, 9.0f, 0.0f}, glm::vec3(0.0f), {.radius_m = 0.1f}});
    world.advance({.steps = 1});
    world.cut(across());  // also the lower one, which nothing moves
    const auto start = world.positions_m();
    world.advance({.steps = 60});
    const auto now = world.positions_m();
    float lowest_m = 9.0f, highest_m = 0.0f;
    for (int i = side * side; i < 2 * side * side; ++i) {
      if (start[i].x < 0.01f || start[i].x > 0.49f || std::abs(start[i].z) > 0.49f) continue;
      lowest_m = std::min(lowest_m, now[i].y);
      highest_m = std::max(highest_m, now[i].y);
    }
    EXPECT_GT(lowest_m, 2.0f) << "it went through";
    EXPECT_LT(highest_m, 2.06f) << "it has not come down";
  }
}

/// Two cloths again; the lower one is cut everywhere, from a viewpoint in between.
TEST_P(Cut, LetsPassWhereNothingIsLeft) {
  std::vector<int> all;
  for (int i = 0; i < side * side; ++i) all.push_back(i);
  Placed<PbdModel> model = small_cloth(side, Bending::dihedral, all);
  add_cloth(model, {.mesh = grid_mesh(side, side, glm::vec2(1.0f), {0.0f, 2.1f, 0.0f}, {1, 0, 0},
                                      {0, 0, 1}),
                    .bending = Bending::dihedral});
  PbdSettings settings;
  settings.contact_distance_m = 0.02f;
  PbdWorld world(exec(), model, settings);
  std::vector<CutStroke> strokes;
  const glm::vec3 eye_m(0.0f, 2.05f, 0.0f);
  for (int k = 0; k < side - 1; ++k) {
    const float x_m = -0.44f + 0.125f * static_cast<float>(k);
    strokes.push_back(
        {eye_m, glm::vec3(x_m, 2.0f, -1.0f) - eye_m, glm::vec3(x_m, 2.0f, 1.0f) - eye_m});
  }
  EXPECT_EQ(world.cut(strokes), (side - 1) * columns_cut);
  world.advance({.steps = 40});
  const auto now = world.positions_m();
  for (int i = side * side; i < 2 * side * side; ++i) EXPECT_LT(now[i].y, 1.9f);
}

TEST_P(Cut, LetsAHoldEndWhereTheClothDoes) {
  PbdWorld world(exec(), small_cloth(side), free_settings());
  world.cut(across());
  const auto start = world.positions_m();
  const auto normals = [&] {
    Buffer<PublishedVertex> shown(exec(), world.draw_list().vertex_count);
    world.advance({.steps = 0, .publish = shown.view()});
    std::vector<glm::vec3> all;
    for (const PublishedVertex& vertex : shown.download(exec())) all.push_back(vertex.normal);
    return all;
  };
  const auto lit = normals();
  const int beside = 3;  // x = -0.125, at the cut
  ASSERT_NEAR(start[beside].x, -0.125f, 1e-5f);
  world.grab(beside);
  world.drag_to(start[beside] + glm::vec3(-0.1f, 0.3f, 0.0f));
  world.advance({.steps = 20});
  const auto now = world.positions_m(), lit_now = normals();
  EXPECT_GT(now[beside].y, 2.1f);
  for (std::size_t i = 0; i < now.size(); ++i)
    if (start[i].x > -0.05f) {
      EXPECT_EQ(now[i], start[i]) << "it does not hang on what is held";
      EXPECT_EQ(lit_now[i], lit[i]) << "nor is it lit as if it did";
    }
}

/// A cloth that is cut everywhere does not stop a ball or the wind.
TEST_P(Cut, TouchesNothingWhereItIsCut) {
  PbdSettings settings;
  settings.contact_distance_m = 0.01f;
  settings.gravity_m_s2 = 0.0f;
  settings.wind_m_s = {8.0f, 0.0f, 0.0f};
  PbdWorld world(exec(), small_cloth(side), settings);
  const auto start = world.positions_m();
  world.shoot({{0.0f, 2.2f, 0.0f}, {0.0f, -4.0f, 0.0f}, {.radius_m = 0.1f}});
  for (int k = 0; k < 8; ++k) world.cut(across(-0.44f + 0.125f * static_cast<float>(k)));
  EXPECT_TRUE(world.draw_list().parts.front().triangle_count == 0);
  world.advance({.steps = 30});
  const auto now = world.positions_m();
  const auto particles = static_cast<std::size_t>(side * side);  // the ball follows them
  for (std::size_t i = 0; i < particles; ++i) EXPECT_EQ(now[i], start[i]);
}

/// Pinned particles stay pinned in place.
TEST_P(Cut, LeavesPinsInTheirPlaces) {
  PbdWorld world(exec(), small_cloth(side), {});
  world.grab(0);
  world.release(true);
  const glm::vec3 at_m = world.positions_m()[0];
  world.cut(across());
  EXPECT_EQ(world.pinned_vertices(), std::vector{0});
  world.advance({.steps = 30});
  EXPECT_LT(glm::distance(world.positions_m()[0], at_m), 0.02f);
}

TEST_P(Cut, RefusesWhatIsNoClothAndScenesThatCompare) {
  Placed<PbdModel> ball;
  add_solid(ball, small_ball(0.2f, 0.1f));
  PbdWorld solid(exec(), ball, {});
  EXPECT_THROW(solid.cut(across()), Error);
  EXPECT_NE(solid.why_not_cut(), "");
  World two(exec(), {group_of(held_cloth(), {}, "a"), group_of(held_cloth(), {}, "b")}, "method");
  EXPECT_THROW(two.cut(across()), Error);
  EXPECT_EQ(PbdWorld(exec(), held_cloth(), {}).why_not_cut(), "");
}

EACH_BACKEND(Cut);

}  // namespace
}  // namespace limber
