// The nearest points of vertices, triangles and edges against a search in double precision.

#include "kernels/contact/near_features.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

namespace limber {
namespace {

struct RandomCorners {
  /// Of some things all corners lie in a plane or on a line, others share directions.
  void make(int kind, glm::vec3 (&x)[4]) {
    for (glm::vec3& corner : x) corner = {at(engine), at(engine), kind == 1 ? 0.0f : at(engine)};
    if (kind == 2) x[3] = x[2] + (x[1] - x[0]) * at(engine);      // parallel edges
    if (kind == 3) x[3] = x[2] + (x[1] - x[0]) * (1.0f + 1e-6f);  // nearly one vector
    if (kind == 4) x[2] = x[0] + (x[1] - x[0]) * 0.5f;            // edges that meet
    if (kind >= 5) x[3] = x[2];                                   // a line
    if (kind == 6) x[1] = x[2];                                   // a point
  }
  std::mt19937 engine{5};
  std::uniform_real_distribution<float> at{-1.0f, 1.0f};
};

double squared(const glm::dvec3& x) { return glm::dot(x, x); }

glm::dvec3 at(const glm::vec3 (&x)[4], const glm::vec4& weights, bool first) {
  glm::dvec3 sum(0.0);
  for (int k = 0; k < 4; ++k)
    if ((weights[k] > 0.0f) == first) sum += glm::dvec3(x[k]) * double(std::abs(weights[k]));
  return sum;
}

/// The least of a convex function of one variable in [0, 1].
template <class F>
double least(const F& f) {
  double low = 0.0, high = 1.0;
  for (int i = 0; i < 80; ++i) {
    const double a = low + (high - low) / 3, b = high - (high - low) / 3;
    (f(a) < f(b) ? high : low) = f(a) < f(b) ? b : a;
  }
  return f((low + high) / 2);
}

double between_edges(const glm::vec3 (&x)[4]) {
  const glm::dvec3 a(x[0]), b(x[1]), c(x[2]), d(x[3]);
  return std::sqrt(least([&](double s) {
    return least([&](double u) { return squared(a + (b - a) * s - c - (d - c) * u); });
  }));
}

double to_triangle(const glm::vec3 (&x)[4]) {
  const glm::dvec3 p(x[0]), a(x[1]), b(x[2]), c(x[3]);
  return std::sqrt(least([&](double s) {
    const glm::dvec3 on = a + (b - a) * s;
    return least([&](double u) { return squared(on + (c - a) * (u * (1.0 - s)) - p); });
  }));
}

void expect_weights_of(const NearPoints& near, int on_first) {
  float first = 0.0f, second = 0.0f;
  for (int k = 0; k < 4; ++k) {
    (k < on_first ? first : second) += near.weights[k];
    if (k < on_first)
      EXPECT_GE(near.weights[k], 0.0f);
    else
      EXPECT_LE(near.weights[k], 0.0f);
  }
  EXPECT_NEAR(first, 1.0f, 1e-6f);
  EXPECT_NEAR(second, -1.0f, 1e-6f);
}

TEST(NearFeatures, OfEdgesAreNearest) {
  RandomCorners random;
  for (int i = 0; i < 4000; ++i) {
    glm::vec3 x[4];
    random.make(i % 5, x);
    const NearPoints near = nearest_of_edges(x);
    expect_weights_of(near, 2);
    const double found = glm::length(at(x, near.weights, true) - at(x, near.weights, false));
    ASSERT_NEAR(found, between_edges(x), 5e-5) << i;
  }
}

TEST(NearFeatures, OfAVertexAndATriangleAreNearest) {
  RandomCorners random;
  int features[7] = {};
  for (int i = 0; i < 4000; ++i) {
    glm::vec3 x[4];
    random.make(i % 2, x);
    const NearPoints near = nearest_of_vertex_and_triangle(x);
    expect_weights_of(near, 1);
    ++features[near.feature];
    const double found = glm::length(at(x, near.weights, true) - at(x, near.weights, false));
    ASSERT_NEAR(found, to_triangle(x), 2e-5) << i;
  }
  for (const int count : features) EXPECT_GT(count, 100);
}

}  // namespace
}  // namespace limber
