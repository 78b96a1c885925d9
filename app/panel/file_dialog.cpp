#include "app/panel/file_dialog.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "app/panel/typed_line.h"
#include "app/panel/widgets.h"

namespace limber {

namespace fs = std::filesystem;

namespace {

std::string lower(std::string text) {
  std::ranges::transform(text, text.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

/// Appends a code point as UTF-8.
void append(std::string& text, unsigned codepoint) {
  const auto put = [&](unsigned byte) { text += static_cast<char>(byte); };
  const auto rest = [&](unsigned shift) { put(0x80u | ((codepoint >> shift) & 0x3fu)); };
  if (codepoint < 0x80u) {
    put(codepoint);
  } else if (codepoint < 0x800u) {
    put(0xc0u | (codepoint >> 6));
    rest(0);
  } else if (codepoint < 0x10000u) {
    put(0xe0u | (codepoint >> 12));
    rest(6);
    rest(0);
  } else {
    put(0xf0u | (codepoint >> 18));
    rest(12);
    rest(6);
    rest(0);
  }
}

void drop_last_letter(std::string& text) {
  while (!text.empty() && (text.back() & 0xc0) == 0x80) text.pop_back();
  if (!text.empty()) text.pop_back();
}

}  // namespace

void FileDialog::open_file(std::vector<std::string> endings, Then then) {
  begin(std::move(endings), "", false, std::move(then));
}

void FileDialog::save_file(std::string ending, std::string name, Then then) {
  begin({std::move(ending)}, std::move(name), true, std::move(then));
}

void FileDialog::begin(std::vector<std::string> endings, std::string name, bool saves, Then then) {
  endings_ = std::move(endings);
  saves_ = saves;
  then_ = std::move(then);
  open_ = true;
  std::error_code failed;
  enter(folder_.empty() ? fs::current_path(failed) : folder_);
  name_ = std::move(name);
  is_proposal_ = !name_.empty();
  list();
}

void FileDialog::enter(const fs::path& folder) {
  folder_ = folder.lexically_normal();
  if (!saves_) name_.clear();
  all_.clear();
  trouble_.clear();
  std::error_code failed;
  for (fs::directory_iterator it(folder_, failed), end; !failed && it != end;
       it.increment(failed)) {
    const std::string name = it->path().filename().string();
    std::error_code ignored;
    const bool is_folder = it->is_directory(ignored);
    const bool wanted = std::ranges::any_of(
        endings_, [&](const std::string& ending) { return lower(name).ends_with(ending); });
    if (!name.starts_with('.') && (is_folder || wanted)) all_.push_back({name, is_folder});
  }
  if (failed) trouble_ = fmt::format("This folder cannot be read: {}", failed.message());
  std::ranges::sort(all_, [](const Entry& a, const Entry& b) {
    return a.is_folder != b.is_folder ? a.is_folder : lower(a.name) < lower(b.name);
  });
  list();
}

/// When opening a file, lists only names that contain the typed text.
void FileDialog::list() {
  asks_to_replace_ = false;
  shown_.clear();
  if (folder_.has_relative_path()) shown_.push_back({"..", true});
  for (const Entry& entry : all_)
    if (saves_ || lower(entry.name).find(lower(name_)) != std::string::npos)
      shown_.push_back(entry);
  const bool found = !saves_ && !name_.empty() && shown_.size() > 1;
  chosen_ = found ? static_cast<int>(shown_.size() > 1 && shown_[0].name == "..") : -1;
}

void FileDialog::character(unsigned codepoint) {
  if (codepoint < 0x20 || codepoint == 0x7f) return;
  if (std::exchange(is_proposal_, false)) name_.clear();
  append(name_, codepoint);
  list();
}

void FileDialog::key(int key) {
  const int last = static_cast<int>(shown_.size()) - 1;
  if (key == GLFW_KEY_ESCAPE) close();
  if (key == GLFW_KEY_DOWN) chosen_ = std::min(chosen_ + 1, last);
  if (key == GLFW_KEY_UP) chosen_ = std::max(chosen_ - 1, 0);
  follow_chosen_ |= key == GLFW_KEY_DOWN || key == GLFW_KEY_UP;
  if (key == GLFW_KEY_BACKSPACE) {
    is_proposal_ = false;
    drop_last_letter(name_);
    list();
  }
  if (key != GLFW_KEY_ENTER && key != GLFW_KEY_KP_ENTER) return;
  std::error_code ignored;
  if (!name_.empty() && fs::is_directory(folder_ / name_, ignored))
    enter(folder_ / name_);
  else if (!name_.empty() && (saves_ || fs::exists(folder_ / name_, ignored)))
    finish();
  else if (chosen_ >= 0 && chosen_ <= last)
    take(shown_[chosen_]);
}

void FileDialog::take(const Entry& entry) {
  if (entry.is_folder)
    return enter(entry.name == ".." ? folder_.parent_path() : folder_ / entry.name);
  name_ = entry.name;
  asks_to_replace_ = false;
  if (!saves_) finish();
}

fs::path FileDialog::typed_path() const {
  fs::path path = folder_ / name_;
  if (saves_ && !lower(name_).ends_with(endings_.front())) path += endings_.front();
  return path;
}

bool FileDialog::would_replace() const {
  std::error_code ignored;
  return saves_ && !name_.empty() && fs::exists(typed_path(), ignored);
}

void FileDialog::finish() {
  if (would_replace() && !std::exchange(asks_to_replace_, true)) return;
  const fs::path path = typed_path();
  folder_ = path.parent_path();
  close();
  if (then_) std::exchange(then_, {})(path);
}

void FileDialog::draw_entries(const PanelContext& panel) {
  // The rows below must be on the screen, too: the buttons and what they replace.
  const float below = 2.0f * ImGui::GetFrameHeightWithSpacing() +
                      ImGui::GetStyle().WindowPadding.y + panel.scaled(8.0f);
  const float room = ImGui::GetIO().DisplaySize.y - ImGui::GetCursorScreenPos().y - below;
  ImGui::BeginChild("files", {0.0f, std::clamp(room, panel.scaled(40.0f), panel.scaled(300.0f))});
  std::optional<Entry> clicked;
  for (int i = 0; i < static_cast<int>(shown_.size()); ++i) {
    const Entry& entry = shown_[i];
    ImGui::PushID(i);
    const ImVec4& color = entry.is_folder ? colors::accent : colors::text;
    ImGui::PushStyleColor(ImGuiCol_Text, color);
    if (choice_row((entry.is_folder ? entry.name + "/" : entry.name).c_str(), i == chosen_))
      clicked = entry;
    ImGui::PopStyleColor();
    if (i == chosen_ && std::exchange(follow_chosen_, false)) ImGui::SetScrollHereY();
    ImGui::PopID();
  }
  if (all_.empty() && trouble_.empty())
    small_text(fmt::format("No file here ends in {}.", fmt::join(endings_, ", ")), panel.fonts);
  if (!trouble_.empty()) small_text(trouble_, panel.fonts, colors::bad);
  ImGui::EndChild();
  if (clicked) take(*clicked);
}

void FileDialog::draw(const PanelContext& panel) {
  if (!open_) return;
  begin_dialog("##files", panel);
  ImGui::PushFont(panel.fonts.bold);
  ImGui::TextUnformatted(saves_ ? "Save the scene as" : "Open a file");
  ImGui::PopFont();
  small_text(folder_.string(), panel.fonts);
  draw_typed_line(name_, saves_ ? "Type a name" : "Type a few letters, or a path", panel);
  ImGui::Spacing();
  draw_entries(panel);
  if (would_replace())
    ImGui::TextColored(colors::warning, asks_to_replace_
                                            ? "There is a file of that name. Replace it?"
                                            : "Replaces the file of that name");
  ImGui::BeginDisabled(name_.empty());
  const char* const act = asks_to_replace_ ? "Replace" : saves_ ? "Save" : "Open";
  if (ImGui::Button(act, {panel.scaled(110.0f), 0.0f})) key(GLFW_KEY_ENTER);
  ImGui::EndDisabled();
  ImGui::SameLine();
  if (ImGui::Button("Cancel", {panel.scaled(110.0f), 0.0f})) close();
  if (clicked_beside()) close();
  ImGui::End();
}

}  // namespace limber
