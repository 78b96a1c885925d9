// Per-frame uploads from the host to kernels, on every backend.

#include "kernels/upload.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "kernels/buffer.h"
#include "kernels/frame_graphs.h"
#include "kernels/launch.h"
#include "kernels/plants/show.h"
#include "tests/each_backend.h"

namespace limber {
namespace {

class Uploads : public EachBackend {
 protected:
  void copy(View<const float> from, View<float> to) {
    launch(exec(), "copy", from.size, CopyModes{from, to});
  }
};

/// The host runs frames ahead of the backend and writes the next values before a frame's are read:
/// each frame, recorded or not, must see its own values.
TEST_P(Uploads, AreReadAsTheyWereSent) {
  constexpr int size = 10000, rounds = 20;
  for (const bool recorded : {false, true}) {
    Upload<float> upload(exec(), size);
    FrameGraphs graphs;
    Buffer<float> latest(exec(), size);
    std::vector<Buffer<float>> seen;
    for (int round = 0; round < rounds; ++round) seen.emplace_back(exec(), size);
    for (int round = 0; round < rounds; ++round) {
      const View<float> mine = upload.begin();
      for (int i = 0; i < size; ++i) mine[i] = static_cast<float>(round + i);
      upload.send(exec());
      std::fill_n(upload.begin().data, size, -1.0f);
      // Enough work for a GPU to be still busy in the following frames.
      const auto frame = [&] {
        for (int reading = 0; reading < 200; ++reading) copy(upload.view(), latest.view());
      };
      if (recorded)
        graphs.run(exec(), static_cast<std::uint64_t>(upload.slot()), frame);
      else
        frame();
      copy(readable(latest), seen[round].view());
    }
    for (int round = 0; round < rounds; ++round) {
      const std::vector<float> values = seen[round].download(exec());
      for (int i = 0; i < size; ++i)
        ASSERT_EQ(values[i], static_cast<float>(round + i)) << round << ", recorded: " << recorded;
    }
  }
}

TEST_P(Uploads, BeginAsZeros) {
  Upload<float> upload(exec(), 33), nothing(exec(), 0);
  Buffer<float> seen(exec(), 33);
  for (int slot = 0; slot < 2; ++slot) {
    EXPECT_EQ(upload.slot(), slot);
    copy(upload.view(), seen.view());
    EXPECT_EQ(seen.download(exec()), std::vector<float>(33, 0.0f));
    upload.begin();
    upload.send(exec());
    nothing.begin();
    nothing.send(exec());
  }
  EXPECT_EQ(upload.slot(), 0);
}

EACH_BACKEND(Uploads);

}  // namespace
}  // namespace limber
