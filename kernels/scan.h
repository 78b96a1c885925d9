#pragma once

#include "kernels/buffer.h"
#include "kernels/exec.h"
#include "kernels/view.h"

namespace limber {

/// Running sums: sums[i] becomes the sum of values[0] to values[i]. The memory that the GPU needs
/// for it is its own, made once for a size. Can be part of a recorded frame.
class Scan {
 public:
  Scan() = default;
  Scan(const Exec& exec, int size);

  /// Both have the size it was made for. only_if: a flag where the solver runs; while it is 0,
  /// nothing needs to be done, and a GPU, which would have to ask, does it nevertheless.
  void run(const Exec& exec, const char* label, View<const int> values, View<int> sums,
           View<const int> only_if = {}) const;

 private:
  int size_ = 0;
  RawBuffer scratch_;  ///< empty on the CPU
};

}  // namespace limber
