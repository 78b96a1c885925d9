#pragma once

#include "app/export/tracks.h"
#include "render/part_file.h"

namespace limber {

/// Point caches (.pc2), one for each object whose triangles stay, and an OBJ of the objects as they
/// are in the first frame, with their vertices in the same order. Rigid bodies have their vertices
/// where they are in the world, since the format knows no transforms; where there are many objects,
/// all bodies of a part are one.
class Pc2Writer : public ExportWriter {
 public:
  /// Of a scene with one object the cache is `path` itself, of others path with the object's name
  /// at its end: run.pc2, or run_surface0.pc2, run_surface1.pc2 ... The OBJ is run.obj.
  /// Throws Error(bad_input) where nothing can be written.
  explicit Pc2Writer(const std::string& path);
  void add(const ExportFrame& frame) override { tracks_.add(frame); }
  /// Throws Error(bad_input) if no object has triangles that stay.
  ExportCounts commit() override;
  std::uint64_t bytes() const override { return tracks_.bytes(); }

  static std::string obj_of(const std::string& path);

 private:
  /// A cache: one surface, or bodies that follow each other.
  struct Object {
    std::string name;
    const Tracks::Track* surface = nullptr;
    int first_body = 0;
    int bodies = 0;
  };
  std::vector<Object> objects() const;
  std::size_t vertices(const Object& object) const;
  std::vector<glm::vec3> positions_m(const Object& object, std::size_t frame) const;
  // Both return how many bytes they wrote.
  std::uint64_t write_cache(const std::string& path, const Object& object) const;
  std::uint64_t write_start(const std::vector<Object>& objects) const;

  std::string path_;
  Tracks tracks_;
};

}  // namespace limber
