#include "kernels/timeline.h"

#include <algorithm>
#include <utility>

#include "kernels/exec.h"

namespace limber {

Timeline::Timeline(const Exec& exec) : stream_(exec.stream()) {}

void Timeline::restart() {
  for (Mark& mark : marks_)
    if (mark.event) spare_.push_back(std::move(mark.event));
  marks_.clear();
}

void Timeline::mark(const char* label) {
  Mark mark{label, Clock::now(), nullptr};
  if (stream_) {
    if (spare_.empty()) spare_.push_back(device::create_event());
    mark.event = std::move(spare_.back());
    spare_.pop_back();
    device::record(mark.event.get(), stream_);
  }
  marks_.push_back(std::move(mark));
}

void Timeline::enter(const char* label) {
  if (marks_.empty() || marks_.back().label != label) mark(label);
}

void Timeline::finish() {
  if (!marks_.empty() && marks_.back().label) mark(nullptr);
}

bool Timeline::ready() const {
  return marks_.size() > 1 && (!stream_ || device::finished(marks_.back().event.get()));
}

std::vector<StageTime> Timeline::read() const {
  std::vector<StageTime> stages;
  for (std::size_t i = 0; i + 1 < marks_.size(); ++i) {
    const double ms =
        stream_ ? device::milliseconds_between(marks_[i].event.get(), marks_[i + 1].event.get())
                : std::chrono::duration<double, std::milli>(marks_[i + 1].time - marks_[i].time)
                      .count();
    auto same = std::find_if(stages.begin(), stages.end(),
                             [&](const StageTime& s) { return s.label == marks_[i].label; });
    if (same == stages.end()) same = stages.insert(stages.end(), {marks_[i].label, 0.0});
    same->ms += ms;
  }
  return stages;
}

}  // namespace limber
