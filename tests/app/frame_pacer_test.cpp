#include "app/frame_pacer.h"

#include <gtest/gtest.h>

#include <random>

#include "app/frame_rate.h"
#include "app/pace.h"

namespace limber {
namespace {

/// The simulated time that a frame shows: between the last two of `steps` states.
double shown_s(long steps, float blend, double dt_s) {
  return (static_cast<double>(steps) - 1.0 + blend) * dt_s;
}

TEST(FramePacer, WhatIsShownMovesOnByExactlyTheFramesTime) {
  for (const double dt_s : {0.001, 0.01, 1.0 / 60.0, 0.03}) {
    FramePacer pacer;
    long steps = 0;
    for (int frame = 1; frame <= 200; ++frame) {
      const auto [more, blend] = pacer.next(1.0 / 60.0, dt_s);
      steps += more;
      EXPECT_NEAR(shown_s(steps, blend, dt_s), frame / 60.0, 1e-6) << "dt " << dt_s;
      EXPECT_GE(blend, 0.0f);
      EXPECT_LE(blend, 1.0f);
    }
  }
}

/// The number of 60 Hz film frames taken in two seconds of pictures.
int frames_in_two_seconds(double picture_s) {
  FilmClock clock;
  int frames = 0;
  for (double time_s = 0.0; time_s < 2.0; time_s += picture_s) {
    clock.pass(picture_s, 1.0 / 60.0);
    frames += clock.take(1.0 / 60.0);
  }
  return frames;
}

TEST(FilmClock, AFastScreenDoesNotRunAFilmFasterThanTheWorld) {
  EXPECT_NEAR(frames_in_two_seconds(1.0 / 144.0), 120, 2);
  EXPECT_NEAR(frames_in_two_seconds(1.0 / 59.9), 120, 2);
  EXPECT_NEAR(frames_in_two_seconds(1.0 / 20.0), 40, 1) << "a slow one takes a frame a picture";
}

TEST(FramePacer, StaysEvenWhenFramesAreNot) {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> frame_s(0.0005, 0.05);
  FramePacer pacer;
  double time_s = 0.0;
  long steps = 0;
  for (int frame = 0; frame < 2000; ++frame) {
    const double s = frame_s(random);
    time_s += s;
    const auto [more, blend] = pacer.next(s, 0.01);
    steps += more;
    EXPECT_NEAR(shown_s(steps, blend, 0.01), time_s, 1e-5);
  }
}

TEST(FramePacer, NeverSimulatesMoreThanAStepAhead) {
  FramePacer pacer;
  long steps = 0;
  for (int frame = 1; frame <= 600; ++frame) {
    steps += pacer.next(1.0 / 240.0, 0.01).steps;
    EXPECT_LT(static_cast<double>(steps) * 0.01 - frame / 240.0, 0.01 + 1e-9);
  }
}

TEST(FramePacer, FramesAsLongAsStepsHoldOneEach) {
  FramePacer pacer;
  for (int frame = 0; frame < 1000; ++frame) {
    const auto [steps, blend] = pacer.next(1.0 / 60.0, 1.0 / 60.0);
    EXPECT_EQ(steps, 1);
    EXPECT_FLOAT_EQ(blend, 1.0f);
  }
}

TEST(FrameRate, SpeaksOfTheLastSecond) {
  FrameRate rate;
  EXPECT_EQ(rate.fps(), 0.0);
  for (int frame = 0; frame < 30; ++frame) rate.add(0.5);
  for (int frame = 0; frame < 30; ++frame) rate.add(0.1);
  EXPECT_NEAR(rate.fps(), 10.0, 0.01);
  EXPECT_NEAR(rate.frame_ms(), 100.0, 0.1);
}

/// A reset scene is not behind by its earlier simulated time.
TEST(Pace, BeginsAnewWhereTimeGoesBack) {
  Pace pace;
  pace.begin(0.0, 0.0);
  for (int i = 1; i <= 60; ++i) pace.show(i, i);
  pace.show(61.0, 0.0);
  pace.show(62.0, 0.5);
  EXPECT_NEAR(pace.times_real_time(), 0.5, 1e-9);
  EXPECT_NEAR(pace.behind_s(), 0.5, 1e-9);
}

TEST(Pace, SpeaksOfTheLastSecondOfManyShortSteps) {
  Pace pace;
  EXPECT_EQ(pace.times_real_time(), 0.0);
  pace.begin(100.0, 5.0);
  for (int frame = 1; frame <= 100; ++frame) pace.show(100.0 + 0.1 * frame, 5.0 + 0.1 * frame);
  EXPECT_NEAR(pace.times_real_time(), 1.0, 1e-9);
  EXPECT_NEAR(pace.behind_s(), 0.0, 1e-9);
  for (int frame = 1; frame <= 20; ++frame) pace.show(110.0 + 0.1 * frame, 15.0 + 0.05 * frame);
  EXPECT_NEAR(pace.times_real_time(), 0.5, 1e-9);
  EXPECT_NEAR(pace.behind_s(), 1.0, 1e-9);
}

TEST(Pace, KnowsStepsThatTakeSeconds) {
  Pace pace;
  pace.begin(0.0, 0.0);
  pace.show(2.0, 0.0);
  EXPECT_EQ(pace.times_real_time(), 0.0);  // not known yet
  EXPECT_NEAR(pace.behind_s(), 2.0, 1e-9);
  pace.show(3.0, 0.03);
  pace.show(6.0, 0.06);
  EXPECT_NEAR(pace.times_real_time(), 0.01, 1e-9);
  pace.show(8.5, 0.06);  // the next step is running
  EXPECT_NEAR(pace.times_real_time(), 0.01, 1e-9);
  pace.show(15.0, 0.06);  // and takes longer
  EXPECT_LT(pace.times_real_time(), 0.006);
  EXPECT_NEAR(pace.behind_s(), 14.94, 1e-9);
}

}  // namespace
}  // namespace limber
