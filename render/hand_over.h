#pragma once

#include <mutex>
#include <optional>

#include "kernels/buffer.h"
#include "kernels/exec.h"
#include "kernels/published_vertex.h"
#include "render/shared_vertices.h"

namespace limber {

/// The newest vertices of a simulation, on their way from the thread that steps it to the one that
/// draws it. Neither waits for the other longer than for a copy: OpenGL, and its buffers as CUDA
/// maps them, are the business of the thread that draws; events order what the two have put on
/// their streams.
///
/// The solver writes memory of its own, as SharedVertices says why.
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
  /// Shows what was given last. copies: the exec that the shared vertices were made for. Returns
  /// its field, or nothing if there is nothing new.
  std::optional<int> take(SharedVertices& to, const Exec& copies);

 private:
  const Exec& steps_;
  Buffer<PublishedVertex> written_;
  std::mutex mutex_;  ///< of all below
  Buffer<PublishedVertex> given_;
  std::optional<int> fresh_;        ///< the field of what nobody has taken yet
  device::Event filled_ = nullptr;  ///< CUDA: `given_` is whole
  device::Event copied_ = nullptr;  ///< CUDA: it may be written again
};

}  // namespace limber
