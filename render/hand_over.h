#pragma once

#include <functional>
#include <mutex>

#include "kernels/buffer.h"
#include "kernels/exec.h"
#include "kernels/published_vertex.h"
#include "kernels/view.h"

namespace limber {

/// The newest vertices of a simulation, on their way from the thread that steps it to the one that
/// draws it. Neither waits for the other longer than for
/// what is done to show them, a copy as a rule: OpenGL, and its buffers as CUDA
/// maps them, are the business of the thread that draws; events order what the two have put on
/// their streams.
///
/// The solver writes memory of its own, as SharedMemory says why.
class HandOver {
 public:
  /// All vertices are zero at first. steps: where the simulation runs; it must outlive this object.
  HandOver(const Exec& steps, int vertex_count);
  ~HandOver();
  HandOver(const HandOver&) = delete;
  HandOver& operator=(const HandOver&) = delete;

  // ---- The thread that steps ----
  /// Where the kernels publish.
  View<PublishedVertex> written() { return written_.view(); }
  /// What has been published so far is to be shown. field: whose values it has, or -1.
  void give(int field);

  // ---- The thread that draws ----
  /// Has what was given last shown, with its field, if it is new or wanted again. copies: the exec
  /// on which show() reads it; the thread that steps may write there again after that. Whether it
  /// was shown.
  using Show = std::function<void(View<const PublishedVertex> vertices, int field)>;
  bool take(const Exec& copies, const Show& show, bool again = false);

 private:
  const Exec& steps_;
  Buffer<PublishedVertex> written_;
  std::mutex mutex_;  ///< of all below
  Buffer<PublishedVertex> given_;
  int field_ = -1;             ///< of what was given
  bool fresh_ = false;         ///< not taken yet
  device::OwnedEvent filled_;  ///< CUDA: `given_` is whole
  device::OwnedEvent copied_;  ///< CUDA: it may be written again
};

}  // namespace limber
