#pragma once

#include <gtest/gtest.h>

#include <string>

#include "kernels/device.h"
#include "kernels/exec.h"

namespace limber {

/// A test that runs on every backend: TEST_P(Name, ...) with EACH_BACKEND(Name). CUDA tests have
/// the label gpu; without a GPU they are reported as skipped.
class EachBackend : public testing::TestWithParam<Backend> {
 protected:
  void SetUp() override {
    if (GetParam() == Backend::cuda && !device::info().usable)
      GTEST_SKIP() << device::info().reason;
    exec_ = std::make_unique<Exec>(GetParam(), 4);
  }
  Exec& exec() { return *exec_; }
  bool on_cuda() const { return GetParam() == Backend::cuda; }

 private:
  std::unique_ptr<Exec> exec_;
};

inline std::string backend_suffix(const testing::TestParamInfo<Backend>& info) {
  return std::string(name_of(info.param));
}

}  // namespace limber

#define EACH_BACKEND(Suite) \
  INSTANTIATE_TEST_SUITE_P(on, Suite, testing::ValuesIn(all_backends), backend_suffix)
