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

/// The shift of a path at a time, and its velocity: a cubic spline through the keys, with the
/// slopes of [Catmull74]. A repeated path is smooth where it begins again.
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
    const PathKey& before = keys[first ? last - 1 : i - 1];
    const PathKey& after = keys[end ? path.first + 1 : i + 1];
    // Displacement and time between the neighbouring keys, across the end of a path that repeats.
    const glm::vec3 way = first || end ? (keys[path.first + 1].shift_m - keys[path.first].shift_m) +
                                             (keys[last].shift_m - keys[last - 1].shift_m)
                                       : after.shift_m - before.shift_m;
    const float passed_s = first || end ? (keys[path.first + 1].time_s - keys[path.first].time_s) +
                                              (keys[last].time_s - keys[last - 1].time_s)
                                        : after.time_s - before.time_s;
    return way / passed_s;
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
