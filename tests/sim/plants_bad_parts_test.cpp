#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <string>

#include "kernels/error.h"
#include "sim/plants/reduce.h"
#include "tests/sim/small_parts.h"

namespace limber {
namespace {

/// The message with which reduce() rejects a part.
std::string refusal_of_part(const PartShape& shape, const ReduceOptions& options = {}) {
  try {
    Progress progress;
    reduce(shape, options, progress);
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ExitCode::bad_input);
    return error.what();
  }
  return "no error";
}

testing::AssertionResult says(const std::string& sentence, const char* part) {
  if (sentence.find(part) != std::string::npos) return testing::AssertionSuccess();
  return testing::AssertionFailure() << '"' << sentence << "\" does not say \"" << part << '"';
}

TEST(PlantsBadParts, AreRefusedInASentence) {
  const PartShape good = small_beam({1, 3, 1}, 4), leaf = small_strip(1, 3, 2);
  const auto with = [](PartShape shape, auto change) {
    change(shape);
    return refusal_of_part(shape);
  };
  using S = PartShape;
  EXPECT_TRUE(says(with(good, [](S& s) { s.clamped.clear(); }), "no clamped node"));
  EXPECT_TRUE(says(with(good, [](S& s) { s.clamped = {0, 1}; }), "move as a rigid body"));
  // Three nodes on a line are a hinge.
  const PartShape wide = small_beam({2, 12, 2}, 4);
  EXPECT_TRUE(says(with(wide, [](S& s) { s.clamped = {0, 1, 2}; }), "move as a rigid body"));
  EXPECT_TRUE(says(with(leaf, [](S& s) { s.clamped = {0}; }), "move as a rigid body"));
  EXPECT_TRUE(says(with(good, [](S& s) { s.clamped = {0, 99}; }), "node 99 is clamped"));
  EXPECT_TRUE(says(with(good, [](S& s) { s.clamped = {1, 0}; }), "not sorted"));
  EXPECT_TRUE(says(with(good,
                        [](S& s) {
                          s.clamped.resize(s.nodes_m.size());
                          std::iota(s.clamped.begin(), s.clamped.end(), 0);
                        }),
                   "every node of the part is clamped"));
  EXPECT_TRUE(
      says(with(good, [](S& s) { s.nodes_m.emplace_back(9.0f); }), "belongs to no tetrahedron"));
  EXPECT_TRUE(says(with(good, [](S& s) { s.tetrahedra[2].x = 1000; }), "has the node 1000"));
  EXPECT_TRUE(says(with(good, [](S& s) { std::swap(s.tetrahedra[1].x, s.tetrahedra[1].y); }),
                   "tetrahedron 1 at"));
  EXPECT_TRUE(says(with(good, [](S& s) { s.nodes_m[9].x = NAN; }), "not finite"));
  EXPECT_TRUE(says(with(good,
                        [](S& s) {  // a second beam beside it
                          const auto nodes = static_cast<unsigned>(s.nodes_m.size());
                          const std::size_t count = s.tetrahedra.size();
                          for (unsigned i = 0; i < nodes; ++i)
                            s.nodes_m.push_back(s.nodes_m[i] + glm::vec3(1, 0, 0));
                          for (std::size_t i = 0; i < count; ++i)
                            s.tetrahedra.push_back(s.tetrahedra[i] + glm::uvec4(nodes));
                        }),
                   "2 separate pieces"));
  EXPECT_TRUE(says(with(good, [](S& s) { s.modes = 1000; }), "1000 modes are asked for"));
  EXPECT_TRUE(says(with(good, [](S& s) { s.modes = -1; }), "-1 modes"));
  EXPECT_TRUE(
      says(with(good, [](S& s) { s.material.poisson_ratio = 0.5f; }), "poisson_ratio is 0.5"));
  EXPECT_TRUE(says(with(good, [](S& s) { s.triangles = {{0, 1, 2}}; }), "either"));
  EXPECT_TRUE(says(with(good, [](S& s) { s.tetrahedra.clear(); }), "neither"));
  EXPECT_TRUE(says(with(good, [](S& s) { s.drawn.positions_m.resize(99); }), "99 vertices"));
  EXPECT_TRUE(says(with(good, [](S& s) { s.drawn.positions_m.clear(); }), "no drawn vertices"));
  EXPECT_TRUE(says(with(good, [](S& s) { s.drawn_on_nodes.resize(3); }), "3 vertices"));
  EXPECT_TRUE(says(with(leaf, [](S& s) { s.thickness_m = 0.0f; }), "thickness_m"));
  EXPECT_TRUE(says(with(leaf, [](S& s) { s.nodes_m[2] = s.nodes_m[0]; }), "has no area"));
  EXPECT_TRUE(says(refusal_of_part(leaf, {.cubic_forces = true}), "shell"));
  EXPECT_TRUE(says(refusal_of_part(good, {.linear_modes = 9}), "linear_modes is 9"));
  PartShape greedy = good;
  greedy.modes = 20;
  EXPECT_TRUE(says(refusal_of_part(greedy, {.linear_modes = 3}), "raise linear_modes"));
}

}  // namespace
}  // namespace limber
