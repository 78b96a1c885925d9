#pragma once

#include <cstdint>
#include <glm/glm.hpp>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "kernels/collider.h"
#include "kernels/exec.h"
#include "kernels/joints/joined_vertices.h"
#include "kernels/pbd/particle.h"
#include "sim/archive.h"
#include "sim/cut_stroke.h"
#include "sim/frame_runner.h"
#include "sim/parameter.h"
#include "sim/publish.h"
#include "sim/statistics.h"

namespace limber {

struct ContactShape;
struct ContactStep;
struct ContactUse;
struct ContactsAhead;
class Immersible;
class RoundContacts;
class System;

/// A system of a world, by the name that it has there.
struct NamedSystem {
  std::string name;
  System* system;
};

/// A body of a system that holds vertices of a body of another one: these do not touch.
struct JoinedSurface {
  const System* other;
  int body, other_body;  ///< each as in the contact shape of its system
  bool operator==(const JoinedSurface&) const = default;
};

/// A step of a system, as its world asks for it.
struct SystemStep {
  double time_in_frame_s = 0.0;      ///< since the start of the recorded frame
  View<const Collider> colliders{};  ///< now, where the system's steps run
  /// As they were when the world's step began: they may have taken theirs already.
  View<const Collider> colliders_at_start{};
  /// Those that the system is to solve for itself; null where it is not to.
  const ContactsAhead* contacts = nullptr;
  /// By what the system's own contacts hold colliders back; null: they do not.
  RoundContacts* round = nullptr;
  bool last = true;  ///< of its steps in one of the world
};

/// How a system is to be shown.
struct SystemPublish {
  const Exec& exec;                  ///< on which the vertices lie
  float blend = 1.0f;                ///< see FrameRequest
  int field = -1;                    ///< index into the fields of the system's own draw list
  View<const int> not_finite{};      ///< on `exec`: raised where nothing may be published any more
  View<PublishedVertex> vertices{};  ///< the system's own
};

/// Bodies of one kind in a world: their state and their inner forces. A system has no frame, clock,
/// colliders or draw list for itself: its world steps it, moves its state and shows it.
class System {
 public:
  virtual ~System() = default;

  // ---- What it is ----
  /// Of what it is seen, in vertices of its own that begin with 0.
  const DrawList& draw_list() const { return draw_list_; }
  const SystemCounts& counts() const { return counts_; }
  std::vector<Parameter>& parameters() { return parameters_; }

  // ---- Its state ----
  /// Every buffer once.
  virtual void archive(Archive& archive) = 0;
  /// Its state is that of the start again: what is remembered on the host is forgotten, too.
  virtual void restarted() {}
  /// Its state has come from elsewhere: what is on its way from the solver is out of date.
  virtual void loaded() {}
  /// Before its state moves to another solver: takes what is on its way. After it, it runs there.
  virtual void leave() {}
  virtual void arrived() {}
  /// Whether its steps run on the processor though the solver is `exec`.
  virtual bool steps_beside(const Exec& exec) const {
    static_cast<void>(exec);
    return false;
  }
  /// Called by its world: where its steps run, and in which frames.
  void place(Exec& exec, FrameRunner& frames) {
    exec_ = &exec;
    frames_ = &frames;
  }

  // ---- Its steps ----
  /// Why it has to be alone in its world as it is set, and with which value it need not be.
  struct Incompatibility {
    std::string why, key, value;
  };
  virtual std::optional<Incompatibility> must_be_alone() const { return {}; }
  /// A step takes no longer than this. A world of several systems lets those with short steps take
  /// several in one of its own.
  virtual double max_dt_s() const = 0;
  /// A step takes as long as this from now on; the settings may have changed as well. Frames have
  /// been forgotten. Throws Error(bad_input) for values that do not go together.
  void set_step(float dt_s) {
    dt_s_ = dt_s;
    settings_changed();
  }
  /// In how many equal parts its next step is cut, each of them a step of the world: asked before
  /// it where the system is alone there. 0: steps are never cut. Waits where the number follows
  /// from what is still on its way.
  virtual int parts_of_next_step(View<const Collider> colliders) {
    static_cast<void>(colliders);
    return 0;
  }
  /// 0 or 1: recorded frames hold for one of them.
  virtual std::uint64_t recording_key() const { return 0; }
  virtual int max_recorded_steps() const { return 8; }  ///< in a frame; longer ones replay it
  virtual void launch_begin() {}  ///< before the first step of a recorded frame
  /// Before a step of the world, which takes that long, and before its contacts look: bodies come
  /// and go.
  virtual void launch_come_and_go(float dt_s) { static_cast<void>(dt_s); }
  virtual void launch_remember() = 0;  ///< the state, to be blended with that of a step later
  virtual void launch_step(const SystemStep& step) = 0;
  /// After the last step of a recorded frame, which took that long, with colliders as they are.
  virtual void launch_end(float passed_s, View<const Collider> colliders) {
    static_cast<void>(passed_s);
    static_cast<void>(colliders);
  }
  virtual void stepped(int steps) { static_cast<void>(steps); }  ///< that have been launched
  /// A world alone with this system took that long for its newest steps.
  virtual void timed(const StepTime& time) { static_cast<void>(time); }
  /// After a frame has been launched.
  virtual void frame_launched() {}
  virtual void publish(const SystemPublish& request) = 0;

  // ---- Its contacts, with itself and with other systems ----
  /// Of what its points are; does not change.
  virtual ContactShape contact_shape() const;
  virtual ContactUse contact_use() const;
  /// Whether it solves contacts itself as long as it is the only system that takes part.
  virtual bool has_own_contacts() const { return false; }
  /// Called by its world before set_step(): whether the world solves them.
  void share_contacts(bool shared) { contacts_shared_ = shared; }
  /// Whether its steps can solve for contacts of the world, which then only sees to the rest.
  virtual bool solves_for_contacts() const { return false; }
  /// Called before such steps are recorded, and whenever there is room for another number of pairs.
  virtual void make_room_for_contacts(int pairs) { static_cast<void>(pairs); }
  /// Writes where its points are and how easily they move. Of bodies that move as a whole, how
  /// easily at most.
  virtual void launch_show_points(View<Particle> points);
  /// The same before a step of the world.
  virtual void launch_start_points(View<Particle> points) { launch_show_points(points); }
  /// Whether points move and stop with the bodies that they are on, and not each for itself.
  virtual bool has_bodies() const { return false; }
  /// Moves bodies as contacts ask of their points, and the points with them.
  virtual void launch_move_bodies(const ContactStep& step);
  /// Pushes points out of colliders, since contacts may have pushed them in.
  virtual void launch_collide_points(const ContactStep& step);
  /// Lowers the shares of points that do not move by themselves: those of a rigid body all go the
  /// least of theirs.
  virtual void launch_share_bodies(const ContactStep& step);
  /// Takes over where its points have come to; with bodies, no further than all their points may
  /// go.
  virtual void launch_take_points(const ContactStep& step);

  // ---- Joints of rigid bodies with vertices of other systems ----
  /// Its vertices as such joints hold them, now in the step that is recorded; none can be held
  /// where there are none.
  virtual JoinedVertices joined_vertices() { return {}; }
  /// Called by its world before steps are recorded. Throws Error(bad_input) where what its joints
  /// hold is not there.
  virtual void join_with(const std::vector<NamedSystem>& systems) { static_cast<void>(systems); }
  virtual std::vector<JoinedSurface> joined_surfaces() const { return {}; }
  /// Around a step of another system, the first or not of those in a step of the world.
  virtual void launch_lend_mass(const System& other, bool first) {
    static_cast<void>(other);
    static_cast<void>(first);
  }
  virtual void launch_take_mass_back(const System& other) { static_cast<void>(other); }
  /// After all steps and contacts of a step of the world, which takes that long.
  virtual void launch_close_on_vertices(double dt_s) { static_cast<void>(dt_s); }

  // ---- Fluids ----
  /// Its bodies as fluids press on them, as it is set; null: none does.
  virtual Immersible* immersible() { return nullptr; }
  /// Called by its world before steps are recorded: what it presses on if it is a fluid, and
  /// whether there are others with faces, which its particles touch.
  virtual void surround_with(const std::vector<Immersible*>& bodies, bool others_have_faces) {
    static_cast<void>(bodies);
    static_cast<void>(others_have_faces);
  }

  // ---- The grab ----
  /// Takes hold of what lies around a vertex, or of the point at_m of it where that is not null.
  /// Returns where that is. Waits.
  virtual glm::vec3 grab(int vertex, const glm::vec3* at_m) = 0;
  /// Lets go; with `pin` what was held stays at target_m until it is grabbed again.
  virtual void release(bool pin, glm::vec3 target_m) = 0;
  /// Takes all pins out; what is grabbed stays grabbed. Waits.
  virtual void clear_pins() {}
  virtual int grabbed_vertex() const = 0;  ///< -1: nothing is held
  virtual const std::vector<int>& pinned_vertices() const = 0;

  // ---- Cuts ----
  virtual bool can_be_cut() const { return false; }
  /// Cuts out the triangles under the strokes, and all that they held together. How many there
  /// were. What the system shows and how it touches are others then. Waits.
  virtual int cut(const std::vector<CutStroke>& strokes) {
    static_cast<void>(strokes);
    return 0;
  }
  /// Those that have been cut out, by number in rising order; archived under name_of_cuts.
  virtual const std::vector<int>& cut_triangles() const {
    static const std::vector<int> none;
    return none;
  }
  static constexpr const char* name_of_cuts = "cut triangles";
  /// From now on these are, and no others. Throws Error(bad_input) for numbers of no triangles, and
  /// nothing has changed. Waits.
  virtual void set_cut_triangles(const std::vector<int>& triangles) {
    static_cast<void>(triangles);
  }

  // ---- What is measured of it ----
  virtual void request_residuals() = 0;
  virtual const std::map<std::string, double>& residuals() = 0;
  virtual void request_convergence(const SystemStep& step) { static_cast<void>(step); }
  virtual const std::vector<ConvergenceCurve>& convergence() { return convergence_; }
  virtual std::vector<IterationCount> iterations_now() const = 0;
  /// A sentence on what goes wrong while the state is still finite; empty: nothing does.
  virtual std::string trouble() { return {}; }
  virtual std::vector<glm::vec3> positions_m() = 0;  ///< of all particles. Waits.

 protected:
  explicit System(Exec& exec) : exec_(&exec) {}
  virtual void settings_changed() = 0;

  Exec* exec_;  ///< where its steps run
  FrameRunner* frames_ = nullptr;
  float dt_s_ = 0.0f;  ///< of a step, or of the part of one that is taken now
  bool contacts_shared_ = false;
  std::vector<Parameter> parameters_;
  SystemCounts counts_;
  DrawList draw_list_;
  std::map<std::string, double> residuals_;
  std::vector<ConvergenceCurve> convergence_;
};

}  // namespace limber
