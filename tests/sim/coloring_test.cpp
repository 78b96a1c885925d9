#include "sim/coloring.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>

namespace limber {
namespace {

/// Every constraint appears once, and no particle twice in a colour.
void expect_valid(const Coloring& coloring, const std::vector<int>& corners, int per_constraint) {
  const auto constraints = static_cast<int>(corners.size()) / per_constraint;
  std::vector<int> sorted = coloring.order;
  std::sort(sorted.begin(), sorted.end());
  ASSERT_EQ(static_cast<int>(sorted.size()), constraints);
  for (int i = 0; i < constraints; ++i) ASSERT_EQ(sorted[i], i);
  for (int c = 0; c < coloring.colors(); ++c) {
    std::set<int> used;
    for (int i = coloring.first[c]; i < coloring.first[c + 1]; ++i)
      for (int k = 0; k < per_constraint; ++k)
        EXPECT_TRUE(used.insert(corners[coloring.order[i] * per_constraint + k]).second)
            << "colour " << c;
  }
}

std::vector<int> random_constraints(int particles, int constraints, int per_constraint) {
  std::mt19937 random(7);
  std::vector<int> corners;
  for (int i = 0; i < constraints; ++i) {
    std::set<int> distinct;
    while (static_cast<int>(distinct.size()) < per_constraint)
      distinct.insert(static_cast<int>(random() % particles));
    corners.insert(corners.end(), distinct.begin(), distinct.end());
  }
  return corners;
}

TEST(Coloring, IsValidOnRandomConstraintsInBothOrders) {
  for (const int per_constraint : {2, 4}) {
    const std::vector<int> corners = random_constraints(300, 2000, per_constraint);
    for (const auto order : {ColoringOrder::natural, ColoringOrder::smallest_last}) {
      const Coloring coloring = color_constraints(300, corners, per_constraint, order);
      expect_valid(coloring, corners, per_constraint);
      EXPECT_GE(coloring.colors(), smallest_possible_colors(300, corners));
    }
  }
}

TEST(Coloring, TakesTheOrderWithFewerColors) {
  const std::vector<int> corners = random_constraints(500, 3000, 4);
  const int best = color_constraints(500, corners, 4).colors();
  for (const auto order : {ColoringOrder::natural, ColoringOrder::smallest_last})
    EXPECT_LE(best, color_constraints(500, corners, 4, order).colors());
}

TEST(Coloring, DissolvingKeepsItValidAndTakesColorsAway) {
  const std::vector<int> corners = random_constraints(400, 3000, 4);
  // A wasteful colouring: half of the first colour gets a separate one.
  Coloring coloring = color_constraints(400, corners, 4, ColoringOrder::smallest_last);
  const int before = coloring.colors();
  coloring.first.insert(coloring.first.begin() + 1, coloring.first[1] / 2);
  dissolve_small_colors(coloring, 400, corners, 4);
  expect_valid(coloring, corners, 4);
  EXPECT_LE(coloring.colors(), before);
}

TEST(Coloring, SmallestLastColorsATreeWithItsLargestDegree) {
  // A star of 20 edges and a long chain at its end: exactly 20 colours.
  std::vector<int> corners;
  for (int i = 1; i <= 20; ++i) corners.insert(corners.end(), {0, i});
  for (int i = 20; i < 100; ++i) corners.insert(corners.end(), {i, i + 1});
  EXPECT_EQ(color_constraints(101, corners, 2, ColoringOrder::smallest_last).colors(), 20);
}

TEST(Coloring, OfNothingHasNoColors) { EXPECT_EQ(color_constraints(5, {}, 2).colors(), 0); }

}  // namespace
}  // namespace limber
