#pragma once

#include <memory>
#include <string>
#include <vector>

#include "kernels/buffer.h"
#include "kernels/exec.h"
#include "kernels/published_vertex.h"
#include "kernels/view.h"

namespace limber {

/// How published vertices get from the solver to OpenGL.
enum class Sharing {
  interop,  ///< CUDA copies into OpenGL's buffer: no trip through host memory
  mapped,   ///< the CPU copies into OpenGL's buffer, which stays mapped
  upload,   ///< CUDA's vertices are copied through host memory
};

/// The solver's own vertices, and two buffers of OpenGL: the back one gets what the solver has
/// written while the front one is drawn. All calls need the context in which it was made. Make a
/// new one when the solver changes and publish again.
///
/// The solver writes memory of its own, and never the two buffers in turn, because a state that is
/// not finite is not written: what lies there then is the newest good frame, and the front gets
/// that frame however late the host learns of it. A back buffer would hold the frame before it. The
/// price is a copy of 32 bytes a vertex.
class SharedVertices {
 public:
  /// Takes the best way there is for `exec`, which must outlive this object. All vertices are zero
  /// at first. allow_interop: false has CUDA's vertices uploaded, to compare the two ways.
  /// Throws Error(unavailable) when OpenGL or CUDA runs out of memory.
  SharedVertices(int vertex_count, const Exec& exec, bool allow_interop = true);
  ~SharedVertices();
  SharedVertices(const SharedVertices&) = delete;
  SharedVertices& operator=(const SharedVertices&) = delete;

  /// Where the exec's kernels may write vertices, until end_write(); those that they do not write
  /// are as they were written last. A begin_write() without end, after an error, shows nothing.
  View<PublishedVertex> begin_write();
  /// What was written is the front from now on: draws that follow see it, after what was launched
  /// on the exec. Waits for nothing but, on the CPU, what OpenGL draws of the frame before last.
  void end_write();

  /// The OpenGL buffer to draw from, 0 if there are no vertices. Valid until the next end_write().
  unsigned front();
  /// The front's content. Waits for the solver and for OpenGL.
  std::vector<PublishedVertex> read_front();
  int size() const { return written_.size(); }
  Sharing sharing() const;
  /// Why it is not the best way for this solver, in a sentence for the panel; empty where it is.
  const std::string& why() const { return why_; }

  /// One of the ways, for two buffers 0 and 1.
  class Way;

 private:
  Buffer<PublishedVertex> written_;  ///< where the solver runs
  std::string why_;
  int front_ = 0;
  bool writing_ = false;
  std::unique_ptr<Way> way_;
};

}  // namespace limber
