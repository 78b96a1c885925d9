#pragma once

#include <algorithm>
#include <vector>

#include "render/shared_vertices.h"

namespace limber {

inline void publish_copy(const std::vector<PublishedVertex>& from, SharedVertices& to) {
  const View<PublishedVertex> view = to.begin_write();
  std::copy(from.begin(), from.end(), view.data);
  to.end_write();
}

}  // namespace limber
