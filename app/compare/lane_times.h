#pragma once

#include <deque>
#include <vector>

#include "app/readings.h"

namespace limber {

/// Recent step times of several solvers.
class LaneTimes {
 public:
  struct Measured {
    double at_s;                    ///< real time
    std::vector<double> step_ms{};  ///< one per lane; 0 if not measured yet
  };

  /// Samples at most every 0.1 s; clears the history when the number of lanes changes.
  void add(double now_s, const std::vector<const Readings*>& all) {
    constexpr double between_s = 0.1;
    constexpr std::size_t kept = 400;
    if (!history_.empty() && history_.back().step_ms.size() != all.size()) history_.clear();
    if (!history_.empty() && now_s < history_.back().at_s + between_s) return;
    Measured& now = history_.emplace_back(Measured{.at_s = now_s});
    for (const Readings* readings : all) now.step_ms.push_back(readings->ms_now().value_or(0.0));
    if (history_.size() > kept) history_.pop_front();
  }
  void clear() { history_.clear(); }

  const std::deque<Measured>& history() const { return history_; }  ///< newest last

 private:
  std::deque<Measured> history_;
};

}  // namespace limber
