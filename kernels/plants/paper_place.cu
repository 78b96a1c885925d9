// The GPU kernel of [Wang20, section 4.4].

#include "kernels/plants/paper_place.h"

#include "kernels/launch_on_cuda.h"

namespace limber {

#ifdef __CUDACC__

namespace {

__global__ void __launch_bounds__(paper_place_threads) paper_place(const PaperPlace body) {
  __shared__ PaperPlaceMemory memory;
  const int block = static_cast<int>(blockIdx.x), thread = static_cast<int>(threadIdx.x);
  const PaperPlace::Kept kept = body.load(block, thread, memory);
  __syncthreads();
  body.store(block, thread, memory, kept);
}

}  // namespace

void launch_transforms_on_cuda(const Exec& exec, const char* label, const PackTransforms& body) {
  const int n = body.transforms.size;
  launch_in_turn(exec, label, (n + threads_per_block - 1) / threads_per_block, threads_per_block,
                 run_on_device<PackTransforms>, n, body);
}

void launch_paper_place_on_cuda(const Exec& exec, const char* label, const PaperPlace& body) {
  launch_in_turn(exec, label, body.blocks(), paper_place_threads, paper_place, body);
}

#else

void launch_transforms_on_cuda(const Exec&, const char* label, const PackTransforms&) {
  refuse_without_cuda(label);
}

void launch_paper_place_on_cuda(const Exec&, const char* label, const PaperPlace&) {
  refuse_without_cuda(label);
}

#endif

}  // namespace limber
