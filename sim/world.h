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

/// One frame as requested from a world.
struct FrameRequest {
  int steps = 1;  ///< 0: only publishes again
  /// Interpolates what is shown between the state before the last step (0) and the current state
  /// (1), for smooth motion when frames and steps differ in length.
  float blend = 1.0f;
  View<PublishedVertex> publish{};  ///< in the backend's memory; empty: nothing is drawn
  int field = -1;                   ///< index into DrawList::fields, -1 for none
};

/// How a step is divided into parts by a system that adapts its step to the speed.
struct StepCut {
  int parts = 0;       ///< of the newest step; 0: steps are not divided
  long all_parts = 0;  ///< of all steps since the start; an undivided step counts as one
};

/// How to make a system.
struct SystemModel {
  std::string name;  ///< "cloth", "solid" ...: names its settings and statistics
  std::function<std::unique_ptr<System>(Exec&)> make;
  std::function<std::string(int)> name_of_body;  ///< for messages; null: its number
  std::shared_ptr<const BodySpawner> spawner{};  ///< null: its bodies cannot be copied
};

/// Systems that share the same surroundings.
struct GroupModel {
  std::string name;  ///< of a group beside others: the value in which it differs
  Surroundings around;
  std::vector<SystemModel> systems;
};

/// A running scene: systems, recorded frames, clock, colliders and the grab. Owns all state, in the
/// memory of its solver, and does not depend on OpenGL. No function waits for the GPU unless its
/// comment says "Waits".
///
/// The systems of a group step together, in one recorded frame. Groups do not interact: they are
/// copies of the same scene with different settings [Fratarcangeli13, figure 4], each with its own
/// frames and times.
///
/// Publishes, group by group, the vertices of each of the scene's systems and a pose for each
/// movable collider that is drawn; spawned systems come last.
class World {
 public:
  /// differing: key of the parameter in which the groups differ (each has its value already); empty
  /// for one group. dt_s: step of a world of several systems; a single system determines its own.
  /// Throws Error(bad_input) where a system cannot be made or where systems cannot share a world
  /// with these settings.
  World(Exec& exec, std::vector<GroupModel> groups, const std::string& differing = "",
        float dt_s = default_dt_s);
  static constexpr float default_dt_s = 1.0f / 480.0f;
  ~World();
  World(const World&) = delete;
  World& operator=(const World&) = delete;

  /// Moves the state to the memory of `exec` and continues there. `exec` must outlive its use. If
  /// that memory is full, throws and leaves the state where it is.
  void switch_to(Exec& exec);
  void reset();  ///< back to the start of the scene
  /// Copies the current state within the memory where steps run, asynchronously. into: overwritten;
  /// its memory is reused. watch: times the copy.
  void capture(WorldState& into, Stopwatch* watch = nullptr);
  /// Restores a state of this world or of another one of the same scene, on any backend. Parameters
  /// keep their current values; the grab and pins are restored. Throws Error(bad_input) for a state
  /// of another scene, without any change. Waits.
  void restore(const WorldState& state);
  void advance(const FrameRequest& request);

  double dt_s() const { return dt_s_; }      ///< simulated seconds per step, divided or not
  double time_s() const { return time_s_; }  ///< simulated seconds since the start
  const SystemCounts& counts() const { return counts_; }
  const DrawList& draw_list() const { return *draw_list_; }
  /// The same, shared: spawning or removing bodies replaces the list.
  std::shared_ptr<const DrawList> kept_draw_list() const { return draw_list_; }

  /// The values may be changed between frames, within their ranges, followed by
  /// parameters_changed(), which throws Error(bad_input) for values that are incompatible. In a
  /// world of several systems, keys begin with the system's name: "cloth.iterations".
  std::vector<Parameter>& parameters() { return parameters_.all(); }
  void parameters_changed();

  /// Grabs the body or collider at a published vertex. Waits.
  void grab(int vertex) { grab(vertex, nullptr); }
  /// The same where a ray hit the surface near the vertex at `at_m`: rigid bodies are held at that
  /// point, and so are colliders, which stay where they are released.
  void grab_at(int vertex, glm::vec3 at_m) { grab(vertex, &at_m); }
  void drag_to(glm::vec3 target_m) { grab_target_m_ = target_m; }
  glm::vec3 dragged_to() const { return grab_target_m_; }
  /// Releases the grab; `pin` fixes what was grabbed in place until it is grabbed again.
  void release(bool pin);
  /// Removes all pins, but not the grab. Returns the number of pins removed. Waits.
  int clear_pins();
  int grabbed_vertex() const;                                          ///< -1: nothing is held
  const std::vector<int>& pinned_vertices() const { return pinned_; }  ///< pinned by the user

  /// A ball to be shot.
  struct Shot {
    glm::vec3 from_m{0.0f};
    glm::vec3 velocity_m_s{0.0f};
    BallKind kind{};
  };
  /// Shoots a ball, which collides with everything that has contact. The first shot adds all balls
  /// of its kind to the world; they stay until reset() or until a state without them is restored,
  /// and a shot of another kind replaces them. While they are there, contact is switched on for
  /// deformable systems without it. Returns a note for the user, or an empty string. Throws
  /// Error(bad_input) where there can be no balls. Waits.
  std::string shoot(const Shot& shot);
  bool has_balls() const;

  /// Adds a copy of the body nearest to `at_m`: in its initial shape, at rest, above `at_m` or
  /// offset towards `seen_from_m`, at the lowest free place; or farther away, where it would fill
  /// the picture (places_to_add.h). It collides with everything that has contact, and stays until
  /// reset() or until a state without it is restored. Returns a note for the user, as shoot() does.
  /// Throws Error(bad_input) where no body can be copied, where there is no room, and beyond
  /// max_added. Waits.
  std::string add_body(const glm::vec3& at_m, std::optional<glm::vec3> seen_from_m = {});
  static constexpr int max_added = 12;
  int added_bodies() const;
  std::string why_not_add() const;  ///< a sentence; empty: there are bodies to copy

  /// Whether any bodies were added at run time: balls or copies of bodies.
  bool has_spawned() const;
  /// A parameter, by its index in parameters(), and the value that spawned bodies need, as text.
  struct SpawnOverride {
    std::size_t place;
    std::string value;
    bool operator==(const SpawnOverride&) const = default;
  };
  std::vector<SpawnOverride> spawn_overrides();

  /// Cuts all particle cloth that the strokes cross, visible or hidden: removes each triangle with
  /// an edge under a stroke, and its constraints. It stays cut until reset() or until a state
  /// before the cut is restored. Returns the number of triangles removed. Throws Error(bad_input)
  /// where nothing can be cut. Waits.
  int cut(const std::vector<CutStroke>& strokes);
  std::string why_not_cut() const;  ///< a sentence; empty: there is cloth to cut
  /// Whether the objects differ from those at the start: balls, added bodies or cut cloth.
  bool shows_other_things() const;

  /// Blows air at cloth, soft bodies and plants from the next step on, or stops.
  void blow(const Breath& breath) { breath_ = breath; }
  const Breath& breath() const { return breath_; }

  /// False once a state was not finite. From then on no group publishes, so published vertices keep
  /// the last good state. On CUDA the answer is a frame or two late.
  bool finite();
  bool finite_now();  ///< the same of the current state. Waits.
  /// Root mean square residual of each type of constraint, at the newest request. A frame late on
  /// CUDA.
  void request_residuals();
  const std::map<std::string, double>& residuals();
  /// Runs the next step on a copy of the state and records the residual of each iteration.
  /// convergence() has the curves of the newest request; a frame late on CUDA, empty before the
  /// first.
  void request_convergence();
  const std::vector<ConvergenceCurve>& convergence();
  /// Of each iterative method, in the newest step: a time budget changes them.
  std::vector<IterationCount> iterations_now() const;
  /// Of the first group.
  StepCut step_cut() const;
  /// A sentence on what goes wrong while the state is still finite, or empty.
  std::string trouble();
  /// Sentences on settings that cannot be met.
  const std::vector<std::string>& notes() const { return notes_; }
  /// Bodies, or parts of one, that intersected when contacts were switched on, and stay so.
  struct Tangle {
    std::string sentence;  ///< with both bodies and the place
    bool of_one_body;
  };
  std::optional<Tangle> tangle() const;
  /// Names the first particle or body whose position is not finite; empty: none. Waits.
  std::string first_not_finite();
  /// Time of the newest steps, if not polled yet; of several groups, their sum.
  std::optional<StepTime> poll_step_time();
  void set_profiling(bool on);
  const std::vector<StageTime>& stages();

  /// Positions of all particles. Waits.
  std::vector<glm::vec3> positions_m();
  std::uint64_t state_hash();  ///< of every bit of the state. Waits.
  /// Systems whose steps overlap those of others on a GPU, unless stages are timed.
  int overlapping_systems() const;

  /// The first system of this type. Throws std::bad_cast where there is none.
  template <class Wanted>
  Wanted& system();

 private:
  struct Member;
  struct Group;

  void grab(int vertex, const glm::vec3* at_m);
  void run_steps(Group& group, int steps, int parts, bool store_previous);
  /// What the steps of a group's members have in common.
  struct MembersStep {
    double start_s;  ///< in the frame
    float dt_s;
    bool together;  ///< colliders have moved already
    bool store_previous;
  };
  void launch_steps(Group& group, const MembersStep& step);
  void launch_step(Group& group, Member& member, const MembersStep& step);
  void publish(const FrameRequest& request);
  void publish(Group& group, const FrameRequest& request);
  Exec& exec_of_steps(const Group& group, Exec& exec);
  void move(Group& group, Exec& to_exec, Exec& to_steps);
  void move_all(Exec& to);
  void set_steps();
  void systems_changed();
  std::string add_spawned(Member spawned, float radius_m);
  void remove_spawned(const std::function<bool(const Member&)>& goes);
  std::string enable_contact(Group& group, float radius_m);
  std::string add_balls(const BallKind& kind);
  void remove_balls();
  void restore_balls(const WorldState& state);
  struct AddedBody;
  std::optional<AddedBody> nearest_addable(const glm::vec3& at_m) const;
  bool can_be_added(const AddedBody& body) const;
  std::string add_copy(const AddedBody& body);
  void remove_added(int first_added);
  glm::vec3 free_place(Group& group, const std::vector<glm::vec3>& middles_m);
  std::vector<AddedBody> added() const;
  std::vector<AddedBody> added_in(const WorldState& state) const;
  void restore_added(const WorldState& state);
  using Cuts = std::vector<std::vector<int>>;  ///< removed triangles of each system
  Cuts cuts() const;
  Cuts cuts_in(const WorldState& state) const;
  bool set_cuts(const Cuts& wanted);
  void rebuild_after_cut();
  void restore_cuts_and_spawned(const WorldState& state);
  Balls* balls();
  void check_contact_start(Group& group);
  void collect_notes();
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
  /// on the CPU, for systems that step there while the GPU is the solver
  std::unique_ptr<Exec> beside_;
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
  /// Parameters of the scene's systems changed while there are spawned ones.
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
