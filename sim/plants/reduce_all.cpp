#include "sim/plants/reduce_all.h"

#include <fmt/format.h>

#include <atomic>
#include <map>
#include <mutex>
#include <optional>
#include <string>

#include "kernels/launch.h"
#include "sim/mesh/place_text.h"
#include "sim/plants/check_part.h"
#include "sim/plants/reduced_cache.h"

namespace limber {

namespace {

/// All shapes and the results so far.
class Batch : public Progress {
 public:
  Batch(const std::vector<PartShape>& shapes, const std::vector<ReduceOptions>& options,
        Progress& progress)
      : shapes_(shapes),
        options_(options),
        progress_(progress),
        keys_(shapes.size()),
        reduced_(shapes.size()),
        errors_(shapes.size()) {
    std::map<std::string, int> known;
    for (std::size_t i = 0; i < shapes.size(); ++i) {
      const int index = static_cast<int>(i);
      if (shapes[i].modes > 0) keys_[i] = reduced_key(shapes[i], options[i]);
      const int first = keys_[i].empty() ? index : known.try_emplace(keys_[i], index).first->second;
      (first == index ? asked_ : again_).push_back({index, first});
    }
  }

  int asked() const { return static_cast<int>(asked_.size()); }

  void run(int number) {
    const int i = asked_[number].shape;
    attempt(i, [&] {
      reduced_[i] =
          shapes_[i].modes == 0 ? reduce(shapes_[i], options_[i], *this) : kept_or_computed(i);
    });
    ++done_;
  }

  std::vector<ReducedShape> results() {
    if (computed_ > 0) trim_reduced();
    for (const auto [shape, first] : again_)
      attempt(shape, [&, i = shape, of = first] {
        check_part(shapes_[i]);
        if (errors_[of]) return;
        reduced_[i] = reduced_[of];
        reduced_[i].drawn_modes = drawn_modes_of(shapes_[i], reduced_[i].node_modes);
      });
    for (const auto& error : errors_)
      if (error) throw *error;
    return std::move(reduced_);
  }

  /// Replaces the progress of one shape by that of all, if there are several.
  void report(const std::string& what, float share) override {
    const std::lock_guard lock(mutex_);
    if (asked_.size() == 1)
      progress_.report(what, share);
    else
      progress_.report(
          fmt::format("computing the modes of {}", counted(asked_.size(), "part", "parts")),
          static_cast<float>(done_) / static_cast<float>(asked_.size()));
  }

 private:
  /// A shape, and the first one with the same key.
  struct Asked {
    int shape, first;
  };

  template <class Work>
  void attempt(int shape, const Work& work) {
    try {
      work();
    } catch (const Error& error) {
      errors_[shape] = WrongShape(error, shape);
    }
  }

  ReducedShape kept_or_computed(int i) {
    check_part(shapes_[i]);
    report("looking for modes from last time", -1.0f);
    if (auto kept = kept_reduced(keys_[i])) {
      kept->drawn_modes = drawn_modes_of(shapes_[i], kept->node_modes);
      return std::move(*kept);
    }
    ReducedShape reduced = reduce(shapes_[i], options_[i], *this);
    keep_reduced(keys_[i], reduced);
    ++computed_;
    return reduced;
  }

  const std::vector<PartShape>& shapes_;
  const std::vector<ReduceOptions>& options_;
  Progress& progress_;
  std::vector<std::string> keys_;  ///< empty: a rigid shape, which is not cached
  std::vector<Asked> asked_, again_;
  std::vector<ReducedShape> reduced_;
  std::vector<std::optional<WrongShape>> errors_;
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
                                     const std::vector<ReduceOptions>& options,
                                     Progress& progress) {
  Batch batch(shapes, options, progress);
  const Exec pool(Backend::tbb);
  launch_on_host(pool, "modes", batch.asked(), ReduceShapes{&batch});
  return batch.results();
}

}  // namespace limber
