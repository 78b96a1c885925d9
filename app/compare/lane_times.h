#pragma once

#include <deque>
#include <vector>

#include "app/readings.h"

namespace limber {

/// What a step of each of several solvers took, of late.
class LaneTimes {
 public:
  struct Measured {
    double at_s;                    ///< by the clock
    std::vector<double> step_ms{};  ///< of each; 0 where none was measured yet
  };

  /// No more often than that, and forgets all where there are others than before.
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
