#pragma once

#include <memory>
#include <string>
#include <vector>

#include "kernels/exec.h"
#include "kernels/published_vertex.h"
#include "kernels/view.h"

namespace limber {

/// How published vertices get from the solver to OpenGL.
enum class Sharing {
  interop,  ///< CUDA writes OpenGL's buffer: no trip through host memory
  mapped,   ///< the CPU writes OpenGL's buffer, which stays mapped
  upload,   ///< CUDA writes a buffer of its own, which is copied through host memory
};

/// Two vertex buffers: the solver writes the back one while OpenGL draws the front one. All calls
/// need the context in which it was made. Make a new one when the solver changes and publish again.
class SharedVertices {
 public:
  /// Takes the best way there is for `exec`, which must outlive this object. All vertices are zero
  /// at first. allow_interop: false has CUDA's vertices uploaded, to compare the two ways.
  /// Throws Error(unavailable) when OpenGL or CUDA runs out of memory.
  SharedVertices(int vertex_count, const Exec& exec, bool allow_interop = true);
  ~SharedVertices();
  SharedVertices(const SharedVertices&) = delete;
  SharedVertices& operator=(const SharedVertices&) = delete;

  /// Where the exec's kernels may write vertices, until end_write(); one that is not written stays
  /// as it was in this buffer, so that a bad frame can leave the last good one. Waits until OpenGL
  /// no longer draws from there. A begin_write() without end, after an error, is forgotten by the
  /// next one. The address may differ from frame to frame.
  View<PublishedVertex> begin_write();
  /// What was written is the front from now on: draws that follow see it, after what was launched
  /// on the exec. Does not wait.
  void end_write();

  /// The OpenGL buffer to draw from, 0 if there are no vertices. Valid until the next end_write().
  unsigned front();
  /// The front's content. Waits for the solver and for OpenGL.
  std::vector<PublishedVertex> read_front();
  int size() const { return size_; }
  Sharing sharing() const;
  /// Why it is not the best way for this solver, in a sentence for the panel; empty where it is.
  const std::string& why() const { return why_; }

  /// One of the ways, for two buffers 0 and 1.
  class Way;

 private:
  int size_;
  std::string why_;
  int front_ = 0;
  bool writing_ = false;
  std::unique_ptr<Way> way_;
};

}  // namespace limber
