#pragma once

// Included only by .cu files: NVIDIA's cuBLAS for those that compare with it.

#ifdef LIMBER_HAS_CUBLAS

#include <cublas_v2.h>
#include <dlfcn.h>

#include <string>

#include "kernels/error.h"

#if CUBLAS_VERSION >= 120500
#define LIMBER_HAS_GROUPED_GEMM
#endif

namespace limber {

#define LIMBER_TEXT_OF(name) #name
#define LIMBER_TEXT(name) LIMBER_TEXT_OF(name)  // of what the name stands for: most end in _v2

/// The library, loaded when it is asked for: with all that it brings it would slow down every start
/// of the program.
class Cublas {
 public:
  static const Cublas& get() {
    static const Cublas loaded;
    return loaded;
  }

 private:
  void* library_ = dlopen("libcublas.so." LIMBER_TEXT(CUBLAS_VER_MAJOR), RTLD_NOW);

  template <class Function>
  void find(Function& function, const char* name) {
    function = library_ ? reinterpret_cast<Function>(dlsym(library_, name)) : nullptr;
    if (!function)
      throw Error(ExitCode::unavailable, std::string("cuBLAS could not be loaded: ") + dlerror());
  }
  Cublas() {
    find(create, LIMBER_TEXT(cublasCreate));
    find(destroy, LIMBER_TEXT(cublasDestroy));
    find(set_pointer_mode, LIMBER_TEXT(cublasSetPointerMode));
    find(set_stream, LIMBER_TEXT(cublasSetStream));
    find(set_workspace, LIMBER_TEXT(cublasSetWorkspace));
    find(status_text, LIMBER_TEXT(cublasGetStatusString));
    find(copy, LIMBER_TEXT(cublasScopy));
    find(dot, LIMBER_TEXT(cublasSdot));
    find(axpy, LIMBER_TEXT(cublasSaxpy));
    find(scal, LIMBER_TEXT(cublasSscal));
    find(dgmm, LIMBER_TEXT(cublasSdgmm));
    find(gemv, LIMBER_TEXT(cublasSgemv));
    find(gemv_batched, LIMBER_TEXT(cublasSgemvBatched));
#ifdef LIMBER_HAS_GROUPED_GEMM
    find(gemm_grouped, LIMBER_TEXT(cublasSgemmGroupedBatched));
#endif
  }

 public:
  decltype(&cublasCreate) create;
  decltype(&cublasDestroy) destroy;
  decltype(&cublasSetPointerMode) set_pointer_mode;
  decltype(&cublasSetStream) set_stream;
  decltype(&cublasSetWorkspace) set_workspace;
  decltype(&cublasGetStatusString) status_text;
  decltype(&cublasScopy) copy;
  decltype(&cublasSdot) dot;
  decltype(&cublasSaxpy) axpy;
  decltype(&cublasSscal) scal;
  decltype(&cublasSdgmm) dgmm;
  decltype(&cublasSgemv) gemv;
  decltype(&cublasSgemvBatched) gemv_batched;
#ifdef LIMBER_HAS_GROUPED_GEMM
  decltype(&cublasSgemmGroupedBatched) gemm_grouped;
#endif
};

inline void check(cublasStatus_t status, const char* what) {
  if (status == CUBLAS_STATUS_SUCCESS) return;
  throw Error(ExitCode::unavailable,
              std::string("cuBLAS ") + what + ": " + Cublas::get().status_text(status));
}

}  // namespace limber

#endif
