#pragma once

#include <optional>
#include <string>

#include "app/standard_streams.h"
#include "kernels/error.h"

namespace limber {

/// What work returns. Empty, with a line that says so, where it needs a library that cannot be
/// loaded, or that cannot do it: the other rows of a bench are measured all the same.
template <class Work>
auto unless_unavailable(const std::string& what, const Work& work)
    -> std::optional<decltype(work())> {
  try {
    return work();
  } catch (const Error& error) {
    if (error.code() != ExitCode::unavailable) throw;
    say("{} is left out: {}\n", what, error.what());
    return std::nullopt;
  }
}

}  // namespace limber
