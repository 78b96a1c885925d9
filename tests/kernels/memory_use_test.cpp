#include "kernels/memory_use.h"

#include <unistd.h>

#include <fstream>
#include <vector>

#include "kernels/buffer.h"
#include "kernels/upload.h"
#include "tests/each_backend.h"

namespace limber {
namespace {

class MemoryUse : public EachBackend {
 protected:
  std::ptrdiff_t held() { return static_cast<std::ptrdiff_t>(bytes_held(exec().memory())); }
};

TEST_P(MemoryUse, IsThatOfBuffersAndUploads) {
  const std::ptrdiff_t before = held();
  {
    Buffer<double> a(exec(), 1000);
    EXPECT_EQ(held() - before, 8000);
    Buffer<float> b(exec(), std::vector<float>(250, 1.0f));
    EXPECT_EQ(held() - before, 9000);
    Buffer<double> moved = std::move(a);
    const Buffer<float> none(exec(), 0);
    EXPECT_EQ(held() - before, 9000);
    moved = Buffer<double>(exec(), 10);
    b = {};
    const Upload<float> upload(exec(), 500);  // double-buffered
    EXPECT_EQ(held() - before, 80 + 2 * 2000);
  }
  EXPECT_EQ(held(), before);
}

TEST_P(MemoryUse, GoesWithWhatMovesToTheOtherSide) {
  const Exec host(Backend::serial);
  const auto on_host = static_cast<std::ptrdiff_t>(bytes_held(Memory::host));
  const std::ptrdiff_t before = held();
  Buffer<float> buffer(host, std::vector<float>(4096, 1.0f));
  buffer.move(host, exec());
  EXPECT_EQ(held() - before, 4 * 4096);
  if (on_cuda()) {
    EXPECT_EQ(static_cast<std::ptrdiff_t>(bytes_held(Memory::host)), on_host);
  }
}

EACH_BACKEND(MemoryUse);

/// Compared with the size of this process, as Linux counts it.
TEST(MemoryUseOnTheHost, IsWhatIsReallyAllocated) {
  const auto allocated = [] {
    std::ptrdiff_t pages = 0;
    std::ifstream("/proc/self/statm") >> pages;
    return pages * sysconf(_SC_PAGESIZE);
  };
  const auto held = [] { return static_cast<std::ptrdiff_t>(bytes_held(Memory::host)); };
  const Exec exec(Backend::serial);
  const std::ptrdiff_t held_before = held(), allocated_before = allocated();
  std::vector<Buffer<float>> buffers;
  for (int i = 1; i <= 8; ++i) buffers.emplace_back(exec, i << 20);
  const auto grown = static_cast<double>(allocated() - allocated_before);
  EXPECT_NEAR(static_cast<double>(held() - held_before), grown, 0.01 * grown);
  EXPECT_GT(grown, 100e6);
  buffers.clear();
  EXPECT_EQ(held(), held_before);
  EXPECT_NEAR(static_cast<double>(allocated() - allocated_before), 0.0, 1e5);
}

}  // namespace
}  // namespace limber
