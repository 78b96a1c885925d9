#pragma once

#include <array>
#include <vector>

#include "kernels/timeline.h"
#include "render/gl_object.h"

namespace limber {

/// Times the stages of pictures on the GPU, by timestamps among its commands.
class PictureTimer {
 public:
  /// Whether the following pictures are timed: timestamps have a cost.
  void enable(bool wanted);
  void begin();                    ///< a picture
  void end_of(const char* stage);  ///< everything drawn since the last call; stages of one name add
  /// Of the newest picture that the GPU has finished, in order of first appearance; empty if there
  /// is none.
  const std::vector<StageTime>& stages();

 private:
  struct Picture {
    std::vector<GlQuery> marks;       ///< its beginning, and the end of each stage
    std::vector<const char*> stages;  ///< empty: nothing to read
    bool finished() const;
    std::vector<StageTime> times() const;
  };
  void mark(std::size_t place);

  bool enabled_ = false;
  std::array<Picture, 4> pictures_;  ///< a ring: the GPU lags behind
  std::size_t newest_ = 0;
  std::vector<StageTime> times_;
};

}  // namespace limber
