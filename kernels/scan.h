#pragma once

#include "kernels/buffer.h"
#include "kernels/exec.h"
#include "kernels/view.h"

namespace limber {

/// Running sums: sums[i] becomes the sum of values[0] to values[i]. Owns the scratch memory that
/// the GPU needs, allocated once for a size. Can be part of a recorded frame.
class Scan {
 public:
  Scan() = default;
  Scan(const Exec& exec, int size);

  /// Both have the size given at construction. only_if: a flag in the backend's memory; while it is
  /// 0 the sums are not needed, and only a GPU, which would have to read it first, makes them
  /// anyway.
  void run(const Exec& exec, const char* label, View<const int> values, View<int> sums,
           View<const int> only_if = {}) const;

 private:
  int size_ = 0;
  RawBuffer scratch_;  ///< empty on the CPU
};

}  // namespace limber
