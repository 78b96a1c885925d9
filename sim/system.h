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

/// A system and its name in the world.
struct NamedSystem {
  std::string name;
  System* system;
};

/// A body that holds vertices of a body of another system: the two do not collide.
struct JoinedSurface {
  const System* other;
  int body, other_body;  ///< as numbered by the contact shape of its system
  bool operator==(const JoinedSurface&) const = default;
};

/// A step of a system, as requested by its world.
struct SystemStep {
  double time_in_frame_s = 0.0;      ///< since the start of the recorded frame
  View<const Collider> colliders{};  ///< now, where the system's steps run
  /// At the start of the world's step: colliders may have moved before the systems do.
  View<const Collider> colliders_at_start{};
  /// Contacts of the world that the system solves in its own solver; null: none.
  const ContactsAhead* contacts = nullptr;
  /// With which the system's own contacts hold colliders back; null: they do not.
  RoundContacts* round = nullptr;
  bool last = true;  ///< last of the system's steps in one step of the world
};

/// How to publish a system.
struct SystemPublish {
  const Exec& exec;                  ///< in whose memory the vertices are
  float blend = 1.0f;                ///< see FrameRequest
  int field = -1;                    ///< index into the fields of the system's own draw list
  View<const int> not_finite{};      ///< on `exec`: once raised, nothing may be published
  View<PublishedVertex> vertices{};  ///< the system's own
};

/// Bodies of one kind in a world: their state and internal forces. The world owns frames, clock and
/// colliders; it steps its systems, moves their state and shows them.
class System {
 public:
  virtual ~System() = default;

  // ---- What it is ----
  /// Vertices are numbered from 0 in each system.
  const DrawList& draw_list() const { return draw_list_; }
  const SystemCounts& counts() const { return counts_; }
  std::vector<Parameter>& parameters() { return parameters_; }

  // ---- Its state ----
  /// Names every buffer once.
  virtual void archive(Archive& archive) = 0;
  /// The state was reset to the start: forgets what the host caches.
  virtual void restarted() {}
  /// Another state was loaded: pending readbacks are out of date.
  virtual void loaded() {}
  /// Called before its state moves to another backend, to take pending readbacks, and after.
  virtual void leave() {}
  virtual void arrived() {}
  /// Whether its steps run on the CPU although the solver is `exec`.
  virtual bool steps_beside(const Exec& exec) const {
    static_cast<void>(exec);
    return false;
  }
  /// Called by its world: where its steps run, and the frames that record them.
  void place(Exec& exec, FrameRunner& frames) {
    exec_ = &exec;
    frames_ = &frames;
  }

  // ---- Its steps ----
  /// Why it must be alone in its world with its current settings, and a value that avoids this.
  struct Incompatibility {
    std::string why, key, value;
  };
  virtual std::optional<Incompatibility> must_be_alone() const { return {}; }
  /// Longest step. Systems with shorter steps take several per step of the world.
  virtual double max_dt_s() const = 0;
  /// Sets the length of a step; the settings may have changed as well. Recorded frames must have
  /// been forgotten. Throws Error(bad_input) for incompatible settings.
  void set_step(float dt_s) {
    dt_s_ = dt_s;
    settings_changed();
  }
  /// Number of equal parts into which the world divides its next step, asked where the system is
  /// alone there. 0: steps are never divided. Waits where the number depends on pending results.
  virtual int parts_of_next_step(View<const Collider> colliders) {
    static_cast<void>(colliders);
    return 0;
  }
  /// 0 or 1: recorded frames are valid for one value only.
  virtual std::uint64_t recording_key() const { return 0; }
  /// per recorded frame; longer frames replay it
  virtual int max_recorded_steps() const { return 8; }
  virtual void launch_begin() {}  ///< before the first step of a recorded frame
  /// Adds and removes bodies, before a step of the world and before its contacts are detected.
  /// dt_s: of that step.
  virtual void launch_come_and_go(float dt_s) { static_cast<void>(dt_s); }
  virtual void
  launch_store_previous() = 0;  ///< stores the state, to be blended with that after the step
  /// On exec_, which may be another one for this step: see steps_in_turn().
  virtual void launch_step(const SystemStep& step) = 0;
  /// Whether its steps must not overlap those of other such systems, since they solve contacts of
  /// the world or launch kernels that take the whole GPU.
  virtual bool steps_in_turn() const { return false; }
  /// After the last step of a recorded frame. passed_s: simulated time of its steps.
  virtual void launch_end(float passed_s, View<const Collider> colliders) {
    static_cast<void>(passed_s);
    static_cast<void>(colliders);
  }
  virtual void stepped(int steps) { static_cast<void>(steps); }  ///< that have been launched
  /// Computing time of the newest steps, in a world with no other system.
  virtual void timed(const StepTime& time) { static_cast<void>(time); }
  /// After a frame has been launched.
  virtual void frame_launched() {}
  virtual void publish(const SystemPublish& request) = 0;

  // ---- Its contacts, with itself and with other systems ----
  /// The surface made of its contact points; changes only when it is cut.
  virtual ContactShape contact_shape() const;
  virtual ContactUse contact_use() const;
  /// The contact points in spatial order, as of the last step, where they move independently of
  /// each other; empty: they stay neighbours of those before and after them.
  virtual View<const int> contact_points_in_space() const { return {}; }
  /// Whether it solves contacts itself while it is the only system that takes part.
  virtual bool has_own_contacts() const { return false; }
  /// Called by its world before set_step(). shared: whether the world solves contacts.
  void share_contacts(bool shared) { contacts_shared_ = shared; }
  /// Whether its steps can solve contacts of the world, which then only corrects the remainder.
  virtual bool solves_for_contacts() const { return false; }
  /// Called before such steps are recorded, and whenever the capacity for pairs changes.
  virtual void make_room_for_contacts(int pairs) { static_cast<void>(pairs); }
  /// Writes positions and inverse masses of its contact points; for rigid bodies an upper bound of
  /// the inverse mass.
  virtual void launch_show_points(View<Particle> points);
  /// The same before a step of the world.
  virtual void launch_start_points(View<Particle> points) { launch_show_points(points); }
  /// Whether points move rigidly with bodies instead of independently.
  virtual bool has_bodies() const { return false; }
  /// Whether a point that is held back sends others of its system along other paths, not just less
  /// far along their own.
  virtual bool held_points_redirect_others() const { return false; }
  /// Moves bodies by the contact corrections of their points, and the points with them.
  virtual void launch_move_bodies(const ContactStep& step);
  /// Pushes points out of colliders, since contacts may have pushed them in.
  virtual void launch_collide_points(const ContactStep& step);
  /// Begins to let rigid bodies slide along contacts instead of into them, and moves them in a pass
  /// of it: see SurfaceContacts::slide().
  virtual void launch_begin_slides(const ContactStep& step);
  virtual void launch_slide_bodies(const ContactStep& step);
  /// Reduces the share of the step that points of rigid bodies may move to the least of their body.
  virtual void launch_share_bodies(const ContactStep& step);
  /// Takes over the positions of its points after contacts; bodies move no further than the shares
  /// of their points allow.
  virtual void launch_take_points(const ContactStep& step);

  // ---- Joints of rigid bodies with vertices of other systems ----
  /// The vertices that such joints can hold, at this place of the recorded step; may be empty.
  virtual JoinedVertices joined_vertices() { return {}; }
  /// Called by its world before steps are recorded. Throws Error(bad_input) where a vertex or
  /// system that its joints hold is missing.
  virtual void join_with(const std::vector<NamedSystem>& systems) { static_cast<void>(systems); }
  virtual std::vector<JoinedSurface> joined_surfaces() const { return {}; }
  /// Called before and after each step of another system. first: of that system's steps in a step
  /// of the world.
  virtual void launch_lend_mass(const System& other, bool first) {
    static_cast<void>(other);
    static_cast<void>(first);
  }
  virtual void launch_take_mass_back(const System& other) { static_cast<void>(other); }
  /// Called after all steps and contacts of a step of the world. dt_s: of that step.
  virtual void launch_close_on_vertices(double dt_s) { static_cast<void>(dt_s); }

  // ---- Fluids ----
  /// Its bodies on which fluids exert pressure, with the current settings; null: none.
  virtual Immersible* immersible() { return nullptr; }
  /// Called by its world before steps are recorded. bodies: on which a fluid exerts pressure.
  /// others_have_faces: whether other systems have faces, which its particles touch.
  virtual void surround_with(const std::vector<Immersible*>& bodies, bool others_have_faces) {
    static_cast<void>(bodies);
    static_cast<void>(others_have_faces);
  }
  /// Whether its steps exert pressure on those bodies.
  virtual bool presses_on_bodies() const { return false; }

  // ---- The grab ----
  /// Grabs the surroundings of a vertex; where at_m is not null, rigid bodies at that point.
  /// Returns the grabbed point. Waits.
  virtual glm::vec3 grab(int vertex, const glm::vec3* at_m) = 0;
  /// Releases the grab; `pin` fixes what was held at target_m until it is grabbed again.
  virtual void release(bool pin, glm::vec3 target_m) = 0;
  /// Removes all pins, but not the grab. Waits.
  virtual void clear_pins() {}
  virtual int grabbed_vertex() const = 0;  ///< -1: nothing is held
  virtual const std::vector<int>& pinned_vertices() const = 0;

  // ---- Cuts ----
  virtual bool can_be_cut() const { return false; }
  /// Removes the triangles under the strokes and their constraints. Returns the number of
  /// triangles. Draw list and contact shape change. Waits.
  virtual int cut(const std::vector<CutStroke>& strokes) {
    static_cast<void>(strokes);
    return 0;
  }
  /// Removed triangles in ascending order; archived under name_of_cuts.
  virtual const std::vector<int>& cut_triangles() const {
    static const std::vector<int> none;
    return none;
  }
  static constexpr const char* name_of_cuts = "cut triangles";
  /// Makes these the removed triangles. Throws Error(bad_input) for invalid numbers, without any
  /// change. Waits.
  virtual void set_cut_triangles(const std::vector<int>& triangles) {
    static_cast<void>(triangles);
  }

  // ---- Measurements ----
  virtual void request_residuals() = 0;
  virtual const std::map<std::string, double>& residuals() = 0;
  virtual void request_convergence(const SystemStep& step) { static_cast<void>(step); }
  virtual const std::vector<ConvergenceCurve>& convergence() { return convergence_; }
  virtual std::vector<IterationCount> iterations_now() const = 0;
  /// A sentence on what goes wrong while the state is still finite, or empty.
  virtual std::string trouble() { return {}; }
  virtual std::vector<glm::vec3> positions_m() = 0;  ///< of all particles. Waits.

 protected:
  explicit System(Exec& exec) : exec_(&exec) {}
  virtual void settings_changed() = 0;

  Exec* exec_;  ///< where its steps run
  FrameRunner* frames_ = nullptr;
  float dt_s_ = 0.0f;  ///< of a step, or of the current part of one
  bool contacts_shared_ = false;
  std::vector<Parameter> parameters_;
  SystemCounts counts_;
  DrawList draw_list_;
  std::map<std::string, double> residuals_;
  std::vector<ConvergenceCurve> convergence_;
};

}  // namespace limber
