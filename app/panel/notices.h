#pragma once

#include <deque>
#include <string>

#include "app/panel/theme.h"

namespace limber {

/// Messages to the user: errors in a modal pop-up, news that fade.
class Notices {
 public:
  /// Queues a sentence, shown until closed. Never the same one twice in a row.
  void error(std::string sentence);
  /// Removes an error that no longer holds, shown or not.
  void withdraw(const std::string& sentence) { std::erase(errors_, sentence); }
  /// Shows a short message for the time it takes to read.
  void tell(std::string news);

  bool waiting() const { return !errors_.empty(); }
  void close() {
    if (waiting()) errors_.pop_front();
  }

  /// bottom: news are shown above this edge.
  void draw(const Fonts& fonts, float real_s, float bottom);

 private:
  void draw_error(const Fonts& fonts);
  void draw_sentence(const Fonts& fonts);

  std::deque<std::string> errors_;
  bool shown_ = false;  ///< the pop-up is open in Dear ImGui
  std::string news_;
  float news_left_s_ = 0.0f;
};

}  // namespace limber
