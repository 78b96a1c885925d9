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
  interop,  ///< CUDA copies into OpenGL's buffer: no trip through host memory
  mapped,   ///< the CPU copies into OpenGL's buffer, which stays mapped
  upload,   ///< CUDA's vertices are copied through host memory
};

/// Memory that the solver writes, and two buffers of OpenGL: the back one gets what the solver has
/// written while the front one is drawn. All calls need the context in which it was made. Make a
/// new one when the solver changes and publish again.
///
/// The solver writes memory of its own, and never the two buffers in turn, because a state that is
/// not finite is not written: what lies there then is the newest good frame, and the front gets
/// that frame however late the host learns of it. A back buffer would hold the frame before it. The
/// price is a copy of 32 bytes a vertex.
class SharedMemory {
 public:
  /// Takes the best way there is for `exec`, which must outlive this object. All of it is zero at
  /// first. allow_interop: false has CUDA's memory uploaded, to compare the two ways.
  /// Throws Error(unavailable) when OpenGL or CUDA runs out of memory.
  SharedMemory(std::size_t bytes, const Exec& exec, bool allow_interop = true);
  ~SharedMemory();
  SharedMemory(const SharedMemory&) = delete;
  SharedMemory& operator=(const SharedMemory&) = delete;

  /// Where the exec's kernels may write, until end_write(); what they do not write is as it was
  /// written last. A begin_write() without end, after an error, shows nothing.
  void* begin_write();
  /// What was written is the front from now on: draws that follow see it, after what was launched
  /// on the exec. Waits for nothing but, on the CPU, what OpenGL draws of the frame before last.
  void end_write();
  /// The same for what lies elsewhere on the exec's side, as many bytes as there are here: it is
  /// copied, and free again after what is on the exec by then.
  void show(const void* from);

  /// The OpenGL buffer to draw from, 0 if there are no bytes. Valid until the next end_write() or
  /// show().
  unsigned front();
  std::size_t bytes() const { return bytes_; }
  Sharing sharing() const;
  /// Why it is not the best way for this solver, in a sentence for the panel; empty where it is.
  const std::string& why() const { return why_; }

  /// One of the ways, for two buffers 0 and 1.
  class Way;

 private:
  const Exec& exec_;
  std::size_t bytes_;
  RawBuffer written_;  ///< where the solver runs, once writing begins
  std::string why_;
  int front_ = 0;
  bool writing_ = false;
  std::unique_ptr<Way> way_;
};

/// Vertices that the solver writes and OpenGL draws.
class SharedVertices {
 public:
  /// As SharedMemory; all vertices are zero at first.
  SharedVertices(int vertex_count, const Exec& exec, bool allow_interop = true)
      : memory_(sizeof(PublishedVertex) * static_cast<std::size_t>(vertex_count), exec,
                allow_interop),
        size_(vertex_count) {}

  View<PublishedVertex> begin_write() {
    return {static_cast<PublishedVertex*>(memory_.begin_write()), size_};
  }
  void end_write() { memory_.end_write(); }
  /// Vertices that lie elsewhere, as many as there are here: see SharedMemory.
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

/// Of OpenGL: the mesh of a fluid's surface. 0: there is none.
struct DrawnFluidMesh {
  unsigned vertices = 0;
  unsigned triangles = 0;  ///< begins with what WriteDrawCommand writes
};

/// The mesh of a fluid's surface, which has more triangles at some times than at others.
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
