#pragma once

// Included only by .cu files: a library of the CUDA toolkit for those that compare with it.

#include <dlfcn.h>

#include <string>

#include "kernels/error.h"

#define LIMBER_TEXT_OF(name) #name
#define LIMBER_TEXT(name) LIMBER_TEXT_OF(name)  // of what the name stands for: some end in _v2

namespace limber {

/// Loaded when it is asked for: with all that they bring these libraries would slow down every
/// start of the program, and it starts where they are missing. It is looked for where the system
/// and the program's own path say, then where NVIDIA puts the toolkit.
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
