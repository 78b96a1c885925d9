#include "kernels/host_frame.h"

#include <algorithm>
#include <cstring>
#include <thread>

#include "kernels/atomics.h"
#include "kernels/count_launches.h"
#include "kernels/timeline.h"

namespace limber {

namespace {

thread_local long recorded = 0;

/// Spins before it yields the core: phases last microseconds.
template <class Condition>
void wait_until(const Condition& condition) {
  constexpr int looks_before_yielding = 4000;
  for (int look = 0; !condition(); ++look) {
    if (look < looks_before_yielding) {
#if defined(__x86_64__)
      __builtin_ia32_pause();
#endif
    } else {
      std::this_thread::yield();
    }
  }
}

}  // namespace

long launches_recorded() { return recorded; }

struct HostFrame::Team {
  HostFrame* frame;
  int threads;
  Timeline* timeline;
  std::thread::id leader;  ///< the thread that marks the stages
};

void HostFrame::add(const char* label, int n, int grain, Exec::RunRange range, const void* body,
                    std::size_t bytes) {
  constexpr std::size_t alignment = alignof(std::max_align_t);
  const std::size_t at = (bodies_.size() + alignment - 1) / alignment * alignment;
  bodies_.resize(at + bytes);
  std::memcpy(bodies_.data() + at, body, bytes);
  phases_.push_back({label, range, n, grain, at});
  ++recorded;
}

void HostFrame::run(const Exec& exec, Timeline* timeline) {
  if (!progress_) progress_ = std::make_unique<Progress[]>(phases_.size());
  for (std::size_t p = 0; p < phases_.size(); ++p) {
    progress_[p].next_block = 0;
    progress_[p].blocks_done = 0;
  }
  Team team{this, exec.threads(), timeline, std::this_thread::get_id()};
  exec.run_together(
      [](void* all) {
        Team& joined = *static_cast<Team*>(all);
        joined.frame->work(joined);
      },
      &team);
}

void HostFrame::work(Team& team) {
  const bool marks = team.timeline && std::this_thread::get_id() == team.leader;
  for (std::size_t p = 0; p < phases_.size(); ++p) {
    const Phase& phase = phases_[p];
    Progress& progress = progress_[p];
    if (marks) team.timeline->enter(phase.label);
    const int blocks = std::clamp(phase.n / phase.grain, 1, team.threads);
    const PlainAtomics plain(blocks == 1);
    for (int b; (b = progress.next_block.fetch_add(1, std::memory_order_relaxed)) < blocks;) {
      const auto edge = [&](int block) {
        return static_cast<int>(static_cast<long long>(phase.n) * block / blocks);
      };
      phase.run(bodies_.data() + phase.body, edge(b), edge(b + 1));
      progress.blocks_done.fetch_add(1, std::memory_order_release);
    }
    wait_until([&] { return progress.blocks_done.load(std::memory_order_acquire) == blocks; });
  }
}

}  // namespace limber
