// The rows of `bench pbd`.

#include <gtest/gtest.h>

#include <map>
#include <string>

#include "app/bench/pbd_rows.h"

namespace limber {
namespace {

TEST(BenchPbd, CubesConvergeByBothMethods) {
  std::map<std::string, double> values;
  for (const BenchRow& row : cube_rows(2)) values[row.name] = row.value;
  for (const char* method : {"gauss_seidel", "jacobi"}) {
    const std::string name = std::string("volume/cube, ") + method;
    EXPECT_GT(values.at(name + " 64"), 0.0) << "milliseconds";
    EXPECT_LT(values.at(name + " 64, stretch residual"), values.at(name + " 1, stretch residual"));
  }
}

}  // namespace
}  // namespace limber
