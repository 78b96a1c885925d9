#pragma once

#include <string>

namespace limber {

/// "limber 0.1.0, Release, commit 1a2b3c4, CUDA 13.0", as --version, --stats and benches name it.
std::string build_description();
std::string build_type();
std::string build_commit();  ///< with "+" if the work tree was modified; "unknown" without git

}  // namespace limber
