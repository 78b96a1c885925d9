// Surface contacts: candidate pairs against all pairs; no penetration, by exact predicates over all
// triangles; friction and momentum against theory.

#include "sim/contact/surface_contacts.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <random>
#include <set>

#include "sim/mesh/triangle_tree.h"
#include "tests/each_backend.h"
#include "tests/sim/slopes.h"
#include "tests/sim/small_cloth.h"

namespace limber {
namespace {

class SurfaceContact : public EachBackend {};

/// Level cloths of side x side particles above each other, each turned a little more.
Placed<PbdModel> level_cloths(int count, int side, float apart_m, float size_m = 0.5f) {
  Placed<PbdModel> model;
  for (int k = 0; k < count; ++k) {
    const float turn = 0.2f * static_cast<float>(k);
    const glm::vec3 right(std::cos(turn), 0.0f, std::sin(turn));
    add_cloth(model, {.mesh = grid_mesh(side, side, glm::vec2(size_m),
                                        {0.0f, 1.0f + apart_m * static_cast<float>(k), 0.0f}, right,
                                        {-right.z, 0.0f, right.x})});
  }
  return model;
}

std::size_t crossings_of(const PbdModel& model, const std::vector<glm::vec3>& x) {
  return TriangleTree({x, model.triangles}).crossings().size();
}

ContactShape shape_of(const PbdModel& model) {
  ContactShape shape{{}, model.body_of_particle, model.triangles, {}};
  for (const Particle& p : model.particles) shape.places_m.push_back(p.position_m);
  return shape;
}

std::vector<PointTraits> traits_of(const PbdModel& model, float distance_m) {
  return std::vector<PointTraits>(model.particles.size(), {0.5f * distance_m, 0.3f});
}

/// Moves points arbitrarily.
class Shaken {
 public:
  Shaken(Exec& exec, const PbdModel& model, float distance_m = 0.01f)
      : exec_(exec),
        contacts_(exec, shape_of(model), traits_of(model, distance_m)),
        at_(model.particles),
        before_(exec, model.particles),
        now_(exec, model.particles) {}

  /// Enough pairs for displacements like these.
  template <class Way>
  void make_room(Way way) {
    const std::vector<Particle> start = at_;
    do {
      at_ = start;
      contacts_.look_again(exec_);
      Way same = way;
      move(same, true, false);
    } while (contacts_.make_room(exec_));
    at_ = start;
    contacts_.look_again(exec_);
  }

  /// Moves every point by way(i), unless blocked. predicted: passed to the search for pairs.
  template <class Way>
  void move(Way&& way, bool predicted, bool held_back = true) {
    std::vector<Particle> next = at_;
    for (std::size_t i = 0; i < next.size(); ++i) next[i].position_m += way(i);
    before_.upload(exec_, at_);
    now_.upload(exec_, predicted ? next : at_);
    const SurfaceContacts::Substep substep{before_.view(), now_.view(), 0.01f};
    contacts_.begin(exec_, substep);
    now_.upload(exec_, next);
    if (held_back) {
      contacts_.choose_shares(exec_, substep);
      contacts_.hold_back(exec_, substep, contacts_.all());
    }
    at_ = now_.download(exec_);
    for (int frame = 0; frame < 3; ++frame) contacts_.watch(exec_, 0.0f);
  }

  SurfaceContacts& contacts() { return contacts_; }
  std::vector<glm::vec3> positions_m() const {
    std::vector<glm::vec3> x;
    for (const Particle& p : at_) x.push_back(p.position_m);
    return x;
  }

 private:
  Exec& exec_;
  SurfaceContacts contacts_;
  std::vector<Particle> at_;
  Buffer<Particle> before_, now_;
};

struct RandomWay {
  glm::vec3 operator()(std::size_t) { return {at(engine), at(engine), at(engine)}; }
  explicit RandomWay(float longest_m) : at(-longest_m, longest_m) {}
  std::mt19937 engine{3};
  std::uniform_real_distribution<float> at;
};

/// Expects that every near vertex-triangle and edge-edge pair of different bodies is found.
void expect_every_near_pair(Exec& exec, const Placed<PbdModel>& model, float distance_m) {
  Shaken shaken(exec, model, distance_m);
  RandomWay way(distance_m);
  shaken.make_room(way);
  const std::vector<glm::vec3> x = shaken.positions_m();
  shaken.move(way, true, false);
  const SearchState look = shaken.contacts().newest();
  ASSERT_LE(look.pairs, shaken.contacts().room());
  EXPECT_LE(look.large_chunks, shaken.contacts().large_chunks());
  const auto in_order = [](std::array<int, 4> corners) {
    std::ranges::sort(corners);
    return corners;
  };
  std::set<std::array<int, 4>> listed;
  const std::vector<ContactPair> pairs = shaken.contacts().pairs().download(exec);
  for (int r = 0; r < look.pairs; ++r) {
    const glm::ivec4 c = pairs[r].corners;
    const std::array<int, 4> corners = in_order({c.x, c.y, c.z, c.w});
    EXPECT_EQ(std::ranges::adjacent_find(corners), corners.end());
    listed.insert(corners);
  }
  std::size_t near = 0, missing = 0;
  const auto look_at = [&](int a, int b, int c, int d, bool edges) {
    if (model.body_of_particle[a] == model.body_of_particle[d]) return;  // smaller distance
    const glm::vec3 at[4] = {x[a], x[b], x[c], x[d]};
    const NearPoints p = edges ? nearest_of_edges(at) : nearest_of_vertex_and_triangle(at);
    glm::vec3 apart(0.0f);
    for (int k = 0; k < 4; ++k) apart += at[k] * p.weights[k];
    const bool is_near = glm::length(apart) < 0.995f * distance_m;
    near += is_near;
    missing += is_near && !listed.contains(in_order({a, b, c, d}));
  };
  std::set<std::pair<int, int>> edge_set;
  for (const glm::uvec3& t : model.triangles)
    for (int k = 0; k < 3; ++k)
      edge_set.insert(std::minmax<int>(static_cast<int>(t[k]), static_cast<int>(t[(k + 1) % 3])));
  const std::vector<std::pair<int, int>> edges(edge_set.begin(), edge_set.end());
  for (std::size_t i = 0; i < edges.size(); ++i)
    for (std::size_t j = i + 1; j < edges.size(); ++j)
      look_at(edges[i].first, edges[i].second, edges[j].first, edges[j].second, true);
  for (int v = 0; v < static_cast<int>(x.size()); ++v)
    for (const glm::uvec3& t : model.triangles)
      look_at(v, static_cast<int>(t.x), static_cast<int>(t.y), static_cast<int>(t.z), false);
  EXPECT_EQ(missing, 0u) << "of " << near;
  EXPECT_GT(near, 1000u);
}

TEST_P(SurfaceContact, FindsEveryPairThatIsNear) {
  expect_every_near_pair(exec(), level_cloths(3, 8, 0.015f, 0.3f), 0.02f);
}

/// Spheres of two systems above a cloth: those of the second in any order.
TEST_P(SurfaceContact, FindsTheSamePairsInAnyOrderOfSpheres) {
  constexpr int first = 30, second = 50;
  const Placed<PbdModel> cloths = level_cloths(1, 10, 0.0f);
  ContactShape shape;
  std::vector<Particle> particles;
  RandomWay anywhere(0.25f);
  const auto add = [&](const glm::vec3& x, int body) {
    particles.push_back(Particle(x, 1.0f));
    shape.places_m.push_back(x);
    shape.body.push_back(body);
  };
  const glm::vec3 middle_m = cloths.particles[55].position_m;
  for (int i = 0; i < first + second; ++i) {
    shape.spheres.push_back(i);
    add(middle_m + anywhere(i) * glm::vec3(1.0f, 0.02f, 1.0f), i);
  }
  for (const Particle& p : cloths.particles) add(p.position_m, first + second);
  for (const glm::uvec3& t : cloths.triangles)
    shape.triangles.push_back(t + static_cast<unsigned>(first + second));
  const Buffer<Particle> now(exec(), particles);
  std::vector<int> shuffled(second);
  std::iota(shuffled.begin(), shuffled.end(), 0);
  std::ranges::shuffle(shuffled, std::mt19937(5));
  const Buffer<int> order(exec(), shuffled);
  const auto pairs_of = [&](bool in_order) {
    SurfaceContacts contacts(exec(), shape, std::vector<PointTraits>(particles.size(), {0.01f}));
    Buffer<Particle> before(exec(), particles), after(exec(), particles);
    std::vector<std::array<int, 2>> pairs;
    do {
      if (in_order) contacts.order_spheres(exec(), {first, second}, readable(order));
      contacts.look_again(exec());
      contacts.begin(exec(), {before.view(), after.view(), 0.01f});
      for (int frame = 0; frame < 3; ++frame) contacts.watch(exec(), 0.0f);
    } while (contacts.make_room(exec()));
    const std::vector<ContactPair> listed = contacts.pairs().download(exec());
    for (int r = 0; r < contacts.newest().pairs; ++r)
      pairs.push_back({listed[r].owner, listed[r].thing});
    return pairs;
  };
  const auto pairs = pairs_of(true);
  EXPECT_GT(pairs.size(), 100u);
  EXPECT_EQ(pairs, pairs_of(false));
}

/// Owners find about 150 candidates, more than fit without a chunk, and then about 400, more than a
/// chunk holds.
TEST_P(SurfaceContact, FindsEveryPairWhereTrianglesAreSmall) {
  expect_every_near_pair(exec(), level_cloths(2, 11, 0.015f, 0.13f), 0.045f);
  expect_every_near_pair(exec(), level_cloths(2, 11, 0.015f, 0.06f), 0.06f);
}

TEST_P(SurfaceContact, TellsWhenTooManyHaveTooManyNeighbors) {
  for (const int side : {11, 19}) {
    Shaken shaken(exec(), level_cloths(2, side, 0.015f, 0.006f * static_cast<float>(side)), 0.06f);
    shaken.make_room(RandomWay(0.06f));
    shaken.move(RandomWay(0.06f), true, false);
    const std::string trouble = shaken.contacts().trouble();
    EXPECT_EQ(trouble.find("contacts are slow") != std::string::npos, side == 19) << trouble;
  }
}

/// Displacements of several edge lengths, in every direction, predicted or not; blocked points are
/// pushed again and again.
TEST_P(SurfaceContact, LetsNothingPassHoweverPointsAreMoved) {
  const Placed<PbdModel> model = level_cloths(3, 8, 0.02f, 0.3f);
  for (const bool predicted : {true, false}) {
    SCOPED_TRACE(predicted ? "predicted" : "not predicted");
    Shaken shaken(exec(), model);
    RandomWay way(0.3f);
    shaken.make_room(way);
    for (int i = 0; i < 30; ++i) {
      shaken.move(way, predicted);
      ASSERT_EQ(crossings_of(model, shaken.positions_m()), 0u) << "after " << i;
      shaken.contacts().make_room(exec());
    }
  }
  Shaken free(exec(), model);
  RandomWay way(0.3f);
  free.move(way, true, false);
  EXPECT_GT(crossings_of(model, free.positions_m()), 100u);
}

/// With more pairs than fit, the affected points stand still until there is room.
TEST_P(SurfaceContact, LetsNothingPassWhereRoomIsShort) {
  const Placed<PbdModel> model = level_cloths(12, 6, 0.002f, 0.2f);
  Shaken shaken(exec(), model);
  RandomWay way(0.3f);
  bool made = false;
  for (int i = 0; i < 8; ++i) {
    const std::vector<glm::vec3> before = shaken.positions_m();
    shaken.move(way, true);
    ASSERT_EQ(crossings_of(model, shaken.positions_m()), 0u) << "after " << i;
    if (shaken.contacts().newest().pairs > shaken.contacts().room()) {
      EXPECT_TRUE(shaken.contacts().make_room(exec()));
      made = true;
    }
  }
  EXPECT_TRUE(made);
  EXPECT_GT(shaken.contacts().newest().left_out, 0);
  EXPECT_LE(shaken.contacts().newest().pairs, shaken.contacts().room());
}

PbdSettings contact_settings() {
  PbdSettings settings = free_settings();
  settings.contact_distance_m = 0.01f;
  settings.contact_iterations = 4;
  return settings;
}

/// A cloth is thrown at a pinned one, moving many times its thickness per step.
TEST_P(SurfaceContact, ClothsDoNotPassThroughEachOtherAtAnySpeed) {
  for (const float speed_m_s : {2.2f, 8.9f, 50.0f}) {
    SCOPED_TRACE(speed_m_s);
    Placed<PbdModel> model = level_cloths(2, 10, 0.3f);
    for (int i = 0; i < 100; ++i) model.particles[i].inverse_mass_per_kg = 0.0f;
    PbdSettings settings = contact_settings();
    settings.wind_m_s = {0.0f, -speed_m_s, 0.0f};
    settings.air_kg_m3 = 100.0f;  // the wind accelerates the upper one at once
    PbdWorld world(exec(), model, settings);
    float lowest_m = 10.0f;
    for (int s = 0; s < 60; ++s) {
      run_singly(world, 1);
      const std::vector<glm::vec3> x = world.positions_m();
      ASSERT_EQ(crossings_of(model, x), 0u) << "step " << s;
      for (int i = 0; i < 100; ++i) EXPECT_EQ(x[i], model.particles[i].position_m);
      lowest_m = x[155].y;
    }
    EXPECT_EQ(residual_of(world, exec(), "held_back"),
              world.system<PbdSystem>().contacts()->newest().held_back);
    EXPECT_GT(lowest_m, 1.0f);
    EXPECT_LT(lowest_m, 1.1f) << "they did not meet";
  }
}

/// A grab pulls a cloth against a pinned one, from one side to the other.
TEST_P(SurfaceContact, AGrabDoesNotPullAClothThroughAnother) {
  Placed<PbdModel> model = level_cloths(2, 10, 0.05f);
  for (int i = 0; i < 100; ++i) model.particles[i].inverse_mass_per_kg = 0.0f;
  PbdWorld world(exec(), model, contact_settings());
  world.grab(155);
  world.drag_to(model.particles[155].position_m - glm::vec3(0.0f, 0.6f, 0.0f));
  for (int s = 0; s < 80; ++s) {
    run_singly(world, 1);
    ASSERT_EQ(crossings_of(model, world.positions_m()), 0u) << "step " << s;
  }
  const float height_m = world.positions_m()[155].y;
  EXPECT_GT(height_m, 1.0f);
  EXPECT_LT(height_m, 1.03f) << "it was not pulled";
}

/// A triangle standing with a corner on another one: its side is undefined, and nothing else is
/// near.
TEST_P(SurfaceContact, WhatTouchesAtTheStartDoesNotGoOn) {
  Placed<PbdModel> model;
  add_cloth(model, {.mesh = {{{-1, 0, -1}, {1, 0, -1}, {0, 0, 1}}, {{0, 1, 2}}}});
  add_cloth(model, {.mesh = {{{0, 0, 0}, {-0.2f, 0.5f, 0}, {0.2f, 0.5f, 0}}, {{0, 1, 2}}}});
  Shaken shaken(exec(), model);
  const auto down = [](std::size_t i) { return glm::vec3(0.0f, i < 3 ? 0.0f : -0.1f, 0.0f); };
  shaken.move(down, true);
  EXPECT_EQ(shaken.positions_m()[3], glm::vec3(0.0f));
}

/// Each depends on the one below to move away, and the lowest does not.
TEST_P(SurfaceContact, AStackStopsAtOnce) {
  constexpr int layers = 12, points = 36;
  const Placed<PbdModel> model = level_cloths(layers, 6, 0.012f, 0.2f);
  Shaken shaken(exec(), model);
  const auto down = [](std::size_t i) { return glm::vec3(0.0f, i < points ? 0.0f : -0.15f, 0.0f); };
  shaken.make_room(down);
  shaken.move(down, true);
  const std::vector<glm::vec3> x = shaken.positions_m();
  for (std::size_t i = points; i < x.size(); ++i)
    EXPECT_GT(x[i].y - x[i - points].y, 0.0004f) << "less than a share of the distance kept: " << i;
}

/// Unobstructed motion is not shortened: along a nearby surface, and together with a surface below.
TEST_P(SurfaceContact, WhatSlidesOrFallsTogetherIsNotHeldBack) {
  const Placed<PbdModel> model = level_cloths(2, 8, 0.004f, 0.3f);
  for (const bool together : {false, true}) {
    SCOPED_TRACE(together ? "together" : "along");
    Shaken shaken(exec(), model);
    const auto way = [&](std::size_t i) {
      if (together) return glm::vec3(0.0f, -0.1f, 0.0f);
      return glm::vec3(i < 64 ? 0.0f : 0.06f, 0.0f, 0.0f);
    };
    shaken.make_room(way);
    const std::vector<glm::vec3> start = shaken.positions_m();
    shaken.move(way, true);
    EXPECT_EQ(shaken.contacts().newest().held_back, 0);
    const std::vector<glm::vec3> x = shaken.positions_m();
    for (std::size_t i = 0; i < x.size(); ++i)
      EXPECT_LT(glm::distance(x[i], start[i] + way(i)), 1e-5f);
  }
}

/// With few iterations, a stack holds thanks to warm starting.
TEST_P(SurfaceContact, AStackDoesNotSinkTogether) {
  constexpr int layers = 8, points = 36;
  Placed<PbdModel> model = level_cloths(layers, 6, 0.011f, 0.2f);
  for (int i = 0; i < points; ++i) model.particles[i].inverse_mass_per_kg = 0.0f;
  PbdSettings settings = contact_settings();
  settings.gravity_m_s2 = 9.81f;
  settings.damping_per_s = 1.0f;
  settings.contact_iterations = 2;
  settings.friction = 1.0f;
  PbdWorld world(exec(), model, settings);
  run_singly(world, 300);
  const std::vector<glm::vec3> x = world.positions_m();
  float mean_m[layers] = {};
  for (std::size_t i = 0; i < x.size(); ++i) mean_m[i / points] += x[i].y / points;
  for (int k = 1; k < layers; ++k) EXPECT_GT(mean_m[k] - mean_m[k - 1], 0.004f) << k;
}

/// A fast free fall is not held back.
TEST_P(SurfaceContact, AClothFallsFreely) {
  const Placed<PbdModel> model = level_cloths(2, 10, 0.1f);
  PbdSettings settings = contact_settings();
  settings.gravity_m_s2 = 9.81f;
  PbdWorld world(exec(), model, settings);
  constexpr int steps = 200;  // 20 m/s
  run_singly(world, steps);
  const double fallen_m = 0.5 * 9.81 * 0.01 * 0.01 * steps * (steps + 1);
  const std::vector<glm::vec3> x = world.positions_m();
  for (std::size_t i = 0; i < x.size(); ++i)
    EXPECT_NEAR(model.particles[i].position_m.y - x[i].y, fallen_m, 1e-4 * fallen_m);
}

/// Two cloths of different mass collide obliquely, without other forces: momentum is conserved.
TEST_P(SurfaceContact, KeepsMomentum) {
  Placed<PbdModel> model = level_cloths(2, 12, 0.02f);
  for (int i = 0; i < 144; ++i) model.particles[i].inverse_mass_per_kg /= 7.0f;
  SurfaceContacts contacts(exec(), shape_of(model), traits_of(model, 0.01f));
  constexpr float dt_s = 0.01f;
  std::vector<Particle> at = model.particles;
  std::vector<glm::vec3> way(at.size(), glm::vec3(0.0f));
  for (std::size_t i = 144; i < at.size(); ++i) way[i] = {0.001f, -0.003f, 0.0005f};
  const auto momentum = [&] {
    glm::dvec3 sum(0.0);
    for (std::size_t i = 0; i < at.size(); ++i)
      sum += glm::dvec3(way[i]) / (double(dt_s) * at[i].inverse_mass_per_kg);
    return sum;
  };
  const glm::dvec3 expected = momentum();
  Buffer<Particle> before(exec(), at), now(exec(), at);
  for (int step = 0; step < 30; ++step) {
    std::vector<Particle> next = at;
    for (std::size_t i = 0; i < at.size(); ++i) next[i].position_m += way[i];
    before.upload(exec(), at);
    now.upload(exec(), next);
    const SurfaceContacts::Substep substep{before.view(), now.view(), dt_s};
    contacts.begin(exec(), substep);
    contacts.move_points(exec(), substep, contacts.all());
    for (int k = 0; k < 8; ++k) {
      contacts.solve(exec(), substep);
      contacts.move_points(exec(), substep, contacts.all());
    }
    contacts.choose_shares(exec(), substep);
    contacts.hold_back(exec(), substep, contacts.all());
    next = now.download(exec());
    for (std::size_t i = 0; i < at.size(); ++i) way[i] = next[i].position_m - at[i].position_m;
    at = next;
    contacts.watch(exec(), 0.0f);
    exec().synchronize();
    contacts.watch(exec(), 0.0f);
    ASSERT_EQ(contacts.newest().held_back, 0) << "step " << step;
    EXPECT_LT(glm::distance(momentum(), expected), 1e-4 * glm::length(expected)) << step;
  }
  float mean_m = 0.0f;
  for (std::size_t i = 144; i < at.size(); ++i) mean_m += way[i].y / 144.0f;
  EXPECT_GT(mean_m, -0.001f) << "they did not meet";
}

/// A patch on a pinned slope sticks, or slides by Coulomb's law.
TEST_P(SurfaceContact, SlidesDownASlopeAsCoulombSays) {
  for (const Slope& slope : all_slopes({0.0f, 0.5f, 0.8f, 1.3f})) {
    const glm::vec3 down = slope.down();
    Placed<PbdModel> model;
    std::vector<int> all(41 * 9);
    for (int i = 0; i < 41 * 9; ++i) all[i] = i;
    add_cloth(model, {.mesh = grid_mesh(41, 9, {4.0f, 0.8f}, glm::vec3(0.0f), down, {0, 0, 1}),
                      .pinned = all});
    add_cloth(model, {.mesh = grid_mesh(5, 5, {0.3f, 0.3f}, -1.5f * down + 0.02f * slope.up(), down,
                                        {0, 0, 1})});
    PbdSettings settings = contact_settings();
    settings.gravity_m_s2 = 9.81f;
    settings.contact_distance_m = 0.02f;
    settings.friction = slope.friction();
    PbdWorld world(exec(), model, settings);
    // Without friction it becomes so fast that it skips some edges.
    expect_coulomb(
        slope,
        slide(world, 20, 20, [&] { return mean_down_m(slope, world.positions_m(), all.size()); }),
        {.share = slope.share > 0.0f ? 0.05 : 0.08});
  }
}

EACH_BACKEND(SurfaceContact);

}  // namespace
}  // namespace limber
