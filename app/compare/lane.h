#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "app/compare/variant.h"
#include "app/film/film_picture.h"
#include "app/player.h"

namespace limber {

/// A scene that runs beside the one of the window, with pictures of its own.
struct Lane {
  /// opened: has opened the scene, as `variant` says. own: the places of the parameters that it
  /// names. Throws Error(unavailable) as pictures do.
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
  float difference_m = 0.0f;  ///< to the first one, when it was measured last
};

}  // namespace limber
