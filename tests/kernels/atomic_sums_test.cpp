// Impulses of contacts added to their bodies in runs, as contacts are listed, against a plain sum.

#include "kernels/atomic_sums.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "kernels/buffer.h"
#include "kernels/joints/rigid_pairs.h"
#include "kernels/only_if.h"
#include "tests/each_backend.h"

namespace limber {
namespace {

class AtomicSums : public EachBackend {};

/// Integers throughout, so that every sum is exact.
TEST_P(AtomicSums, AreThoseOfAPlainLoop) {
  constexpr int bodies = 50, pairs = 20'000;
  std::mt19937 random(3);
  const auto up_to = [&](int max) { return std::uniform_int_distribution<int>(0, max)(random); };
  const auto vector = [&] { return glm::vec3(up_to(16), up_to(16), up_to(16)) - glm::vec3(8.0f); };
  const std::vector<RigidVelocity> velocities(
      bodies, {.inverse_mass_per_kg = 0.5, .easiest_per_kg_m2 = 0.25});
  std::vector<RigidPair> all;
  std::vector<RigidPairImpulse> impulses;
  std::vector<glm::dvec3> linear(bodies), angular(bodies);
  while (static_cast<int>(all.size()) < pairs) {
    RigidPair pair;
    pair.first = up_to(bodies) - 1;
    pair.second = up_to(3) == 0 ? -1 : up_to(bodies - 1);
    for (int run = up_to(40); run >= 0 && static_cast<int>(all.size()) < pairs; --run) {
      pair.first_arm_m = vector();
      pair.second_arm_m = vector();
      // Some add nothing, and leave holes among the lanes.
      const glm::vec3 change = up_to(2) == 0 ? glm::vec3(0.0f) : vector();
      all.push_back(pair);
      impulses.push_back({.change_N_s = glm::vec4(change, 0.0f)});
      const auto add = [&](int b, const glm::dvec3& arm, const glm::dvec3& impulse) {
        if (b < 0) return;
        linear[b] += impulse * 0.5;
        angular[b] += glm::cross(arm, impulse) * 0.25;
      };
      add(pair.first, pair.first_arm_m, change);
      add(pair.second, pair.second_arm_m, -change);
    }
  }
  const Buffer<RigidPair> pairs_there(exec(), all);
  const Buffer<RigidVelocity> velocities_there(exec(), velocities);
  const Buffer<RigidProgress> progress(exec(), std::vector<RigidProgress>(1));
  const Buffer<int> count(exec(), std::vector<int>{pairs});
  Buffer<long long> sums(exec(), std::vector<long long>(6 * bodies));
  Buffer<RigidPairImpulse> impulses_there(exec(), impulses);
  Buffer<glm::vec2> products(exec(), std::vector<glm::vec2>(pairs));
  launch_for_listed(exec(), "turn", {}, readable(count), pairs,
                    TurnRigidPairs{.pairs = readable(pairs_there),
                                   .progress = readable(progress),
                                   .sums = {sums.view(), readable(velocities_there)},
                                   .impulses = impulses_there.view(),
                                   .products = products.view()});
  const std::vector<long long> found = sums.download(exec());
  for (int b = 0; b < bodies; ++b)
    for (int k = 0; k < 3; ++k) {
      EXPECT_EQ(static_cast<double>(found[6 * b + k]) / RigidSums::parts, linear[b][k]) << b;
      EXPECT_EQ(static_cast<double>(found[6 * b + 3 + k]) / RigidSums::parts, angular[b][k]) << b;
    }
}

EACH_BACKEND(AtomicSums);

}  // namespace
}  // namespace limber
