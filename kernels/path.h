#pragma once

// Paths that colliders and pins follow.

#include <glm/glm.hpp>

#include "kernels/hd.h"
#include "kernels/view.h"

namespace limber {

/// A position on a path, relative to its start.
struct PathKey {
  float time_s;
  glm::vec3 shift_m;
};

/// The keys of a path, among the keys of all paths.
struct Path {
  int first = 0;
  int count = 0;    ///< 0: there is no path
  int repeats = 1;  ///< nonzero: begins again at the last key; 0: stays there
};

/// The slope at a key between the two slopes beside it: theirs over both [Catmull74], limited so
/// that each coordinate stays between those of neighbouring keys [Fritsch80].
LIMBER_HD inline glm::vec3 slope_between(const glm::vec3& before, const glm::vec3& over,
                                         const glm::vec3& after) {
  glm::vec3 slope(0.0f);
  for (int k = 0; k < 3; ++k) {
    if (!(before[k] * after[k] > 0.0f)) continue;
    const float most = 3.0f * glm::min(glm::abs(before[k]), glm::abs(after[k]));
    slope[k] = glm::clamp(over[k], -most, most);
  }
  return slope;
}

/// The shift of a path at a time, and its velocity: a cubic spline through the keys. A repeated
/// path is smooth where it begins again.
LIMBER_HD inline glm::vec3 path_shift_m(const Path& path, const View<const PathKey>& keys,
                                        float time_s, glm::vec3& velocity_m_s) {
  velocity_m_s = glm::vec3(0.0f);
  if (path.count == 0) return glm::vec3(0.0f);
  const int last = path.first + path.count - 1;
  int k = path.first;
  while (k < last && keys[k + 1].time_s <= time_s) ++k;
  if (k == last) return keys[last].shift_m;
  const auto slope = [&](int i) {
    const bool first = i == path.first, end = i == last;
    if ((first || end) && path.repeats == 0) return glm::vec3(0.0f);
    // From the key before and to the key after, across the end of a path that repeats.
    const int from = first ? last : i, to = end ? path.first : i;
    const glm::vec3 came = keys[from].shift_m - keys[from - 1].shift_m;
    const glm::vec3 goes = keys[to + 1].shift_m - keys[to].shift_m;
    const float came_s = keys[from].time_s - keys[from - 1].time_s;
    const float goes_s = keys[to + 1].time_s - keys[to].time_s;
    return slope_between(came / came_s, (came + goes) / (came_s + goes_s), goes / goes_s);
  };
  const float length_s = keys[k + 1].time_s - keys[k].time_s;
  const float s = (time_s - keys[k].time_s) / length_s;
  const glm::vec3 a = keys[k].shift_m, b = keys[k + 1].shift_m;
  const glm::vec3 da = slope(k) * length_s, db = slope(k + 1) * length_s;
  const glm::vec3 c2 = 3.0f * (b - a) - 2.0f * da - db, c3 = 2.0f * (a - b) + da + db;
  velocity_m_s = (da + s * (2.0f * c2 + 3.0f * s * c3)) / length_s;
  return a + s * (da + s * (c2 + s * c3));
}

}  // namespace limber
