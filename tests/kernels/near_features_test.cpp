// The nearest points of vertices, triangles and edges against a search in double precision.

#include "kernels/contact/near_features.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

namespace limber {
namespace {

struct RandomCorners {
  /// Some are coplanar or collinear, others have parallel edges.
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

/// The minimum of a convex function on [0, 1].
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

/// Features directly above each other's interior, so that the vector between the nearest points is
/// a known normal.
struct NarrowCorners {
  glm::dvec3 direction() {
    glm::dvec3 x(0.0);
    while (!(squared(x) > 0.1 && squared(x) < 1.0)) x = {at(engine), at(engine), at(engine)};
    return glm::normalize(x);
  }
  /// Directions at an angle_rad to each other, and across both; a place near the origin; and shares
  /// of 0.05 to 0.95.
  void make(double angle_rad) {
    along = direction();
    normal = glm::normalize(glm::cross(along, direction()));
    other = along * std::cos(angle_rad) + glm::cross(normal, along) * std::sin(angle_rad);
    place = {at(engine), at(engine), at(engine)};
    for (double& share : shares) share = 0.5 + 0.45 * at(engine);
  }
  glm::dvec3 along, normal, other, place;
  double shares[3] = {};
  std::mt19937 engine{9};
  std::uniform_real_distribution<double> at{-1.0, 1.0};
};

/// Error of the vector between the nearest points, relative to the gap along the normal.
double off(const NearPoints& near, const glm::vec3 (&x)[4], const glm::dvec3& normal,
           double gap_m) {
  glm::vec3 way(0.0f);
  for (int k = 1; k < 4; ++k) way += (x[k] - x[0]) * near.weights[k];
  return glm::length(glm::dvec3(way) - normal * gap_m) / gap_m;
}

TEST(NearFeatures, OfEdgesAreNearestWhereTheseAreNearlyParallel) {
  NarrowCorners corners;
  for (const double size_m : {1.0, 0.5, 0.02})
    for (const double angle_rad : {2e-4, 9e-4, 3e-3, 1e-2, 0.1})
      for (int i = 0; i < 500; ++i) {
        corners.make(angle_rad);
        const auto& [along, normal, other, place, shares, engine, at] = corners;
        constexpr double gap_m = 5e-4;
        const glm::dvec3 above = place + normal * gap_m;
        const glm::vec3 x[4] = {glm::vec3(above - along * (size_m * shares[0])),
                                glm::vec3(above + along * (size_m * (1.0 - shares[0]))),
                                glm::vec3(place - other * (size_m * shares[1])),
                                glm::vec3(place + other * (size_m * (1.0 - shares[1])))};
        const NearPoints near = nearest_of_edges(x);
        expect_weights_of(near, 2);
        // Places are rounded to 1e-7 m, which may turn edges by as much.
        ASSERT_LT(off(near, x, normal, gap_m), 3e-3 + 1e-6 / (size_m * angle_rad))
            << size_m << " m, " << angle_rad << " rad, " << i;
      }
}

TEST(NearFeatures, OfAVertexAndANarrowTriangleAreNearest) {
  NarrowCorners corners;
  for (const double size_m : {1.0, 0.1, 0.02})
    for (const double angle_rad : {1e-3, 1e-2, 0.1, 0.5})
      for (int i = 0; i < 500; ++i) {
        corners.make(angle_rad);
        const auto& [along, normal, other, place, shares, engine, at] = corners;
        constexpr double gap_m = 5e-4;
        const glm::dvec3 triangle[3] = {place, place + along * size_m,
                                        place + other * (size_m * (0.5 + 0.5 * shares[2]))};
        const double b = shares[0] * (1.0 - shares[1]), c = shares[1];
        const glm::dvec3 above = place + (triangle[1] - place) * b + (triangle[2] - place) * c;
        const glm::vec3 x[4] = {glm::vec3(above + normal * gap_m), glm::vec3(triangle[i % 3]),
                                glm::vec3(triangle[(i + 1) % 3]), glm::vec3(triangle[(i + 2) % 3])};
        const NearPoints near = nearest_of_vertex_and_triangle(x);
        expect_weights_of(near, 1);
        ASSERT_LT(off(near, x, normal, gap_m), 3e-3 + 1e-6 / (size_m * angle_rad))
            << size_m << " m, " << angle_rad << " rad, " << i;
      }
}

}  // namespace
}  // namespace limber
