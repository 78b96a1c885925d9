#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "app/film/film_picture.h"
#include "app/player.h"

namespace limber {

/// A scene that runs beside the one of the window, with a solver and pictures of its own.
struct Lane {
  /// opened: has opened the scene. Throws Error(unavailable) as pictures do.
  Lane(std::unique_ptr<Session> opened, const Context& context, std::function<void()> wake)
      : session(std::move(opened)),
        display(context),
        player(*session, display, std::move(wake)),
        film(display) {
    player.refuse_quietly();
  }

  std::unique_ptr<Session> session;
  Display display;
  Player player;
  FilmPicture film;
  std::vector<double> step_ms;
  float difference_m = 0.0f;  ///< to the first one, when it was measured last
};

}  // namespace limber
