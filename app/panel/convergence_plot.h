#pragma once

#include <string>
#include <vector>

#include "sim/statistics.h"

// What a plot of convergence shows, before anything is drawn.

namespace limber {

struct PlotPoint {
  int iteration = 0;
  double x = 0.0;  ///< iterations or milliseconds
  double y = 0.0;  ///< above 0
};

struct PlotLine {
  std::string label;
  std::string unit;  ///< of y
  std::vector<PlotPoint> points;
};

/// over_time: x in milliseconds, else in iterations. relative: y in parts of the value before the
/// first iteration. Leaves out what has no place there: values that are not above 0, curves whose
/// an unknown time, curves that begin without an error.
std::vector<PlotLine> plot_lines(const std::vector<ConvergenceCurve>& curves, bool over_time,
                                 bool relative);

/// The point of a line that is nearest to x. There must be one.
const PlotPoint& nearest_point(const PlotLine& line, double x);

/// Round numbers from 0 to `high`, no more than `most` after the 0.
std::vector<double> even_ticks(double high, int most);

/// From a round number to a round number around all values, and round ones between them: 1, 2 and 5
/// times powers of ten, or over several decades the powers alone.
struct DecadeAxis {
  DecadeAxis(double lowest, double highest);

  /// 0 at the low end, 1 at the high one.
  double share_of(double value) const;

  double low, high;
  std::vector<double> ticks;  ///< low and high are the first and the last
};

}  // namespace limber
