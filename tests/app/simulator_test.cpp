#include "app/simulator.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>

#include "kernels/error.h"

namespace limber {
namespace {

constexpr double frame_s = 1.0 / 60.0;

class SimulatorTest : public testing::Test {
 protected:
  SimulatorTest() {
    session_.open(open_scene("cloth/flags"));
    simulator_.publish_into(
        std::make_shared<HandOver>(session_.exec(), session_.world().draw_list().vertex_count));
    simulator_.publish_here();
  }

  template <class Condition>
  void wait_until(const Condition& condition) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(30);
    while (!condition()) {
      ASSERT_LT(std::chrono::steady_clock::now(), end);
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  }
  void settle() {
    wait_until([&] { return simulator_.readings()->answered == simulator_.asked(); });
  }
  void run_frame(bool film) {
    simulator_.begin_frame(frame_s, film);
    wait_until([&] { return !simulator_.frame_under_way(); });
  }

  Session session_{Backend::serial, 0};
  Simulator simulator_{session_, [] {}};
};

TEST_F(SimulatorTest, FilmsWhatARunWithoutWindowGives) {
  simulator_.start();
  for (int frame = 0; frame < 6; ++frame) run_frame(true);
  simulator_.wait_for_end();
  Session alone(Backend::serial, 0);
  alone.open(open_scene("cloth/flags"));
  for (int frame = 0; frame < 6; ++frame) alone.advance(frame_s, {}, -1);
  EXPECT_EQ(session_.steps_done(), alone.steps_done());
  EXPECT_EQ(session_.world().state_hash(), alone.world().state_hash());
}

TEST_F(SimulatorTest, DoesWhatIsAskedForInItsOrderAndSaysWhatFailed) {
  std::string order;
  const auto note = [&](const char* what) {
    simulator_.ask([&order, what](Session&) { order += what; });
  };
  simulator_.start();
  note("a");
  simulator_.ask([](Session&) { throw Error(ExitCode::bad_input, "no such thing"); });
  note("b");
  simulator_.ask([&](Session& session) { session.step(3, {}, -1); },
                 [&](std::exception_ptr failed) {
                   EXPECT_FALSE(failed);
                   EXPECT_EQ(session_.steps_done(), 3);  // it is paused and may be accessed
                   order += "c";
                 });
  note("d");
  EXPECT_THROW(wait_until([&] {
                 simulator_.deliver();
                 return false;
               }),
               Error);
  wait_until([&] {
    simulator_.deliver();
    return simulator_.readings()->answered == simulator_.asked();
  });
  EXPECT_EQ(order, "abcd");
  EXPECT_EQ(simulator_.readings()->steps_done, 3);
}

TEST_F(SimulatorTest, AFrameThatIsHeldGoesOn) {
  simulator_.start();
  run_frame(false);
  const long before = simulator_.readings()->steps_done;
  simulator_.hold(true);
  simulator_.begin_frame(frame_s, false);
  simulator_.ask([](Session&) {});
  settle();
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  EXPECT_TRUE(simulator_.frame_under_way());
  EXPECT_EQ(simulator_.readings()->steps_done, before);
  simulator_.hold(false);
  wait_until([&] { return !simulator_.frame_under_way(); });
  EXPECT_GT(simulator_.readings()->steps_done, before);
}

TEST_F(SimulatorTest, TakesValuesAndTheirReadingsFollow) {
  const std::vector<Parameter>& parameters = session_.world().parameters();
  const auto place = static_cast<std::size_t>(
      std::ranges::find(parameters, "iterations", &Parameter::key) - parameters.begin());
  ASSERT_LT(place, parameters.size());
  simulator_.start();
  for (const int iterations : {3, 4, 5}) simulator_.ask_for_value(place, iterations);
  settle();
  EXPECT_EQ(std::get<int>(simulator_.readings()->values[place]), 5);
  simulator_.wait_for_end();
  EXPECT_EQ(parameters[place].text(), "5");
}

/// The `then` of a change of scene or backend needs a published frame, even within one.
TEST_F(SimulatorTest, PublishesForWhatFollowsInTheMiddleOfAFrame) {
  simulator_.start();
  simulator_.begin_frame(1000.0, false);
  wait_until([&] { return simulator_.readings()->steps_done > 0; });
  const auto others =
      std::make_shared<HandOver>(session_.exec(), session_.world().draw_list().vertex_count);
  bool is_there = false, followed = false;
  simulator_.ask([](Session&) {},
                 [&](std::exception_ptr) {
                   simulator_.publish_into(others);
                   simulator_.publish_here();
                   is_there = others->take(session_.exec(), [](auto, int) {});
                   followed = true;
                 });
  wait_until([&] {
    simulator_.deliver();
    return followed;
  });
  EXPECT_TRUE(is_there);
}

/// Parameters are identified by index, which differs between scenes.
TEST(SessionTest, ForgetsWhatOtherSolversTookWithOtherParameters) {
  Session session(Backend::serial, 0);
  session.open(open_scene("cloth/flags"));
  session.step(2, {}, -1);
  session.switch_to(Backend::tbb);
  session.step(2, {}, -1);
  session.take_step_times();
  EXPECT_FALSE(session.times(Backend::serial).empty());
  session.parameters_changed();
  EXPECT_TRUE(session.times(Backend::serial).empty());
  EXPECT_FALSE(session.times(Backend::tbb).empty());
}

TEST_F(SimulatorTest, ForgetsValuesOfAnotherScene) {
  const std::vector<Parameter>& parameters = session_.world().parameters();
  const std::string before = parameters[0].text();
  std::atomic<bool> begun = false, asked = false;
  simulator_.start();
  simulator_.ask(
      [&](Session&) {
        begun = true;
        while (!asked) std::this_thread::yield();
      },
      [&](std::exception_ptr) { simulator_.forget_values(); });
  wait_until([&] { return begun.load(); });
  simulator_.ask_for_value(0, std::string("jacobi"));
  asked = true;
  wait_until([&] {
    simulator_.deliver();
    return simulator_.readings()->answered == simulator_.asked();
  });
  simulator_.wait_for_end();
  EXPECT_EQ(parameters[0].text(), before);
}

TEST_F(SimulatorTest, EndsAfterTheStepThatIsUnderWay) {
  simulator_.start();
  simulator_.begin_frame(1000.0, false);  // of a hundred thousand steps
  wait_until([&] { return simulator_.readings()->steps_done > 0; });
  simulator_.end();
  wait_until([&] { return simulator_.ended(); });
  EXPECT_LT(session_.steps_done(), 50000);
  simulator_.check();  // a requested end is no error
}

}  // namespace
}  // namespace limber
