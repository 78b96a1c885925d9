#pragma once

#include <fmt/format.h>

#include "kernels/error.h"
#include "scenes/builders.h"
#include "scenes/table_reader.h"

namespace limber {

/// Throws bad input as the fault of a key's value, which then `is_wrong`; any other error as it is,
/// which is the one that is being handled.
[[noreturn]] inline void blame(const Error& error, const TableReader& table, const char* key,
                               const char* is_wrong = "cannot be used") {
  if (error.code() != ExitCode::bad_input) throw;
  table.fail(key, fmt::format("{}: {}", is_wrong, error.what()));
}

/// The same where a user's own mesh takes the place of the scene's shape: then that is to blame,
/// which `cannot` what is asked of it.
[[noreturn]] inline void blame(const Error& error, const GivenMesh& given, const char* cannot) {
  if (error.code() != ExitCode::bad_input) throw;
  throw Error(error.code(), fmt::format("{} cannot {}; open or fill it in another way (--as, "
                                        "--mesher): {}",
                                        given.file, cannot, error.what()));
}

/// What work returns. What it throws is blamed on a key's value.
template <class Work>
auto blaming(const TableReader& table, const char* key, const Work& work,
             const char* is_wrong = "cannot be used") {
  try {
    return work();
  } catch (const Error& error) {
    blame(error, table, key, is_wrong);
  }
}

}  // namespace limber
