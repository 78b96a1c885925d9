#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "scenes/scene.h"

namespace limber {

/// A scene to open, as open_scene() takes it.
struct SceneRequest {
  std::string name;
  MeshWish wish = {};
  std::vector<std::string> settings = {};  ///< "key=value", beside those of its file
};

/// Of a file that was dropped on the window. Throws Error(bad_input) if it is nothing to open.
SceneRequest dropped(const std::string& path, MeshWish wish);

/// Opens scenes in threads of their own, so that what runs goes on meanwhile. Its functions are for
/// one thread only.
class SceneLoader {
 public:
  /// Called in another thread.
  using Opener = std::function<Scene(const SceneRequest&, Progress&)>;

  SceneLoader();  ///< opens with open_scene()
  explicit SceneLoader(Opener opener);
  /// Cancels, and waits until the work notices it: the next time that it reports.
  ~SceneLoader();

  /// Begins to open a scene. Whatever was being opened is cancelled: only the last wish counts.
  void open(SceneRequest request);
  void cancel();

  /// What is being opened, or null.
  const SceneRequest* request() const;

  struct State {
    std::string what;
    float share;  ///< below 0: unknown
    double elapsed_s;
  };
  /// How far it is; only while something is being opened.
  State state() const;

  /// The scene once it is open, else nothing. Throws what opening it threw. Either ends the
  /// request. Waits for it that long at most.
  std::optional<Scene> take(double patience_s = 0.0);

 private:
  class Job;
  void forget_finished();

  Opener opener_;
  std::vector<std::unique_ptr<Job>> cancelled_;  ///< those that have not noticed it yet
  std::unique_ptr<Job> job_;
};

}  // namespace limber
