#pragma once

#include <string>

#include "app/actions.h"
#include "app/panel/theme.h"
#include "app/player.h"

namespace limber {

/// Briefly shows in large letters what a key has done, if no panel shows it.
class Feedback {
 public:
  void show(std::string words);
  /// Feedback for an action; some have none.
  void show(Action action, const Player& player);
  void draw(const Fonts& fonts, float real_s);

 private:
  std::string words_;
  float left_s_ = 0.0f;
};

}  // namespace limber
