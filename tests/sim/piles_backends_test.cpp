// Piles agree on every backend, with either contact method.

#include <gtest/gtest.h>

#include "tests/sim/small_pile.h"

namespace limber {
namespace {

struct Contacts {
  const char* name;
  PilesSettings settings;
  int steps;           ///< until bodies rest on each other
  int compared_steps;  ///< a fraction of a second: collisions are chaotic
  float tolerance_m;   ///< after these
};

class PilesSolvers : public testing::TestWithParam<Contacts> {
 protected:
  /// A pile after `steps` steps on each of these solvers in turn.
  std::unique_ptr<PilesWorld> after(const std::vector<Exec*>& execs, int steps) const {
    auto simulation =
        std::make_unique<PilesWorld>(*execs[0], boxed_pile(4, 0.28f), GetParam().settings);
    simulation->grab_at(7, {0.0f, 0.5f, 0.0f});
    simulation->drag_to({0.1f, 0.8f, 0.1f});
    for (Exec* exec : execs) {
      simulation->switch_to(*exec);
      run(*simulation, steps);
      EXPECT_TRUE(simulation->finite_now()) << name_of(exec->backend());
    }
    return simulation;
  }
  int all() const { return GetParam().steps; }
};

TEST_P(PilesSolvers, TbbGivesTheBitsOfSerial) {
  Exec serial(Backend::serial), tbb(Backend::tbb, 4);
  EXPECT_EQ(after({&serial}, all())->state_hash(), after({&tbb}, all())->state_hash());
}

TEST_P(PilesSolvers, SwitchingKeepsTheState) {
  Exec serial(Backend::serial), tbb(Backend::tbb, 4);
  EXPECT_EQ(after({&serial, &tbb, &serial}, all() / 3)->state_hash(),
            after({&serial}, all())->state_hash());
}

TEST_P(PilesSolvers, AResetIsANewStart) {
  Exec serial(Backend::serial);
  const auto fresh = after({&serial}, 0), used = after({&serial}, all() / 2);
  used->release(true);
  used->reset();
  fresh->release(false);
  EXPECT_EQ(used->state_hash(), fresh->state_hash());
  run(*used, all() / 2);
  run(*fresh, all() / 2);
  EXPECT_EQ(used->state_hash(), fresh->state_hash());
}

TEST_P(PilesSolvers, AgreeWithSerialOn_cuda) {
  if (!device::info().usable) GTEST_SKIP() << device::info().reason;
  Exec serial(Backend::serial), cuda(Backend::cuda);
  const auto reference = after({&serial}, all()), other = after({&serial}, all());
  other->switch_to(cuda);
  run(*reference, GetParam().compared_steps);
  run(*other, GetParam().compared_steps);
  ASSERT_TRUE(reference->finite_now());
  ASSERT_TRUE(other->finite_now());
#ifdef LIMBER_PARITY
  EXPECT_EQ(reference->state_hash(), other->state_hash());
#endif
  const auto expected = reference->positions_m(), got = other->positions_m();
  for (std::size_t i = 0; i < expected.size(); ++i)
    EXPECT_LT(glm::distance(expected[i], got[i]), GetParam().tolerance_m);
}

TEST_P(PilesSolvers, IsTheSameEveryTimeOn_cuda) {
  if (!device::info().usable) GTEST_SKIP() << device::info().reason;
  Exec cuda(Backend::cuda);
  EXPECT_EQ(after({&cuda}, all())->state_hash(), after({&cuda}, all())->state_hash());
}

INSTANTIATE_TEST_SUITE_P(of, PilesSolvers,
                         testing::Values(Contacts{"springs", {}, 1200, 8, 1e-5f},
                                         Contacts{"positions", at_frames(), 45, 1, 2e-5f}),
                         [](const auto& chosen) { return chosen.param.name; });

}  // namespace
}  // namespace limber
