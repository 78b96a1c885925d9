#pragma once

#include <optional>
#include <string>

#include "app/standard_streams.h"
#include "kernels/error.h"

namespace limber {

/// Returns the result of `work`. Empty, with a printed note, if it throws Error(unavailable), as
/// for a missing library, so that the other rows are still measured.
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
