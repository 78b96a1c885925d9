#pragma once

// Included only by .cu files: a library of the CUDA toolkit, for comparisons.

#include <dlfcn.h>

#include <string>

#include "kernels/error.h"

#define LIMBER_TEXT_OF(name) #name
#define LIMBER_TEXT(name) LIMBER_TEXT_OF(name)  // of the macro's expansion: some names end in _v2

namespace limber {

/// Loaded on first use: with their dependencies, these libraries would slow down every start of the
/// program, and it must start without them. Searched on the system's path and the program's rpath,
/// then where NVIDIA installs the toolkit.
class CudaLibrary {
 public:
  /// name: for messages. file: "libcublas.so.13". Throws Error(unavailable).
  CudaLibrary(const char* name, const std::string& file) : name_(name) {
    for (const std::string& path : {file, "/usr/local/cuda/lib64/" + file})
      if ((library_ = dlopen(path.c_str(), RTLD_NOW))) return;
    fail();
  }

  /// Throws Error(unavailable).
  template <class Function>
  void find(Function& function, const char* symbol) const {
    function = reinterpret_cast<Function>(dlsym(library_, symbol));
    if (!function) fail();
  }

 private:
  [[noreturn]] void fail() const {
    throw Error(ExitCode::unavailable,
                std::string(name_) + " could not be loaded: " + dlerror() +
                    "; install it with NVIDIA's CUDA toolkit, of the version that this program "
                    "was built with");
  }

  const char* name_;
  void* library_ = nullptr;
};

}  // namespace limber
