// The bodies of rigid piles against references in double precision and against brute force.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <glm/gtc/quaternion.hpp>
#include <map>
#include <set>

#include "kernels/cell_rows.h"
#include "kernels/piles/collide.h"
#include "kernels/piles/sphere_values.h"
#include "sim/cell_lists.h"
#include "sim/piles/sphere_lists.h"
#include "tests/each_backend.h"
#include "tests/random_points.h"
#include "tests/sim/colliding_spheres.h"

namespace limber {
namespace {

class RandomTurns : public RandomPoints {
 public:
  RandomTurns() : RandomPoints(17) {}
  glm::vec4 turn() { return unit_quaternion({in(-1, 1), in(-1, 1), in(-1, 1), in(0.01f, 1)}); }
};

glm::dquat as_glm(const glm::vec4& q) { return {q.w, q.x, q.y, q.z}; }

TEST(Rotation, IsThatOfTheQuaternion) {
  RandomTurns random;
  for (int i = 0; i < 1000; ++i) {
    const glm::vec4 a = random.turn(), b = random.turn();
    const glm::vec3 v = random.point(3.0f);
    const glm::dvec3 expected = as_glm(a) * glm::dvec3(v);
    EXPECT_LT(glm::distance(glm::dvec3(rotated(a, v)), expected), 2e-6);
    EXPECT_LT(glm::distance(rotated_back(a, rotated(a, v)), v), 5e-6f);
    const glm::dvec3 both = (as_glm(a) * as_glm(b)) * glm::dvec3(v);
    EXPECT_LT(glm::distance(glm::dvec3(rotated(quaternion_product(a, b), v)), both), 3e-6);
  }
}

/// Any angle in one step, and a rotation in 1000 steps as in one.
TEST(Rotation, TurningIsExact) {
  RandomTurns random;
  for (const float angle : {1e-7f, 1e-3f, 0.5f, 3.0f, 6.0f}) {
    const glm::vec4 q = random.turn();
    const glm::vec3 axis = glm::normalize(random.point(1.0f)), v = random.point(1.0f);
    const glm::dvec3 expected =
        glm::angleAxis(double(angle), glm::dvec3(axis)) * (as_glm(q) * glm::dvec3(v));
    EXPECT_LT(glm::distance(glm::dvec3(rotated(turned(q, axis * angle), v)), expected), 2e-6);
    glm::vec4 stepped = q;
    for (int step = 0; step < 1000; ++step) stepped = turned(stepped, axis * angle * 1e-3f);
    EXPECT_LT(glm::distance(glm::dvec3(rotated(stepped, v)), expected), 5e-5);
    EXPECT_NEAR(glm::length(stepped), 1.0f, 1e-6f);
  }
  EXPECT_EQ(turned({0, 0, 0, 1}, glm::vec3(0.0f)), glm::vec4(0, 0, 0, 1));
}

class PileKernels : public EachBackend {};

/// Clouds that are dense, sparse, at negative coordinates, far away, at one point, wider than the
/// block of cells: every neighbour is visited exactly once.
TEST_P(PileKernels, TheGridFindsWhatBruteForceFinds) {
  constexpr float width = 0.1f;
  RandomTurns random;
  struct Cloud {
    int items;
    glm::vec3 size_m, at_m;
  };
  for (const Cloud& cloud :
       {Cloud{1, {1, 1, 1}, {0, 0, 0}}, Cloud{500, {0.3f, 0.3f, 0.3f}, {}},
        Cloud{800, {4, 0.2f, 4}, {0, 0, 0}}, Cloud{800, {0.2f, 9, 0.2f}, {-300, 70, 41}},
        Cloud{60, {0, 0, 0}, {0.05f, -0.05f, 0.15f}}}) {
    std::vector<SpherePlace> spheres;
    for (int i = 0; i < cloud.items; ++i)
      spheres.push_back({cloud.at_m + random.point(1.0f) * cloud.size_m, i});
    const CellRows rows = cell_rows_for(cloud.items, width);
    CellLists cells(exec(), cloud.items, rows.buckets());
    const Buffer<SpherePlace> places(exec(), spheres);
    cells.sort(exec(), "cells", rows, SpherePosition{places.view()});
    std::vector<int> first = cells.first().download(exec());
    std::vector<int> items = cells.items().download(exec());
    EXPECT_EQ(first.back(), cloud.items);
    EXPECT_EQ(std::set<int>(items.begin(), items.end()).size(), items.size()) << "nothing dropped";
    for (int i = 0; i < cloud.items; ++i) {
      std::vector<int> visited;
      visit_cells_around(rows, View<const int>(first.data(), static_cast<int>(first.size())),
                         spheres[i].position_m, [&](int k) { visited.push_back(items[k]); });
      std::sort(visited.begin(), visited.end());
      ASSERT_EQ(std::adjacent_find(visited.begin(), visited.end()), visited.end()) << "twice";
      for (int j = 0; j < cloud.items; ++j) {
        if (glm::distance(spheres[i].position_m, spheres[j].position_m) < width) {
          ASSERT_TRUE(std::binary_search(visited.begin(), visited.end(), j));
        }
      }
    }
  }
}

/// Spheres of random bodies, all of one launch.
struct Cloud {
  std::vector<SpherePlace> places;
  std::vector<SphereMotion> motions;
  std::vector<glm::vec4> levers;
  std::vector<BodyMomentum> momenta;  ///< with the shared contacts of the step before
};

Cloud random_cloud(int spheres) {
  RandomTurns random;
  Cloud cloud;
  for (int i = 0; i < spheres; ++i) {
    cloud.places.push_back({random.point(0.3f), i / 3});
    cloud.motions.push_back({random.point(0.4f), random.in(0.5f, 3.0f), random.point(4.0f),
                             i % 2 == 0 ? 0.05f : 0.03f});
    cloud.levers.emplace_back(random.point(0.2f), 0.0f);
    const int kind = i / 3 % 7, deep = kind > 4 ? SharedContacts::some_deep : 0;
    if (i % 3 == 0) cloud.momenta.push_back({.shared_contacts = 3 * kind | deep});
    if (deep != 0) cloud.motions.back().inverse_mass_per_kg *= -1.0f;
  }
  return cloud;
}

struct ReferenceWrench {
  glm::dvec3 force{0.0}, torque{0.0};
};

/// Harada's equations 10 to 13 and what contact.h adds, in double precision.
ReferenceWrench reference_of_pair(const Cloud& c, int i, int j, const ContactLaw& law,
                                  double dt_s) {
  const glm::dvec3 apart = glm::dvec3(c.places[i].position_m) - glm::dvec3(c.places[j].position_m);
  const double ri = c.motions[i].radius_m, rj = c.motions[j].radius_m;
  const double distance = glm::length(apart), overlap = ri + rj - distance;
  if (overlap <= 0.0) return {};
  const glm::dvec3 n = apart / distance;
  const glm::dvec3 arm_i = -n * (ri - 0.5 * overlap), arm_j = n * (rj - 0.5 * overlap);
  const glm::dvec3 wi(c.motions[i].spin_rad_s), wj(c.motions[j].spin_rad_s);
  const glm::dvec3 v = glm::dvec3(c.motions[i].velocity_m_s) + glm::cross(wi, arm_i) -
                       glm::dvec3(c.motions[j].velocity_m_s) - glm::cross(wj, arm_j);
  const auto easy = [&](int k) { return std::abs(double(c.motions[k].inverse_mass_per_kg)); };
  const double inverse_mass = easy(i) + easy(j);
  const double unit = std::sqrt(law.stiffness_N_m / inverse_mass), parting = glm::dot(v, n);
  double pressure =
      std::max(law.stiffness_N_m * overlap - 2.0 * law.damping_ratio * unit * parting, 0.0);
  const auto part = [&](int k) {
    const double count = 3 * (c.places[k].body % 7);
    return easy(k) * std::max({0.25 * count, count - 9.0, 1.0});
  };
  const auto has_deep = [&](int k) { return c.places[k].body % 7 > 4; };
  if (overlap > 0.2 * std::min(ri, rj) || has_deep(i) || has_deep(j))
    pressure = std::clamp((2.0 - parting) / ((part(i) + part(j)) * dt_s), 0.0, pressure);
  const glm::dvec3 sliding = v - n * parting;
  glm::dvec3 shear =
      -law.shear_stiffness_N_m * dt_s * sliding - 2.0 * law.shear_ratio * unit * sliding;
  if (glm::length(shear) > law.friction * pressure)
    shear *= law.friction * pressure / glm::length(shear);
  const double radius = std::min(ri, rj);
  const glm::dvec3 turning = (wi - wj) * radius, rolling = turning - n * glm::dot(n, turning);
  glm::dvec3 brake =
      -law.rolling_stiffness_N_m * dt_s * rolling - 2.0 * law.shear_ratio * unit * turning;
  if (glm::length(brake) > law.rolling * pressure)
    brake *= law.rolling * pressure / glm::length(brake);
  const glm::dvec3 force = n * pressure + shear;
  return {force, glm::cross(glm::dvec3(c.levers[i]) + arm_i, force) + brake * radius};
}

TEST_P(PileKernels, ForcesAreThoseOfBruteForceInDoublePrecision) {
  constexpr int spheres = 900;
  constexpr float dt_s = 5e-4f;
  const Cloud cloud = random_cloud(spheres);
  const ContactLaw law{.stiffness_N_m = 2000.0f,
                       .damping_ratio = 0.4f,
                       .shear_ratio = 0.1f,
                       .shear_stiffness_N_m = 600.0f,
                       .friction = 0.5f,
                       .rolling = 0.05f,
                       .rolling_stiffness_N_m = 300.0f};
  CollidingSpheres colliding(exec(), cloud.places, cloud.motions, cloud.levers, cloud.momenta);
  std::vector<float> radii_m;
  for (const SphereMotion& motion : cloud.motions) radii_m.push_back(motion.radius_m);
  SphereLists lists(exec(), radii_m, 0);
  lists.store_rolling(exec(), true);
  lists.update(exec(), readable(colliding.places));
  colliding.collide(exec(), lists, law, 0.1f, dt_s);
  const std::vector<SphereForce> got = colliding.forces.download(exec());
  const std::vector<BodyMomentum> counted = colliding.momenta.download(exec());
  glm::dvec3 sum(0.0);
  int touching = 0;
  std::vector<int> shared(counted.size(), 0), deep(counted.size(), 0);
  const auto has_deep = [](int body) { return body % 7 > 4; };
  for (int i = 0; i < spheres; ++i) {
    ReferenceWrench expected;
    int contacts = 0;
    for (int j = 0; j < spheres; ++j) {
      if (cloud.places[i].body == cloud.places[j].body) continue;
      const ReferenceWrench pair = reference_of_pair(cloud, i, j, law, dt_s);
      expected.force += pair.force;
      expected.torque += pair.torque;
      const double reach = double(cloud.motions[i].radius_m) + double(cloud.motions[j].radius_m);
      const double distance = glm::distance(glm::dvec3(cloud.places[i].position_m),
                                            glm::dvec3(cloud.places[j].position_m));
      const float smaller = std::min(cloud.motions[i].radius_m, cloud.motions[j].radius_m);
      const int own = cloud.places[i].body, other = cloud.places[j].body;
      const bool is_deep = reach - distance > 0.2 * static_cast<double>(smaller);
      contacts += distance < reach;
      deep[own] += is_deep;
      shared[own] += is_deep || (distance < reach && (has_deep(own) || has_deep(other)));
    }
    touching += contacts;
    sum += glm::dvec3(got[i].force_N);
    EXPECT_EQ(got[i].contacts, static_cast<float>(contacts));
    EXPECT_LT(glm::distance(glm::dvec3(got[i].force_N), expected.force), 0.02) << i;
    EXPECT_LT(glm::distance(glm::dvec3(got[i].torque_N_m), expected.torque), 0.005) << i;
  }
  for (std::size_t b = 0; b < counted.size(); ++b)
    EXPECT_EQ(counted[b].shared_contacts_now,
              shared[b] | (deep[b] > 0 ? SharedContacts::some_deep : 0))
        << b;
  EXPECT_GT(touching, 1000);
  EXPECT_LT(glm::length(sum), 0.01) << "actions and reactions";
}

/// Lists with little and much capacity, rebuilt as spheres move randomly: every contact is visited
/// once and keeps its shear spring, whether the lists are new or reused.
TEST(SphereLists, HoldWhatTouchesAndItsSprings) {
  constexpr int spheres = 600;
  constexpr float diameter_m = 0.1f;
  Exec exec(Backend::serial);
  RandomTurns random;
  for (const float size_m : {0.12f, 0.3f}) {  // hundreds near each sphere, and a few
    std::vector<SpherePlace> at;
    for (int i = 0; i < spheres; ++i) at.push_back({random.point(size_m), i / 2});
    SphereLists lists(exec, std::vector<float>(spheres, 0.5f * diameter_m), 0);
    Buffer<SpherePlace> places(exec, at);
    const bool rolling = size_m > 0.2f;
    lists.store_rolling(exec, rolling);
    const ShearSprings springs = lists.springs();
    int remade = 0, remembered = 0;
    for (int step = 0; step < 12; ++step) {
      for (SpherePlace& place : at) place.position_m += random.point(0.003f);
      places.upload(exec, at);
      for (int i = 0; i < spheres; ++i) lists.watch().look(i, at[i].position_m);
      const bool rebuilt = lists.stale()[0] != 0;
      remade += rebuilt;
      lists.update(exec, readable(places));
      lists.stale()[0] = 0;
      for (int i = 0; rebuilt && i < spheres; ++i)
        ASSERT_EQ(springs.used[i] & (springs.used[i] + 1), 0) << "springs come first";
      for (int i = 0; i < spheres; ++i) {
        std::set<int> met;
        int used = 0;
        lists.near().visit(i, 0, 1, [&](int slot, int j) {
          const glm::vec3 apart = at[i].position_m - at[j].position_m;
          if (!(glm::dot(apart, apart) < diameter_m * diameter_m)) return;
          EXPECT_TRUE(met.insert(j).second) << "twice";
          if (springs.in_use(slot, i)) {
            ++remembered;
            const Stretch stretch = springs.stretch(slot, i);
            ASSERT_EQ(stretch.shear_m, glm::vec3(i, j, 1)) << "another contact's";
            ASSERT_EQ(stretch.roll_m, rolling ? glm::vec3(j, 2, i) : glm::vec3(0.0f));
          }
          ASSERT_EQ(springs.has(slot, i), slot < ShearSprings::max_slots) << "of one size";
          if (springs.has(slot, i))
            springs.keep(slot, i, {glm::vec3(i, j, 1), glm::vec3(j, 2, i)}, used);
        });
        springs.used[i] = used;
        for (int j = 0; j < spheres; ++j) {
          const glm::vec3 apart = at[i].position_m - at[j].position_m;
          const bool touches =
              at[i].body != at[j].body && glm::dot(apart, apart) < diameter_m * diameter_m;
          ASSERT_EQ(met.contains(j), touches) << i << " and " << j;
        }
      }
    }
    EXPECT_GT(remade, 1);
    EXPECT_LT(remade, 12) << "lists are kept";
    EXPECT_GT(remembered, 12 * spheres / 2);
  }
}

/// Spheres that move at random while their lists are rebuilt again and again.
struct RebuiltLists {
  std::vector<float> contacts;  ///< of each sphere, in all steps
  std::map<std::pair<int, int>, glm::vec3> springs_m;

  RebuiltLists(Exec& exec, int spheres, float largest_m) {
    RandomTurns random;
    const float half_m = 0.5f * std::cbrt(static_cast<float>(spheres));
    std::vector<SpherePlace> at;
    std::vector<float> radii_m;
    std::vector<SphereMotion> motions;
    for (int i = 0; i < spheres; ++i) {
      at.push_back({random.point(half_m), i / 2});
      const bool large = i % 50 == 0, wider = i % 3 == 0;
      radii_m.push_back(0.5f * (large ? largest_m : wider ? std::min(largest_m, 1.2f) : 1.0f));
      motions.push_back({random.point(1.0f), 1.0f, random.point(1.0f), radii_m.back()});
    }
    SphereLists lists(exec, radii_m, 0);
    CollidingSpheres colliding(exec, at, motions);
    const ContactLaw law{.stiffness_N_m = 100.0f,
                         .damping_ratio = 0.4f,
                         .shear_ratio = 0.1f,
                         .shear_stiffness_N_m = 30.0f,
                         .friction = 50.0f,
                         .rolling = 0.05f};
    for (int step = 0; step < 4; ++step) {
      for (SpherePlace& place : at) place.position_m += random.point(0.03f);
      colliding.places.upload(exec, at);
      const int yes = 1;
      if (exec.backend() == Backend::cuda)
        device::copy_to_device(lists.stale().data, &yes, sizeof yes, exec.stream());
      else
        lists.stale()[0] = yes;
      lists.update(exec, readable(colliding.places));
      colliding.collide(exec, lists, law, largest_m, 0.001f);
      for (const SphereForce& force : colliding.forces.download(exec))
        contacts.push_back(force.contacts);
    }
    for (const StoredShear& spring : lists.shear_springs(exec))
      EXPECT_TRUE(springs_m.insert({{spring.sphere, spring.other}, spring.stretch_m}).second);
  }
};

/// Few spheres and so many that a GPU has a thread for each; of one size, of similar ones, and with
/// room for many small ones.
TEST_P(PileKernels, ListsAreThoseOfOneCore) {
  struct Case {
    int spheres;
    float largest_m;
  };
  for (const auto& [spheres, largest_m] : {Case{3000, 1.0f}, Case{3000, 1.2f}, Case{3000, 6.0f},
                                           Case{140000, 1.0f}, Case{140000, 1.2f}}) {
    if (spheres > 3000 && !on_cuda()) continue;
    SCOPED_TRACE(testing::Message() << spheres << " spheres up to " << largest_m << " m");
    Exec serial(Backend::serial);
    const RebuiltLists expected(serial, spheres, largest_m), got(exec(), spheres, largest_m);
    int other_contacts = 0, other_springs = 0;
    for (std::size_t i = 0; i < expected.contacts.size(); ++i)
      other_contacts += expected.contacts[i] != got.contacts[i];
    for (const auto& [pair, stretch_m] : expected.springs_m) {
      const auto found = got.springs_m.find(pair);
      other_springs +=
          found == got.springs_m.end() || glm::distance(found->second, stretch_m) > 1e-5f;
    }
    EXPECT_GT(expected.springs_m.size(), static_cast<std::size_t>(2 * spheres));
    // Spheres that touch or do not, depending on rounding.
    const int rounded = on_cuda() ? spheres / 1000 : 0;
    EXPECT_LE(other_contacts, rounded);
    EXPECT_LE(other_springs, rounded);
    EXPECT_NEAR(static_cast<double>(got.springs_m.size()),
                static_cast<double>(expected.springs_m.size()), rounded);
  }
}

EACH_BACKEND(PileKernels);

}  // namespace
}  // namespace limber
