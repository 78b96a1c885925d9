#pragma once

#include <deque>
#include <string>

#include "app/panel/theme.h"

namespace limber {

/// What the program has to say: errors in a pop-up that waits for the user, news that fade.
class Notices {
 public:
  /// A sentence, shown until it is closed; several wait for their turn. Never twice in a row.
  void error(std::string sentence);
  /// Takes back what no longer holds, shown or not.
  void withdraw(const std::string& sentence) { std::erase(errors_, sentence); }
  /// Something short, for as many seconds as it takes to read.
  void tell(std::string news);

  bool waiting() const { return !errors_.empty(); }
  void close() {
    if (waiting()) errors_.pop_front();
  }

  /// bottom: above which news are shown.
  void draw(const Fonts& fonts, float real_s, float bottom);

 private:
  void draw_error(const Fonts& fonts);
  void draw_sentence(const Fonts& fonts);

  std::deque<std::string> errors_;
  bool shown_ = false;  ///< Dear ImGui has the pop-up open
  std::string news_;
  float news_left_s_ = 0.0f;
};

}  // namespace limber
