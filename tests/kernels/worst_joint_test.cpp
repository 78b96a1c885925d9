// Which joint is reported as the one with the largest error.

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "kernels/joints/joint_step.h"
#include "kernels/joints/vertex_joint.h"

namespace limber {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

TEST(WorstJoint, IsTheFirstWithoutANumberEvenBeforeLargeOnes) {
  std::vector<JointBlock> blocks(2 * joint_sum_block);
  for (JointBlock& block : blocks) block.joint = 0;
  const std::vector<int> broken{0};
  std::vector<glm::dvec3> errors_m(blocks.size(), glm::dvec3(0.0));
  errors_m[3].y = nan;
  errors_m[5].x = errors_m[joint_sum_block].x = 7.0;
  std::vector<WorstJoint> parts(2), all(1);
  const WorstOfJoints of_parts{{blocks.data(), static_cast<int>(blocks.size())},
                               {broken.data(), 1},
                               {errors_m.data(), static_cast<int>(errors_m.size())},
                               {parts.data(), 2}};
  for (int part = 0; part < 2; ++part) of_parts(part);
  WorstOfAll{{parts.data(), 2}, {all.data(), 1}}(0);
  EXPECT_TRUE(std::isnan(all[0].open_m));
  EXPECT_EQ(all[0].block, 3);
  EXPECT_EQ(parts[1].open_m, 7.0);
  EXPECT_EQ(parts[1].block, joint_sum_block);
}

TEST(WorstJoint, OfVerticesToo) {
  std::vector<VertexJointStep> steps(3);
  steps[0].open_m = 1.0;
  steps[1].open_m = nan;
  steps[2].open_m = 2.0;
  const std::vector<int> broken(3, 0);
  std::vector<WorstVertexJoint> worst(1);
  FindWorstVertexJoint{{steps.data(), 3}, {broken.data(), 3}, {worst.data(), 1}}(0);
  EXPECT_TRUE(std::isnan(worst[0].open_m));
  EXPECT_EQ(worst[0].joint, 1);
}

}  // namespace
}  // namespace limber
