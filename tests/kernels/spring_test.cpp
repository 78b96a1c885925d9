// The springs of cloth against the beam that [ChoiKo02] derive them from, in double precision.

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>
#include <cstring>
#include <numbers>
#include <random>

#include "kernels/buffer.h"
#include "kernels/fem/spring.h"
#include "kernels/launch.h"
#include "sim/mesh/topology.h"
#include "tests/each_backend.h"

namespace limber {
namespace {

/// The energy of a beam of length L and bending stiffness k_b bent into an arc with its ends
/// `chord_m` apart: k_b L kappa^2 / 2, where the chord is L sinc(kappa L / 2).
double arc_energy_J(double length_m, double bend_N_m2, double chord_m) {
  double low = 1e-9, high = std::numbers::pi;
  for (int i = 0; i < 200; ++i) {
    const double t = 0.5 * (low + high);
    (std::sin(t) / t > chord_m / length_m ? low : high) = t;
  }
  const double curvature_per_m = (low + high) / length_m;
  return 0.5 * bend_N_m2 * length_m * curvature_per_m * curvature_per_m;
}

TEST(Spring, PushesBackAsABeamThatBuckles) {
  constexpr double rest_m = 0.03, bend_N_m2 = 2e-6;
  const Spring spring{static_cast<float>(rest_m), 1e6f, static_cast<float>(bend_N_m2)};
  for (double share = 0.05; share < 0.96; share += 0.05) {
    const double length_m = share * rest_m, h_m = 1e-5 * rest_m;
    const double expected = (arc_energy_J(rest_m, bend_N_m2, length_m + h_m) -
                             arc_energy_J(rest_m, bend_N_m2, length_m - h_m)) /
                            (2.0 * h_m);
    const float tension = spring_force(spring, static_cast<float>(length_m)).tension_N;
    EXPECT_NEAR(tension, expected, 2e-3 * std::abs(expected)) << share;
  }
}

TEST(Spring, ItsStiffnessIsTheSlopeOfItsForce) {
  for (const float bend_N_m2 : {0.0f, 2e-6f}) {
    const Spring spring{0.03f, 0.5f, bend_N_m2};
    for (float share = 0.1f; share < 1.5f; share += 0.07f) {
      const float length_m = share * 0.03f, h_m = 1e-4f;
      const double slope = (double(spring_force(spring, length_m + h_m).tension_N) -
                            double(spring_force(spring, length_m - h_m).tension_N)) /
                           (2.0 * double(h_m));
      const SpringForce force = spring_force(spring, length_m);
      EXPECT_NEAR(force.along_N_m, slope, 0.02 * std::abs(slope) + 1e-4) << share;
      EXPECT_GE(force.along_N_m, 0.0f);
      EXPECT_FLOAT_EQ(force.across_N_m, share > 1.0f ? force.tension_N / length_m : 0.0f);
    }
  }
}

/// A strip of nodes joined to the next and the next but one, moved at random: some springs are
/// pulled, some pushed, one has no length.
struct Strip {
  std::vector<ElementNodes<2>> nodes;
  std::vector<Spring> springs;
  std::vector<glm::vec3> positions, velocities;
  std::vector<int> names;

  explicit Strip(int count) {
    std::mt19937 random(7);
    std::uniform_real_distribution<float> any(-1.0f, 1.0f);
    for (int i = 0; i < count; ++i) {
      positions.push_back(glm::vec3(i, 0, 0) * 0.1f +
                          glm::vec3(any(random), any(random), any(random)) * 0.06f);
      velocities.emplace_back(any(random), any(random), any(random));
      for (const int cells : {1, 2}) {
        if (i + cells >= count) continue;
        nodes.push_back({{i, i + cells}});
        springs.push_back({0.1f * static_cast<float>(cells), 50.0f, cells == 2 ? 3e-3f : 0.0f});
        names.insert(names.end(), {i, i + cells});
      }
    }
    positions[1] = positions[0];
  }

  struct Results {
    std::vector<glm::vec3> forces;
    std::vector<float> matrices, strain;
  };
  Results on(const Exec& exec, float lookahead_s, float scale_s2) const {
    const Lists slots = elements_at(static_cast<int>(positions.size()), names, 1);
    const Buffer<ElementNodes<2>> ends(exec, nodes);
    const Buffer<Spring> at(exec, springs);
    const Buffer<glm::vec3> x(exec, positions), v(exec, velocities);
    const Buffer<int> first(exec, slots.first), items(exec, slots.items);
    Buffer<glm::vec3> forces(exec, 2 * ends.size());
    Buffer<float> matrices(exec, 36 * ends.size()), strain(exec, x.size());
    launch(exec, "springs", ends.size(),
           SpringElements{ends.view(), at.view(), x.view(), v.view(), forces.view(),
                          matrices.view(), lookahead_s, scale_s2});
    launch(exec, "strain", x.size(),
           MeasureSprings{
               {first.view(), items.view()}, ends.view(), at.view(), x.view(), strain.view()});
    return {forces.download(exec), matrices.download(exec), strain.download(exec)};
  }
};

class SpringKernels : public EachBackend {};

TEST_P(SpringKernels, GiveTheSystemOfTheirForces) {
  const Strip strip(200);
  const float lookahead_s = 0.013f, scale_s2 = 0.2f;
  const Strip::Results results = strip.on(exec(), lookahead_s, scale_s2);
  int pushed = 0;
  for (std::size_t s = 0; s < strip.springs.size(); ++s) {
    const auto [a, b] = strip.nodes[s].at;
    const glm::dvec3 way = glm::dvec3(strip.positions[b]) - glm::dvec3(strip.positions[a]);
    const double length = glm::length(way);
    const SpringForce force = spring_force(strip.springs[s], static_cast<float>(length));
    pushed += force.tension_N < 0.0f ? 1 : 0;
    const Eigen::Vector3d n = length > 0.0 ? Eigen::Vector3d(way.x, way.y, way.z) / length
                                           : Eigen::Vector3d(Eigen::Vector3d::Zero());
    const Eigen::Matrix3d block = double(force.along_N_m - force.across_N_m) * n * n.transpose() +
                                  double(force.across_N_m) * Eigen::Matrix3d::Identity();
    const glm::dvec3 dv = glm::dvec3(strip.velocities[b]) - glm::dvec3(strip.velocities[a]);
    const Eigen::Vector3d pull = double(force.tension_N) * n +
                                 double(lookahead_s) * block * Eigen::Vector3d(dv.x, dv.y, dv.z);
    const double size = 50.0 * 0.1;
    for (int r = 0; r < 3; ++r) {
      EXPECT_NEAR(results.forces[2 * s][r], pull[r], 3e-6 * size);
      EXPECT_EQ(results.forces[2 * s][r], -results.forces[2 * s + 1][r]);
      for (int c = 0; c < 3; ++c)
        for (int k = 0; k < 4; ++k)
          EXPECT_NEAR(results.matrices[36 * s + 9 * k + 3 * r + c],
                      (k == 0 || k == 3 ? 1.0 : -1.0) * double(scale_s2) * block(r, c), 1e-4);
    }
  }
  EXPECT_GT(pushed, 20);
  EXPECT_FLOAT_EQ(results.strain[0], -1.0f) << "the spring between the first two has no length";
}

TEST_P(SpringKernels, GiveTheBitsOfSerial) {
#ifndef LIMBER_PARITY
  if (on_cuda()) GTEST_SKIP() << "CUDA gives the bits of serial in the parity build only";
#endif
  const Strip strip(5000);
  const Strip::Results a = strip.on(Exec(Backend::serial), 0.01f, 1e-4f);
  const Strip::Results b = strip.on(exec(), 0.01f, 1e-4f);
  EXPECT_EQ(std::memcmp(a.forces.data(), b.forces.data(), a.forces.size() * sizeof(glm::vec3)), 0);
  EXPECT_EQ(a.matrices, b.matrices);
  EXPECT_EQ(a.strain, b.strain);
}

EACH_BACKEND(SpringKernels);

}  // namespace
}  // namespace limber
