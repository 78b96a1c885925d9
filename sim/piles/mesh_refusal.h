#pragma once

#include <fmt/format.h>

#include <string>

#include "kernels/error.h"

namespace limber {

inline Error mesh_refusal(const std::string& name, const std::string& why) {
  return Error(ExitCode::bad_input, fmt::format("the mesh {} {}", name, why));
}

}  // namespace limber
