#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "app/panel/panel_context.h"

namespace limber {

/// A pop-up that browses folders for a file to open or a name to save under. Like the search, it
/// handles the keyboard itself, letter by letter.
class FileDialog {
 public:
  using Then = std::function<void(const std::filesystem::path&)>;

  /// endings: extensions of the listed files, such as ".toml".
  void open_file(std::vector<std::string> endings, Then then);
  /// name: the proposed name.
  void save_file(std::string ending, std::string name, Then then);
  void close() { open_ = false; }
  bool is_open() const { return open_; }

  void character(unsigned codepoint);
  void key(int key);
  void draw(const PanelContext& panel);

 private:
  struct Entry {
    std::string name;
    bool is_folder;
  };

  void begin(std::vector<std::string> endings, std::string name, bool saves, Then then);
  void enter(const std::filesystem::path& folder);
  void list();
  void take(const Entry& entry);
  void finish();
  std::filesystem::path typed_path() const;
  bool would_replace() const;
  void draw_entries(const PanelContext& panel);

  bool open_ = false, saves_ = false;
  std::vector<std::string> endings_;
  std::filesystem::path folder_;  ///< the current folder; empty before first use
  std::string name_;              ///< as typed
  bool is_proposal_ = false;      ///< the first typed letter replaces it
  bool asks_to_replace_ = false;  ///< the file exists; confirming again replaces it
  std::vector<Entry> all_, shown_;
  int chosen_ = -1;             ///< index into shown_; -1: none
  bool follow_chosen_ = false;  ///< scroll to the chosen row
  std::string trouble_;         ///< why the folder cannot be listed
  Then then_;
};

}  // namespace limber
