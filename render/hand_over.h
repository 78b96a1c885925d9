#pragma once

#include <functional>
#include <mutex>

#include "kernels/buffer.h"
#include "kernels/exec.h"
#include "kernels/published_vertex.h"
#include "kernels/view.h"

namespace limber {

/// Hands the newest vertices from the simulation thread to the drawing thread. Neither waits for
/// the other longer than for what is done to show them, usually a copy. OpenGL, and its buffers as
/// CUDA maps them, are only touched by the drawing thread; events order the work on the two
/// streams.
///
/// The solver writes its own memory; SharedMemory says why.
class HandOver {
 public:
  /// All vertices are zero at first. steps: the exec of the simulation; must outlive this object.
  HandOver(const Exec& steps, int vertex_count);
  ~HandOver();
  HandOver(const HandOver&) = delete;
  HandOver& operator=(const HandOver&) = delete;

  // ---- The thread that steps ----
  /// Where the kernels publish.
  View<PublishedVertex> written() { return written_.view(); }
  /// Marks what has been published so far as the newest frame. field: the field whose values it
  /// carries, or -1.
  void give(int field);

  // ---- The thread that draws ----
  /// Calls show() with the last given vertices and their field, if they are new or `again`. copies:
  /// the exec on which show() reads them; afterwards the simulation thread may overwrite them.
  /// Returns whether they were shown.
  using Show = std::function<void(View<const PublishedVertex> vertices, int field)>;
  bool take(const Exec& copies, const Show& show, bool again = false);

 private:
  const Exec& steps_;
  Buffer<PublishedVertex> written_;
  std::mutex mutex_;  ///< guards all below
  Buffer<PublishedVertex> given_;
  int field_ = -1;             ///< of given_
  bool fresh_ = false;         ///< not taken yet
  device::OwnedEvent filled_;  ///< CUDA: `given_` is complete
  device::OwnedEvent copied_;  ///< CUDA: `given_` may be overwritten
};

}  // namespace limber
