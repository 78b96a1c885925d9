#include "kernels/count_launches.h"

#include "kernels/buffer.h"
#include "kernels/error.h"
#include "kernels/launch.h"
#include "kernels/plants/show.h"
#include "tests/each_backend.h"

namespace limber {
namespace {

class CountLaunches : public EachBackend {};

TEST_P(CountLaunches, CountsWhatIsLaunchedAndRunsNothing) {
  const Buffer<float> from(exec(), std::vector<float>(100, 1.0f));
  Buffer<float> to(exec(), std::vector<float>(100, 0.0f));
  const auto copy = [&](int times) {
    for (int i = 0; i < times; ++i)
      launch(exec(), "copy", from.size(), CopyModes{from.view(), to.view()});
  };
  EXPECT_EQ(count_launches(exec(), [&] { copy(3); }), 3);
  EXPECT_EQ(count_launches(exec(), [] {}), 0);
  EXPECT_EQ(to.download(exec()), std::vector<float>(100, 0.0f));
  copy(1);  // runs again
  EXPECT_EQ(to.download(exec()), std::vector<float>(100, 1.0f));
}

TEST_P(CountLaunches, GoesOnAfterAnError) {
  const auto fails = []() { throw Error(ExitCode::bad_input, "no"); };
  EXPECT_THROW(count_launches(exec(), fails), Error);
  EXPECT_EQ(count_launches(exec(), [] {}), 0);
}

EACH_BACKEND(CountLaunches);

}  // namespace
}  // namespace limber
