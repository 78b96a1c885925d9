#pragma once

#include <functional>
#include <glm/glm.hpp>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "app/ball_gun.h"
#include "app/camera_moves.h"
#include "app/gamepad.h"
#include "app/player.h"

namespace limber {

/// The plane parallel to the screen in which a grabbed point is dragged.
class DragPlane {
 public:
  explicit DragPlane(float depth_m = 1.0f) : depth_m_(depth_m) {}

  /// steps > 0 move it away from the eye, by a twentieth of its depth per step.
  void push(float steps);
  float depth_m() const { return depth_m_; }
  glm::vec3 target_m(const Camera& camera, glm::vec2 cursor_px, glm::ivec2 size_px) const {
    return camera.unproject(cursor_px, depth_m_, size_px);
  }

 private:
  float depth_m_;
};

/// Converts a cursor position in a window to pixels of the picture that fills it.
glm::vec2 picture_px(glm::vec2 cursor, glm::ivec2 window_size, glm::ivec2 picture_size_px);

/// Applies mouse and flying-key input to the camera and the objects. Positions are pixels of the
/// picture from its top left corner, y down.
class Interaction {
 public:
  enum class Button { left, right, middle };

  Interaction(Player& player, CameraMoves& moves) : player_(player), moves_(moves) {}

  void set_picture_size(glm::ivec2 size_px) { size_px_ = size_px; }
  /// For side-by-side runs: returns the player whose picture is under the cursor. Called at each
  /// pick.
  void pick_from(std::function<Player&()> picture) { picture_ = std::move(picture); }
  /// A press that no panel has handled.
  void press(Button button, glm::vec2 cursor_px);
  /// shift: pins the grabbed point where it is.
  void release(Button button, bool shift);
  void move(glm::vec2 cursor_px);
  void scroll(float steps);
  /// Handles the flying keys and the modifier that makes a left-drag cut; ignores others. key:
  /// GLFW's code.
  void key(int key, bool down);
  /// Blows air from the camera towards the point under the cursor, until called with 0.
  void blow(float speed_m_s) { blown_m_s_ = speed_m_s; }
  bool blowing() const { return blown_m_s_ > 0.0f; }
  bool flying() const { return gesture_ == Gesture::look; }
  bool pulling() const { return gesture_ == Gesture::pull; }
  bool busy() const { return gesture_ != Gesture::none; }
  /// The point at which the object was grabbed.
  glm::vec3 grabbed_at_m() const { return grabbed_at_m_; }
  glm::vec3 target_m() const;  ///< where it is dragged to
  void let_go();
  /// Shoots a ball from the camera at the point under the cursor, or at the centre of the picture
  /// if the cursor is over a panel.
  void shoot(const BallGun& gun, std::function<void(const std::string&)> tell);
  /// Adds a copy of the body nearest to the point under the cursor, above it.
  void add_body(std::function<void(const std::string&)> tell);
  /// The window has lost keyboard focus: key releases will not be seen.
  void forget_keys() {
    keys_.clear();
    blow(0.0f);
  }

  /// Whether the cursor is over the picture; if so, marks what a press would grab.
  void hover(bool over_picture) { over_picture_ = over_picture; }

  /// Applies gamepad input for `real_s`. Grabbing, shooting and blowing aim at the centre of the
  /// picture until the mouse moves.
  void steer(const PadWish& wish, double real_s);

  /// Once per picture: flies, drags, and marks the grab, the pins, what can be grabbed, and the
  /// camera path.
  void update(double real_s);

 private:
  enum class Gesture { none, orbit, pan, look, pull, cut };

  void fly(float real_s);
  void give_breath();
  void cut_on();
  glm::vec2 aim_px() const;
  Player& picture() { return picture_ ? picture_() : player_; }
  std::optional<Pick> pick();
  void look_for_a_hold(double real_s);
  glm::vec3 under_cursor_m();
  glm::vec3 aimed_at_m();
  void follow_the_simulation();
  void mark();
  void hint();

  Player& player_;
  CameraMoves& moves_;
  std::function<Player&()> picture_;  ///< empty: player_'s
  glm::ivec2 size_px_{1};
  glm::vec2 cursor_px_{0.0f};
  Gesture gesture_ = Gesture::none;
  Button button_ = Button::left;  ///< that started the gesture
  DragPlane plane_;
  glm::vec3 grabbed_at_m_{0.0f};
  int pulled_vertex_ = -1;  ///< picked vertex, until the simulation reports the grabbed one
  bool held_ = false;       ///< the simulation has reported a grab
  /// The stroke of a cut, in pixels, and how many of its points have been sent.
  std::vector<glm::vec2> stroke_px_;
  std::size_t cut_to_ = 0;
  std::set<int> keys_;
  bool over_picture_ = false;
  bool in_the_middle_ = false;  ///< aim at the centre: see steer()
  bool pad_trigger_ = false, pad_holds_ = false;
  float blown_m_s_ = 0.0f;
  Breath breath_;                          ///< as last sent to the simulation
  double look_in_s_ = 0.0;                 ///< time until the next hover pick
  Camera looked_from_;                     ///< at the last hover pick, ...
  bool looked_at_ = false;                 ///< ... with the cursor where it is, ...
  long looked_step_ = -1;                  ///< ... and this state
  std::optional<Anchor> hovered_;          ///< what a press would grab
  std::optional<glm::vec3> zoom_point_m_;  ///< target of wheel zoom while the cursor rests
};

}  // namespace limber
