#pragma once

// Included only by .cu files: NVIDIA's cuSPARSE, for comparisons.

#ifdef LIMBER_HAS_CUSPARSE

#include <cusparse.h>

#include <memory>
#include <string>
#include <type_traits>

#include "app/bench/cuda_library.h"

namespace limber {

class Cusparse {
 public:
  static const Cusparse& get() {
    static const Cusparse loaded;
    return loaded;
  }

 private:
  CudaLibrary library_{"cuSPARSE", "libcusparse.so." LIMBER_TEXT(CUSPARSE_VER_MAJOR)};

  Cusparse() {
    library_.find(create, LIMBER_TEXT(cusparseCreate));
    library_.find(destroy, LIMBER_TEXT(cusparseDestroy));
    library_.find(set_stream, LIMBER_TEXT(cusparseSetStream));
    library_.find(status_text, LIMBER_TEXT(cusparseGetErrorString));
    library_.find(create_description, LIMBER_TEXT(cusparseCreateMatDescr));
    library_.find(destroy_description, LIMBER_TEXT(cusparseDestroyMatDescr));
    library_.find(create_csr, LIMBER_TEXT(cusparseCreateCsr));
    library_.find(create_sell, LIMBER_TEXT(cusparseCreateSlicedEll));
    library_.find(destroy_matrix, LIMBER_TEXT(cusparseDestroySpMat));
    library_.find(create_vector, LIMBER_TEXT(cusparseCreateDnVec));
    library_.find(destroy_vector, LIMBER_TEXT(cusparseDestroyDnVec));
    library_.find(buffer_size, LIMBER_TEXT(cusparseSpMV_bufferSize));
    library_.find(preprocess, LIMBER_TEXT(cusparseSpMV_preprocess));
    library_.find(multiply, LIMBER_TEXT(cusparseSpMV));
    library_.find(multiply_blocks, LIMBER_TEXT(cusparseSbsrmv));
  }

 public:
  decltype(&cusparseCreate) create;
  decltype(&cusparseDestroy) destroy;
  decltype(&cusparseSetStream) set_stream;
  decltype(&cusparseGetErrorString) status_text;
  decltype(&cusparseCreateMatDescr) create_description;
  decltype(&cusparseDestroyMatDescr) destroy_description;
  decltype(&cusparseCreateCsr) create_csr;
  decltype(&cusparseCreateSlicedEll) create_sell;
  decltype(&cusparseDestroySpMat) destroy_matrix;
  decltype(&cusparseCreateDnVec) create_vector;
  decltype(&cusparseDestroyDnVec) destroy_vector;
  decltype(&cusparseSpMV_bufferSize) buffer_size;
  decltype(&cusparseSpMV_preprocess) preprocess;
  decltype(&cusparseSpMV) multiply;
  decltype(&cusparseSbsrmv) multiply_blocks;
};

struct DestroyCusparse {
  void operator()(cusparseHandle_t it) const noexcept { Cusparse::get().destroy(it); }
  void operator()(cusparseMatDescr_t it) const noexcept { Cusparse::get().destroy_description(it); }
  void operator()(cusparseSpMatDescr_t it) const noexcept { Cusparse::get().destroy_matrix(it); }
  void operator()(cusparseDnVecDescr_t it) const noexcept { Cusparse::get().destroy_vector(it); }
};
template <class Handle>
using CusparseOwned = std::unique_ptr<std::remove_pointer_t<Handle>, DestroyCusparse>;

inline void check(cusparseStatus_t status, const char* what) {
  if (status == CUSPARSE_STATUS_SUCCESS) return;
  throw Error(ExitCode::unavailable,
              std::string("cuSPARSE ") + what + ": " + Cusparse::get().status_text(status));
}

/// Calls create(&handle, arguments...) and gives the handle to `owned`.
template <class Object, class Create, class... Arguments>
void make_cusparse(std::unique_ptr<Object, DestroyCusparse>& owned, const char* what, Create create,
                   Arguments... arguments) {
  Object* handle = nullptr;
  check(create(&handle, arguments...), what);
  owned.reset(handle);
}

}  // namespace limber

#endif
