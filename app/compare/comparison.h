#pragma once

#include <functional>
#include <future>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/compare/difference.h"
#include "app/compare/lane.h"

namespace limber {

/// Other solvers beside the one of the window: each runs a copy of the scene that began in the same
/// state, is pulled by the same hand and seen by the same camera. In step, all simulate a frame
/// before any begins the next one, so that they can be compared; else each goes as fast as it can.
class Comparison {
 public:
  /// The player, the context and what wakes the window must outlive this object. threads: of TBB.
  Comparison(Player& first, const Context& context, int threads, std::function<void()> wake);
  ~Comparison();
  Comparison(const Comparison&) = delete;
  Comparison& operator=(const Comparison&) = delete;

  /// Runs the scene on that solver, too, or no longer. Until it is there, opening() says so; what
  /// goes wrong is thrown by take().
  void set_beside(Solver solver, bool beside);
  bool is_beside(Solver solver) const;  ///< or will be
  bool opening() const { return opening_ || !waiting_.empty(); }
  /// Ends all but the first one, after the steps that are under way.
  void close();

  bool in_step = true;

  bool active() const { return !lanes_.empty(); }
  /// All that are shown, the window's first, from left to right.
  const std::vector<Player*>& players() const { return players_; }

  std::vector<const Readings*> readings() const;
  /// For films of another one than the first: 1 is the one beside it.
  FilmPicture& film(std::size_t lane) { return lanes_[lane - 1]->film; }

  // ---- Once a picture ----
  /// Takes over what there is to show of the others. first_whole: what the first one's take()
  /// returned. Returns whether a frame of all that go in step is there, for the first time.
  bool take(double now_s, bool first_whole);
  /// Asks for the next frame of all, as Player::go_on() and go_on_film() do. film_frame_s: 0 for
  /// none.
  void go_on(double real_s, double longest_s, double film_frame_s);
  /// What the first one's pictures show and from where.
  void look_alike();

  const Difference& difference() const { return difference_; }
  bool ended() const;  ///< close() has nothing more to wait for

 private:
  struct Opening {
    Solver solver;
    bool wanted = true;
    std::future<std::unique_ptr<Session>> session;
  };
  void open_next();
  void take_opened();
  void start(std::unique_ptr<Session> session);
  void list_players();
  bool all_between_frames() const;
  void measure(double now_s);

  Player& first_;
  const Context& context_;
  int threads_;
  std::function<void()> wake_;
  std::optional<Opening> opening_;
  std::vector<Solver> waiting_;  ///< to be opened one after another
  std::vector<std::unique_ptr<Lane>> lanes_;
  std::vector<std::unique_ptr<Lane>> ending_;
  std::vector<Player*> players_;
  bool frame_counted_ = true;
  double measured_at_s_ = 0.0;
  Difference difference_;
};

}  // namespace limber
