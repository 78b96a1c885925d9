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

/// The depth at which a grabbed point is pulled about: a plane parallel to the screen.
class DragPlane {
 public:
  explicit DragPlane(float depth_m = 1.0f) : depth_m_(depth_m) {}

  /// Away from the eye for steps > 0, a twentieth of the way a step.
  void push(float steps);
  float depth_m() const { return depth_m_; }
  glm::vec3 target_m(const Camera& camera, glm::vec2 cursor_px, glm::ivec2 size_px) const {
    return camera.unproject(cursor_px, depth_m_, size_px);
  }

 private:
  float depth_m_;
};

/// From where the cursor is in a window to pixels of the picture that fills it.
glm::vec2 picture_px(glm::vec2 cursor, glm::ivec2 window_size, glm::ivec2 picture_size_px);

/// What the mouse and the flying keys do to camera and objects. Places are pixels of the picture
/// from its top left corner, y down.
class Interaction {
 public:
  enum class Button { left, right, middle };

  Interaction(Player& player, CameraMoves& moves) : player_(player), moves_(moves) {}

  void set_picture_size(glm::ivec2 size_px) { size_px_ = size_px; }
  /// Of runs side by side, whose picture the cursor is over: asked for each time something is
  /// picked there.
  void pick_from(std::function<Player&()> picture) { picture_ = std::move(picture); }
  /// A press that no panel took.
  void press(Button button, glm::vec2 cursor_px);
  /// shift: what was held is pinned where it is.
  void release(Button button, bool shift);
  void move(glm::vec2 cursor_px);
  void scroll(float steps);
  /// GLFW's code of a key that went down or up: those that fly, and the one with which a left-drag
  /// cuts; others do nothing.
  void key(int key, bool down);
  /// Air goes from the camera to what is under the cursor, that fast, until it is 0.
  void blow(float speed_m_s) { blown_m_s_ = speed_m_s; }
  bool blowing() const { return blown_m_s_ > 0.0f; }
  bool flying() const { return gesture_ == Gesture::look; }
  bool pulling() const { return gesture_ == Gesture::pull; }
  bool busy() const { return gesture_ != Gesture::none; }
  /// Where what is held was grabbed.
  glm::vec3 grabbed_at_m() const { return grabbed_at_m_; }
  glm::vec3 target_m() const;  ///< where it is pulled to
  void let_go();
  /// A ball flies from the camera to what is under the cursor; over a panel, to the middle of the
  /// picture.
  void shoot(const BallGun& gun, std::function<void(const std::string&)> tell);
  /// Adds a copy of the body nearest to what is under the cursor, above it.
  void add_body(std::function<void(const std::string&)> tell);
  /// The window has lost the keyboard: whatever happens to the keys now is not seen.
  void forget_keys() {
    keys_.clear();
    blow(0.0f);
  }

  /// Whether the cursor is over the picture: then what a press would grab is marked.
  void hover(bool over_picture) { over_picture_ = over_picture; }

  /// Moves the camera as a gamepad does, for so long. What it holds, shoots and blows at is in the
  /// middle of the picture until the mouse moves.
  void steer(const PadWish& wish, double real_s);

  /// Once a picture: flies, pulls, and marks what is held and pinned, what may be grabbed, and the
  /// path of the camera.
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
  std::function<Player&()> picture_;  ///< none: the player's own
  glm::ivec2 size_px_{1};
  glm::vec2 cursor_px_{0.0f};
  Gesture gesture_ = Gesture::none;
  Button button_ = Button::left;  ///< that began the gesture
  DragPlane plane_;
  glm::vec3 grabbed_at_m_{0.0f};
  int pulled_vertex_ = -1;  ///< that was picked, until the simulation says what it holds
  bool held_ = false;       ///< it has said so
  /// The stroke of a cut, in pixels, and to which of its places it has been asked for.
  std::vector<glm::vec2> stroke_px_;
  std::size_t cut_to_ = 0;
  std::set<int> keys_;
  bool over_picture_ = false;
  bool in_the_middle_ = false;  ///< is what is aimed at: see steer()
  bool pad_trigger_ = false, pad_holds_ = false;
  float blown_m_s_ = 0.0f;
  Breath breath_;                          ///< as last given to the simulation
  double look_in_s_ = 0.0;                 ///< for what may be grabbed
  Camera looked_from_;                     ///< when it was looked for last, ...
  bool looked_at_ = false;                 ///< ... with the cursor where it is, ...
  long looked_step_ = -1;                  ///< ... and this state
  std::optional<Anchor> hovered_;          ///< what a press would grab
  std::optional<glm::vec3> zoom_point_m_;  ///< that the wheel goes to while the cursor rests
};

}  // namespace limber
