#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "app/compare/variant.h"
#include "app/film/film_picture.h"
#include "app/player.h"

namespace limber {

/// A variant that runs beside the window's scene, with its own display.
struct Lane {
  /// opened: a session that has opened the scene with the variant's values. own: indices of the
  /// parameters that the variant sets. Throws Error(unavailable) as Display does.
  Lane(Variant by, std::vector<std::size_t> own, std::unique_ptr<Session> opened,
       const Context& context, std::function<void()> wake)
      : variant(std::move(by)),
        own_parameters(std::move(own)),
        session(std::move(opened)),
        display(context),
        player(*session, display, std::move(wake)),
        film(display) {
    player.refuse_quietly();
    player.keep_parameters(own_parameters);
  }

  Variant variant;
  std::vector<std::size_t> own_parameters;
  std::unique_ptr<Session> session;
  Display display;
  Player player;
  FilmPicture film;
  std::vector<double> step_ms;
  float difference_m = 0.0f;  ///< from the first lane, as last measured
};

}  // namespace limber
