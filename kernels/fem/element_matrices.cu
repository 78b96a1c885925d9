// ElementMatrices on the GPU by way of shared memory.

#include "kernels/fem/element_matrices.h"

#include "kernels/launch_on_cuda.h"

namespace limber {

#ifdef __CUDACC__

namespace {

/// Elements per block of threads: about 128 threads.
template <int N>
constexpr int elements_each = 128 / pairs_of_nodes<N>;
template <int N>
constexpr int matrix_threads = elements_each<N>* pairs_of_nodes<N>;

template <int N, class Body>
__global__ void __launch_bounds__(matrix_threads<N>) write_matrices(int elements, const Body body) {
  constexpr int values_each = Body::values_each;
  __shared__ float made[elements_each<N> * values_each];
  const int thread = static_cast<int>(threadIdx.x);
  const int first = static_cast<int>(blockIdx.x) * elements_each<N>;
  const int here = min(elements - first, elements_each<N>);
#if __CUDA_ARCH__ >= 900
  cudaTriggerProgrammaticLaunchCompletion();
  cudaGridDependencySynchronize();
#endif
  const int own = thread / pairs_of_nodes<N>;
  if (own < here) body.write(first + own, thread % pairs_of_nodes<N>, made + own * values_each);
  __syncthreads();
  const View<float> values = body.values.part(first * values_each, here * values_each);
  for (int k = thread; k < values.size; k += matrix_threads<N>) values[k] = made[k];
}

}  // namespace

template <int N, class Blocks>
void launch_element_matrices_on_cuda(const Exec& exec, const char* label, int elements,
                                     const ElementMatrices<N, Blocks>& body) {
  if (elements <= 0) return;
  if (exec.timeline()) exec.timeline()->enter(label);
  launch_overlapping(exec, label, (elements + elements_each<N> - 1) / elements_each<N>,
                     matrix_threads<N>, 0, write_matrices<N, ElementMatrices<N, Blocks>>, elements,
                     body);
}

#else

template <int N, class Blocks>
void launch_element_matrices_on_cuda(const Exec&, const char* label, int,
                                     const ElementMatrices<N, Blocks>&) {
  refuse_without_cuda(label);
}

#endif

template void launch_element_matrices_on_cuda(const Exec&, const char*, int,
                                              const ElementMatrices<4>&);
template void launch_element_matrices_on_cuda(const Exec&, const char*, int,
                                              const ElementMatrices<10>&);
template void launch_element_matrices_on_cuda(const Exec&, const char*, int,
                                              const NewtonMatrices<4>&);
template void launch_element_matrices_on_cuda(const Exec&, const char*, int,
                                              const NewtonMatrices<10>&);

}  // namespace limber
