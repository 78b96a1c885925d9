// Launches beside each other, on every backend.

#include "kernels/fork.h"

#include <gtest/gtest.h>

#include <vector>

#include "kernels/buffer.h"
#include "kernels/frame_graphs.h"
#include "kernels/launch.h"
#include "kernels/plants/show.h"
#include "tests/each_backend.h"

namespace limber {
namespace {

class Forks : public EachBackend {};

/// Each branch copies what was written before, many times over, and what follows copies from the
/// last branch: recorded once and replayed with other values.
TEST_P(Forks, BranchesWaitForWhatCameBeforeAndAreWaitedFor) {
  constexpr int size = 1 << 20, branches = 3, rounds = 2;
  Buffer<float> from(exec(), size), start(exec(), size), end(exec(), size);
  std::vector<Buffer<float>> of_branches;
  for (int k = 0; k < branches; ++k) of_branches.emplace_back(exec(), size);
  FrameGraphs graphs;
  Fork fork;
  for (const float value : {1.0f, 2.0f, 3.0f}) {
    from.upload(exec(), std::vector<float>(size, value));
    exec().synchronize();
    graphs.run(exec(), 1, [&] {
      for (int round = 0; round < rounds; ++round) {
        launch(exec(), "before", size,
               CopyModes{round == 0 ? readable(from) : readable(end), start.view()});
        fork.begin(exec(), branches);
        for (int k = 0; k < branches; ++k) {
          EXPECT_EQ(fork.branch(k).stream() != exec().stream(), on_cuda());
          launch(fork.branch(k), "branch", size, CopyModes{readable(start), of_branches[k].view()});
        }
        fork.join();
        launch(exec(), "after", size, CopyModes{readable(of_branches[branches - 1]), end.view()});
      }
    });
    EXPECT_EQ(end.download(exec()), std::vector<float>(size, value));
    for (const Buffer<float>& of_branch : of_branches)
      EXPECT_EQ(of_branch.download(exec()), std::vector<float>(size, value));
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
    EXPECT_EQ(&fork.branch(0), &exec());
    launch(fork.branch(0), "branch", 10, CopyModes{readable(from), to.view()});
    fork.join();
  });
  exec().synchronize();
  ASSERT_EQ(graphs.stages().size(), 1u);
  EXPECT_EQ(graphs.stages().front().label, "branch");
}

EACH_BACKEND(Forks);

}  // namespace
}  // namespace limber
