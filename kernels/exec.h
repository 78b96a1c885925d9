#pragma once

#include <memory>

#include "kernels/backend.h"
#include "kernels/device.h"

namespace limber {

class HostFrame;
class Timeline;

enum class Memory { host, device };

/// Where and how kernels run: a backend with its stream or thread pool. Launches on one Exec run in
/// order.
class Exec {
 public:
  /// threads: of the CPU, 0 for all cores. Throws Error(unavailable) for cuda without a usable GPU.
  explicit Exec(Backend backend, int threads = 0);
  /// The same backend, on a stream that outlives this; for CUDA, and for launches only.
  Exec(const Exec& other, device::Stream stream);
  ~Exec();
  Exec(const Exec&) = delete;
  Exec& operator=(const Exec&) = delete;

  Backend backend() const { return backend_; }
  int threads() const { return threads_; }
  /// CPU threads as requested, 0 for all cores: for work on the CPU beside a GPU.
  int host_threads() const { return host_threads_; }
  Memory memory() const { return backend_ == Backend::cuda ? Memory::device : Memory::host; }
  device::Stream stream() const { return stream_; }
  void synchronize() const;

  /// Whether fast kernels, of joints, plants, finite elements and fluids, run on the GPU instead of
  /// the plain ones that serial and TBB run, too.
  bool fast_kernels() const { return fast_kernels_; }
  /// For comparisons. Initially off in the parity build, since some of them sum in another order.
  void set_fast_kernels(bool on) { fast_kernels_ = on && backend_ == Backend::cuda; }

  /// The stages that follow are timed on `timeline`; null stops timing.
  void set_timeline(Timeline* timeline) { timeline_ = timeline; }
  Timeline* timeline() const { return timeline_; }

  /// TBB: calls run(body, first, last) on disjoint ranges of at least `grain` that cover [0, n).
  using RunRange = void (*)(const void* body, int first, int last);
  void run_on_pool(int n, int grain, RunRange run, const void* body) const;
  /// TBB: calls work(shared) once on each thread of the pool, later on busy ones, and returns when
  /// all calls have returned. A single call must be able to do all the work.
  void run_together(void (*work)(void* shared), void* shared) const;

  /// On the CPU: launches are recorded in `frame` instead of run; null ends that.
  void record_into(HostFrame* frame) { recording_ = frame; }
  HostFrame* recording() const { return recording_; }

 private:
  struct Pool;
  Backend backend_;
  int threads_ = 1;
  int host_threads_ = 0;
  bool fast_kernels_ = false;
  std::unique_ptr<Pool> pool_;
  device::OwnedStream own_stream_;
  device::Stream stream_ = nullptr;
  Timeline* timeline_ = nullptr;
  HostFrame* recording_ = nullptr;
};

/// The backend that `auto` selects here: cuda where it works, otherwise tbb.
Backend best_backend();

}  // namespace limber
