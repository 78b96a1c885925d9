#include "sim/mesh/exact_side.h"

#include <cmath>

namespace limber {

namespace {

constexpr double half_unit = 0x1p-53;  ///< unit roundoff of a double
constexpr double plane_error = (7.0 + 56.0 * half_unit) * half_unit;

using Sum = ExactSum<48>;

void add_determinant(Sum& sum, double factor, const glm::dvec3& a, const glm::dvec3& b,
                     const glm::dvec3& c) {
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    sum.add_product(factor * a[i], b[j], c[k]);
    sum.add_product(-factor * a[i], b[k], c[j]);
  }
}

}  // namespace

int side_of_plane(const glm::vec3& a, const glm::vec3& b, const glm::vec3& c, const glm::vec3& d) {
  const glm::dvec3 origin(a);
  const glm::dvec3 u = glm::dvec3(b) - origin, v = glm::dvec3(c) - origin,
                   w = glm::dvec3(d) - origin;
  const double volume = glm::dot(glm::cross(u, v), w);
  const double magnitude = (std::abs(u.y * v.z) + std::abs(u.z * v.y)) * std::abs(w.x) +
                           (std::abs(u.z * v.x) + std::abs(u.x * v.z)) * std::abs(w.y) +
                           (std::abs(u.x * v.y) + std::abs(u.y * v.x)) * std::abs(w.z);
  if (std::abs(volume) > plane_error * magnitude || magnitude == 0.0) return sign_of(volume);
  Sum sum;
  add_determinant(sum, 1.0, b, c, d);
  add_determinant(sum, -1.0, a, c, d);
  add_determinant(sum, 1.0, a, b, d);
  add_determinant(sum, -1.0, a, b, c);
  return sum.sign();
}

}  // namespace limber
