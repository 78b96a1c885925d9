#pragma once

namespace limber {

constexpr const char* hold_label = "hold back";  ///< of kernels that hold motion back

}  // namespace limber
