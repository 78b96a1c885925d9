#pragma once

#include "app/export/tracks.h"
#include "app/part_stream.h"
#include "render/part_file.h"

namespace limber {

/// Writes a point cache (.pc2) for each object with constant triangles, and an OBJ of the objects
/// in the first frame, with the same vertex order. Vertices of rigid bodies are in world space,
/// since the format has no transforms. With many objects, all bodies of a part share one cache.
class Pc2Writer : public ExportWriter {
 public:
  /// With one object the cache is `path` itself, otherwise the object's name is appended: run.pc2,
  /// or run_surface0.pc2, run_surface1.pc2 ... The OBJ is run.obj. Throws Error(bad_input) where
  /// nothing can be written.
  explicit Pc2Writer(const std::string& path);
  void add(const ExportFrame& frame) override { tracks_.add(frame); }
  /// Throws Error(bad_input) if no object has constant triangles.
  ExportCounts commit() override;
  std::uint64_t bytes() const override { return tracks_.bytes(); }

  static std::string obj_of(const std::string& path);

 private:
  /// A cache: one surface, or consecutive bodies.
  struct Object {
    std::string name;
    const Tracks::Track* surface = nullptr;
    int first_body = 0;
    int bodies = 0;
  };
  std::vector<Object> objects() const;
  std::size_t vertices(const Object& object) const;
  std::vector<glm::vec3> positions_m(const Object& object, std::size_t frame) const;
  void write_cache(const Object& object, PartStream& out) const;
  std::uint64_t write_start(const std::vector<Object>& objects) const;  ///< number of bytes

  std::string path_;
  Tracks tracks_;
};

}  // namespace limber
