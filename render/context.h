#pragma once

#include <memory>
#include <string>
#include <vector>

#include "render/gl_messages.h"

namespace limber {

struct ContextInfo {
  std::string renderer;  ///< for example "llvmpipe (LLVM 15.0.6, 256 bits)"
  std::string vendor;
  std::string version;       ///< for example "4.5 (Core Profile) Mesa 22.3.6"
  bool is_software = false;  ///< software rendering: reduce cost
  int max_samples = 1;       ///< of multisampled colour and depth
};

/// An OpenGL 4.5 core context: a Window, or off-screen. Not movable, since OpenGL's debug callback
/// holds its address.
class Context {
 public:
  virtual ~Context() = default;
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;

  virtual void make_current() = 0;
  const ContextInfo& info() const { return info_; }
  /// Errors and severe messages of the driver since the last call. Complete only with `debug`.
  std::vector<std::string> take_messages() { return messages_.take(); }

  /// A context without a window, through EGL and with no X server: on the GPU that CUDA uses where
  /// there is one, else on another GPU, else on Mesa's software renderer. It is current afterwards.
  /// debug: the driver checks every call and reports synchronously, at some cost. Throws
  /// Error(unavailable) if nothing provides OpenGL 4.5.
  static std::unique_ptr<Context> off_screen(bool debug = false);

 protected:
  using Function = void (*)();
  using FindFunction = Function (*)(const char* name);

  Context() = default;
  /// Call with the context current: loads OpenGL's functions and queries the context. Throws
  /// Error(unavailable) below 4.5.
  void start(FindFunction find, bool debug);

 private:
  ContextInfo info_;
  GlMessages messages_;
};

}  // namespace limber
