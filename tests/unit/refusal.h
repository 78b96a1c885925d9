#pragma once

#include <gtest/gtest.h>

#include <string>

#include "kernels/error.h"

namespace limber {

/// The sentence of the Error that `act` must throw.
template <class Act>
std::string refusal(ExitCode code, Act act) {
  try {
    act();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), code) << error.what();
    return error.what();
  }
  ADD_FAILURE() << "nothing was thrown";
  return "";
}

template <class Act>
std::string refusal(Act act) {
  return refusal(ExitCode::bad_input, act);
}

}  // namespace limber
