#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "app/export/export_frame.h"
#include "app/export/export_wish.h"
#include "kernels/exec.h"
#include "sim/publish.h"

namespace limber {

/// Parses "A:B". Throws Error(usage) unless 1 <= A <= B.
FrameRange parse_frame_range(const std::string& text);

/// Throws Error(usage) for an unknown file extension, Error(bad_input) where nothing can be
/// written; "" is valid.
void check_export(const std::string& path);
/// Whether an export to `path` would also write `file`; compares the names as given.
bool export_writes(const std::string& path, const std::string& file);

/// Exports a running scene frame by frame, as drawn: surfaces as meshes, rigid bodies as moving
/// meshes, fluids as points and as surfaces, spheres as points where the format has them. Metres, y
/// up.
class SceneExport {
 public:
  /// scene: its id. list: of its world; copied. as_spheres: as in DrawnObjects. fps: frames per
  /// second. Throws as check_export().
  SceneExport(const ExportWish& wish, const std::string& scene, const DrawList& list,
              bool as_spheres, double fps);
  ~SceneExport();

  /// Adds the next frame from its published vertices. exec: makes the surfaces of fluids. Frames
  /// outside the range are only counted. Throws Error(bad_input) when it cannot be written,
  /// Error(diverged) for a state that is not finite.
  void add(const Exec& exec, std::span<const PublishedVertex> vertices);
  /// Whether all frames of the range have been added.
  bool over() const { return seen_ >= wish_.frames.last; }
  /// Whether the next frame is in the range.
  bool wants_next() const { return seen_ + 1 >= wish_.frames.first && !over(); }
  /// Gives the files of the frames so far, if any, their final names. Returns a message on what was
  /// written.
  std::string commit();

  const std::string& file() const { return wish_.file; }
  int frames() const { return frames_; }
  std::uint64_t bytes() const { return writer_->bytes(); }

 private:
  std::vector<ExportPoints> points(std::span<const PublishedVertex> vertices) const;

  ExportWish wish_;
  DrawList list_;
  bool as_spheres_;
  std::vector<DrawnFluid> surfaces_;   ///< fluids whose surface is made
  std::vector<DrawnFluid> fluids_;     ///< written as points, ...
  std::vector<DrawnFoam> foams_;       ///< ... as are these ...
  std::vector<DrawnSpheres> spheres_;  ///< ... and these
  std::unique_ptr<ExportWriter> writer_;
  int seen_ = 0, frames_ = 0;
};

}  // namespace limber
