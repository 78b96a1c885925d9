#pragma once

#include "kernels/buffer.h"
#include "kernels/exec.h"
#include "kernels/view.h"

namespace limber {

/// Running sums in place: values[i] becomes the sum of values[0] to values[i]. The memory that the
/// GPU needs for it is its own, made once for a size. Can be part of a recorded frame.
class Scan {
 public:
  Scan() = default;
  Scan(const Exec& exec, int size);

  /// values.size must be the size it was made for.
  void run(const Exec& exec, const char* label, View<int> values) const;
  void move(const Exec& from, const Exec& to);

 private:
  int size_ = 0;
  RawBuffer scratch_;  ///< empty on the CPU
};

}  // namespace limber
