// Context::off_screen: surfaceless EGL; pictures are drawn into our own framebuffers.

#include <EGL/egl.h>
#include <EGL/eglext.h>

#include <cstring>
#include <map>
#include <string>
#include <vector>

#include "kernels/device.h"
#include "kernels/error.h"
#include "render/context.h"

namespace limber {

namespace {

/// EGL extension functions, which the library does not export.
struct Extensions {
  PFNEGLQUERYDEVICESEXTPROC query_devices = nullptr;
  PFNEGLQUERYDEVICEATTRIBEXTPROC query_attribute = nullptr;
  PFNEGLQUERYDEVICESTRINGEXTPROC query_string = nullptr;
  PFNEGLGETPLATFORMDISPLAYEXTPROC get_platform_display = nullptr;

  Extensions() {
    find(query_devices, "eglQueryDevicesEXT");
    find(query_attribute, "eglQueryDeviceAttribEXT");
    find(query_string, "eglQueryDeviceStringEXT");
    find(get_platform_display, "eglGetPlatformDisplayEXT");
  }
  template <class Function>
  static void find(Function& function, const char* name) {
    function = reinterpret_cast<Function>(eglGetProcAddress(name));
  }
};

/// An initialized display. EGL returns the same one for the same device, so it is reference-counted
/// and terminated with its last user.
class Display {
 public:
  static std::shared_ptr<Display> open(EGLDisplay handle) {
    static std::map<EGLDisplay, std::weak_ptr<Display>> known;
    if (handle == EGL_NO_DISPLAY) return nullptr;
    if (std::shared_ptr<Display> display = known[handle].lock()) return display;
    if (!eglInitialize(handle, nullptr, nullptr)) return nullptr;
    std::shared_ptr<Display> display(new Display(handle));
    known[handle] = display;
    return display;
  }
  ~Display() { eglTerminate(handle_); }
  Display(const Display&) = delete;
  Display& operator=(const Display&) = delete;
  EGLDisplay handle() const { return handle_; }

 private:
  explicit Display(EGLDisplay handle) : handle_(handle) {}
  EGLDisplay handle_;
};

bool is_mesa_software(const Extensions& egl, EGLDeviceEXT device) {
  const char* extensions = egl.query_string ? egl.query_string(device, EGL_EXTENSIONS) : nullptr;
  return extensions && std::strstr(extensions, "EGL_MESA_device_software");
}

bool is_cuda_device(const Extensions& egl, EGLDeviceEXT device) {
  constexpr EGLAttrib cuda_device_in_use = 0;  // device::info() also uses device 0
  EGLAttrib index = -1;
  return device::info().usable && egl.query_attribute &&
         egl.query_attribute(device, EGL_CUDA_DEVICE_NV, &index) && index == cuda_device_in_use;
}

/// EGL devices in order of preference: the one CUDA uses, other GPUs, software.
std::vector<EGLDeviceEXT> devices_by_preference(const Extensions& egl) {
  std::vector<EGLDeviceEXT> cuda, others, software;
  EGLint count = 0;
  if (!egl.query_devices || !egl.query_devices(0, nullptr, &count)) return {};
  std::vector<EGLDeviceEXT> devices(count);
  egl.query_devices(count, devices.data(), &count);
  for (EGLDeviceEXT device : devices)
    (is_cuda_device(egl, device)     ? cuda
     : is_mesa_software(egl, device) ? software
                                     : others)
        .push_back(device);
  cuda.insert(cuda.end(), others.begin(), others.end());
  cuda.insert(cuda.end(), software.begin(), software.end());
  return cuda;
}

class OffScreenContext : public Context {
 public:
  OffScreenContext(std::shared_ptr<Display> display, bool debug) : display_(std::move(display)) {
    if (!display_) throw Error(ExitCode::unavailable, "EGL did not open a device");
    eglBindAPI(EGL_OPENGL_API);
    const EGLint attributes[] = {EGL_CONTEXT_MAJOR_VERSION,
                                 4,
                                 EGL_CONTEXT_MINOR_VERSION,
                                 5,
                                 EGL_CONTEXT_OPENGL_PROFILE_MASK,
                                 EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT,
                                 EGL_CONTEXT_OPENGL_DEBUG,
                                 debug ? EGL_TRUE : EGL_FALSE,
                                 EGL_NONE};
    context_ = eglCreateContext(display_->handle(), EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, attributes);
    if (context_ == EGL_NO_CONTEXT)
      throw Error(ExitCode::unavailable, "EGL has no OpenGL 4.5 core on a device");
    try {
      make_current();
      start(eglGetProcAddress, debug);
    } catch (...) {
      destroy();
      throw;
    }
  }
  ~OffScreenContext() override { destroy(); }

  void make_current() override {
    if (!eglMakeCurrent(display_->handle(), EGL_NO_SURFACE, EGL_NO_SURFACE, context_))
      throw Error(ExitCode::unavailable, "EGL cannot draw on a device without a surface");
  }

 private:
  void destroy() noexcept {
    if (eglGetCurrentContext() == context_)
      eglMakeCurrent(display_->handle(), EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    eglDestroyContext(display_->handle(), context_);
  }

  std::shared_ptr<Display> display_;
  EGLContext context_ = EGL_NO_CONTEXT;
};

}  // namespace

std::unique_ptr<Context> Context::off_screen(bool debug) {
  const Extensions egl;
  std::string why = "EGL lists no device";
  const auto attempt = [&](EGLDisplay display) -> std::unique_ptr<Context> {
    try {
      return std::make_unique<OffScreenContext>(Display::open(display), debug);
    } catch (const Error& error) {
      why = error.what();
      return nullptr;
    }
  };
  if (egl.get_platform_display) {
    for (EGLDeviceEXT device : devices_by_preference(egl))
      if (auto context =
              attempt(egl.get_platform_display(EGL_PLATFORM_DEVICE_EXT, device, nullptr)))
        return context;
    if (auto context = attempt(
            egl.get_platform_display(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr)))
      return context;
  }
  throw Error(ExitCode::unavailable,
              "no off-screen OpenGL 4.5 here (" + why +
                  "); install libegl1 and a driver; libgl1-mesa-dri draws without a GPU");
}

}  // namespace limber
