#include "app/panel/convergence_plot.h"

#include <algorithm>
#include <cmath>

namespace limber {

namespace {

constexpr double rounding = 1e-9;  // relative tolerance

/// The sequence ... 0.5, 1, 2, 5, 10 ...; index 0 is 1.
double round_number(int index) {
  constexpr double mantissas[] = {1.0, 2.0, 5.0};
  const int in_decade = (index % 3 + 3) % 3;
  return mantissas[in_decade] * std::pow(10.0, (index - in_decade) / 3);
}

/// The index of the largest round number <= value, ...
int round_below(double value) {
  int index = 3 * static_cast<int>(std::floor(std::log10(value))) - 1;
  while (round_number(index + 1) <= value * (1.0 + rounding)) ++index;
  return index;
}

/// ... and of the smallest >= value.
int round_above(double value) {
  const int index = round_below(value);
  return round_number(index) >= value * (1.0 - rounding) ? index : index + 1;
}

}  // namespace

std::vector<PlotLine> plot_lines(const std::vector<ConvergenceCurve>& curves, bool over_time,
                                 bool relative) {
  std::vector<PlotLine> lines;
  for (const ConvergenceCurve& curve : curves) {
    if (curve.residual.empty() || (over_time && !(curve.ms_per_iteration > 0.0))) continue;
    const double whole = relative ? curve.residual.front() : 1.0;
    PlotLine line{curve.label, relative ? "" : curve.unit, {}};
    for (int k = 0; k < static_cast<int>(curve.residual.size()); ++k) {
      const int iteration = k * curve.stride;
      const double x = over_time ? iteration * curve.ms_per_iteration : iteration;
      const double y = curve.residual[k] / whole;
      if (std::isfinite(y) && y > 0.0) line.points.push_back({iteration, x, y});
    }
    if (!line.points.empty()) lines.push_back(std::move(line));
  }
  return lines;
}

const PlotPoint& nearest_point(const PlotLine& line, double x) {
  return *std::min_element(line.points.begin(), line.points.end(),
                           [&](const PlotPoint& a, const PlotPoint& b) {
                             return std::abs(a.x - x) < std::abs(b.x - x);
                           });
}

std::vector<double> even_ticks(double high, int max_count) {
  std::vector<double> ticks{0.0};
  if (!(high > 0.0)) return ticks;
  const double step = round_number(round_above(high / max_count));
  for (int i = 1; i * step <= high * (1.0 + rounding); ++i) ticks.push_back(i * step);
  return ticks;
}

DecadeAxis::DecadeAxis(double lowest, double highest) {
  constexpr int max_ticks = 6;
  int first = round_below(lowest), last = std::max(round_above(highest), first + 1);
  int every = 1;
  if (last - first >= max_ticks) {
    while (first % 3 != 0) --first;
    while (last % 3 != 0) ++last;
    every = 3 * ((last - first) / 3 / max_ticks + 1);
  }
  for (int index = first; index < last; index += every) ticks.push_back(round_number(index));
  ticks.push_back(round_number(last));
  low = ticks.front();
  high = ticks.back();
}

double DecadeAxis::share_of(double value) const {
  return std::log(value / low) / std::log(high / low);
}

}  // namespace limber
