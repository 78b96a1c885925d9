#pragma once

#include <string>
#include <vector>

#include "sim/statistics.h"

// Data of the convergence plot, independent of drawing.

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

/// over_time: x in milliseconds, else in iterations. relative: y relative to the initial residual.
/// Leaves out non-positive or non-finite values, and curves of unknown time if over_time.
std::vector<PlotLine> plot_lines(const std::vector<ConvergenceCurve>& curves, bool over_time,
                                 bool relative);

/// The point of a line nearest to x. The line must not be empty.
const PlotPoint& nearest_point(const PlotLine& line, double x);

/// Round numbers from 0 to `high`, no more than `most` after the 0.
std::vector<double> even_ticks(double high, int max_count);

/// A logarithmic axis between round numbers, with ticks at 1, 2 and 5 times powers of ten, or only
/// at powers of ten over several decades.
struct DecadeAxis {
  DecadeAxis(double lowest, double highest);

  /// Position on the axis: 0 at `low`, 1 at `high`.
  double share_of(double value) const;

  double low, high;
  std::vector<double> ticks;  ///< low and high are the first and the last
};

}  // namespace limber
