// How contacts stop the inner nodes of a body.

#include "kernels/fem/hold_elements.h"

#include <gtest/gtest.h>

#include <vector>

namespace limber {
namespace {

TEST(HoldInnerNodes, GoTheirShareAndAreCounted) {
  const std::vector<Particle> starts(4);
  std::vector<Particle> ends(4);
  for (Particle& end : ends) end = {glm::vec3(1.0f, 0.0f, 0.0f), 1.0f};
  ends[2].inverse_mass_per_kg = 0.0f;  // pinned: moved, not stopped
  std::vector<int> inner{0, 1, 2};
  std::vector<int> shares{bits_of(1.0f), bits_of(0.25f), bits_of(0.5f), bits_of(0.5f)};
  std::vector<SearchState> state(1);
  const HoldInnerNodes hold{.inner = {inner.data(), 3},
                            .starts = {starts.data(), 4},
                            .shares = {shares.data(), 4},
                            .particles = {ends.data(), 4},
                            .state = {state.data(), 1}};
  for (int k = 0; k < 3; ++k) hold(k);
  const float x_m[] = {1.0f, 0.25f, 0.5f, 1.0f};
  for (int i = 0; i < 4; ++i) EXPECT_EQ(ends[i].position_m.x, x_m[i]) << i;
  EXPECT_EQ(state[0].held_back, 1);
}

}  // namespace
}  // namespace limber
