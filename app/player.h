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

namespace limber {

struct WorldState;

/// A session that runs in its own thread, its pictures, and the commands that it takes while it
/// runs: pause, step, reset, another solver, another scene. Nothing here waits for a step: commands
/// take effect after the current one. A command that fails changes nothing.
class Player {
 public:
  /// The session has not opened a scene yet. Both must outlive the player. wake: as Simulator has
  /// it.
  Player(Session& session, Display& display, std::function<void()> wake);
  ~Player();

  /// Opens the first scene, before anything runs, and loads a state of it, if one is given.
  /// Returns a note for the user. Throws what went wrong.
  std::string start(Scene scene, const SavedState* state = nullptr);
  /// The same where the session has opened it.
  void start();
  /// then: called in deliver() once it is there, or with what went wrong.
  void open(Scene scene, Simulator::Then then);
  /// What is being built; empty: nothing.
  const std::string& opening() const { return opening_; }
  double opening_s() const;  ///< for how long
  void switch_to(Solver solver);
  void reset();
  void set_paused(bool paused);
  bool paused() const { return paused_; }
  void step_once();  ///< and pauses
  void step_back();  ///< the same
  /// Shows the nearest state of the history, and pauses; of several calls the newest counts.
  /// Continuing discards what came after that state.
  void seek(double time_s);
  /// Simulated seconds per second.
  void set_speed(double speed);
  double speed() const { return speed_; }
  void save(const std::string& path, Simulator::Then then);
  /// notes: what the user should know, when `then` is called without a failure.
  void load(const std::string& path, std::shared_ptr<std::string> notes, Simulator::Then then);
  /// As the copy in parameters() is now.
  void parameter_changed(std::size_t place);
  void reset_parameters();         ///< as they were when the scene was opened
  void use(const Preset& preset);  ///< all others are reset
  /// Vector from a vertex, or the origin of a body, as shown here to the same one as shown by
  /// another player; 0 where one of them does not show it yet. Waits.
  glm::vec3 apart_m(Player& other, int vertex);
  void grab(int vertex, glm::vec3 at_m, glm::vec3 target_m);
  void drag_to(glm::vec3 target_m);
  /// target_m: where the mouse let go of it.
  void release(bool pin, std::optional<glm::vec3> target_m = {});

  int clear_pins();  ///< all of them; how many there are
  void blow(const Breath& breath);
  /// tell: called in deliver() with what the user should know, if there is something.
  void shoot(const World::Shot& shot, std::function<void(const std::string&)> tell);
  /// As World::add_body() says. tell: as for shoot(), and with why there can be none.
  void add_body(const glm::vec3& at_m, const glm::vec3& seen_from_m,
                std::function<void(const std::string&)> tell);
  /// Where nothing can be cut deliver() throws that, unless quietly, as another player does.
  void cut(const std::vector<CutStroke>& strokes, bool quietly = false);
  /// Gravity as the scene sets it, downwards.
  float gravity_m_s2() const;

  // ---- Beside others ----
  /// As a companion it keeps its own values of these parameters, by place.
  void keep_parameters(std::vector<std::size_t> places) { own_parameters_ = std::move(places); }
  /// Does not report parameters that it refuses: the player beside it refuses and reports them.
  void refuse_quietly() { simulator_.refuse_quietly(); }
  /// Players to which all commands are passed on: drags, parameters, pause, reset.
  void set_companions(std::vector<Player*> companions) { companions_ = std::move(companions); }
  /// Calls it with the session while it stands between two steps, at the beginning of a frame.
  void call_between_steps(std::function<void(Session&)> then);
  /// Whether a state has been restored since the last call, which companions need, too.
  bool take_restored() { return std::exchange(restored_, false); }
  /// Goes on from a state of the same scene.
  void go_on_from(std::shared_ptr<const WorldState> state);
  /// Whether it goes in step with others: what is asked for waits for the end of a frame.
  void set_in_step(bool in_step) {
    in_step_ = in_step;
    simulator_.answer_between_frames(in_step);
  }
  /// The simulation publishes what the view shows from now on.
  void follow_view() { simulator_.show_field(display_.field()); }
  /// Whether it waits for the next frame to be asked for.
  bool between_frames() const { return !frame_asked_; }
  /// Time that go_on(), or go_on_film() for frames of that length, adds to its own next time.
  void pass(double real_s, double film_frame_s);
  /// Asks for a frame of that length, unless one is being simulated. Returns whether it did.
  bool begin_frame(double frame_s, bool film);
  /// The same where none is being simulated, paused or not. waits: until take_turn().
  void begin(double frame_s, bool film, bool waits);
  void take_turn() { simulator_.take_turn(); }

  /// The state is no longer finite. The last good picture stands until reset() or open().
  bool diverged() const { return !readings_->finite; }
  bool stands() const { return paused_ || diverged(); }

  /// Once a picture: calls back for commands that are done. Throws what went wrong with them.
  void deliver() { simulator_.deliver(); }
  /// Once a picture: takes over what is to be shown. Returns whether the requested frame is
  /// complete, once for each; where nothing moves, every picture is a frame. Throws what ended the
  /// simulation.
  bool take(double now_s);
  /// Once a picture, real_s after the last one: unless a frame is being simulated, asks for
  /// another, as long as the real time since the last one began but at most longest_s, both times
  /// the speed. Returns the simulated seconds that it asked for, or 0.
  double go_on(double real_s, double longest_s);
  /// The same for a film, in which every frame has that length times the speed, and which has no
  /// more frames a second than that, however fast the screen.
  double go_on_film(double real_s, double frame_s);
  /// Whether the newest frame that take() has seen whole is one of a film.
  bool shows_film_frame() const { return film_shown_; }
  /// From now on the frames of films are kept for take_film_frame(), or are not.
  void keep_film_frames(bool kept);
  /// The vertices of the frame that the last take() has seen whole, once, if it is one of a film
  /// and kept.
  std::optional<std::vector<PublishedVertex>> take_film_frame() {
    return std::exchange(film_frame_, std::nullopt);
  }
  const Exec& copies() const { return *copies_; }  ///< on which vertices come to the display
  /// Whether a frame is there that take() has not returned yet.
  bool frame_is_there() const { return frame_asked_ && !simulator_.frame_under_way(); }
  void draw(glm::ivec2 size_px) { display_.draw(size_px); }

  /// Done between two steps, in the order in which it is asked for; deliver() throws what it threw.
  void ask(Simulator::Work work) { simulator_.ask(std::move(work)); }

  /// Ends after the step that is under way; the session is free once ended().
  void end() { simulator_.end(); }
  bool ended() const { return simulator_.ended(); }

  /// Shaded, wireframe, spheres, constraint colours and fields in turn, as far as the scene has
  /// them.
  void next_view();
  /// Shows all that moves from where the camera looks now. aspect: width / height.
  void frame_scene(float aspect);
  /// From where the scene was seen when it was opened, with the panels as they are now.
  const Camera& home() const { return home_; }
  /// From now on scenes are opened with the camera that much farther away than their files say, so
  /// that panels at the sides hide less of them. 1: as they say. A camera that has not been moved
  /// since its scene was opened follows.
  void set_stand_back(float times);
  float stand_back() const { return stand_back_; }

  // ---- What is shown ----
  const Scene& scene() const { return *scene_; }
  const DrawList& draw_list() const { return *draw_list_; }
  /// Another number whenever objects have come or gone.
  int object_count() const { return object_count_; }
  /// Of the newest state that take() has seen.
  const Readings& readings() const { return *readings_; }
  /// Whether the readings show the effect of all that was asked for.
  bool settled() const { return readings_->answered == simulator_.asked(); }
  /// Copies, to be changed freely; then parameter_changed().
  const std::vector<Parameter>& parameters() const { return parameters_.all(); }
  /// The parameters' values when the scene was opened, as Parameter::text() has them.
  /// A parameter's text as the scene was opened, or as balls need it while they are there.
  const std::string& usual_value(std::size_t place) const;
  void measure(const MeasureWish& wish) { simulator_.measure(wish); }
  std::vector<double> take_step_times() { return simulator_.take_step_times(); }
  const Pace& pace() const { return pace_; }
  /// For how long the steps that run now have been running.
  double piece_s() const { return simulator_.piece_s(); }
  /// Another number for every scene that is opened.
  int scene_count() const { return scene_count_; }
  Display& display() { return display_; }
  const Display& display() const { return display_; }

 private:
  void show_scene();
  void take_objects();
  void take_vertices();
  void take_published(HandOver& from, bool kept = false);
  void take_scene();
  void bring(std::function<std::string(Session&)> guest,
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
  std::optional<Exec> copies_;  ///< on which vertices come to the display
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
  Solver wanted_;  ///< the solver that was asked for last
  std::vector<std::size_t> own_parameters_;
  std::vector<Player*> companions_;
  bool in_step_ = false, restored_ = false;
  bool paused_ = false;
  double speed_ = 1.0;
  std::optional<double> seek_to_s_;  ///< to be asked for once there is an answer to what was
  std::optional<double> sought_s_;   ///< asked for last, while nothing else has moved the world
  bool frame_asked_ = false;
  double since_frame_s_ = 0.0;
  bool film_ = false, film_shown_ = false;  ///< of the frame that was asked for last, and shown
  FilmClock film_clock_;
  bool keeps_film_frames_ = false;
  std::optional<std::vector<PublishedVertex>> film_frame_;
  bool pace_begins_ = true;
  Pace pace_;
  int scene_count_ = 0;
  Simulator simulator_;  ///< last: its thread ends before the rest goes
};

}  // namespace limber
