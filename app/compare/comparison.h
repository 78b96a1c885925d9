#pragma once

#include <functional>
#include <future>
#include <memory>
#include <optional>
#include <vector>

#include "app/compare/beside.h"
#include "app/compare/difference.h"
#include "app/compare/lane.h"
#include "app/compare/lane_times.h"
#include "app/compare/variant.h"

namespace limber {

/// Runs variants of the window's scene (other backends or methods) side by side: each starts from
/// the same state and gets the same mouse input and camera. In lockstep, all simulate a frame, one
/// after another so that they do not compete for cores, before any starts the next. Otherwise each
/// runs as fast as it can.
class Comparison {
 public:
  /// The player, the context and whatever `wake` uses must outlive this object. threads: number of
  /// TBB threads.
  Comparison(Player& first, const Context& context, int threads, std::function<void()> wake);
  ~Comparison();
  Comparison(const Comparison&) = delete;
  Comparison& operator=(const Comparison&) = delete;

  /// Adds or removes a variant. opening() is true until it is ready; take() throws its errors.
  void set_beside(const Variant& variant, bool beside);
  /// Includes pending ones. A variant without a backend matches any.
  bool is_beside(const Variant& variant) const;
  static constexpr std::size_t max_beside = 3;
  std::size_t beside_count() const;  ///< including pending ones
  /// Simulates nothing until all requested variants are ready.
  void begin_with_all() { begins_with_all_ = true; }
  bool opening() const { return (opening_ && opening_->wanted) || !waiting_.empty(); }
  /// Ends all lanes but the first, after their current steps.
  void close();

  bool in_step() const { return in_step_; }
  /// Entering lockstep, all lanes continue from the state of the first one.
  void set_in_step(bool in_step);

  bool active() const { return !lanes_.empty(); }
  /// All players shown, from left to right; the window's is first.
  const std::vector<Player*>& players() const { return players_; }
  std::vector<const Readings*> readings() const;
  /// For films of the lanes after the first; 1 is the one next to it.
  FilmPicture& film(std::size_t lane) { return lanes_[lane - 1]->film; }
  void free_films();

  // ---- Once a picture ----
  /// Takes over the newest state of the other lanes. first_whole: the result of the first player's
  /// take(). Returns true once per frame, when all lanes in lockstep have completed it. Rethrows
  /// the error that ended a lane, after closing it.
  bool take(double now_s, bool first_whole);
  /// Requests the next frame of all lanes, as Player::go_on() and go_on_film(). film_frame_s: 0 if
  /// no film is recorded.
  void go_on(double real_s, double longest_s, double film_frame_s);
  /// Draws the other lanes with the first one's camera and view. Throws as take() does.
  void draw(glm::ivec2 size_px);

  const Difference& difference() const { return difference_; }
  const LaneTimes& lane_times() const { return lane_times_; }  ///< one per player in players()

  // ---- The end ----
  /// Ends all lanes after their current steps; they are still shown.
  void end();
  bool ended();
  /// Measurements of the other lanes.
  std::vector<Beside::Measured> measured() const;

 private:
  struct Opening {
    Variant variant;
    int scene_count;  ///< of the first player when it was copied
    std::future<std::unique_ptr<Session>> session;
    bool wanted = true;
    std::unique_ptr<Session> built{};  ///< until it receives the state
  };
  void open_next();
  void take_opened();
  bool is_wanted(const Opening& opening) const;
  Variant on_a_solver(Variant variant) const;
  void tell_what_differs();
  bool synchronizes();
  void share_state(Session& first);
  void retire(std::unique_ptr<Lane>& lane);
  void list_players();
  void end_doubles();
  bool all_between_frames() const;
  bool take_turns();
  void measure(double now_s);
  template <class Work>
  void for_lanes(const Work& work);

  Player& first_;
  const Context& context_;
  int threads_;
  std::function<void()> wake_;
  bool in_step_ = true;
  std::optional<Opening> opening_;
  std::vector<Variant> waiting_;  ///< to be opened in this order
  std::vector<std::unique_ptr<Lane>> lanes_;
  std::vector<std::unique_ptr<Lane>> ending_;
  std::vector<Player*> players_;
  std::size_t turn_ = 0;  ///< player being simulated; the number of players when all are done
  bool begins_with_all_ = false;
  bool wants_state_ = false, synchronizing_ = false;
  bool counted_ = true;  ///< take() has reported the current frame
  double measure_from_s_ = 0.0;
  Difference difference_;
  LaneTimes lane_times_;
};

}  // namespace limber
