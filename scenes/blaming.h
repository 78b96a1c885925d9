#pragma once

#include <fmt/format.h>

#include "kernels/error.h"
#include "scenes/builders.h"
#include "scenes/table_reader.h"

namespace limber {

/// What work returns. What it finds to be bad input is the fault of a key's value, which `does` not
/// do.
template <class Work>
auto blaming(const TableReader& table, const char* key, const Work& work,
             const char* does = "does not do") {
  try {
    return work();
  } catch (const Error& error) {
    if (error.code() != ExitCode::bad_input) throw;
    table.fail(key, fmt::format("{}: {}", does, error.what()));
  }
}

/// The same where a user's own mesh takes the place of the scene's shape: then that is to blame,
/// which `cannot` what is asked of it.
template <class Work>
auto blaming(const GivenMesh& given, const char* cannot, const Work& work) {
  try {
    return work();
  } catch (const Error& error) {
    if (error.code() != ExitCode::bad_input) throw;
    throw Error(error.code(), fmt::format("{} cannot {}, open or fill it otherwise (--as, "
                                          "--mesher): {}",
                                          given.file, cannot, error.what()));
  }
}

}  // namespace limber
