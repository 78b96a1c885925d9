#pragma once

#include <cstdint>
#include <glm/glm.hpp>
#include <span>
#include <string>
#include <vector>

#include "app/drawn_objects.h"

namespace limber {

/// Points that are drawn with a size: a fluid's particles, foam, or spheres. How many there are may
/// change from frame to frame.
struct ExportPoints {
  std::string name;
  std::vector<glm::vec3> positions_m;
  std::vector<float> radii_m;  ///< one a position
};

/// A frame of a scene, in metres, y up. Objects keep their names and, but for fluids, their
/// triangles from frame to frame; those with one copy are rigid bodies, whose mesh stays.
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
  std::string left_out;  ///< a sentence on what the format cannot say; empty: nothing is
};

/// Writes frames of one scene, one after the other. What is not committed leaves nothing behind but
/// numbered files, each of which is whole.
class ExportWriter {
 public:
  virtual ~ExportWriter() = default;
  /// Throws Error(bad_input) when it cannot be written, Error(diverged) for a position that is not
  /// finite.
  virtual void add(const ExportFrame& frame) = 0;
  /// Finishes the files of the frames so far, one or more, and gives them their names.
  virtual ExportCounts commit() = 0;
  /// On disk so far.
  virtual std::uint64_t bytes() const = 0;
};

}  // namespace limber
