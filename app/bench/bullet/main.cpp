// limber_bullet ROWS SECONDS ITERATIONS...: simulates the pyramid of `bench rigid` with Bullet, on
// one thread, once for each number of solver iterations. Writes a line of JSON for each to standard
// output, errors to standard error. The only program that contains Bullet.

#include <btBulletDynamicsCommon.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <numeric>
#include <vector>

#include "app/bench/pyramid.h"

namespace {

using limber::Pyramid;

[[noreturn]] void fail(const char* why) {
  std::fprintf(stderr, "%s\n", why);
  std::exit(1);
}

/// A number above 0.
double number_in(const char* text) {
  char* end = nullptr;
  const double value = std::strtod(text, &end);
  if (*end != '\0' || !(value > 0.0 && value <= 1e6)) fail("an argument is not a positive number");
  return value;
}

btVector3 vector_of(const std::array<double, 3>& v) {
  return {btScalar(v[0]), btScalar(v[1]), btScalar(v[2])};
}

/// The defaults of Bullet, except for the number of iterations and that bodies never sleep.
class BulletPyramid {
 public:
  BulletPyramid(const Pyramid& pyramid, int iterations)
      : box_(vector_of(pyramid.size_m) / 2),
        ground_({btScalar(pyramid.rows), 1, 10}),
        dt_s_(btScalar(pyramid.dt_s)) {
    world_.setGravity({0, btScalar(-pyramid.gravity_m_s2), 0});
    world_.getSolverInfo().m_numIterations = iterations;
    // Bullet multiplies the coefficients of two bodies.
    const btScalar friction = std::sqrt(btScalar(pyramid.friction));
    // Not a btStaticPlaneShape, which finds one contact point of a box per step.
    add(ground_, 0, {0, -1, 0}, friction);
    for (const auto& center_m : pyramid.centers_m())
      add(box_, btScalar(pyramid.mass_kg()), vector_of(center_m), friction);
  }
  ~BulletPyramid() {
    for (const auto& body : bodies_) world_.removeRigidBody(body.get());
  }

  void step() { world_.stepSimulation(dt_s_, 0); }  // 0: a single step of dt_s_

  /// World positions of the corners of all boxes.
  std::vector<btVector3> corners_m() const {
    const btVector3 half_m = box_.getHalfExtentsWithMargin();
    std::vector<btVector3> result;
    for (const auto& body : bodies_)
      for (int corner = 0; corner < 8 && !body->isStaticObject(); ++corner)
        result.push_back(body->getWorldTransform() *
                         (half_m * btVector3(corner & 1 ? 1.f : -1.f, corner & 2 ? 1.f : -1.f,
                                             corner & 4 ? 1.f : -1.f)));
    return result;
  }

 private:
  void add(btBoxShape& shape, btScalar mass_kg, const btVector3& center_m, btScalar friction) {
    btVector3 inertia_kg_m2(0, 0, 0);
    if (mass_kg > 0) shape.calculateLocalInertia(mass_kg, inertia_kg_m2);
    btRigidBody::btRigidBodyConstructionInfo info(mass_kg, nullptr, &shape, inertia_kg_m2);
    info.m_startWorldTransform.setOrigin(center_m);
    info.m_friction = friction;
    bodies_.push_back(std::make_unique<btRigidBody>(info));
    bodies_.back()->setActivationState(DISABLE_DEACTIVATION);
    world_.addRigidBody(bodies_.back().get());
  }

  btBoxShape box_, ground_;
  btScalar dt_s_;
  btDefaultCollisionConfiguration configuration_;
  btCollisionDispatcher dispatcher_{&configuration_};
  btDbvtBroadphase broad_phase_;
  btSequentialImpulseConstraintSolver solver_;
  btDiscreteDynamicsWorld world_{&dispatcher_, &broad_phase_, &solver_, &configuration_};
  std::vector<std::unique_ptr<btRigidBody>> bodies_;
};

void measure(const Pyramid& pyramid, int iterations) {
  BulletPyramid world(pyramid, iterations);
  const std::vector<btVector3> before = world.corners_m();
  std::vector<double> ms(std::max(1l, std::lround(pyramid.run_s / pyramid.dt_s)));
  for (double& of_step : ms) {
    const auto start = std::chrono::steady_clock::now();
    world.step();
    of_step =
        std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
  }
  const std::vector<btVector3> now = world.corners_m();
  double sum_m = 0.0, max_m = 0.0;
  for (std::size_t i = 0; i < now.size(); ++i) {
    const double displacement_m = now[i].distance(before[i]);
    sum_m += displacement_m;
    max_m = std::max(max_m, displacement_m);
  }
  if (!std::isfinite(sum_m)) fail("the pyramid is no longer finite");
  const auto count = static_cast<double>(ms.size());
  std::printf(
      "{\"iterations\": %d, \"steps\": %zu, \"ms_per_step\": %.6g, \"slowest_ms\": %.6g, "
      "\"moved_m\": %.6g, \"moved_max_m\": %.6g}\n",
      iterations, ms.size(), std::accumulate(ms.begin(), ms.end(), 0.0) / count,
      *std::max_element(ms.begin(), ms.end()), sum_m / static_cast<double>(now.size()), max_m);
  std::fflush(stdout);
}

}  // namespace

int main(int count, char** words) {
  if (count < 4) fail("usage: limber_bullet ROWS SECONDS ITERATIONS...");
  Pyramid pyramid;
  pyramid.rows = static_cast<int>(number_in(words[1]));
  pyramid.run_s = number_in(words[2]);
  for (int i = 3; i < count; ++i) measure(pyramid, static_cast<int>(number_in(words[i])));
}
