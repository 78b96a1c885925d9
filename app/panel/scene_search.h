#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/panel/panel_context.h"
#include "app/panel/thumbnails.h"
#include "scenes/scene.h"

namespace limber {

/// A pop-up that finds a scene by a few letters. It handles the keyboard itself, letter by letter,
/// so that nothing is lost at five frames per second.
class SceneSearch {
 public:
  void open();
  void close() { open_ = false; }
  bool is_open() const { return open_; }

  void character(unsigned codepoint);
  /// Handles a key while open. Returns the scene to open if one was chosen.
  std::optional<std::string> key(int key);
  void draw(const PanelContext& panel, Thumbnails& thumbnails);

 private:
  void find();
  bool open_ = false;
  std::vector<SceneEntry> scenes_;
  std::vector<std::string> texts_;  ///< searched text
  std::string query_;
  std::vector<int> matches_;
  int chosen_ = 0;  ///< index into matches_
};

}  // namespace limber
