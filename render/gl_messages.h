#pragma once

#include <mutex>
#include <string>
#include <vector>

namespace limber {

/// What OpenGL complains of: errors, undefined behaviour and whatever it calls severe. A driver may
/// report from a thread of its own.
class GlMessages {
 public:
  /// Listens to the current context, which must not outlive this object.
  void listen(bool debug);
  std::vector<std::string> take();
  void add(std::string message);

 private:
  std::mutex mutex_;
  std::vector<std::string> messages_;
};

}  // namespace limber
