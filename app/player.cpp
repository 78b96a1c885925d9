#include "app/player.h"

#include <algorithm>
#include <utility>

#include "app/compare/variant.h"
#include "app/drawn_bounds.h"
#include "kernels/device.h"
#include "kernels/error.h"
#include "sim/world_state.h"

namespace limber {

namespace {

/// Waits for the exec.
std::vector<PublishedVertex> on_host(const Exec& exec, View<const PublishedVertex> vertices) {
  if (exec.memory() == Memory::host) return {vertices.data, vertices.data + vertices.size};
  std::vector<PublishedVertex> copy(static_cast<std::size_t>(vertices.size));
  device::copy_to_host(copy.data(), vertices.data, sizeof(PublishedVertex) * copy.size(),
                       exec.stream());
  exec.synchronize();
  return copy;
}

}  // namespace

Player::Player(Session& session, Display& display, std::function<void()> wake)
    : session_(session),
      display_(display),
      wanted_(session.backend()),
      simulator_(session, std::move(wake)) {}

Player::~Player() {
  simulator_.wait_for_end();
  display_.release_vertices();  // before the exec that copies them
}

// ---- Scenes and solvers. The `then` of a request may access the session. ----

void Player::show_scene() {
  draw_list_ = session_.world().kept_draw_list();
  const DrawList& list = *draw_list_;
  ViewOptions& view = display_.view;
  view.constraint_lines = 0;
  view.field = 0;
  if ((view.mode == ViewMode::constraint_colors && list.constraint_lines.empty()) ||
      (view.mode == ViewMode::scalar_field && list.fields.empty()))
    view.mode = ViewMode::shaded;
  if (list.spheres.empty() && list.fluids.empty()) view.spheres = false;
  display_.show_scene(list, session_.scene().camera, session_.scene().look);
  display_.camera.distance_m *= stand_back_;
  home_ = display_.camera;
  ++object_count_;
  scene_ = &session_.scene();
  take_vertices();
}

/// Requests may have added or removed balls, bodies and cuts.
void Player::take_objects() {
  const std::shared_ptr<const DrawList> list = session_.world().kept_draw_list();
  if (list == draw_list_) return;
  draw_list_ = list;
  ++object_count_;
  display_.show_objects(*list);
  take_vertices();
}

/// Allocates vertices on the current backend's device.
void Player::take_vertices() {
  const int count = session_.world().draw_list().vertex_count;
  display_.release_vertices();
  copies_.emplace(session_.backend());
  display_.take_vertices(count, *copies_);
  const auto vertices = std::make_shared<HandOver>(session_.exec(), count);
  simulator_.publish_into(vertices);
  simulator_.show_field(display_.field());
  simulator_.publish_here();  // publishes an initial finite frame
  take_published(*vertices);
  readings_ = simulator_.readings();
  pace_begins_ = true;
}

/// kept: also keep them for take_film_frame().
void Player::take_published(HandOver& from, bool kept) {
  from.take(
      *copies_,
      [&](View<const PublishedVertex> all, int field) {
        display_.show(all, field);
        if (kept) film_frame_ = on_host(*copies_, all);
      },
      kept || display_.lacks_fluid_meshes());
}

void Player::keep_film_frames(bool kept) {
  keeps_film_frames_ = kept;
  film_frame_.reset();
}

void Player::take_scene() {
  ++scene_count_;
  simulator_.forget_values();
  parameters_ = ParameterCopies(session_.world().parameters());
  initial_values_.clear();
  for (const Parameter& parameter : parameters()) initial_values_.push_back(parameter.text());
}

void Player::start() {
  may_show_other_things_ = session_.world().shows_other_things();
  show_scene();
  take_scene();
  simulator_.start();
}

void Player::open(Scene scene, Simulator::Then then) {
  opening_ = scene.id;
  opening_since_ = std::chrono::steady_clock::now();
  struct Opening {
    Scene scene;
    std::unique_ptr<Session::Run> before;
  };
  const auto opening = std::make_shared<Opening>(Opening{std::move(scene), nullptr});
  simulator_.ask(
      [opening](Session& session) { opening->before = session.open(std::move(opening->scene)); },
      [this, opening, then, id = opening_](std::exception_ptr failed) {
        if (opening_ == id) opening_.clear();  // otherwise another one is opening
        if (!failed) {
          try {
            show_scene();
            take_scene();
            may_show_other_things_ = false;
            opening->before.reset();  // now, since its destructor may use the backend
          } catch (...) {
            failed = std::current_exception();
            session_.restore(std::move(opening->before));
            show_scene();
          }
        }
        then(failed);
      });
}

double Player::opening_s() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - opening_since_).count();
}

void Player::switch_to(Backend backend) {
  if (backend == wanted_) return;
  wanted_ = backend;
  const auto before = std::make_shared<Backend>(backend);
  simulator_.ask(
      [backend, before](Session& session) {
        *before = session.backend();
        if (!session.world().finite_now())  // new buffers would hold no finite frame
          throw Error(
              ExitCode::diverged,
              "the simulation diverged: restart the scene (R) before switching the backend");
        session.switch_to(backend);
      },
      [this, before](std::exception_ptr failed) {
        try {
          if (failed) std::rethrow_exception(failed);
          take_vertices();
        } catch (...) {
          if (session_.backend() != *before) {
            session_.switch_to(*before);
            take_vertices();
          }
          wanted_ = *before;
          throw;
        }
      });
}

void Player::set_stand_back(float times) {
  if (times == stand_back_) return;
  const bool at_home = display_.camera == home_;
  home_.distance_m *= times / stand_back_;
  if (at_home) display_.camera = home_;
  stand_back_ = times;
}

// ---- Other requests ----

void Player::call_between_steps(std::function<void(Session&)> then) {
  ask_to_move([](Session& session) { session.step(0, {}, -1); },
              [this, then = std::move(then)](std::exception_ptr failed) {
                if (failed) std::rethrow_exception(failed);
                then(session_);
              });
}

void Player::go_on_from(std::shared_ptr<const WorldState> state) {
  may_show_other_things_ = true;  // the other player may
  ask_to_move([state = std::move(state)](Session& session) {
    session.step(0, {}, -1);
    session.world().restore(*state);
  });
}

/// For requests that change the state. In lockstep, other players do the same at the end of the
/// same frame. Balls and cuts are part of the state.
void Player::ask_to_move(Simulator::Work work, Simulator::Then then) {
  if (then || may_show_other_things_)
    then = [this, then = std::move(then)](std::exception_ptr failed) {
      take_objects();
      if (then)
        then(failed);
      else if (failed)
        std::rethrow_exception(failed);
    };
  if (in_step_)
    simulator_.ask(std::move(work), std::move(then));
  else
    simulator_.ask_to_break_off(std::move(work), std::move(then));
}

void Player::reset() {
  for_companions([](Player& other) { other.reset(); });
  forget_seek();
  ask_to_move([](Session& session) { session.reset(); });
  pace_begins_ = true;
}

void Player::set_paused(bool paused) {
  for_companions([=](Player& other) { other.set_paused(paused); });
  paused_ = paused;
  simulator_.hold(paused);
  pace_begins_ = true;
}

void Player::step_once() {
  for_companions([](Player& other) { other.step_once(); });
  set_paused(true);
  forget_seek();
  ask_to_move([](Session& session) { session.step(1, {}, -1); });
}

void Player::step_back() {
  set_paused(true);
  forget_seek();
  ask_to_move([](Session& session) { session.step_back(); });
  restored_ = true;
}

void Player::seek(double time_s) {
  if (sought_s_ == time_s) return;
  set_paused(true);
  seek_to_s_ = sought_s_ = time_s;
  ask_to_seek();
}

void Player::forget_seek() {
  seek_to_s_.reset();
  sought_s_.reset();
}

void Player::ask_to_seek() {
  if (!seek_to_s_ || !settled()) return;
  ask_to_move([time_s = *seek_to_s_](Session& session) { session.seek(time_s); });
  restored_ = true;
  seek_to_s_.reset();
}

void Player::set_speed(double speed) {
  speed_ = speed;
  pace_begins_ = true;
}

void Player::save(const std::string& path, Simulator::Then then) {
  simulator_.ask([path](Session& session) { session.save(path); }, std::move(then));
}

void Player::load(const std::string& path, std::shared_ptr<std::string> notes,
                  Simulator::Then then) {
  forget_seek();
  may_show_other_things_ = true;
  ask_to_move([path, notes](Session& session) { *notes = session.load(read_saved_state(path)); },
              std::move(then));
  restored_ = true;
}

void Player::parameter_changed(std::size_t place) {
  const ParameterValue value = value_of(parameters()[place]);
  simulator_.ask_for_value(place, value);
  for_companions([&](Player& other) {
    if (std::ranges::find(other.own_parameters_, place) == other.own_parameters_.end())
      other.simulator_.ask_for_value(place, value);
  });
}

const std::string& Player::usual_value(std::size_t place) const {
  for (const World::SpawnOverride& set : readings_->spawn_overrides)
    if (set.place == place) return set.value;
  return initial_values_[place];
}

void Player::reset_parameters() {
  for (std::size_t i = 0; i < parameters().size(); ++i) {
    if (parameters()[i].text() == usual_value(i)) continue;
    parameters()[i].set(usual_value(i));
    parameter_changed(i);
  }
}

void Player::use(const Preset& preset) {
  reset_parameters();
  const Variant chosen{.backend = {}, .values = preset.settings};
  for (const std::size_t place : set_values(parameters(), chosen)) parameter_changed(place);
}

glm::vec3 Player::apart_m(Player& other, int vertex) {
  const std::vector<PublishedVertex> here = display_.vertices().read_front(),
                                     there = other.display_.vertices().read_front();
  const auto place = static_cast<std::size_t>(vertex);
  if (place >= std::min(here.size(), there.size())) return glm::vec3(0.0f);
  return there[place].position_m - here[place].position_m;
}

void Player::grab(int vertex, glm::vec3 at_m, glm::vec3 target_m) {
  for_companions(
      [&](Player& other) { other.grab(vertex, at_m + apart_m(other, vertex), target_m); });
  simulator_.ask([=, scene = scene_](Session& session) {
    if (&session.scene() != scene) return;  // the request was for another scene
    session.world().grab_at(vertex, at_m);
    session.grab_changed();
    if (session.world().grabbed_vertex() >= 0) session.world().drag_to(target_m);
  });
}

void Player::drag_to(glm::vec3 target_m) {
  for_companions([=](Player& other) { other.drag_to(target_m); });
  simulator_.drag_to(target_m);
}

void Player::release(bool pin, std::optional<glm::vec3> target_m) {
  for_companions([=](Player& other) { other.release(pin, target_m); });
  simulator_.ask([=](Session& session) {
    if (target_m && session.world().grabbed_vertex() >= 0) session.world().drag_to(*target_m);
    session.world().release(pin);
    session.grab_changed();
  });
}

void Player::blow(const Breath& breath) {
  tell_of(breath);
  for_companions([&](Player& other) { other.blow(breath); });
  simulator_.blow(breath);
}

int Player::clear_pins() {
  tell_of(ReleasedPins{});
  for_companions([](Player& other) { other.clear_pins(); });
  simulator_.ask([](Session& session) {
    if (session.world().clear_pins() > 0) session.grab_changed();
  });
  return static_cast<int>(readings_->pinned_vertices.size());
}

void Player::shoot(const World::Shot& shot, std::function<void(const std::string&)> tell) {
  shoot(shot, false, std::move(tell));
}

void Player::shoot(const World::Shot& shot, bool told,
                   std::function<void(const std::string&)> tell) {
  for_companions([&](Player& other) { other.shoot(shot, {}); });
  spawn(
      shot, told, [=](Session& session) { return session.shoot(shot); }, std::move(tell));
}

void Player::add_body(const glm::vec3& at_m, std::optional<glm::vec3> seen_from_m,
                      std::function<void(const std::string&)> tell) {
  for_companions([&](Player& other) { other.add_body(at_m, seen_from_m, {}); });
  // There may be room a few pixels further, so a refusal is told.
  spawn(
      BodyCopy{at_m, seen_from_m}, true,
      [=](Session& session) { return session.add_body(at_m, seen_from_m); }, std::move(tell));
}

/// Adds a ball or body to the running scene; add() returns a note for the user.
void Player::spawn(const TourTool& tool, bool told, std::function<std::string(Session&)> add,
                   std::function<void(const std::string&)> tell) {
  may_show_other_things_ = true;
  const auto message = std::make_shared<std::string>();
  simulator_.ask(
      [message, add = std::move(add), scene = scene_](Session& session) {
        if (&session.scene() == scene) *message = add(session);
      },
      [this, tool, told, message, tell = std::move(tell)](std::exception_ptr failed) {
        take_objects();
        if (!failed) tell_of(tool);
        if (!tell) return;  // another player reports it
        if (failed) told ? tell_refusal(failed, tell) : std::rethrow_exception(failed);
        if (!message->empty()) tell(*message);
      });
}

void Player::tell_refusal(const std::exception_ptr& failed,
                          const std::function<void(const std::string&)>& tell) {
  try {
    std::rethrow_exception(failed);
  } catch (const Error& error) {
    if (error.code() != ExitCode::bad_input) throw;
    tell(error.what());
  }
}

void Player::cut(const std::vector<CutStroke>& strokes, bool quietly,
                 std::function<void(const std::string&)> tell) {
  for_companions([&](Player& other) { other.cut(strokes, true); });
  may_show_other_things_ = true;
  simulator_.ask(
      [=, scene = scene_](Session& session) {
        if (&session.scene() == scene) session.cut(strokes);
      },
      [this, strokes, quietly, tell = std::move(tell)](std::exception_ptr failed) {
        take_objects();
        if (!failed) return tell_of(strokes);
        if (tell) return tell_refusal(failed, tell);
        try {
          std::rethrow_exception(failed);
        } catch (const Error& error) {  // the first player reports that nothing could be cut
          if (!quietly || error.code() == ExitCode::unavailable) throw;
        }
      });
}

void Player::use_tool(const TourTool& tool, std::function<void(const std::string&)> tell) {
  struct Use {
    Player& player;
    std::function<void(const std::string&)> tell;
    void operator()(const World::Shot& shot) { player.shoot(shot, true, std::move(tell)); }
    void operator()(const Breath& breath) { player.blow(breath); }
    void operator()(const std::vector<CutStroke>& strokes) {
      player.cut(strokes, false, std::move(tell));
    }
    void operator()(const BodyCopy& body) {
      player.add_body(body.at_m, body.seen_from_m, std::move(tell));
    }
    void operator()(const ReleasedPins&) { player.clear_pins(); }
  };
  std::visit(Use{*this, std::move(tell)}, tool);
}

float Player::gravity_m_s2() const {
  for (const Parameter& parameter : parameters())
    if (parameter.key == "gravity_m_s2") return *std::get<float*>(parameter.target);
  return 0.0f;
}

// ---- Pictures ----

bool Player::take(double now_s) {
  simulator_.check();
  const bool whole = frame_is_there();  // before taking the vertices, which then belong to it
  if (whole) {
    frame_asked_ = false;
    film_shown_ = film_;
  }
  readings_ = simulator_.readings();
  take_published(*simulator_.vertices(), whole && film_ && keeps_film_frames_ && !diverged());
  if (settled()) parameters_.take(readings_->values);
  ask_to_seek();
  if (std::exchange(pace_begins_, stands())) pace_.begin(now_s, readings_->time_s);
  pace_.show(now_s, readings_->time_s);
  return whole || stands();
}

double Player::go_on(double real_s, double longest_s) {
  since_frame_s_ += real_s;
  const double frame_s = std::min(since_frame_s_, longest_s) * speed_;
  return begin_frame(frame_s, false) ? frame_s : 0.0;
}

double Player::go_on_film(double real_s, double frame_s) {
  film_clock_.pass(real_s, frame_s);
  if (frame_asked_ || !film_clock_.take(frame_s)) return 0.0;
  return begin_frame(frame_s * speed_, true) ? frame_s * speed_ : 0.0;
}

void Player::pass(double real_s, double film_frame_s) {
  if (film_frame_s > 0.0)
    film_clock_.pass(real_s, film_frame_s);
  else
    since_frame_s_ += real_s;
}

bool Player::begin_frame(double frame_s, bool film) {
  follow_view();
  if (stands()) since_frame_s_ = 0.0;
  if (frame_asked_ || stands()) return false;
  begin(frame_s, film, false);
  return true;
}

void Player::begin(double frame_s, bool film, bool waits) {
  if (std::exchange(film_, film) != film) pace_begins_ = true;
  forget_seek();
  simulator_.begin_frame(frame_s, film, waits);
  frame_asked_ = true;
  since_frame_s_ = 0.0;
}

void Player::next_view() {
  ViewOptions& view = display_.view;
  const DrawList& list = draw_list();
  const int line_types = static_cast<int>(list.constraint_lines.size());
  const int fields = static_cast<int>(list.fields.size());
  // All views in order: shaded, wireframe, spheres, each type of constraint, each field.
  const int first_lines = list.spheres.empty() && list.fluids.empty() ? 2 : 3;
  const int first_field = first_lines + line_types;
  int index = 0;
  if (view.mode == ViewMode::shaded && view.spheres) index = 2;
  if (view.mode == ViewMode::wireframe) index = 1;
  if (view.mode == ViewMode::constraint_colors) index = first_lines + view.constraint_lines;
  if (view.mode == ViewMode::scalar_field) index = first_field + view.field;
  index = (index + 1) % (first_field + fields);
  view.spheres = index == 2 && first_lines == 3;
  if (index < first_lines) {
    view.mode = index == 1 ? ViewMode::wireframe : ViewMode::shaded;
  } else if (index < first_field) {
    view.mode = ViewMode::constraint_colors;
    view.constraint_lines = index - first_lines;
  } else {
    view.mode = ViewMode::scalar_field;
    view.field = index - first_field;
  }
}

void Player::frame_scene(float aspect) {
  const Box box = bounds_of(draw_list(), display_.vertices().read_front());
  display_.camera.frame(box.low_m, box.high_m, aspect);
}

}  // namespace limber
