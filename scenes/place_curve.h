#pragma once

#include <glm/glm.hpp>
#include <vector>

namespace limber {

/// Points at equal distances along a smooth curve through places, from the
/// first one on; the last point is at most one spacing from the curve's end.
/// Places that follow each other must differ; there are two at least. The
/// curve is a centripetal one: it makes no loops of its own [Catmull74,
/// Yuksel11].
std::vector<glm::dvec3> points_along(const std::vector<glm::dvec3>& places_m, double spacing_m);

}  // namespace limber
