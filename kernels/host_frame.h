#pragma once

#include <atomic>
#include <cstddef>
#include <memory>
#include <vector>

#include "kernels/exec.h"

namespace limber {

/// The launches of a frame, recorded once and replayed by a team of threads: for TBB what a CUDA
/// graph is for the GPU.
///
/// A separate launch wakes and joins the pool, which costs more than the few thousand constraints
/// of a colour. Here the threads are woken once per frame. In each phase they take blocks of the
/// loop until none is left, and spin until all blocks are done. Whichever threads are there do the
/// work: a single one can finish the frame, and late ones join the current phase.
class HostFrame {
 public:
  HostFrame() = default;
  HostFrame(const HostFrame&) = delete;
  HostFrame& operator=(const HostFrame&) = delete;

  /// Adds a phase that runs body(i) for i in [0, n); the body's bytes are copied.
  void add(const char* label, int n, int grain, Exec::RunRange range, const void* body,
           std::size_t bytes);
  /// Runs the phases in order; the labels go to `timeline` unless it is null.
  void run(const Exec& exec, Timeline* timeline);

 private:
  struct Phase {
    const char* label;
    Exec::RunRange run;
    int n;
    int grain;
    std::size_t body;  ///< offset in bodies_
  };
  /// On separate cache lines: the threads of one phase do not disturb those of the next.
  struct alignas(64) Progress {
    std::atomic<int> next_block{0};
    std::atomic<int> blocks_done{0};
  };
  struct Team;
  void work(Team& team);

  std::vector<Phase> phases_;
  std::vector<std::byte> bodies_;
  std::unique_ptr<Progress[]> progress_;
};

}  // namespace limber
