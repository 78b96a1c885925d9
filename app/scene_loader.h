#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/watched_progress.h"
#include "scenes/scene.h"

namespace limber {

/// A scene to open; see open_scene().
struct SceneRequest {
  std::string name;
  MeshWish wish = {};
  std::vector<std::string> settings = {};  ///< "key=value", in addition to the file's
};

/// Request for a file dropped on the window. Throws Error(bad_input) if it cannot be opened.
SceneRequest dropped(const std::string& path, MeshWish wish);

/// Opens scenes in background threads, while the current one keeps running. Not thread-safe.
class SceneLoader {
 public:
  /// Called in a background thread.
  using Opener = std::function<Scene(const SceneRequest&, Progress&)>;

  SceneLoader();  ///< opens with open_scene()
  explicit SceneLoader(Opener opener);
  /// Cancels, and waits until the work notices it at its next progress report.
  ~SceneLoader();

  /// Begins to open a scene. Cancels whatever was being opened.
  void open(SceneRequest request);
  void cancel();

  /// What is being opened, or null.
  const SceneRequest* request() const;

  using State = WatchedProgress::State;
  /// Progress; only while something is being opened.
  State state() const;

  /// The scene once it is open, else empty. Rethrows what opening it threw. Either ends the
  /// request. Waits at most `patience_s`.
  std::optional<Scene> take(double patience_s = 0.0);

 private:
  class Job;
  void forget_finished();

  Opener opener_;
  std::vector<std::unique_ptr<Job>> cancelled_;  ///< jobs that have not noticed it yet
  std::unique_ptr<Job> job_;
};

}  // namespace limber
