// Solvers agree: serial and TBB bitwise, CUDA within rounding, and bitwise in the parity build.
// States move between backends.

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/sim/small_cloth.h"
#include "tests/sim/small_solid.h"

namespace limber {
namespace {

/// A scene that uses every feature.
Placed<PbdModel> busy_model(Bending bending, bool solid) {
  Placed<PbdModel> model = small_cloth(40, bending, {0, 39});
  if (solid) {
    Solid ball = small_ball(0.2f, 0.09f);
    ball.bends = true;
    add_solid(model, ball, {.at_m = {0.1f, 2.25f, 0.0f}});
    add_solid(model, ball, {.at_m = {-0.3f, 2.3f, 0.1f}});
  }
  Collider sphere;
  sphere.shape = ColliderShape::sphere;
  sphere.center_m = {0.1f, 1.6f, 0.2f};
  sphere.radius_m = 0.25f;
  model.colliders = {Collider{}, sphere};
  return model;
}

PbdSettings busy_settings(const char* method) {
  PbdSettings settings;
  settings.method = method;
  settings.iterations = 5;
  settings.substeps = 4;
  settings.contact_distance_m = 0.02f;
  settings.wind_m_s = {2.0f, 0.0f, 1.0f};
  return settings;
}

struct Method {
  const char* name;
  Bending bending;
  bool solid = false;
};

class EachMethod : public testing::TestWithParam<Method> {
 protected:
  /// Runs `steps` steps on each backend of the list in turn, with something grabbed on the way.
  static std::unique_ptr<PbdWorld> after(const std::vector<Exec*>& execs, int steps) {
    auto simulation =
        std::make_unique<PbdWorld>(*execs[0], busy_model(GetParam().bending, GetParam().solid),
                                   busy_settings(GetParam().name));
    simulation->grab(815);
    simulation->drag_to({0.5f, 2.5f, 0.0f});
    for (Exec* exec : execs) {
      simulation->switch_to(*exec);
      for (int done = 0; done < steps; done += 5) simulation->advance({.steps = 5});
    }
    return simulation;
  }
};

TEST_P(EachMethod, TbbGivesTheBitsOfSerial) {
  Exec serial(Backend::serial), tbb(Backend::tbb, 4);
  EXPECT_EQ(after({&serial}, 40)->state_hash(), after({&tbb}, 40)->state_hash());
}

TEST_P(EachMethod, SwitchingKeepsTheState) {
  Exec serial(Backend::serial), tbb(Backend::tbb, 4);
  EXPECT_EQ(after({&serial, &tbb, &serial}, 15)->state_hash(), after({&serial}, 45)->state_hash());
}

float max_apart_m(const std::vector<glm::vec3>& a, const std::vector<glm::vec3>& b) {
  float farthest = 0.0f;
  for (std::size_t i = 0; i < a.size(); ++i)
    farthest = std::max(farthest, glm::distance(a[i], b[i]));
  return farthest;
}

// Cloth that buckles is chaotic: rounding grows a thousandfold in a tenth of a second. So the
// solvers are compared over one step, from a state computed by serial.
constexpr float rounding_m = 1e-4f;
// ... and a state that ran elsewhere for a while only has to be similar: a lost velocity would show
// in decimetres.
constexpr float chaos_m = 0.05f;

void expect_equal_or_near(PbdWorld& reference, PbdWorld& other, float tolerance_m) {
#ifdef LIMBER_PARITY
  (void)tolerance_m;
  EXPECT_EQ(reference.state_hash(), other.state_hash());
#else
  EXPECT_LT(max_apart_m(reference.positions_m(), other.positions_m()), tolerance_m);
#endif
}

TEST_P(EachMethod, AgreesWithSerialOn_cuda) {
  if (!device::info().usable) GTEST_SKIP() << device::info().reason;
  Exec serial(Backend::serial), cuda(Backend::cuda);
  const auto reference = after({&serial}, 30), other = after({&serial}, 30);
  other->switch_to(cuda);
  reference->advance({.steps = 1});
  other->advance({.steps = 1});
  expect_equal_or_near(*reference, *other, rounding_m);
}

TEST_P(EachMethod, SwitchingKeepsTheStateOn_cuda) {
  if (!device::info().usable) GTEST_SKIP() << device::info().reason;
  Exec serial(Backend::serial), cuda(Backend::cuda);
  const auto reference = after({&serial}, 15), other = after({&serial, &cuda, &serial}, 5);
  expect_equal_or_near(*reference, *other, chaos_m);
}

TEST_P(EachMethod, IsTheSameEveryTimeOn_cuda) {
  if (!device::info().usable) GTEST_SKIP() << device::info().reason;
  Exec cuda(Backend::cuda);
  EXPECT_EQ(after({&cuda}, 200)->state_hash(), after({&cuda}, 200)->state_hash());
}

INSTANTIATE_TEST_SUITE_P(
    , EachMethod,
    testing::Values(Method{"gauss_seidel", Bending::across},
                    Method{"gauss_seidel", Bending::dihedral}, Method{"jacobi", Bending::dihedral},
                    Method{"xpbd", Bending::across}, Method{"xpbd", Bending::dihedral},
                    Method{"gauss_seidel", Bending::dihedral, true},
                    Method{"jacobi", Bending::across, true},
                    Method{"xpbd", Bending::dihedral, true}),
    [](const auto& method) {
      return std::string(method.param.name) + "_" +
             (method.param.bending == Bending::across ? "across" : "dihedral") +
             (method.param.solid ? "_solid" : "");
    });

}  // namespace
}  // namespace limber
