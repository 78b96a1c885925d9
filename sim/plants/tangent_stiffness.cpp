// [Barbic05].

#include "sim/plants/tangent_stiffness.h"

#include <limits>
#include <utility>

#include "kernels/error.h"

namespace limber {

CubicPart add_tangent_stiffness(const CubicForces& forces, std::vector<float>& coefficients) {
  const int r = forces.modes;
  const std::size_t pairs = static_cast<std::size_t>(r) * r;
  const std::size_t end = coefficients.size() + pairs * (1 + r) + pairs * (r + 1) / 2 * r;
  if (end > std::numeric_limits<int>::max())
    throw Error(ExitCode::bad_input,
                "the cubic forces of the parts take more than 8 GiB; take fewer parts that bend "
                "far, or fewer modes");
  CubicPart cubic;
  cubic.first_linear = static_cast<int>(coefficients.size());
  cubic.first_quadratic = cubic.first_linear + r * r;
  cubic.first_cubic = cubic.first_quadratic + r * r * r;
  coefficients.resize(end, 0.0f);
  const auto pair_index = [r](int b, int c) {
    if (b > c) std::swap(b, c);
    return b * r - b * (b - 1) / 2 + c - b;
  };
  const auto add = [&](int first, int matrix, int row, int j, double value) {
    coefficients[first + (matrix * r + row) * r + j] += static_cast<float>(value);
  };
  for (int row = 0; row < r; ++row) {
    for (int j = 0; j < r; ++j) add(cubic.first_linear, 0, row, j, forces.linear(row, j));
    int at_2 = 0, at_3 = 0;
    for (int j = 0; j < r; ++j)
      for (int k = j; k < r; ++k) {
        const double quadratic = forces.quadratic(row, at_2++);
        add(cubic.first_quadratic, k, row, j, quadratic);
        add(cubic.first_quadratic, j, row, k, quadratic);
        for (int l = k; l < r; ++l) {
          const double third = forces.cubic(row, at_3++);
          add(cubic.first_cubic, pair_index(k, l), row, j, third);
          add(cubic.first_cubic, pair_index(j, l), row, k, third);
          add(cubic.first_cubic, pair_index(j, k), row, l, third);
        }
      }
  }
  return cubic;
}

}  // namespace limber
