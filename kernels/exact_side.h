#pragma once

// The side of a line on which a point lies, without rounding and so the same on every backend:
// [Shewchuk97]. Plain double precision where its error bound decides, an exact sum otherwise.

#include <cmath>
#include <glm/glm.hpp>

#include "kernels/hd.h"

namespace limber {

LIMBER_HD inline int sign_of(double x) { return x > 0.0 ? 1 : x < 0.0 ? -1 : 0; }

/// An exact sum of at most `max_terms` doubles, kept as doubles that do not overlap, the largest
/// last.
template <int max_terms>
class ExactSum {
 public:
  LIMBER_HD void add(double term) {
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
  /// Adds a product of three 24-bit numbers: that of two is exact, that of three is two doubles.
  LIMBER_HD void add_product(double a, double b, double c) {
    const double product = a * b * c;
    add(std::fma(a * b, c, -product));
    add(product);
  }
  LIMBER_HD int sign() const { return count_ == 0 ? 0 : sign_of(parts_[count_ - 1]); }

 private:
  double parts_[max_terms];
  int count_ = 0;
};

/// 1 where c lies to the left of the line from a to b, -1 to the right, 0 on it. Coordinates must
/// be finite.
LIMBER_HD inline int side_of_line(const glm::vec2& a, const glm::vec2& b, const glm::vec2& c) {
  constexpr double half_unit = 0x1p-53;  // of a rounding
  constexpr double error = (3.0 + 16.0 * half_unit) * half_unit;
  const glm::dvec2 p(a), q(b), r(c);
  const double left = (q.x - p.x) * (r.y - p.y), right = (q.y - p.y) * (r.x - p.x);
  const double magnitude = std::fabs(left) + std::fabs(right);
  if (std::fabs(left - right) > error * magnitude || magnitude == 0.0) return sign_of(left - right);
  ExactSum<6> sum;
  sum.add(p.x * q.y);
  sum.add(-p.y * q.x);
  sum.add(q.x * r.y);
  sum.add(-q.y * r.x);
  sum.add(r.x * p.y);
  sum.add(-r.y * p.x);
  return sum.sign();
}

}  // namespace limber
