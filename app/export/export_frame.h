#pragma once

#include <cstdint>
#include <glm/glm.hpp>
#include <span>
#include <string>
#include <vector>

#include "app/drawn_objects.h"

namespace limber {

/// Points with radii: a fluid's particles, foam, or spheres. Their number may change from frame to
/// frame.
struct ExportPoints {
  std::string name;
  std::vector<glm::vec3> positions_m;
  std::vector<float> radii_m;  ///< one per position
};

/// A frame of a scene, in metres, y up. Objects keep their names and, except for fluids, their
/// triangles; those with one copy are rigid bodies with a constant mesh.
struct ExportFrame {
  int number = 1;  ///< of the run, from 1
  std::span<const DrawnObject> objects;
  std::span<const ExportPoints> points;
};

/// What an export has written.
struct ExportCounts {
  std::size_t frames = 0;
  std::size_t objects = 0;
  std::uint64_t bytes = 0;
  std::string left_out;  ///< a sentence on what the format cannot represent; empty: nothing
};

/// Writes the frames of one scene. Without commit() nothing is left behind except complete numbered
/// files.
class ExportWriter {
 public:
  virtual ~ExportWriter() = default;
  /// Throws Error(bad_input) when it cannot be written, Error(diverged) for a position that is not
  /// finite.
  virtual void add(const ExportFrame& frame) = 0;
  /// Finishes the files, which need at least one frame, and gives them their final names.
  virtual ExportCounts commit() = 0;
  /// Bytes on disk so far.
  virtual std::uint64_t bytes() const = 0;
};

}  // namespace limber
