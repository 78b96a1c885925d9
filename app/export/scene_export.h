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

/// "A:B". Throws Error(usage) for what is not two numbers from 1 in order.
FrameRange parse_frame_range(const std::string& text);

/// Fails with Error(usage) for a name whose ending says no format, with Error(bad_input) where
/// nothing can be written; "" is fine.
void check_export(const std::string& path);
/// Whether an export to `path` writes that file, too; both names as they are given.
bool export_writes(const std::string& path, const std::string& file);

/// Writes a running scene to a file of another program's, frame by frame, as what each frame shows:
/// surfaces as meshes, rigid bodies as meshes that move, fluids as points and as their surface,
/// spheres as points where the format has these. Metres, y up.
class SceneExport {
 public:
  /// scene: its id. list: of its world; copied. as_spheres: as DrawnObjects. fps: frames a second.
  /// Throws as check_export().
  SceneExport(const ExportWish& wish, const std::string& scene, const DrawList& list,
              bool as_spheres, double fps);
  ~SceneExport();

  /// The next frame: its vertices as published. exec: makes the surfaces of fluids. Frames out of
  /// the range are counted and no more. Throws Error(bad_input) when it cannot be written,
  /// Error(diverged) for a state that is not finite.
  void add(const Exec& exec, std::span<const PublishedVertex> vertices);
  /// Whether all frames of the range are there.
  bool over() const { return seen_ >= wish_.frames.last; }
  /// Whether the next frame is one of them.
  bool wants_next() const { return seen_ + 1 >= wish_.frames.first && !over(); }
  /// The files of the frames so far, if any, get their names. Says what was written, for people.
  std::string commit();

  const std::string& file() const { return wish_.file; }
  int frames() const { return frames_; }
  std::uint64_t bytes() const { return writer_->bytes(); }

 private:
  std::vector<ExportPoints> points(std::span<const PublishedVertex> vertices) const;

  ExportWish wish_;
  DrawList list_;
  bool as_spheres_;
  std::vector<DrawnFluid> surfaces_;   ///< that are made
  std::vector<DrawnFluid> fluids_;     ///< that are written as points, ...
  std::vector<DrawnFoam> foams_;       ///< ... as are these ...
  std::vector<DrawnSpheres> spheres_;  ///< ... and these
  std::unique_ptr<ExportWriter> writer_;
  int seen_ = 0, frames_ = 0;
};

}  // namespace limber
