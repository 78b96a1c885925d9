#pragma once

#include <type_traits>

#include "kernels/atomics.h"
#include "kernels/exec.h"
#include "kernels/hd.h"
#include "kernels/host_frame.h"
#include "kernels/timeline.h"

// The entry point of all kernels: launch(exec, "label", n, body) runs body(i) for i in [0, n)
// on the exec's backend. A body is a trivially copyable struct of views and scalars.
//
// A body either has  void operator()(int i) const  or is split into
//   Loaded load(int i) const              reads only what no kernel ever writes
//   void apply(int i, const Loaded&) const
// so that CUDA may load the next kernel's constants while the current one ends.
//
// Each group of bodies is listed once in its <group>.cu, which nvcc compiles for the GPU and,
// where there is no nvcc, the host compiler turns into a stub that throws an error.

namespace limber {

template <class Body>
concept SplitBody = requires(const Body& body) {
  body.apply(0, body.load(0));
};

/// Minimum number of elements of a TBB task; a body may set its own as `static constexpr int
/// grain`.
template <class Body>
constexpr int grain_of() {
  if constexpr (requires { Body::grain; })
    return Body::grain;
  else
    return 256;
}

/// Number of blocks of a launch that a multiprocessor of a GPU is to run at once, which limits
/// their registers; 0: the compiler chooses. A body may set its own as `static constexpr int
/// blocks_at_once`.
template <class Body>
constexpr int blocks_at_once_of() {
  if constexpr (requires { Body::blocks_at_once; })
    return Body::blocks_at_once;
  else
    return 0;
}

template <class Body>
LIMBER_HD inline void run_one(const Body& body, int i) {
  if constexpr (SplitBody<Body>)
    body.apply(i, body.load(i));
  else
    body(i);
}

/// The serial reference: TBB runs the same loop on blocks, so that both give the same bits.
template <class Body>
void run_range(const void* body, int first, int last) {
  const Body local = *static_cast<const Body*>(body);
  for (int i = first; i < last; ++i) run_one(local, i);
}

template <class Body>
void launch_on_cuda(const Exec& exec, const char* label, int n, const Body& body);

/// For bodies that are not meant for the GPU: serial and TBB only.
template <class Body>
void launch_on_host(const Exec& exec, const char* label, int n, const Body& body) {
  if (HostFrame* frame = exec.recording()) {
    frame->add(label, n, grain_of<Body>(), &run_range<Body>, &body, sizeof(Body));
    return;
  }
  if (exec.timeline()) exec.timeline()->enter(label);
  if (exec.backend() == Backend::tbb) {
    exec.run_on_pool(n, grain_of<Body>(), &run_range<Body>, &body);
    return;
  }
  const PlainAtomics plain(true);
  run_range<Body>(&body, 0, n);
}

/// Throws Error(unavailable) with the label when CUDA refuses the launch.
template <class Body>
void launch(const Exec& exec, const char* label, int n, const Body& body) {
  static_assert(std::is_trivially_copyable_v<Body>);
  if (n <= 0) return;
  if (exec.backend() != Backend::cuda) {
    launch_on_host(exec, label, n, body);
    return;
  }
  if (exec.timeline()) exec.timeline()->enter(label);
  launch_on_cuda(exec, label, n, body);
}

}  // namespace limber
