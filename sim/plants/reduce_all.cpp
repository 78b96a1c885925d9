#include "sim/plants/reduce_all.h"

#include <fmt/format.h>

#include <atomic>
#include <mutex>
#include <optional>
#include <string>

#include "kernels/error.h"
#include "kernels/launch.h"
#include "sim/mesh/place_text.h"
#include "sim/plants/check_part.h"
#include "sim/plants/reduced_cache.h"

namespace limber {

namespace {

/// All shapes, and what is known of them so far.
class Batch : public Progress {
 public:
  Batch(const std::vector<PartShape>& shapes, const ReduceOptions& options, Progress& progress)
      : shapes_(shapes),
        options_(options),
        progress_(progress),
        reduced_(shapes.size()),
        errors_(shapes.size()) {}

  void run(int i) {
    const PartShape& shape = shapes_[i];
    try {
      reduced_[i] = shape.modes == 0 ? reduce(shape, options_, *this) : kept_or_computed(shape);
    } catch (const Error& error) {
      const std::string which = shapes_.size() == 1 ? "" : fmt::format("shape {}: ", i);
      errors_[i] = Error(error.code(), which + error.what());
    }
    ++done_;
  }

  std::vector<ReducedShape> results() {
    if (computed_ > 0) trim_reduced();
    for (const auto& error : errors_)
      if (error) throw *error;
    return std::move(reduced_);
  }

  /// What one shape tells of itself is put as how far all are.
  void report(const std::string& what, float share) override {
    const std::lock_guard lock(mutex_);
    if (shapes_.size() == 1)
      progress_.report(what, share);
    else
      progress_.report(
          fmt::format("computing the modes of {}", counted(shapes_.size(), "part", "parts")),
          static_cast<float>(done_) / static_cast<float>(shapes_.size()));
  }

 private:
  ReducedShape kept_or_computed(const PartShape& shape) {
    check_part(shape);
    report("looking for modes from last time", -1.0f);
    const std::string key = reduced_key(shape, options_);
    if (auto kept = kept_reduced(key)) {
      kept->drawn_modes = drawn_modes_of(shape, kept->node_modes);
      return std::move(*kept);
    }
    ReducedShape reduced = reduce(shape, options_, *this);
    keep_reduced(key, reduced);
    ++computed_;
    return reduced;
  }

  const std::vector<PartShape>& shapes_;
  const ReduceOptions& options_;
  Progress& progress_;
  std::vector<ReducedShape> reduced_;
  std::vector<std::optional<Error>> errors_;
  std::atomic<int> done_ = 0, computed_ = 0;
  std::mutex mutex_;  ///< of progress_
};

struct ReduceShapes {
  static constexpr int grain = 1;
  Batch* batch;
  void operator()(int i) const { batch->run(i); }
};

}  // namespace

std::vector<ReducedShape> reduce_all(const std::vector<PartShape>& shapes,
                                     const ReduceOptions& options, Progress& progress) {
  Batch batch(shapes, options, progress);
  const Exec pool(Solver::tbb);
  launch_on_host(pool, "modes", static_cast<int>(shapes.size()), ReduceShapes{&batch});
  return batch.results();
}

}  // namespace limber
