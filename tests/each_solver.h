#pragma once

#include <gtest/gtest.h>

#include <string>

#include "kernels/device.h"
#include "kernels/exec.h"

namespace limber {

/// A test that runs on every solver: TEST_P(Name, ...) with EACH_SOLVER(Name). CUDA tests have the
/// label gpu; without a GPU they are reported as skipped.
class EachSolver : public testing::TestWithParam<Solver> {
 protected:
  void SetUp() override {
    if (GetParam() == Solver::cuda && !device::info().usable) GTEST_SKIP() << device::info().reason;
    exec_ = std::make_unique<Exec>(GetParam(), 4);
  }
  Exec& exec() { return *exec_; }
  bool on_cuda() const { return GetParam() == Solver::cuda; }

 private:
  std::unique_ptr<Exec> exec_;
};

inline std::string solver_suffix(const testing::TestParamInfo<Solver>& info) {
  return std::string(name_of(info.param));
}

}  // namespace limber

#define EACH_SOLVER(Suite) \
  INSTANTIATE_TEST_SUITE_P(on, Suite, testing::ValuesIn(all_solvers), solver_suffix)
