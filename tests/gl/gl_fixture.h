#pragma once

#include <gtest/gtest.h>

#include <memory>

#include "render/context.h"

namespace limber {

/// A debug context for each test; any OpenGL message fails the test.
class GlTest : public ::testing::Test {
 protected:
  void TearDown() override {
    for (const std::string& message : context->take_messages())
      ADD_FAILURE() << "OpenGL: " << message;
  }

  std::unique_ptr<Context> context = Context::off_screen(true);
};

}  // namespace limber
