// A recorded frame replayed by TBB: complete phases in order, at every run.
#include "kernels/host_frame.h"

#include <gtest/gtest.h>

#include <numeric>

#include "kernels/timeline.h"

namespace limber {
namespace {

struct AddOne {
  int* values;
  void operator()(int i) const { ++values[i]; }
};

/// Each element reads what others wrote in the previous phase.
struct AddNeighbours {
  const int* from;
  int* to;
  int count;
  void operator()(int i) const { to[i] = from[i] + from[(i + count - 1) % count]; }
};

template <class Body>
void add_loop(HostFrame& frame, const char* label, int n, int grain, Body body) {
  frame.add(
      label, n, grain,
      [](const void* one, int begin, int end) {
        for (int i = begin; i < end; ++i) (*static_cast<const Body*>(one))(i);
      },
      &body, sizeof(body));
}

TEST(HostFrame, RunsEachNumberOnceAndAgainEachTime) {
  const Exec exec(Backend::tbb, 4);
  for (const int n : {1, 2, 3, 1000}) {
    std::vector<int> values(n, 0);
    HostFrame frame;
    add_loop(frame, "one", n, 1, AddOne{values.data()});
    for (int times = 1; times <= 3; ++times) {
      frame.run(exec, nullptr);
      EXPECT_EQ(values, std::vector<int>(n, times));
    }
  }
}

TEST(HostFrame, WithNothingToDoReturns) {
  const Exec exec(Backend::tbb, 2);
  HostFrame empty;
  empty.run(exec, nullptr);
  HostFrame none;
  add_loop(none, "none", 0, 1, AddOne{nullptr});
  none.run(exec, nullptr);
}

TEST(HostFrame, APhaseSeesAllOfTheOneBefore) {
  constexpr int count = 4096, phases = 200;
  std::vector<unsigned> expected(count), next(count);
  std::iota(expected.begin(), expected.end(), 0u);
  std::vector<int> values[2]{std::vector<int>(count), std::vector<int>(count)};
  std::iota(values[0].begin(), values[0].end(), 0);
  HostFrame frame;
  for (int phase = 0; phase < phases; ++phase) {
    const int from = phase % 2;
    // Small enough that the sums stay below 2^31: each phase may double them.
    for (int i = 0; i < count; ++i) next[i] = (expected[i] + expected[(i + count - 1) % count]) % 7;
    expected.swap(next);
    struct Fold {
      AddNeighbours add;
      void operator()(int i) const {
        add(i);
        add.to[i] %= 7;
      }
    };
    add_loop(frame, "phase", count, 16,
             Fold{{values[from].data(), values[1 - from].data(), count}});
  }
  for (const int threads : {1, 2, 4}) {
    std::iota(values[0].begin(), values[0].end(), 0);
    frame.run(Exec(Backend::tbb, threads), nullptr);
    EXPECT_EQ(std::vector<unsigned>(values[phases % 2].begin(), values[phases % 2].end()),
              expected);
  }
}

TEST(HostFrame, KeepsBodiesOfAnySize) {
  const Exec exec(Backend::tbb, 2);
  struct Large {
    double weights[40];
    double* sum;
    void operator()(int i) const { *sum += weights[i]; }
  };
  struct Small {
    char by;
    char* last;
    void operator()(int) const { *last = by; }
  };
  double sum = 0.0;
  char last = 0;
  Large large{{}, &sum};
  std::iota(std::begin(large.weights), std::end(large.weights), 0.0);
  HostFrame frame;
  add_loop(frame, "small", 1, 1, Small{'a', &last});
  add_loop(frame, "large", 40, 64, large);
  add_loop(frame, "small", 1, 1, Small{'b', &last});
  large = {};  // its bytes are the frame's own
  frame.run(exec, nullptr);
  EXPECT_EQ(sum, 39.0 * 40.0 / 2.0);
  EXPECT_EQ(last, 'b');
}

TEST(HostFrame, MarksItsStages) {
  const Exec exec(Backend::tbb, 2);
  std::vector<int> values(100, 0);
  HostFrame frame;
  for (const char* label : {"first", "second", "first"})
    add_loop(frame, label, 100, 10, AddOne{values.data()});
  Timeline timeline(exec);
  frame.run(exec, &timeline);
  timeline.finish();
  ASSERT_TRUE(timeline.ready());
  const std::vector<StageTime> stages = timeline.read();
  ASSERT_EQ(stages.size(), 2u);
  EXPECT_EQ(stages[0].label, "first");
  EXPECT_EQ(stages[1].label, "second");
}

}  // namespace
}  // namespace limber
