#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/display.h"
#include "app/pace.h"
#include "app/simulator.h"
#include "scenes/tour_tool.h"

namespace limber {

struct WorldState;

/// A session running in its own thread, its display, and its commands: pause, step, reset, change
/// of backend or scene. Nothing here waits for a step: commands take effect after the current one.
/// A command that fails changes nothing.
class Player {
 public:
  /// Both must outlive the player. wake: see Simulator.
  Player(Session& session, Display& display, std::function<void()> wake);
  ~Player();

  /// Starts the thread that simulates what the session has open.
  void start();
  /// then: called in deliver() when the scene is open, or with the error.
  void open(Scene scene, Simulator::Then then);
  /// The scene being built; empty: none.
  const std::string& opening() const { return opening_; }
  double opening_s() const;  ///< time since then
  void switch_to(Backend backend);
  void reset();
  void set_paused(bool paused);
  bool paused() const { return paused_; }
  void step_once();  ///< and pauses
  void step_back();  ///< the same
  /// Shows the nearest state of the history, and pauses; the latest of several calls wins.
  /// Continuing discards the states after it.
  void seek(double time_s);
  /// Simulated seconds per second.
  void set_speed(double speed);
  double speed() const { return speed_; }
  void save(const std::string& path, Simulator::Then then);
  /// notes: receives notes for the user before `then` is called without an error.
  void load(const std::string& path, std::shared_ptr<std::string> notes, Simulator::Then then);
  /// Sends the current value of the copy in parameters().
  void parameter_changed(std::size_t place);
  void reset_parameters();         ///< to their usual_value()
  void use(const Preset& preset);  ///< resets all other parameters
  /// Vector from a vertex, or a body's origin, as shown here to the same one shown by `other`; 0 if
  /// either does not show it yet. Blocks.
  glm::vec3 apart_m(Player& other, int vertex);
  void grab(int vertex, glm::vec3 at_m, glm::vec3 target_m);
  void drag_to(glm::vec3 target_m);
  /// target_m: where the mouse released it.
  void release(bool pin, std::optional<glm::vec3> target_m = {});

  int clear_pins();  ///< releases all pins; returns their number
  void blow(const Breath& breath);
  /// tell: called in deliver() with a note for the user, if there is one.
  void shoot(const World::Shot& shot, std::function<void(const std::string&)> tell);
  /// See World::add_body(). tell: as for shoot(), also with the reason of a refusal.
  void add_body(const glm::vec3& at_m, std::optional<glm::vec3> seen_from_m,
                std::function<void(const std::string&)> tell);
  /// If nothing can be cut, deliver() throws; not if quietly, where another player does, and with
  /// `tell` the reason is told.
  void cut(const std::vector<CutStroke>& strokes, bool quietly = false,
           std::function<void(const std::string&)> tell = {});
  /// Any of these; tell: as for add_body().
  void use_tool(const TourTool& tool, std::function<void(const std::string&)> tell);
  /// From now on, called in deliver() with each of them that was used.
  void tell_of_tools(std::function<void(const TourTool&)> tell) { tool_used_ = std::move(tell); }
  /// The scene's gravity, downwards.
  float gravity_m_s2() const;

  // ---- Side by side with other players ----
  /// As a companion, keeps its own values of these parameters, given by index.
  void keep_parameters(std::vector<std::size_t> places) { own_parameters_ = std::move(places); }
  /// Does not report rejected parameters: the player beside it reports the same ones.
  void refuse_quietly() { simulator_.refuse_quietly(); }
  /// Players that receive all commands, too: drags, parameters, pause, reset.
  void set_companions(std::vector<Player*> companions) { companions_ = std::move(companions); }
  /// Calls `then` with the session between two steps, at the beginning of a frame.
  void call_between_steps(std::function<void(Session&)> then);
  /// Whether a state has been restored since the last call; companions then need it, too.
  bool take_restored() { return std::exchange(restored_, false); }
  /// Continues from a state of the same scene.
  void go_on_from(std::shared_ptr<const WorldState> state);
  /// In lockstep with others, requests wait for the end of a frame.
  void set_in_step(bool in_step) {
    in_step_ = in_step;
    simulator_.answer_between_frames(in_step);
  }
  /// Makes the simulation publish the view's field.
  void follow_view() { simulator_.show_field(display_.field()); }
  /// Whether no frame is requested.
  bool between_frames() const { return !frame_asked_; }
  /// Adds time to the next go_on(), or to go_on_film() with frames of that length.
  void pass(double real_s, double film_frame_s);
  /// Requests a frame of that length, unless one is being simulated. Returns whether it did.
  bool begin_frame(double frame_s, bool film);
  /// The same when none is being simulated, even if paused. waits: until take_turn().
  void begin(double frame_s, bool film, bool waits);
  void take_turn() { simulator_.take_turn(); }

  /// The state is no longer finite. The last finite picture is kept until reset() or open().
  bool diverged() const { return !readings_->finite; }
  bool stands() const { return paused_ || diverged(); }

  /// Once per picture: calls back for completed commands. Throws their errors.
  void deliver() { simulator_.deliver(); }
  /// Once per picture: takes over the newest state. Returns true once per completed frame; while
  /// paused, always. Throws the error that ended the simulation.
  bool take(double now_s);
  /// Once per picture, real_s after the last one: unless a frame is being simulated, requests one
  /// as long as the real time since the last one began, at most longest_s, both times the speed.
  /// Returns the simulated seconds requested, or 0.
  double go_on(double real_s, double longest_s);
  /// The same for a film: every frame is frame_s times the speed long, and there are at most 1 /
  /// frame_s frames per second, however fast the screen is.
  double go_on_film(double real_s, double frame_s);
  /// Whether the last frame that take() has completed is a film frame.
  bool shows_film_frame() const { return film_shown_; }
  /// Whether to keep film frames for take_film_frame().
  void keep_film_frames(bool kept);
  /// The vertices of the film frame that the last take() has completed, once, if kept.
  std::optional<std::vector<PublishedVertex>> take_film_frame() {
    return std::exchange(film_frame_, std::nullopt);
  }
  const Exec& copies() const { return *copies_; }  ///< copies vertices to the display
  /// Whether a frame is complete that take() has not reported yet.
  bool frame_is_there() const { return frame_asked_ && !simulator_.frame_under_way(); }
  void draw(glm::ivec2 size_px) { display_.draw(size_px); }

  /// Runs `work` between two steps, in order; deliver() rethrows what it threw.
  void ask(Simulator::Work work) { simulator_.ask(std::move(work)); }

  /// Ends after the current step; the session is free once ended().
  void end() { simulator_.end(); }
  bool ended() const { return simulator_.ended(); }

  /// Cycles through shaded, wireframe, spheres, constraint colours and fields, as available.
  void next_view();
  /// Frames everything that moves, keeping the view direction. aspect: width / height.
  void frame_scene(float aspect);
  /// The scene's initial camera, adjusted to the current panels.
  const Camera& home() const { return home_; }
  /// Scales the camera distance of scene files, so that side panels hide less of the scene. 1:
  /// unchanged. Also moves the current camera if it has not been moved since the scene was opened.
  void set_stand_back(float times);
  float stand_back() const { return stand_back_; }

  // ---- State shown ----
  const Scene& scene() const { return *scene_; }
  const DrawList& draw_list() const { return *draw_list_; }
  /// Changes whenever objects are added or removed.
  int object_count() const { return object_count_; }
  /// Readings of the newest state that take() has seen.
  const Readings& readings() const { return *readings_; }
  /// Whether the readings reflect all requests.
  bool settled() const { return readings_->answered == simulator_.asked(); }
  /// Copies, to be changed freely; then parameter_changed().
  const std::vector<Parameter>& parameters() const { return parameters_.all(); }
  /// A parameter's value, as Parameter::text(), when the scene was opened, or as added balls
  /// require it.
  const std::string& usual_value(std::size_t place) const;
  void measure(const MeasureWish& wish) { simulator_.measure(wish); }
  std::vector<double> take_step_times() { return simulator_.take_step_times(); }
  const Pace& pace() const { return pace_; }
  /// How long the current steps have been running.
  double piece_s() const { return simulator_.piece_s(); }
  /// Changes with every opened scene.
  int scene_count() const { return scene_count_; }
  Display& display() { return display_; }
  const Display& display() const { return display_; }

 private:
  void show_scene();
  void take_objects();
  void take_vertices();
  void take_published(HandOver& from, bool kept = false);
  void take_scene();
  void shoot(const World::Shot& shot, bool told, std::function<void(const std::string&)> tell);
  /// Rethrows what is not Error(bad_input).
  static void tell_refusal(const std::exception_ptr& failed,
                           const std::function<void(const std::string&)>& tell);
  void tell_of(const TourTool& tool) const {
    if (tool_used_) tool_used_(tool);
  }
  /// tell: receives notes, and the reason of a refusal if told.
  void spawn(const TourTool& tool, bool told, std::function<std::string(Session&)> add,
             std::function<void(const std::string&)> tell);
  void ask_to_move(Simulator::Work work, Simulator::Then then = {});
  template <class Do>
  void for_companions(const Do& act) {
    for (Player* companion : companions_) act(*companion);
  }
  void ask_to_seek();
  void forget_seek();

  Session& session_;  ///< the simulator's while it runs
  Display& display_;
  std::function<void(const TourTool&)> tool_used_;
  std::optional<Exec> copies_;  ///< copies vertices to the display
  const Scene* scene_ = nullptr;
  std::shared_ptr<const DrawList> draw_list_;
  int object_count_ = 0;
  bool may_show_other_things_ = false;
  std::shared_ptr<const Readings> readings_;
  ParameterCopies parameters_;
  std::vector<std::string> initial_values_;
  float stand_back_ = 1.0f;
  Camera home_;
  std::string opening_;
  std::chrono::steady_clock::time_point opening_since_;
  Backend wanted_;  ///< the last requested backend
  std::vector<std::size_t> own_parameters_;
  std::vector<Player*> companions_;
  bool in_step_ = false, restored_ = false;
  bool paused_ = false;
  double speed_ = 1.0;
  std::optional<double> seek_to_s_;  ///< to request once sought_s_ is answered
  std::optional<double> sought_s_;   ///< last request, while nothing else has changed the world
  bool frame_asked_ = false;
  double since_frame_s_ = 0.0;
  bool film_ = false, film_shown_ = false;  ///< of the last requested and the shown frame
  FilmClock film_clock_;
  bool keeps_film_frames_ = false;
  std::optional<std::vector<PublishedVertex>> film_frame_;
  bool pace_begins_ = true;
  Pace pace_;
  int scene_count_ = 0;
  Simulator simulator_;  ///< last: its thread ends before the rest is destroyed
};

}  // namespace limber
