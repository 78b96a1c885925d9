#pragma once

#include <cstddef>

#include "kernels/exec.h"
#include "kernels/view.h"

namespace limber {

std::size_t scan_scratch_bytes_on_cuda(int size);
void scan_on_cuda(const Exec& exec, const char* label, View<const int> values, View<int> sums,
                  void* scratch, std::size_t scratch_bytes);

}  // namespace limber
