#pragma once

#include <mutex>
#include <string>
#include <vector>

namespace limber {

/// OpenGL debug messages: errors, undefined behaviour and whatever is marked severe. A driver may
/// report from another thread.
class GlMessages {
 public:
  /// Registers with the current context, which must not outlive this object.
  void listen(bool debug);
  std::vector<std::string> take();
  void add(std::string message);

 private:
  std::mutex mutex_;
  std::vector<std::string> messages_;
};

}  // namespace limber
