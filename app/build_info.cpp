#include "app/build_info.h"

#include <fmt/format.h>

#include "build_commit.h"  // written by app/commit.cmake at every build
#include "kernels/device.h"

namespace limber {

std::string build_type() { return LIMBER_BUILD_TYPE; }

std::string build_commit() { return LIMBER_COMMIT; }

std::string build_description() {
  return fmt::format("limber {}, {}, commit {}, {}", LIMBER_VERSION, build_type(), build_commit(),
                     LIMBER_CUDA_DESCRIPTION);
}

}  // namespace limber
