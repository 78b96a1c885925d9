#pragma once

namespace limber {

constexpr const char* publish_label = "publish";  ///< of kernels that publish

}  // namespace limber
