#include "gl_fixture.h"

namespace limber {
namespace {

using ContextTest = GlTest;

TEST_F(ContextTest, SaysWhatDraws) {
  EXPECT_FALSE(context->info().renderer.empty());
  EXPECT_GE(context->info().version.substr(0, 3), "4.5");
  EXPECT_GE(context->info().max_samples, 4);
}

}  // namespace
}  // namespace limber
