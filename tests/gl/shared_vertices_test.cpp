#include "render/shared_vertices.h"

#include <algorithm>
#include <atomic>
#include <optional>
#include <thread>

#include "gl_fixture.h"
#include "kernels/error.h"
#include "render/hand_over.h"

namespace limber {
namespace {

std::vector<PublishedVertex> numbered(int count, float from) {
  std::vector<PublishedVertex> vertices(count);
  for (int i = 0; i < count; ++i) {
    const float x = from + static_cast<float>(i);
    vertices[i] = {{x, x + 0.25f, x + 0.5f}, -x, {0, 1, 0}, 0.0f};
  }
  return vertices;
}

void expect_same(const std::vector<PublishedVertex>& a, const std::vector<PublishedVertex>& b) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    ASSERT_EQ(a[i].position_m, b[i].position_m) << "vertex " << i;
    ASSERT_EQ(a[i].scalar, b[i].scalar) << "vertex " << i;
  }
}

/// One per method: a CPU backend, CUDA with interop, CUDA with upload.
struct SharingCase {
  const char* name;
  Backend backend;
  bool allow_interop;
};

class SharedVerticesTest : public GlTest, public ::testing::WithParamInterface<SharingCase> {
 protected:
  void SetUp() override {
    if (GetParam().backend == Backend::cuda && !device::info().usable)
      GTEST_SKIP() << device::info().reason;
    exec.emplace(GetParam().backend);
  }
  void write(View<PublishedVertex> to, const std::vector<PublishedVertex>& from) {
    ASSERT_EQ(to.size, static_cast<int>(from.size()));
    if (exec->memory() == Memory::host)
      std::copy(from.begin(), from.end(), to.data);
    else
      device::copy_to_device(to.data, from.data(), from.size() * sizeof from[0], exec->stream());
  }
  SharedVertices make(int count) { return {count, *exec, GetParam().allow_interop}; }

  std::optional<Exec> exec;
};

TEST_P(SharedVerticesTest, StartsWithZeros) {
  SharedVertices vertices = make(1000);
  expect_same(vertices.read_front(), std::vector<PublishedVertex>(1000));
}

TEST_P(SharedVerticesTest, ShowsTheNewestData) {
  SharedVertices vertices = make(1000);
  for (int frame = 0; frame < 10; ++frame) {
    const auto expected = numbered(1000, 1000.0f * static_cast<float>(frame));
    write(vertices.begin_write(), expected);
    vertices.end_write();
    expect_same(vertices.read_front(), expected);
  }
}

TEST_P(SharedVerticesTest, FrontStaysWhileTheBackIsWritten) {
  SharedVertices vertices = make(100);
  const auto shown = numbered(100, 0.0f), next = numbered(100, 500.0f);
  write(vertices.begin_write(), shown);
  vertices.end_write();
  const unsigned front = vertices.front();
  write(vertices.begin_write(), next);
  EXPECT_EQ(vertices.front(), front);
  expect_same(vertices.read_front(), shown);
  vertices.end_write();
  EXPECT_NE(vertices.front(), front);
  expect_same(vertices.read_front(), next);
}

TEST_P(SharedVerticesTest, AnUnfinishedWriteIsForgotten) {
  SharedVertices vertices = make(100);
  const auto shown = numbered(100, 0.0f), next = numbered(100, 500.0f);
  write(vertices.begin_write(), shown);
  vertices.end_write();
  write(vertices.begin_write(), numbered(100, -7.0f));
  write(vertices.begin_write(), next);
  expect_same(vertices.read_front(), shown);
  vertices.end_write();
  expect_same(vertices.read_front(), next);
  vertices.end_write();  // without begin_write(): nothing to show
  expect_same(vertices.read_front(), next);
}

TEST_P(SharedVerticesTest, MayDieInTheMiddleOfAWrite) {
  {
    SharedVertices vertices = make(100);
    write(vertices.begin_write(), numbered(100, 0.0f));
  }
  exec->synchronize();
  SharedVertices vertices = make(50);
  const auto shown = numbered(50, 3.0f);
  write(vertices.begin_write(), shown);
  vertices.end_write();
  expect_same(vertices.read_front(), shown);
}

TEST_P(SharedVerticesTest, NoVerticesAreFine) {
  SharedVertices vertices = make(0);
  EXPECT_TRUE(vertices.begin_write().empty());
  vertices.end_write();
  EXPECT_EQ(vertices.front(), 0u);
}

TEST_P(SharedVerticesTest, SaysHowItShares) {
  SharedVertices vertices = make(10);
  if (exec->memory() == Memory::host) {
    EXPECT_EQ(vertices.sharing(), Sharing::mapped);
    EXPECT_EQ(vertices.why(), "");
  } else if (vertices.sharing() == Sharing::interop) {
    EXPECT_TRUE(GetParam().allow_interop);
    EXPECT_EQ(vertices.why(), "");
  } else {
    EXPECT_EQ(vertices.sharing(), Sharing::upload);
    EXPECT_NE(vertices.why(), "");
    // If the GPU that runs CUDA also draws, interop must work.
    const bool draws_too = context->info().vendor.find("NVIDIA") != std::string::npos;
    EXPECT_FALSE(GetParam().allow_interop && draws_too) << vertices.why();
  }
}

TEST_P(SharedVerticesTest, ShowsWhatLiesElsewhere) {
  SharedVertices vertices = make(100);
  Buffer<PublishedVertex> elsewhere(*exec, 100);
  for (int frame = 0; frame < 5; ++frame) {
    const auto expected = numbered(100, 1000.0f * static_cast<float>(frame));
    elsewhere.upload(*exec, expected);
    vertices.show(readable(elsewhere));
    expect_same(vertices.read_front(), expected);
  }
}

/// A thread publishes as fast as it can; each draw shows one complete frame, never older than the
/// previous one.
TEST_P(SharedVerticesTest, TakesWholeFramesOfAnotherThread) {
  constexpr int count = 50000, frames = 300;
  const Exec copies(GetParam().backend);
  SharedVertices vertices(count, copies, GetParam().allow_interop);
  HandOver hand_over(*exec, count);
  int frame = 0;
  const auto show = [&](View<const PublishedVertex> all, int its_frame) {
    vertices.show(all);
    frame = its_frame;
  };
  EXPECT_FALSE(hand_over.take(copies, show)) << "nothing was given yet";
  std::atomic<bool> over = false;
  std::jthread steps([&] {
    for (int step = 1; step <= frames; ++step) {
      write(hand_over.written(), std::vector<PublishedVertex>(count, {glm::vec3(step)}));
      exec->synchronize();
      hand_over.give(step);
    }
    over = true;
  });
  int taken = 0, shown = 0;
  for (bool last = false; !last;) {
    last = over;
    if (!hand_over.take(copies, show)) continue;
    ++taken;
    EXPECT_GT(frame, shown);
    shown = frame;
    for (const PublishedVertex& vertex : vertices.read_front())
      ASSERT_EQ(vertex.position_m, glm::vec3(shown)) << "of " << taken << " that were taken";
  }
  steps.join();
  EXPECT_EQ(shown, frames);
  EXPECT_GT(taken, 1);
}

INSTANTIATE_TEST_SUITE_P(Ways, SharedVerticesTest,
                         ::testing::Values(SharingCase{"mapped", Backend::serial, true},
                                           SharingCase{"cuda_interop", Backend::cuda, true},
                                           SharingCase{"cuda_upload", Backend::cuda, false}),
                         [](const auto& test) { return test.param.name; });

}  // namespace
}  // namespace limber
