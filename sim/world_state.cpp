#include "sim/world_state.h"

#include <algorithm>

#include "kernels/copy_bytes.h"
#include "sim/frame_runner.h"

namespace limber {

std::size_t WorldState::bytes() const {
  std::size_t bytes = 0;
  for (const ArchivedState& group : groups) bytes += group.content.bytes();
  return bytes;
}

bool WorldState::is_finite() const {
  return std::ranges::all_of(groups, [](const ArchivedState& group) {
    const ArchivedState::Block* block = group.find(std::string("world/") + FrameRunner::flag_name);
    int raised = 0;
    if (block && group.side == Memory::device)
      copy_bytes(*group.exec, &raised, Memory::host, group.at(*block), group.side, sizeof raised);
    else if (block)
      std::memcpy(&raised, group.at(*block), sizeof raised);
    return raised == 0;
  });
}

}  // namespace limber
