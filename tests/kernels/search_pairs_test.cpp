// When contacts search for pairs: points that wait at the borders of their regions.

#include "kernels/contact/search_pairs.h"

#include <gtest/gtest.h>

#include <vector>

#include "kernels/contact/hold_back.h"
#include "tests/view_of.h"

namespace limber {
namespace {

constexpr int points = 1000, few = 10;

/// Some substeps after a search that was meant for five.
SearchState after_search(int beyond) {
  return {.beyond = beyond, .substeps_left = 4, .lasting = 5, .moving = 1};
}

/// Whether each of the next substeps searches, while everything moves and `beyond` points wait in
/// the first.
std::vector<int> searches(SearchState state, int max_beyond) {
  std::vector<SearchState> states{state};
  std::vector<int> searches;
  for (int substep = 0; substep < 5; ++substep) {
    DecideToLook{written(states), points, max_beyond}(0);
    searches.push_back(states[0].search);
    states[0].moving = 1;
  }
  return searches;
}

TEST(DecideToLook, LetsFewPointsWaitForASubstep) {
  using Searches = std::vector<int>;
  EXPECT_EQ(searches(after_search(0), few), (Searches{0, 0, 0, 0, 1}));
  EXPECT_EQ(searches(after_search(1), few)[0], 0);
  EXPECT_EQ(searches(after_search(1), few)[1], 1);
  EXPECT_EQ(searches(after_search(few + 1), few)[0], 1);
  EXPECT_EQ(searches(after_search(1), 0)[0], 1) << "bodies do not wait";
}

TEST(DecideToLook, MakesRegionsForSeveralSubstepsWiderWherePointsWait) {
  const auto margin = [](int ways, int max_beyond) {
    std::vector<SearchState> states{{.stale = 1, .ways = ways}};
    DecideToLook{written(states), points, max_beyond}(0);
    return states[0].margin;
  };
  constexpr int slow = 0, fast = 1 << 20;
  EXPECT_GT(margin(slow, few), 1.5f * margin(fast, few));
  EXPECT_EQ(margin(slow, 0), margin(fast, 0));
}

/// Points 0 to 2 leave their regions: a free one, one that a hand holds, and one of a collider.
TEST(StayInRegions, OnlyFreePointsWait) {
  const std::vector<int> ids = {0, 1, 2}, frozen = {0, 0, 0};
  const std::vector<glm::vec4> starts(3, glm::vec4(0.0f));
  const std::vector<PointRegion> regions(3, region_around({}, {}, 0.1f));
  const std::vector<Particle> ends = {
      {{0.2f, 0.0f, 0.0f}, 1.0f}, {{0.0f, 0.2f, 0.0f}, 0.0f}, {{0.0f, 0.0f, 0.2f}, 1.0f}};
  std::vector<int> shares(3), next_shares(3);
  for (int k = 0; k < 3; ++k) {
    std::vector<SearchState> state(1);
    StayInRegions{.points = view_of(ids),
                  .free_points = 2,
                  .starts_m = view_of(starts),
                  .regions = view_of(regions),
                  .frozen = view_of(frozen),
                  .particles = view_of(ends),
                  .shares = written(shares),
                  .next_shares = written(next_shares),
                  .state = written(state)}(k);
    EXPECT_FLOAT_EQ(float_of(shares[k]), 0.5f);
    EXPECT_EQ(state[0].beyond, 1);
    EXPECT_EQ(state[0].stale, k == 0 ? 0 : 1) << k;
  }
}

}  // namespace
}  // namespace limber
