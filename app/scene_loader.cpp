#include "app/scene_loader.h"

#include <fmt/format.h>

#include <chrono>
#include <future>
#include <utility>

#include "kernels/error.h"

namespace limber {

SceneRequest dropped(const std::string& path, MeshWish wish) {
  if (is_mesh(path) || is_scene_file(path)) return {path, wish};
  throw Error(
      ExitCode::bad_input,
      fmt::format("{} cannot be opened: it is neither a mesh (.obj), nor a scene (.toml), nor "
                  "a saved state (.limber)",
                  path));
}

/// A scene being built, and the thread that builds it.
class SceneLoader::Job final : public WatchedProgress {
 public:
  Job(SceneRequest request, const Opener& opener)
      : request_(std::move(request)),
        scene_(std::async(std::launch::async, [this, opener] { return opener(request_, *this); })) {
  }
  ~Job() override { cancel(); }  // the future's destructor waits for its thread

  const SceneRequest& request() const { return request_; }
  bool finished(double patience_s) const {
    return scene_.wait_for(std::chrono::duration<double>(patience_s)) == std::future_status::ready;
  }
  Scene scene() { return scene_.get(); }

 private:
  SceneRequest request_;
  std::future<Scene> scene_;  ///< last: its thread uses all of the above
};

SceneLoader::SceneLoader()
    : SceneLoader([](const SceneRequest& request, Progress& progress) {
        return open_scene(request.name, progress, request.wish, request.settings);
      }) {}

SceneLoader::SceneLoader(Opener opener) : opener_(std::move(opener)) {}

SceneLoader::~SceneLoader() = default;

void SceneLoader::open(SceneRequest request) {
  cancel();
  job_ = std::make_unique<Job>(std::move(request), opener_);
}

void SceneLoader::cancel() {
  forget_finished();
  if (!job_) return;
  // It may take long until its next report, so it is kept until it ends; nobody waits for it.
  job_->cancel();
  cancelled_.push_back(std::move(job_));
}

const SceneRequest* SceneLoader::request() const { return job_ ? &job_->request() : nullptr; }

SceneLoader::State SceneLoader::state() const { return job_->state(); }

std::optional<Scene> SceneLoader::take(double patience_s) {
  forget_finished();
  if (!job_ || !job_->finished(patience_s)) return std::nullopt;
  return std::exchange(job_, nullptr)->scene();
}

void SceneLoader::forget_finished() {
  std::erase_if(cancelled_, [](const std::unique_ptr<Job>& job) { return job->finished(0.0); });
}

}  // namespace limber
