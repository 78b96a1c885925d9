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

/// Other backends and methods beside those of the window: each runs a copy of the scene that began
/// in the same state, is pulled by the same mouse and seen by the same camera. In step, all
/// simulate a frame, one after the other so that they do not take each other's cores, before any
/// begins the next one; so they can be compared. Else each goes as fast as it can.
class Comparison {
 public:
  /// The player, the context and what wakes the window must outlive this object. threads: of TBB.
  Comparison(Player& first, const Context& context, int threads, std::function<void()> wake);
  ~Comparison();
  Comparison(const Comparison&) = delete;
  Comparison& operator=(const Comparison&) = delete;

  /// Runs the scene so, too, or no longer. Until it is there, opening() says so; what goes wrong is
  /// thrown by take().
  void set_beside(const Variant& variant, bool beside);
  bool is_beside(const Variant& variant) const;  ///< or will be; without a backend, on any
  static constexpr std::size_t max_beside = 3;
  std::size_t beside_count() const;  ///< with those that will be
  /// Nothing is simulated until all that are to be there are.
  void begin_with_all() { begins_with_all_ = true; }
  bool opening() const { return (opening_ && opening_->wanted) || !waiting_.empty(); }
  /// Ends all but the first one, after the steps that are under way.
  void close();

  bool in_step() const { return in_step_; }
  /// All go on from the state of the first one where they have not gone in step.
  void set_in_step(bool in_step);

  bool active() const { return !lanes_.empty(); }
  /// All that are shown, the window's first, from left to right.
  const std::vector<Player*>& players() const { return players_; }
  std::vector<const Readings*> readings() const;
  /// For films of another one than the first: 1 is the one beside it.
  FilmPicture& film(std::size_t lane) { return lanes_[lane - 1]->film; }
  void free_films();

  // ---- Once a picture ----
  /// Takes over what there is to show of the others. first_whole: what the first one's take()
  /// returned. Returns whether a frame of all that go in step is there, for the first time. Throws
  /// what ended one of them, which is closed then.
  bool take(double now_s, bool first_whole);
  /// Asks for the next frame of all, as Player::go_on() and go_on_film() do. film_frame_s: 0 for
  /// none.
  void go_on(double real_s, double longest_s, double film_frame_s);
  /// Draws the others as the first one is seen. Throws as take() does.
  void draw(glm::ivec2 size_px);

  const Difference& difference() const { return difference_; }
  const LaneTimes& lane_times() const { return lane_times_; }  ///< of each of players()

  // ---- The end ----
  /// All end after the steps that are under way, and are still shown.
  void end();
  bool ended();
  /// What was measured of the others.
  std::vector<Beside::Measured> measured() const;

 private:
  struct Opening {
    Variant variant;
    int scene_count;  ///< of the first one when it was copied
    std::future<std::unique_ptr<Session>> session;
    bool wanted = true;
    std::unique_ptr<Session> built{};  ///< waits for the state
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
  std::vector<Variant> waiting_;  ///< to be opened one after another
  std::vector<std::unique_ptr<Lane>> lanes_;
  std::vector<std::unique_ptr<Lane>> ending_;
  std::vector<Player*> players_;
  std::size_t turn_ = 0;  ///< whose frame is under way; all have had theirs: their number
  bool begins_with_all_ = false;
  bool wants_state_ = false, synchronizing_ = false;
  bool counted_ = true;  ///< it was returned by take()
  double measure_from_s_ = 0.0;
  Difference difference_;
  LaneTimes lane_times_;
};

}  // namespace limber
