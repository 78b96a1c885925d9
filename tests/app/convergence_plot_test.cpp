#include "app/panel/convergence_plot.h"

#include <gtest/gtest.h>

#include <cmath>

namespace limber {
namespace {

const ConvergenceCurve stretch{"stretch", "m", {0.4, 0.2, 0.1}, 3, 0.5};

TEST(ConvergencePlot, HasAPointEveryStride) {
  const std::vector<PlotLine> lines = plot_lines({stretch}, false, false);
  ASSERT_EQ(lines.size(), 1u);
  EXPECT_EQ(lines[0].label, "stretch");
  EXPECT_EQ(lines[0].unit, "m");
  ASSERT_EQ(lines[0].points.size(), 3u);
  EXPECT_EQ(lines[0].points[2].iteration, 6);
  EXPECT_EQ(lines[0].points[2].x, 6.0);
  EXPECT_EQ(lines[0].points[2].y, 0.1);
}

TEST(ConvergencePlot, ShowsItOverTime) {
  const PlotPoint last = plot_lines({stretch}, true, false).at(0).points.at(2);
  EXPECT_EQ(last.iteration, 6);
  EXPECT_EQ(last.x, 3.0);
}

TEST(ConvergencePlot, ShowsItInPartsOfTheFirstValue) {
  const PlotLine line = plot_lines({stretch}, false, true).at(0);
  EXPECT_EQ(line.unit, "");
  EXPECT_EQ(line.points.at(0).y, 1.0);
  EXPECT_EQ(line.points.at(2).y, 0.25);
}

TEST(ConvergencePlot, LeavesOutWhatHasNoPlace) {
  ConvergenceCurve untimed = stretch, at_rest = stretch, wild = stretch;
  untimed.ms_per_iteration = 0.0;
  at_rest.residual = {0.0, 0.1, 0.1};
  wild.residual = {0.4, NAN, 0.0};
  EXPECT_TRUE(plot_lines({untimed}, true, false).empty());
  EXPECT_EQ(plot_lines({untimed}, false, false).size(), 1u);
  EXPECT_TRUE(plot_lines({at_rest}, false, true).empty());
  EXPECT_EQ(plot_lines({at_rest}, false, false).at(0).points.size(), 2u);
  EXPECT_EQ(plot_lines({wild}, false, true).at(0).points.size(), 1u);
  EXPECT_TRUE(plot_lines({{"stretch", "m", {}}}, false, false).empty());
}

TEST(ConvergencePlot, FindsTheNearestPoint) {
  const PlotLine line = plot_lines({stretch}, false, false).at(0);
  EXPECT_EQ(nearest_point(line, -5.0).iteration, 0);
  EXPECT_EQ(nearest_point(line, 4.4).iteration, 3);
  EXPECT_EQ(nearest_point(line, 4.6).iteration, 6);
}

TEST(ConvergencePlot, EvenTicksAreRound) {
  EXPECT_EQ(even_ticks(16.0, 5), (std::vector<double>{0, 5, 10, 15}));
  EXPECT_EQ(even_ticks(20.0, 4), (std::vector<double>{0, 5, 10, 15, 20}));
  EXPECT_EQ(even_ticks(1.0, 5).size(), 6u);
  EXPECT_EQ(even_ticks(0.0, 5), (std::vector<double>{0}));
}

void expect_axis(double lowest, double highest, const std::vector<double>& ticks) {
  const DecadeAxis axis(lowest, highest);
  ASSERT_EQ(axis.ticks.size(), ticks.size()) << lowest << " to " << highest;
  for (std::size_t i = 0; i < ticks.size(); ++i) EXPECT_DOUBLE_EQ(axis.ticks[i], ticks[i]);
}

TEST(ConvergencePlot, DecadesAreRoundAndFew) {
  expect_axis(0.3, 1.0, {0.2, 0.5, 1});
  expect_axis(0.02, 0.9, {0.02, 0.05, 0.1, 0.2, 0.5, 1});
  expect_axis(1.0, 1.0, {1, 2});
  expect_axis(3e-5, 0.7, {1e-5, 1e-4, 1e-3, 1e-2, 0.1, 1});
  expect_axis(2e-9, 1.0, {1e-9, 1e-7, 1e-5, 1e-3, 0.1, 1});
}

TEST(ConvergencePlot, DecadesAreEquallyLong) {
  const DecadeAxis axis(1e-4, 1.0);
  EXPECT_DOUBLE_EQ(axis.share_of(1e-4), 0.0);
  EXPECT_DOUBLE_EQ(axis.share_of(1e-3), 0.25);
  EXPECT_DOUBLE_EQ(axis.share_of(1.0), 1.0);
}

}  // namespace
}  // namespace limber
