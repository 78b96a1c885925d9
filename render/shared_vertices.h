#pragma once

#include <memory>
#include <string>
#include <vector>

#include "kernels/buffer.h"
#include "kernels/exec.h"
#include "kernels/fluid/draw_command.h"
#include "kernels/published_vertex.h"
#include "kernels/view.h"

namespace limber {

/// How published vertices get from the solver to OpenGL.
enum class Sharing {
  interop,  ///< CUDA copies into OpenGL's buffer, bypassing host memory
  mapped,   ///< the CPU copies into OpenGL's persistently mapped buffer
  upload,   ///< CUDA's vertices are copied through host memory
};

/// Memory that the solver writes, and two OpenGL buffers: the back buffer receives what the solver
/// has written while the front buffer is drawn. All calls need the context in which it was created.
/// When the solver changes, create a new one and publish again.
///
/// The solver writes its own memory, not the two buffers alternately, because a non-finite state is
/// not published: the memory then still holds the newest finite frame, which becomes the front
/// however late the host learns of it. A back buffer would hold an older frame. The cost is a copy
/// of 32 bytes per vertex.
class SharedMemory {
 public:
  /// Chooses the fastest method available for `exec`, which must outlive this object. Initially
  /// zero. allow_interop: false uploads CUDA's memory instead, for comparison. Throws
  /// Error(unavailable) when OpenGL or CUDA runs out of memory.
  SharedMemory(std::size_t bytes, const Exec& exec, bool allow_interop = true);
  ~SharedMemory();
  SharedMemory(const SharedMemory&) = delete;
  SharedMemory& operator=(const SharedMemory&) = delete;

  /// Memory for the exec's kernels to write until end_write(); unwritten parts keep their last
  /// values. Without end_write(), after an error, nothing is shown.
  void* begin_write();
  /// Makes the written data the front: later draws see it, ordered after the exec's launches. Only
  /// on the CPU waits, for OpenGL's draws of the frame before last.
  void end_write();
  /// The same for other memory of the exec, of size bytes(): it is copied, and may be reused once
  /// the exec has finished its current work.
  void show(const void* from);

  /// The OpenGL buffer to draw from, 0 if there are no bytes. Valid until the next end_write() or
  /// show().
  unsigned front();
  std::size_t bytes() const { return bytes_; }
  Sharing sharing() const;
  /// Why the fastest method for this solver is not used, as a sentence for the panel; empty if it
  /// is.
  const std::string& why() const { return why_; }

  /// Implements a Sharing, for two buffers 0 and 1.
  class Way;

 private:
  const Exec& exec_;
  std::size_t bytes_;
  RawBuffer written_;  ///< on the backend's device, allocated by the first write
  std::string why_;
  int front_ = 0;
  bool writing_ = false;
  std::unique_ptr<Way> way_;
};

/// Vertices that the solver writes and OpenGL draws.
class SharedVertices {
 public:
  /// As SharedMemory; all vertices are initially zero.
  SharedVertices(int vertex_count, const Exec& exec, bool allow_interop = true)
      : memory_(sizeof(PublishedVertex) * static_cast<std::size_t>(vertex_count), exec,
                allow_interop),
        size_(vertex_count) {}

  View<PublishedVertex> begin_write() {
    return {static_cast<PublishedVertex*>(memory_.begin_write()), size_};
  }
  void end_write() { memory_.end_write(); }
  /// Shows other vertices, size() of them: see SharedMemory.
  void show(View<const PublishedVertex> vertices) { memory_.show(vertices.data); }
  unsigned front() { return memory_.front(); }
  /// The front's content. Waits for the solver and for OpenGL.
  std::vector<PublishedVertex> read_front();
  int size() const { return size_; }
  Sharing sharing() const { return memory_.sharing(); }
  const std::string& why() const { return memory_.why(); }

 private:
  SharedMemory memory_;
  int size_;
};

/// OpenGL buffers of a fluid's surface mesh. 0: none.
struct DrawnFluidMesh {
  unsigned vertices = 0;
  unsigned triangles = 0;  ///< begins with the draw command of WriteDrawCommand
};

/// A fluid's surface mesh, whose number of triangles varies.
class SharedFluidMesh {
 public:
  /// As SharedMemory.
  SharedFluidMesh(int vertices, int triangles, const Exec& exec);

  struct Writable {
    View<PublishedVertex> vertices;
    View<glm::uvec3> command;  ///< for WriteDrawCommand
    View<glm::uvec3> triangles;
  };
  Writable begin_write();
  void end_write();
  DrawnFluidMesh front() { return {vertices_.front(), triangles_.front()}; }
  int vertices() const { return vertices_.size(); }
  int triangles() const { return triangle_count_; }

 private:
  SharedVertices vertices_;
  SharedMemory triangles_;
  int triangle_count_;
};

}  // namespace limber
