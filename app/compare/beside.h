#pragma once

#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "app/compare/variant.h"
#include "app/drawn_session.h"
#include "app/film/film_picture.h"
#include "app/film/film_row.h"
#include "app/readings.h"
#include "app/session.h"

namespace limber {

/// Other backends and methods beside one that runs without a window: each has simulated as much
/// after a frame.
class Beside {
 public:
  /// The session has opened the scene that the others build, too. context: null for no pictures.
  /// All must outlive this object. quality: of pictures. Throws Error(unavailable) without a
  /// solver, and as set_values() does.
  Beside(Session& first, std::span<const Variant> others, int threads, const Context* context,
         QualityLevel quality = QualityLevel::medium);

  /// From the first one, as it is now.
  void take_state();
  bool any() const { return !lanes_.empty(); }
  /// One after the other, each until it is done.
  void simulate(double frame_s);
  /// The first one's picture and those of the others in a row. look: of each, its bar that of all.
  ResolvedFrame draw(FilmPicture& first, const Camera& from, glm::ivec2 size_px, FilmLook look);

  struct Measured {
    Variant variant;
    std::vector<double> step_ms;
    float largest_difference_m;  ///< to the first one, between particles, now
  };
  std::vector<Measured> measured();  ///< waits for all

 private:
  struct Lane {
    Lane(Variant by, int threads) : variant(std::move(by)), session(*variant.solver, threads) {}
    Variant variant;  ///< with a solver
    Session session;
    std::optional<Display> display;
    std::optional<DrawnSession> drawn;
    std::optional<FilmPicture> film;
    std::vector<double> step_ms;
  };

  Session& first_;
  std::vector<std::unique_ptr<Lane>> lanes_;
  FilmRow row_;
};

}  // namespace limber
