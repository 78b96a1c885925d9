// Buffers on the backend's device, and partial uploads and downloads.

#include "kernels/buffer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "tests/each_backend.h"

namespace limber {
namespace {

class Buffers : public EachBackend {};

TEST_P(Buffers, GiveAndTakeAPart) {
  Buffer<int> buffer(exec(), std::vector<int>{0, 10, 20, 30, 40});
  EXPECT_EQ(buffer.download(exec(), 1, 3), (std::vector<int>{10, 20, 30}));
  EXPECT_EQ(buffer.download(exec(), 5, 0), std::vector<int>());
  EXPECT_EQ(buffer.download_at(exec(), 4), 40);
  buffer.upload_at(exec(), 2, std::vector<int>{7, 8});
  EXPECT_EQ(buffer.download(exec()), (std::vector<int>{0, 10, 7, 8, 40}));
}

/// Where memory was in use before, too.
TEST_P(Buffers, GrowByZeros) {
  for (const int size : {100, 1 << 20}) {
    Buffer<int> buffer(exec(), std::vector<int>{1, 2, 3});
    Buffer<int>(exec(), std::vector<int>(size, 7));
    buffer.grow(exec(), size);
    std::vector<int> content = buffer.download(exec());
    EXPECT_EQ((std::vector<int>(content.begin(), content.begin() + 3)),
              (std::vector<int>{1, 2, 3}));
    EXPECT_EQ(std::count(content.begin(), content.end(), 0), size - 3);
  }
}

EACH_BACKEND(Buffers);

#ifndef NDEBUG
/// Detected only in builds with assertions.
TEST(BuffersDeathTest, PartsThatAreNotThereEndADebugBuild) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  const Exec exec(Backend::serial);
  const std::vector<int> content{0, 10, 20, 30, 40}, longer(6);
  Buffer<int> buffer(exec, content);
  const View<int> view = buffer.view();
  EXPECT_EQ(view.part(1, 4)[3], 40);
  EXPECT_DEATH(view[5], "Assertion");
  EXPECT_DEATH(view[-1], "Assertion");
  EXPECT_DEATH(view.part(1, 5), "Assertion");
  EXPECT_DEATH(view.part(-1, 2), "Assertion");
  EXPECT_DEATH(view.part(2, -1), "Assertion");
  EXPECT_DEATH(buffer.upload(exec, longer), "Assertion");
  EXPECT_DEATH(buffer.upload_at(exec, 1, content), "Assertion");
  EXPECT_DEATH(buffer.download(exec, 4, 2), "Assertion");
  EXPECT_DEATH(buffer.download_at(exec, 5), "Assertion");
  EXPECT_DEATH(buffer.grow(exec, 4), "Assertion");
}
#endif

}  // namespace
}  // namespace limber
