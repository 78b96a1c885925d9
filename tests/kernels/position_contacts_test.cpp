// Position-based contacts: detection, that both sides of a contact agree, also uncached ones, and
// one contact against its equations.

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>

#include "kernels/piles/solve_contacts.h"
#include "kernels/piles/sphere_values.h"
#include "kernels/piles/substep.h"
#include "sim/cell_lists.h"
#include "tests/each_backend.h"

namespace limber {
namespace {

class PositionContacts : public EachBackend {};

constexpr float sphere_radius_m = 0.05f, margin_m = 0.005f;
constexpr PositionLaw law{.restitution = 0.5f,
                          .friction = 0.5f,
                          .rolling = 0.05f,
                          .slowest_m_s = 0.04f,
                          .max_warm_gap_m = 0.0002f,
                          .recovered = 0.25f,
                          .recovery_m_s = 0.5f,
                          .relaxation = 1.5f,
                          .dt_s = 0.002f};

/// Bodies of two spheres each, in a heap or too dense for the contact lists.
struct TwinCloud {
  std::vector<SphereOnBody> on_body;
  std::vector<Pose> start_poses;
  std::vector<BodyInertia> inertias;
  std::vector<SpherePlace> start_places, places;
  std::vector<BodySpin> spins;
};

TwinCloud cloud_of(int bodies, float size_m) {
  std::mt19937 random(5);
  std::uniform_real_distribution<float> in(-1.0f, 1.0f);
  const auto point = [&](float size) {
    return size * glm::vec3(in(random), in(random), in(random));
  };
  TwinCloud cloud;
  for (int b = 0; b < bodies; ++b) {
    Pose pose;
    pose.position_m = point(size_m);
    pose.quaternion = unit_quaternion({in(random), in(random), in(random), 1.1f});
    cloud.start_poses.push_back(pose);
    cloud.inertias.push_back({{300.0f, 500.0f, 700.0f}, 1.0f + in(random)*0.5f});
    cloud.spins.push_back({point(4.0f), 0.0f});
    const glm::vec3 moved = point(0.002f);
    for (const float side : {-0.04f, 0.04f}) {
      const glm::vec3 center(side, 0.0f, 0.0f);
      cloud.on_body.push_back({center, sphere_radius_m, b, 1.0f});
      const glm::vec3 at = pose.position_m + rotated(pose.quaternion, center);
      cloud.start_places.push_back({at, b});
      cloud.places.push_back({at + moved, b});
    }
  }
  return cloud;
}

struct ImpulseSums {
  glm::dvec3 linear{0.0}, angular{0.0};  ///< of all impulses, about the origin
  double size = 0.0;                     ///< of the linear ones, added up
};

/// Finds and solves the contacts of a cloud.
struct Solved {
  std::vector<int> found, used;
  std::vector<ContactImpulse> impulses;
  std::vector<SpherePush> pushes;

  Solved(const Exec& exec, const TwinCloud& cloud, int iterations) {
    const int spheres = static_cast<int>(cloud.on_body.size());
    const CellRows rows = cell_rows_for(spheres, 2.0f * sphere_radius_m + margin_m);
    CellLists cells(exec, spheres, rows.buckets());
    const Buffer<SphereOnBody> on_body(exec, cloud.on_body);
    const Buffer<Pose> start_poses(exec, cloud.start_poses);
    const Buffer<BodyInertia> inertias(exec, cloud.inertias);
    const Buffer<SpherePlace> start_places(exec, cloud.start_places), places(exec, cloud.places);
    const Buffer<BodySpin> spins(exec, cloud.spins);
    const int slots = spheres * ContactLists::max_count;
    Buffer<ContactImpulse> impulse(exec, std::vector<ContactImpulse>(slots));
    Buffer<ContactFrame> frames(exec, slots);
    Buffer<ContactEase> eases(exec, slots);
    Buffer<float> arms(exec, slots);
    Buffer<int> used_slots(exec, std::vector<int>(spheres, 0)), counts(exec, spheres);
    Buffer<SpherePush> push(exec, spheres);
    cells.sort(exec, "grid", rows, SpherePosition{places.view()});
    const SpheresUnderWay under_way{on_body.view(),
                                    start_poses.view(),
                                    inertias.view(),
                                    start_places.view(),
                                    places.view(),
                                    spins.view(),
                                    {},
                                    law.dt_s,
                                    law.dt_s};
    const SphereGrid grid{rows, readable(cells.first()), readable(cells.items()), places.view(),
                          margin_m};
    const ContactLists lists{impulse.view(), frames.view(), eases.view(), arms.view(),
                             used_slots.view()};
    launch(exec, "find", spheres,
           FindContacts{under_way, grid, lists, counts.view(), push.view(), law});
    for (int iteration = 0; iteration < iterations; ++iteration)
      launch(exec, "solve", spheres,
             SolveContacts{under_way, grid, lists, readable(counts), push.view(), law, true});
    found = counts.download(exec);
    used = used_slots.download(exec);
    impulses = impulse.download(exec);
    pushes = push.download(exec);
  }

  ImpulseSums sums(const TwinCloud& cloud) const {
    ImpulseSums sums;
    for (std::size_t i = 0; i < pushes.size(); ++i) {
      const glm::dvec3 p(pushes[i].linear_N_s);
      sums.linear += p;
      sums.size += glm::length(p);
      sums.angular += glm::dvec3(pushes[i].angular_N_m_s) +
                      glm::cross(glm::dvec3(cloud.start_poses[i / 2].position_m), p);
    }
    return sums;
  }
};

TEST_P(PositionContacts, AreThoseThatBruteForceFinds) {
  const TwinCloud cloud = cloud_of(400, 0.45f);
  const Solved solved(exec(), cloud, 0);
  const int spheres = static_cast<int>(cloud.places.size());
  int all = 0;
  for (int i = 0; i < spheres; ++i) {
    std::set<int> expected, got;
    for (int j = 0; j < spheres; ++j)
      if (i / 2 != j / 2 && glm::distance(cloud.places[i].position_m, cloud.places[j].position_m) <
                                2.0f * sphere_radius_m + margin_m)
        expected.insert(j);
    for (int s = 0; s < ContactLists::max_count; ++s)
      if ((solved.used[i] >> s & 1) != 0) got.insert(solved.impulses[s * spheres + i].with);
    ASSERT_EQ(solved.found[i], static_cast<int>(expected.size()));
    if (expected.size() <= ContactLists::max_count) {
      ASSERT_EQ(got, expected) << i;
    }
    all += solved.found[i];
  }
  EXPECT_GT(all, 1000);
}

/// Impulses are opposite and act at one point: momentum is conserved, for any number of contacts.
TEST_P(PositionContacts, PushBothSidesAlike) {
  for (const float size_m : {0.45f, 0.12f}) {
    const TwinCloud cloud = cloud_of(200, size_m);
    const Solved solved(exec(), cloud, 2);
    const int most = *std::max_element(solved.found.begin(), solved.found.end());
    EXPECT_EQ(most > ContactLists::max_count, size_m < 0.2f) << most;
    const ImpulseSums sums = solved.sums(cloud);
    EXPECT_GT(sums.size, 1.0);
    EXPECT_LT(glm::length(sums.linear), 1e-6 * sums.size);
    EXPECT_LT(glm::length(sums.angular), 1e-6 * sums.size);
  }
}

/// One iteration closes the gap of two whole bodies: v = J / m over the substep.
TEST(PositionContact, OneIterationClosesAGapOfTwo) {
  const ContactFrame frame{{0.0f, 1.0f, 0.0f}, 0.0f};
  const float gap_m = -0.001f, along = 1.5f;
  const SolvedImpulse solved =
      solve_contact(law, frame, along, 4.0f, gap_m, glm::vec3(0.0f), glm::vec3(0.0f));
  EXPECT_NEAR(solved.push_N_s * along * law.dt_s, -gap_m, 1e-8f);
  EXPECT_EQ(solved.impulse_N_s, (glm::vec3{0.0f, solved.push_N_s, 0.0f}));
  // Excess impulse is taken back, but never becomes attractive.
  const glm::vec3 before(0.0f, 0.1f, 0.0f);
  EXPECT_EQ(solve_contact(law, frame, along, 4.0f, 0.01f, glm::vec3(0.0f), before).push_N_s, 0.0f);
}

TEST(PositionContact, RubsUpToCoulombsLimit) {
  const ContactFrame frame{{0.0f, 1.0f, 0.0f}, 0.0f};
  const glm::vec3 before(0.0f, 1.0f, 0.0f);
  const auto rub = [&](float slide_m) {
    return solve_contact(law, frame, 2.0f, 4.0f, 0.0f, {slide_m, 0.0f, 0.0f}, before).impulse_N_s;
  };
  EXPECT_NEAR(rub(0.001f).x, -0.001f / (4.0f * law.dt_s), 1e-6f) << "sticks";
  EXPECT_NEAR(rub(0.1f).x, -0.5f, 1e-6f) << "slides";
  EXPECT_NEAR(rub(0.1f).y, 1.0f, 1e-6f);
}

EACH_BACKEND(PositionContacts);

}  // namespace
}  // namespace limber
