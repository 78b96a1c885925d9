#include "app/bench/cusparse_cg.h"

#include <string>

#include "app/bench/cublas.h"
#include "app/bench/paper_matrices.h"
#include "kernels/buffer.h"
#include "kernels/error.h"
#include "kernels/launch_on_cuda.h"

namespace limber {

#ifdef LIMBER_HAS_CUBLAS

bool has_cusparse_cg() { return has_cusparse(); }

namespace {

struct Quotient {
  float plus, minus;
};

struct Scalars {
  float delta[2];  ///< r.M^-1 r of even and of odd iterations
  float curvature;
  Quotient alpha, beta;
  float one;
};

/// What the libraries have no routine for.
__global__ void divide(const float* a, const float* b, Quotient* quotient) {
  quotient->plus = *a / *b;
  quotient->minus = -quotient->plus;
}

}  // namespace

struct CusparseCg::Library {
  const Cublas& cublas = Cublas::get();
  View<const float> b;
  View<float> x;
  Buffer<float> inverse_diagonal, r, d, q, s;
  Buffer<Scalars> scalars;
  RawBuffer workspace;
  std::unique_ptr<CusparseMatrix> matrix;  // q = A d
  CublasHandle owned = create_cublas();
  cublasHandle_t handle = owned.get();

  void copy(View<const float> from, View<float> to) const {
    check(cublas.copy(handle, from.size, from.data, 1, to.data, 1), "refused a copy");
  }
  void dot(View<const float> u, View<const float> v, float* sum) const {
    check(cublas.dot(handle, u.size, u.data, 1, v.data, 1, sum), "refused a dot product");
  }
  /// v += scale u
  void add(const float* scale, View<const float> u, View<float> v) const {
    check(cublas.axpy(handle, u.size, scale, u.data, 1, v.data, 1), "refused a sum");
  }
  void scale(const float* scale, View<float> v) const {
    check(cublas.scal(handle, v.size, scale, v.data, 1), "refused a scaling");
  }
  /// to = M^-1 r
  void precondition(View<float> to) const {
    check(cublas.dgmm(handle, CUBLAS_SIDE_LEFT, r.size(), 1, r.view().data, r.size(),
                      inverse_diagonal.view().data, 1, to.data, to.size),
          "refused the preconditioner");
  }
};

CusparseCg::CusparseCg(const Exec& exec, CusparseFormat format, const Pattern& pattern,
                       const std::vector<float>& values, View<const float> b, View<float> x)
    : library_(std::make_unique<Library>()) {
  Library& l = *library_;
  l.b = b;
  l.x = x;
  std::vector<float> inverse = diagonal_of(pattern, values);
  for (float& value : inverse) value = 1.0f / value;
  l.inverse_diagonal = {exec, inverse};
  for (Buffer<float>* vector : {&l.r, &l.d, &l.q, &l.s}) *vector = {exec, b.size};
  const std::vector<Scalars> scalars{{.one = 1.0f}};
  l.scalars = {exec, scalars};
  exec.synchronize();  // the vectors go away
  l.matrix =
      std::make_unique<CusparseMatrix>(exec, format, pattern, values, l.d.view(), l.q.view());
  check(l.cublas.set_pointer_mode(l.handle, CUBLAS_POINTER_MODE_DEVICE),
        "refused scalars on the GPU");
  // As much as its manual says for Hopper. Set after the stream, which takes any other back.
  l.workspace = RawBuffer(exec.memory(), 32 << 20);
  check(l.cublas.set_stream(l.handle, exec.stream()), "refused the stream");
  check(l.cublas.set_workspace(l.handle, l.workspace.data(), l.workspace.bytes()),
        "refused the workspace");
  solve(exec, 1);  // a first call may load and allocate, which a recorded frame cannot
  exec.synchronize();
}

CusparseCg::~CusparseCg() = default;

void CusparseCg::solve(const Exec& exec, int iterations) {
  Library& l = *library_;
  Scalars* const scalars = l.scalars.view().data;
  const View<float> r = l.r.view(), d = l.d.view(), q = l.q.view(), s = l.s.view();
  const auto divide_on_gpu = [&](const float* a, const float* b, Quotient* quotient) {
    divide<<<1, 1, 0, exec.stream()>>>(a, b, quotient);
    check_launch(cudaGetLastError(), "divide");
  };
  device::clear(l.x.data, sizeof(float) * l.x.size, exec.stream());
  l.copy(l.b, r);
  l.precondition(d);
  l.dot(r, d, &scalars->delta[0]);
  for (int k = 0; k < iterations; ++k) {
    float* const delta = &scalars->delta[k % 2];
    float* const next_delta = &scalars->delta[(k + 1) % 2];
    l.matrix->multiply(exec);
    l.dot(d, q, &scalars->curvature);
    divide_on_gpu(delta, &scalars->curvature, &scalars->alpha);
    l.add(&scalars->alpha.plus, d, l.x);
    l.add(&scalars->alpha.minus, q, r);
    l.precondition(s);
    l.dot(r, s, next_delta);
    divide_on_gpu(next_delta, delta, &scalars->beta);
    l.scale(&scalars->beta.plus, d);
    l.add(&scalars->one, s, d);
  }
}

#else

bool has_cusparse_cg() { return false; }

struct CusparseCg::Library {};

CusparseCg::CusparseCg(const Exec&, CusparseFormat, const Pattern&, const std::vector<float>&,
                       View<const float>, View<float>) {
  throw Error(ExitCode::unavailable, "this program was built without cuBLAS");
}
CusparseCg::~CusparseCg() = default;
void CusparseCg::solve(const Exec&, int) {}

#endif

}  // namespace limber
