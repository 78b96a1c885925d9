// Launches that overlap, on every backend.

#include "kernels/fork.h"

#include <gtest/gtest.h>

#include <vector>

#include "kernels/buffer.h"
#include "kernels/error.h"
#include "kernels/frame_graphs.h"
#include "kernels/launch.h"
#include "kernels/plants/show.h"
#include "tests/each_backend.h"

namespace limber {
namespace {

class Forks : public EachBackend {};

/// Each forked Exec copies what was written before, and what follows copies from the last: recorded
/// once and replayed with other values.
TEST_P(Forks, WaitForWhatCameBeforeAndAreWaitedFor) {
  constexpr int size = 1 << 20, forked = 3, rounds = 2;
  Buffer<float> from(exec(), size), start(exec(), size), end(exec(), size);
  std::vector<Buffer<float>> copies;
  for (int k = 0; k < forked; ++k) copies.emplace_back(exec(), size);
  FrameGraphs graphs;
  Fork fork;
  for (const float value : {1.0f, 2.0f, 3.0f}) {
    from.upload(exec(), std::vector<float>(size, value));
    exec().synchronize();
    graphs.run(exec(), 1, [&] {
      for (int round = 0; round < rounds; ++round) {
        launch(exec(), "before", size,
               CopyModes{round == 0 ? readable(from) : readable(end), start.view()});
        fork.begin(exec(), forked);
        for (int k = 0; k < forked; ++k) {
          EXPECT_EQ(fork.exec(k).stream() != exec().stream(), on_cuda());
          launch(fork.exec(k), "forked", size, CopyModes{readable(start), copies[k].view()});
        }
        fork.join();
        launch(exec(), "after", size, CopyModes{readable(copies[forked - 1]), end.view()});
      }
    });
    EXPECT_EQ(end.download(exec()), std::vector<float>(size, value));
    for (const Buffer<float>& copy : copies)
      EXPECT_EQ(copy.download(exec()), std::vector<float>(size, value));
  }
}

/// Stages that are timed follow each other.
TEST_P(Forks, AreNoneWhereStagesAreTimed) {
  Buffer<float> from(exec(), 10), to(exec(), 10);
  FrameGraphs graphs;
  graphs.set_profiling(true);
  Fork fork;
  graphs.run(exec(), 1, [&] {
    fork.begin(exec(), 1);
    EXPECT_EQ(&fork.exec(0), &exec());
    launch(fork.exec(0), "forked", 10, CopyModes{readable(from), to.view()});
    fork.join();
  });
  exec().synchronize();
  ASSERT_EQ(graphs.stages().size(), 1u);
  EXPECT_EQ(graphs.stages().front().label, "forked");
}

TEST_P(Forks, RecordAgainAfterARecordingThatFailed) {
  Buffer<float> from(exec(), std::vector<float>(10, 4.0f)), to(exec(), 10);
  FrameGraphs graphs;
  Fork fork;
  const auto record = [&](bool fails) {
    graphs.run(exec(), 1, [&] {
      fork.begin(exec(), 2);
      launch(fork.exec(1), "forked", 10, CopyModes{readable(from), to.view()});
      if (fails) throw Error(ExitCode::unavailable, "in the middle");
      fork.join();
    });
  };
  EXPECT_THROW(record(true), Error);
  to.zero(exec());
  record(false);
  EXPECT_EQ(to.download(exec()), std::vector<float>(10, 4.0f));
}

EACH_BACKEND(Forks);

}  // namespace
}  // namespace limber
