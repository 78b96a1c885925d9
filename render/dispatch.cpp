#include "render/dispatch.h"

#include <glad/gl.h>

namespace limber {

void dispatch_pixels(glm::ivec2 size_px) {
  constexpr int group_px = 8;
  const glm::uvec2 groups((size_px + group_px - 1) / group_px);
  glDispatchCompute(groups.x, groups.y, 1);
}

void dispatch_items(unsigned count, unsigned per_group) {
  constexpr unsigned max_groups = 32768;  // per row
  if (count == 0) return;
  const unsigned groups = (count + per_group - 1) / per_group;
  const unsigned rows = (groups + max_groups - 1) / max_groups;
  glDispatchCompute((groups + rows - 1) / rows, rows, 1);
}

}  // namespace limber
