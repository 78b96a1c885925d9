#include "app/window_loop.h"
#include "kernels/device.h"

namespace limber {

namespace {
constexpr double longest_picture_s = 0.5;  // tour time; slow frames must not skip events
}

void WindowLoop::Stage::prepare(const std::string& scene) { loop_.next_scene_.open({scene}); }

void WindowLoop::Stage::open(const std::string& scene) {
  const SceneRequest* const prepared = loop_.next_scene_.request();
  loop_.awaits_next_ = prepared && prepared->name == scene;
  if (loop_.awaits_next_)
    loop_.take_opened();
  else
    loop_.open({scene});
}

bool WindowLoop::Stage::ready() const {
  return !loop_.loader_.request() && !loop_.awaits_next_ && loop_.player_.opening().empty();
}

void WindowLoop::Stage::use(Backend backend) {
  if (backend == Backend::cuda && !device::info().usable)
    loop_.notices_.tell("The GPU cannot be used here: " + device::info().reason + ".");
  else
    loop_.player_.switch_to(backend);
}

void WindowLoop::Stage::work(std::function<void(Session&)> work) {
  loop_.player_.ask(std::move(work));
}

void WindowLoop::Stage::use_tool(const TourUse& use) {
  loop_.player_.use_tool(use.tool, [this, place = use.place](const std::string& note) {
    loop_.notices_.tell(place + ": " + note);
  });
}

Camera WindowLoop::Stage::home() const { return loop_.player_.home(); }

void WindowLoop::begin_tour(Tour tour) {
  tour_.emplace(std::move(tour), stage_, options_.loop);
  panels_.hide(true);
}

/// Ends the tour; its scene keeps running.
void WindowLoop::end_tour() {
  tour_->stop();
  tour_.reset();
  tour_shown_.reset();
  next_scene_.cancel();
  awaits_next_ = false;
  if (options_.record.empty())
    panels_.hide(false);
  else
    window_.set_should_close(true);  // the film is complete
}

/// Returns whether to simulate a frame. A film advances frame by frame; otherwise a tour runs in
/// real time, however slow the scenes are, and a scene keeps running while the next one opens.
bool WindowLoop::go_on_with_tour(double real_s) {
  const bool film = recorder_.recording();
  if (player_.paused() || (film && !player_.between_frames())) return true;
  const bool goes_on =
      tour_->go_on(film ? 1.0 / recorder_.fps() : std::min(real_s, longest_picture_s));
  if (tour_->over()) end_tour();
  if (goes_on && !film) follow_tour();
  return goes_on || !film;
}

/// Shows the tour's newest frame.
void WindowLoop::follow_tour() {
  const Readings& readings = player_.readings();
  tour_shown_ =
      TourShown{tour_->camera(), tour_->overlay(readings.grabbed_vertex, readings.pinned_vertices),
                tour_->caption()};
  display_.camera = tour_shown_->camera;
}

void WindowLoop::toggle_notes() {
  if (tour_notes_) {
    player_.tell_of_tools({});
    write_notes();
    return;
  }
  if (tour_) end_tour();
  player_.reset();
  tour_notes_.emplace();
  player_.tell_of_tools([this](const TourTool& tool) { tour_notes_->see(tool); });
  notices_.tell("Recording what you do; Ctrl+T saves it as a tour");
}

void WindowLoop::write_notes() {
  const Tour tour = std::exchange(tour_notes_, {})->tour();
  if (tour.steps.empty()) return;
  const std::filesystem::path file = default_file(player_.scene().id, "-tour.toml");
  write_text_file(file.string(), tour_text(tour));
  notices_.tell("Wrote " + file.string());
}

/// Notes the user's actions for this picture; nothing while a request is pending.
void WindowLoop::note() {
  if (!player_.settled() || !stage_.ready()) return;
  const Readings& readings = player_.readings();
  TourSample now{.scene = player_.scene().id,
                 .scene_count = player_.scene_count(),
                 .backend = readings.backend,
                 .time_s = readings.time_s,
                 .camera = display_.camera,
                 .hold = {},
                 .pinned = static_cast<int>(readings.pinned_vertices.size()),
                 .parameters = {}};
  if (interaction_.pulling() && readings.grabbed_vertex >= 0)
    now.hold = {interaction_.grabbed_at_m(), interaction_.target_m()};
  for (const Parameter& parameter : player_.parameters())
    now.parameters[parameter.key] = parameter.text();
  tour_notes_->see(now);
}

}  // namespace limber
