#pragma once

#include <memory>
#include <optional>
#include <string>

#include "app/compare/beside.h"
#include "app/drawn_session.h"
#include "app/film/film_picture.h"
#include "app/options.h"
#include "app/session.h"
#include "app/stats.h"
#include "app/terminal_progress.h"
#include "app/tour/tour_player.h"

namespace limber {

/// Headless scenes: a session with others beside it, their pictures, if any, and their reports.
class HeadlessStage : public TourStage {
 public:
  /// All must outlive this object. Throws Error(unavailable) if pictures are needed and there is no
  /// OpenGL.
  HeadlessStage(Session& session, const Options& options, TerminalProgress& progress,
                StatsRecorder& stats);

  void tell(const std::string& note);
  void show(Scene scene);
  /// Continues from a saved state of the current scene.
  void load(const SavedState& state);
  /// Simulates a frame and draws it if pictures are needed.
  void frame(double frame_s, const std::string& caption);

  Display* display() { return display_ ? &*display_ : nullptr; }
  const ResolvedFrame& picture() const { return picture_; }  ///< the newest frame
  Beside& beside() { return *beside_; }

  void prepare(const std::string&) override {}
  void open(const std::string& scene) override { show(open_scene(scene, progress_)); }
  bool ready() const override { return true; }
  void use(Backend backend) override;
  void work(std::function<void(Session&)> work) override { work(session_); }
  void use_tool(const TourUse& use) override;
  Camera home() const override { return home_; }

 private:
  void draw_from_here();
  void draw(const std::string& caption);

  Session& session_;
  const Options& options_;
  TerminalProgress& progress_;
  StatsRecorder& stats_;
  std::unique_ptr<Context> context_;
  std::optional<Display> display_;
  std::optional<DrawnSession> drawn_;
  std::optional<FilmPicture> film_;
  std::optional<Beside> beside_;
  ResolvedFrame picture_;
  Camera home_;
};

}  // namespace limber
