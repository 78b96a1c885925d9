#include "sim/mesh/exact_side.h"

#include <cmath>
#include <initializer_list>

namespace limber {

namespace {

constexpr double half_unit = 0x1p-53;  ///< of a rounding
constexpr double plane_error = (7.0 + 56.0 * half_unit) * half_unit;
constexpr double line_error = (3.0 + 16.0 * half_unit) * half_unit;

int sign(double x) { return x > 0.0 ? 1 : x < 0.0 ? -1 : 0; }

/// A sum that keeps every bit, as doubles that do not overlap, the largest last.
class ExactSum {
 public:
  void add(double term) {
    int kept = 0;
    for (int i = 0; i < count_; ++i) {
      const double sum = term + parts_[i];
      const double from_part = sum - term;
      const double lost = (term - (sum - from_part)) + (parts_[i] - from_part);
      if (lost != 0.0) parts_[kept++] = lost;
      term = sum;
    }
    if (term != 0.0) parts_[kept++] = term;
    count_ = kept;
  }
  /// The product of three numbers of 24 bits: that of two is exact, that of three is two doubles.
  void add_product(double a, double b, double c) {
    const double product = a * b * c;
    add(std::fma(a * b, c, -product));
    add(product);
  }
  int sign() const { return count_ == 0 ? 0 : limber::sign(parts_[count_ - 1]); }

 private:
  double parts_[48];
  int count_ = 0;
};

void add_determinant(ExactSum& sum, double factor, const glm::dvec3& a, const glm::dvec3& b,
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
  if (std::abs(volume) > plane_error * magnitude || magnitude == 0.0) return sign(volume);
  ExactSum sum;
  add_determinant(sum, 1.0, b, c, d);
  add_determinant(sum, -1.0, a, c, d);
  add_determinant(sum, 1.0, a, b, d);
  add_determinant(sum, -1.0, a, b, c);
  return sum.sign();
}

int side_of_line(const glm::vec2& a, const glm::vec2& b, const glm::vec2& c) {
  const glm::dvec2 p(a), q(b), r(c);
  const double left = (q.x - p.x) * (r.y - p.y), right = (q.y - p.y) * (r.x - p.x);
  const double magnitude = std::abs(left) + std::abs(right);
  if (std::abs(left - right) > line_error * magnitude || magnitude == 0.0)
    return sign(left - right);
  ExactSum sum;
  for (double term : {p.x * q.y, -p.y * q.x, q.x * r.y, -q.y * r.x, r.x * p.y, -r.y * p.x})
    sum.add(term);
  return sum.sign();
}

}  // namespace limber
