// Branches of recorded frames, on every backend.

#include "kernels/branch.h"

#include <gtest/gtest.h>

#include <vector>

#include "kernels/buffer.h"
#include "kernels/cell_grid.h"
#include "kernels/frame_graphs.h"
#include "kernels/only_if.h"
#include "kernels/plants/show.h"
#include "tests/each_backend.h"

namespace limber {
namespace {

class Branches : public EachBackend {};

/// One recorded frame, replayed while the flag changes. On a GPU the kernel itself does not look at
/// the flag.
TEST_P(Branches, RunWhereTheirFlagIsNotZero) {
  constexpr int size = 1000;
  Buffer<int> flag(exec(), 1), counts(exec(), size);
  Buffer<float> from(exec(), size), to(exec(), size);
  const View<const int> own_flag = on_cuda() ? View<const int>() : readable(flag);
  FrameGraphs graphs;
  for (const int raised : {0, 1, 0, 0, 7, 0}) {
    flag.upload(exec(), std::vector<int>{raised});
    counts.upload(exec(), std::vector<int>(size, 3));
    from.upload(exec(), std::vector<float>(size, static_cast<float>(raised)));
    exec().synchronize();
    graphs.run(exec(), 1, [&] {
      launch(exec(), "before", size, CopyModes{readable(from), to.view()});
      launch_branch_if(exec(), readable(flag), [&](const Exec& branch) {
        launch_only_if(branch, "branch", own_flag, size, ClearCounts{counts.view()});
        launch_only_if(branch, "branch", own_flag, 1, ClearCounts{flag.view()});
      });
      launch_only_if(exec(), "after", readable(flag), 1, ClearCounts{counts.view()});
    });
    EXPECT_EQ(counts.download(exec()), std::vector<int>(size, raised == 0 ? 3 : 0)) << raised;
    EXPECT_EQ(flag.download(exec()).front(), 0) << "the branch lowers it";
    EXPECT_EQ(to.download(exec()), std::vector<float>(size, static_cast<float>(raised)));
  }
}

/// While stages are timed, and outside of recorded frames, a branch is launched like anything else.
TEST_P(Branches, MayBeTimedAndNotRecorded) {
  Buffer<int> flag(exec(), std::vector<int>{1}), counts(exec(), std::vector<int>(10, 3));
  const auto clear = [&] {
    launch_branch_if(exec(), readable(flag), [&](const Exec& branch) {
      launch_only_if(branch, "branch", readable(flag), 10, ClearCounts{counts.view()});
    });
  };
  clear();
  EXPECT_EQ(counts.download(exec()), std::vector<int>(10, 0));
  FrameGraphs graphs;
  graphs.set_profiling(true);
  graphs.run(exec(), 1, clear);
  exec().synchronize();
  ASSERT_EQ(graphs.stages().size(), 1u);
  EXPECT_EQ(graphs.stages().front().label, "branch");
}

EACH_BACKEND(Branches);

}  // namespace
}  // namespace limber
