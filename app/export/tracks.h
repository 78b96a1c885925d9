#pragma once

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "app/export/export_frame.h"
#include "app/export/spool.h"

namespace limber {

/// Frames of a scene, spooled to disk frame by frame and read back object by object, for formats
/// that store an object's whole motion in one place. Only one frame and the offsets of the others
/// are in memory.
class Tracks {
 public:
  /// An object's data of one frame, by offset on disk.
  struct Sample {
    std::uint64_t points_at = 0;
    std::uint64_t more_at = 0;
    int points = 0;
    int more = 0;  ///< triangles, or radii
    bool operator==(const Sample&) const = default;
  };
  enum class Kind {
    surface,   ///< a mesh with constant triangles
    changing,  ///< a different mesh every frame
    points,
  };
  struct Track {
    std::string name;
    Kind kind;
    std::vector<glm::uvec3> triangles;  ///< of a surface
    std::vector<Sample> samples;        ///< one per frame; empty before the object was added
    bool stands() const;                ///< the same in all frames
  };
  struct Mesh {
    std::vector<glm::vec3> positions_m;
    std::vector<glm::uvec3> triangles;
  };
  /// A rigid copy of meshes()[mesh].
  struct Body {
    std::string name;
    int mesh = 0;
  };
  struct Pose {
    glm::vec3 position_m;
    glm::vec4 quaternion;  ///< (x, y, z, w)
    bool operator==(const Pose&) const = default;
  };

  /// file: the final file. Throws as Spool does.
  explicit Tracks(const std::string& file) : spool_(file) {}
  /// Throws Error(diverged) for a non-finite value, Error(bad_input) on a full disk.
  void add(const ExportFrame& frame);

  const std::vector<int>& frames() const { return frames_; }  ///< their numbers
  const std::vector<Track>& tracks() const { return tracks_; }
  const std::vector<Mesh>& meshes() const { return meshes_; }
  const std::vector<Body>& bodies() const { return bodies_; }
  std::uint64_t bytes() const { return spool_.bytes(); }

  std::vector<glm::vec3> positions_m(const Sample& sample) const;
  std::vector<glm::uvec3> triangles(const Sample& sample) const;
  std::vector<float> radii_m(const Sample& sample) const;
  /// Poses of `count` bodies; `frame` is an index into frames().
  std::vector<Pose> poses(std::size_t frame, int first_body, int count) const;
  /// The number of bodies whose motion fits into the memory budget.
  int bodies_at_once() const;

 private:
  std::size_t place_of(const std::string& name, Kind kind);
  void add_surface(const DrawnObject& object);
  void add_changing(const DrawnObject& object);
  void add_points(const ExportPoints& points);
  int mesh_of(const DrawnObject& object);
  void add_bodies(std::span<const DrawnObject> objects);

  Spool spool_;
  std::vector<int> frames_;
  std::vector<Track> tracks_;
  std::vector<std::vector<glm::vec3>> newest_m_;  ///< of surfaces, by track
  std::map<std::string, std::size_t> places_;     ///< of tracks
  std::vector<Mesh> meshes_;
  std::map<const glm::vec3*, int> mesh_numbers_;
  std::vector<Body> bodies_;
  std::vector<std::uint64_t> poses_at_;  ///< of all bodies, one offset per frame
};

}  // namespace limber
