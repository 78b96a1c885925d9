#pragma once

#include <string>

#include "app/actions.h"
#include "app/panel/theme.h"
#include "app/player.h"

namespace limber {

/// What a key has done, for a moment and in large letters, where no panel shows it.
class Feedback {
 public:
  void show(std::string words);
  /// Of an action that was just done; some say nothing.
  void show(Action action, const Player& player);
  void draw(const Fonts& fonts, float real_s);

 private:
  std::string words_;
  float left_s_ = 0.0f;
};

}  // namespace limber
