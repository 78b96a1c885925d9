#pragma once

// Included only by .cu files: NVIDIA's cuBLAS, for comparisons.

#ifdef LIMBER_HAS_CUBLAS

#include <cublas_v2.h>

#include <memory>
#include <string>
#include <type_traits>

#include "app/bench/cuda_library.h"

#if CUBLAS_VERSION >= 120500
#define LIMBER_HAS_GROUPED_GEMM
#endif

namespace limber {

class Cublas {
 public:
  static const Cublas& get() {
    static const Cublas loaded;
    return loaded;
  }

 private:
  CudaLibrary library_{"cuBLAS", "libcublas.so." LIMBER_TEXT(CUBLAS_VER_MAJOR)};

  Cublas() {
    library_.find(create, LIMBER_TEXT(cublasCreate));
    library_.find(destroy, LIMBER_TEXT(cublasDestroy));
    library_.find(set_pointer_mode, LIMBER_TEXT(cublasSetPointerMode));
    library_.find(set_stream, LIMBER_TEXT(cublasSetStream));
    library_.find(set_workspace, LIMBER_TEXT(cublasSetWorkspace));
    library_.find(status_text, LIMBER_TEXT(cublasGetStatusString));
    library_.find(copy, LIMBER_TEXT(cublasScopy));
    library_.find(dot, LIMBER_TEXT(cublasSdot));
    library_.find(axpy, LIMBER_TEXT(cublasSaxpy));
    library_.find(scal, LIMBER_TEXT(cublasSscal));
    library_.find(dgmm, LIMBER_TEXT(cublasSdgmm));
    library_.find(gemv, LIMBER_TEXT(cublasSgemv));
    library_.find(gemv_batched, LIMBER_TEXT(cublasSgemvBatched));
#ifdef LIMBER_HAS_GROUPED_GEMM
    library_.find(gemm_grouped, LIMBER_TEXT(cublasSgemmGroupedBatched));
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

struct DestroyCublas {
  void operator()(cublasHandle_t handle) const noexcept { Cublas::get().destroy(handle); }
};
using CublasHandle = std::unique_ptr<std::remove_pointer_t<cublasHandle_t>, DestroyCublas>;

inline void check(cublasStatus_t status, const char* what) {
  if (status == CUBLAS_STATUS_SUCCESS) return;
  throw Error(ExitCode::unavailable,
              std::string("cuBLAS ") + what + ": " + Cublas::get().status_text(status));
}

inline CublasHandle create_cublas() {
  cublasHandle_t handle = nullptr;
  check(Cublas::get().create(&handle), "could not be started");
  return CublasHandle(handle);
}

}  // namespace limber

#endif
