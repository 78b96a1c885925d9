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

/// Runs variants of a scene (other backends or methods) in lockstep with a headless session: after
/// each frame all have simulated the same time.
class Beside {
 public:
  /// The session has already opened the scene. context: null for no pictures. All must outlive this
  /// object. quality: of pictures. Throws Error(unavailable) without a solver, and as set_values()
  /// does.
  Beside(Session& first, std::span<const Variant> others, int threads, const Context* context,
         QualityLevel quality = QualityLevel::medium);

  /// Copies the current state of the first session to the others.
  void take_state();
  bool any() const { return !lanes_.empty(); }
  /// Simulates the lanes one after another.
  void simulate(double frame_s);
  /// Draws the first session and the others side by side. look: for each lane; its bar is shared by
  /// all.
  ResolvedFrame draw(FilmPicture& first, const Camera& from, glm::ivec2 size_px, FilmLook look);

  struct Measured {
    Variant variant;
    std::vector<double> step_ms;
    float largest_difference_m;  ///< current distance of corresponding particles from the first
                                 ///< session's
  };
  std::vector<Measured> measured();  ///< waits for all

 private:
  struct Lane {
    Lane(Variant by, int threads) : variant(std::move(by)), session(*variant.backend, threads) {}
    Variant variant;  ///< always has a solver
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
