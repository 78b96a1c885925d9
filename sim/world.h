#pragma once

#include <cstdint>
#include <functional>
#include <glm/glm.hpp>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "kernels/buffer.h"
#include "kernels/exec.h"
#include "kernels/timeline.h"
#include "kernels/wind.h"
#include "sim/body_spawner.h"
#include "sim/colliders.h"
#include "sim/joints/ball_kind.h"
#include "sim/parameter.h"
#include "sim/publish.h"
#include "sim/statistics.h"
#include "sim/surroundings.h"
#include "sim/system.h"
#include "sim/system_parameters.h"

namespace limber {

class Balls;
struct BodiesTooNear;
struct TouchingBody;
struct WorldState;
class Stopwatch;

/// What a frame asks of a world.
struct FrameRequest {
  int steps = 1;  ///< 0: only publish again
  /// What is shown lies between the state before the last step (0) and the state now (1), so that
  /// frames and steps of different length still move evenly.
  float blend = 1.0f;
  View<PublishedVertex> publish{};  ///< where the solver runs; empty: nothing is drawn
  int field = -1;                   ///< index into DrawList::fields, -1 for none
};

/// How a step of a world is cut where its system has it follow the speed.
struct StepCut {
  int parts = 0;       ///< of the newest step; 0: steps are not cut
  long all_parts = 0;  ///< of all steps since the start, those that were not cut included
};

/// What makes a system.
struct SystemModel {
  std::string name;  ///< "cloth", "solid" ...: what its settings and statistics are called by
  std::function<std::unique_ptr<System>(Exec&)> make;
  std::function<std::string(int)> name_of_body;  ///< for messages; without it, its number
  std::shared_ptr<const BodySpawner> spawner{};  ///< null: there can be no more of its bodies
};

/// Systems that share a place: what stands around them is around all of them.
struct GroupModel {
  std::string name;  ///< of one that stands beside others: the value in which it differs
  Surroundings around;
  std::vector<SystemModel> systems;
};

/// A running scene: its systems, their recorded frame, the clock, the colliders, the grab. It owns
/// all state, in the memory of its solver, and knows no OpenGL. Nothing here waits for the GPU
/// unless it says so.
///
/// The systems of a group step together, in one recorded frame. Groups do not interact: they are
/// copies of the same scene, solved differently [Fratarcangeli13, figure 4], each with its own
/// frames and times.
///
/// Published, in this order: the vertices of each system, group by group, and after those of a
/// group a pose for each of its colliders that turns and is drawn.
class World {
 public:
  /// differing: the key of the parameter in which groups differ, which is set in each already;
  /// empty for one group. dt_s: of a world of several systems; others step as their system does.
  /// Throws Error(bad_input) as the makers of the systems do, and for systems that cannot share a
  /// world as they are set.
  World(Exec& exec, std::vector<GroupModel> groups, const std::string& differing = "",
        float dt_s = default_dt_s);
  static constexpr float default_dt_s = 1.0f / 480.0f;
  ~World();
  World(const World&) = delete;
  World& operator=(const World&) = delete;

  /// Moves the state to where `exec` runs and goes on there. The exec must outlive its use. If that
  /// side is full, the state stays where it is.
  void switch_to(Exec& exec);
  void reset();  ///< back to the start of the scene
  /// Copies the state as it is now, in memory of the side where steps run; nothing waits. into: an
  /// older state, whose memory is used again. watch: times it.
  void capture(WorldState& into, Stopwatch* watch = nullptr);
  /// Back to a state of this world or of another one of the same scene, on any solver. Parameters
  /// stay as they are now; what is held is what was held then. Throws Error(bad_input) for a state
  /// of another scene, and nothing has changed. Waits.
  void restore(const WorldState& state);
  void advance(const FrameRequest& request);

  double dt_s() const { return dt_s_; }      ///< simulated seconds a step, however it is cut
  double time_s() const { return time_s_; }  ///< simulated seconds since the start
  const SystemCounts& counts() const { return counts_; }
  const DrawList& draw_list() const { return *draw_list_; }
  /// The same, to be kept: balls that come or go make another list.
  std::shared_ptr<const DrawList> kept_draw_list() const { return draw_list_; }

  /// The values behind may be changed between frames, within their ranges; say so with
  /// parameters_changed(), which throws Error(bad_input) for values that do not go together. Where
  /// there are several systems, keys begin with the system's name: "cloth.iterations".
  std::vector<Parameter>& parameters() { return parameters_.all(); }
  void parameters_changed();

  /// Takes hold of what lies around a published vertex. Waits for the solver.
  void grab(int vertex) { grab(vertex, nullptr); }
  /// The same where the surface at the vertex was hit at `at_m`: rigid bodies are held there, and
  /// colliders, which stay where they are let go.
  void grab_at(int vertex, glm::vec3 at_m) { grab(vertex, &at_m); }
  void drag_to(glm::vec3 target_m) { grab_target_m_ = target_m; }
  glm::vec3 dragged_to() const { return grab_target_m_; }
  /// Lets go; with `pin` what was held stays where it is until it is grabbed again.
  void release(bool pin);
  /// Takes all pins out; what is grabbed stays grabbed. How many there were. Waits.
  int clear_pins();
  int grabbed_vertex() const;                                          ///< -1: nothing is held
  const std::vector<int>& pinned_vertices() const { return pinned_; }  ///< pinned by the user

  /// A ball that is shot.
  struct Shot {
    glm::vec3 from_m{0.0f};
    glm::vec3 velocity_m_s{0.0f};
    BallKind kind{};
  };
  /// Shoots a ball, which collides with everything that has contact. The first shot adds all balls
  /// of its kind to the world; they stay until reset() or until a state without them is restored,
  /// and another kind replaces them. While they are there, systems without contact have it. Returns
  /// a note for the user, or an empty string. Throws Error(bad_input) where there can be no balls.
  /// Waits.
  std::string shoot(const Shot& shot);
  bool has_balls() const;

  /// Adds a copy of the body nearest to `at_m`: in its initial shape, at rest, above `at_m` or
  /// beside it towards `seen_from_m`, high enough to have room. It collides with everything that
  /// has contact, and stays until reset() or until a state without it is restored. Returns a note
  /// for the user, as shoot() does. Throws Error(bad_input) where no body can be copied, where
  /// there is no room, and beyond max_added. Waits.
  std::string add_body(const glm::vec3& at_m, std::optional<glm::vec3> seen_from_m = {});
  static constexpr int max_added = 12;
  int added_bodies() const;
  std::string why_not_add() const;  ///< a sentence; empty: there are bodies to copy

  /// Whether there are balls or added bodies.
  bool has_spawned() const;
  /// A parameter, by its place in parameters(), and the value that these need, as text.
  struct SpawnOverride {
    std::size_t place;
    std::string value;
    bool operator==(const SpawnOverride&) const = default;
  };
  std::vector<SpawnOverride> spawn_overrides();

  /// Cuts all cloth of particles that the strokes cross, even where it is hidden: removes each
  /// triangle with a side under a stroke, and its constraints. It stays cut until reset() or until
  /// a state before the cut is restored. Returns the number of triangles removed. Throws
  /// Error(bad_input) where nothing can be cut. Waits.
  int cut(const std::vector<CutStroke>& strokes);
  std::string why_not_cut() const;  ///< a sentence; empty: there is cloth to cut
  /// Whether the scene shows other things than at its start: balls, added bodies or cut cloth.
  bool shows_other_things() const;

  /// Blows at cloth, soft bodies and plants from the next step on, or stops blowing.
  void blow(const Breath& breath) { breath_ = breath; }
  const Breath& breath() const { return breath_; }

  /// False once a state was not finite. From then on no group publishes, so memory that every frame
  /// is published into keeps the last good one. On CUDA this is known a frame or two late.
  bool finite();
  bool finite_now();  ///< the same of this very state. Waits for the solver.
  /// Root mean square of the constraints of each type, of the newest request. A frame late on CUDA.
  void request_residuals();
  const std::map<std::string, double>& residuals();
  /// Tries the next step on a copy of the state and notes the residuals of its iterations. The
  /// curves are those of the newest request; a frame late on CUDA, empty before the first.
  void request_convergence();
  const std::vector<ConvergenceCurve>& convergence();
  /// Of each method that runs, as of the newest step: a budget of time changes them.
  std::vector<IterationCount> iterations_now() const;
  /// Of groups that do not touch, that of the first one.
  StepCut step_cut() const;
  /// A sentence on what goes wrong while the state is still finite; empty: nothing does.
  std::string trouble();
  /// Sentences on what was set and cannot be kept.
  const std::vector<std::string>& notes() const { return notes_; }
  /// Two bodies, or parts of one, that crossed when contacts were switched on: they stay crossed.
  struct Tangle {
    std::string sentence;  ///< with both bodies and the place
    bool of_one_body;
  };
  std::optional<Tangle> tangle() const;
  /// The first particle or body whose position is not finite, in words; empty: none. Waits for the
  /// solver.
  std::string first_not_finite();
  /// The time of the newest steps that has not been read yet; of groups, that of all together.
  std::optional<StepTime> poll_step_time();
  void set_profiling(bool on);
  const std::vector<StageTime>& stages();

  /// Positions of all particles. Waits for the solver.
  std::vector<glm::vec3> positions_m();
  std::uint64_t state_hash();  ///< of every bit of the state. Waits for the solver.

  /// The first system of that type. Throws std::bad_cast where there is none.
  template <class Wanted>
  Wanted& system();

 private:
  struct Member;
  struct Group;

  void grab(int vertex, const glm::vec3* at_m);
  void run_steps(Group& group, int steps, int parts, bool remember);
  void publish(const FrameRequest& request);
  void publish(Group& group, const FrameRequest& request);
  Exec& exec_of_steps(const Group& group, Exec& exec);
  void move(Group& group, Exec& to_exec, Exec& to_steps);
  void move_all(Exec& to);
  void set_steps();
  void systems_changed();
  std::string add_spawned(Member spawned, float radius_m);
  void remove_spawned(const std::function<bool(const Member&)>& goes);
  std::string let_touch(Group& group, float radius_m);
  std::string add_balls(const BallKind& kind);
  void remove_balls();
  void restore_balls(const WorldState& state);
  struct AddedBody;
  std::optional<AddedBody> nearest_addable(const glm::vec3& at_m) const;
  bool can_be_added(const AddedBody& body) const;
  std::string put(const AddedBody& body);
  void take_out(int first_added);
  glm::vec3 way_to_room(Group& group, float up_m, const glm::vec3& beside_m);
  std::vector<AddedBody> added() const;
  std::vector<AddedBody> added_in(const WorldState& state) const;
  void restore_added(const WorldState& state);
  using Cuts = std::vector<std::vector<int>>;  ///< triangles, of each system
  Cuts cuts() const;
  Cuts cuts_in(const WorldState& state) const;
  bool set_cuts(const Cuts& wanted);
  void rebuild_after_cut();
  void restore_cuts_and_spawned(const WorldState& state);
  Balls* balls();
  void look_at_contacts(Group& group);
  void note_distances();
  std::string name_of_body(const Group& group, const TouchingBody& body) const;
  std::string sentence_of(const Group& group, const BodiesTooNear& bodies) const;
  void collect_parameters(const std::string& differing);
  void check_can_share_world() const;
  void merge_counts();
  void merge_draw_lists();
  void take_pinned();
  std::string name_of(const Group& group, const Member& member, const std::string& what) const;
  std::string name_of(const Group& group, const std::string& what) const;
  template <class Visit>
  void for_each_member(const Visit& visit);
  std::vector<System*> systems() const;

  Exec* exec_;
  std::unique_ptr<Exec> beside_;   ///< the processor's, for systems that step there beside the GPU
  Buffer<int> publication_ended_;  ///< on exec_: a flag, raised once a group's is
  std::vector<std::unique_ptr<Group>> groups_;

  float world_dt_s_;  ///< of a world of several systems
  double dt_s_ = 0.0;
  double time_s_ = 0.0;
  glm::vec3 grab_target_m_{0.0f};
  Breath breath_;
  SystemParameters parameters_;
  SystemCounts counts_;
  std::shared_ptr<const DrawList> draw_list_;
  std::vector<int> pinned_;
  std::map<std::string, double> residuals_;
  std::vector<ConvergenceCurve> convergence_;
  std::vector<StageTime> stages_;
  std::vector<std::string> notes_;
  /// Of a scene's own systems, as long as there are guests.
  struct Override {
    Parameter parameter;
    std::string before, now;
  };
  std::vector<Override> overrides_;
};

template <class Wanted>
Wanted& World::system() {
  for (System* system : systems())
    if (auto* wanted = dynamic_cast<Wanted*>(system)) return *wanted;
  throw std::bad_cast();
}

}  // namespace limber
