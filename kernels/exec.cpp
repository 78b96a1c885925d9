#include "kernels/exec.h"

#include <tbb/blocked_range.h>
#include <tbb/global_control.h>
#include <tbb/info.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include "kernels/error.h"

namespace limber {

/// The arena limits the number of threads; global_control lets that exceed the cores.
struct Exec::Pool {
  explicit Pool(int threads)
      : limit(tbb::global_control::max_allowed_parallelism, threads), arena(threads) {}
  tbb::global_control limit;
  tbb::task_arena arena;
};

Exec::Exec(Backend backend, int threads) : backend_(backend), host_threads_(threads) {
  switch (backend) {
    case Backend::serial:
      break;
    case Backend::tbb:
      threads_ = threads > 0 ? threads : tbb::info::default_concurrency();
      pool_ = std::make_unique<Pool>(threads_);
      break;
    case Backend::cuda:
      if (!device::info().usable)
        throw Error(ExitCode::unavailable, "the cuda backend cannot run: " + device::info().reason);
      own_stream_ = device::create_stream();
      stream_ = own_stream_.get();
#ifndef LIMBER_PARITY
      fast_kernels_ = true;
#endif
      break;
  }
}

Exec::Exec(const Exec& other, device::Stream stream)
    : backend_(other.backend_), fast_kernels_(other.fast_kernels_), stream_(stream) {}

Exec::~Exec() = default;

void Exec::synchronize() const {
  if (stream_) device::synchronize(stream());
}

void Exec::run_on_pool(int n, int grain, RunRange run, const void* body) const {
  pool_->arena.execute([&] {
    tbb::parallel_for(
        tbb::blocked_range<int>(0, n, grain),
        [&](const tbb::blocked_range<int>& range) { run(body, range.begin(), range.end()); });
  });
}

void Exec::run_together(void (*work)(void*), void* shared) const {
  pool_->arena.execute([&] {
    tbb::parallel_for(
        tbb::blocked_range<int>(0, threads_, 1), [&](const auto&) { work(shared); },
        tbb::simple_partitioner{});
  });
}

Backend best_backend() { return device::info().usable ? Backend::cuda : Backend::tbb; }

}  // namespace limber
