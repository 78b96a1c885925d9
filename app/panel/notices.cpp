#include "app/panel/notices.h"

#include <algorithm>
#include <utility>

#include "app/panel/widgets.h"

namespace limber {

namespace {

constexpr const char* title = "Something went wrong";

}  // namespace

void Notices::error(std::string sentence) {
  if (errors_.empty() || errors_.back() != sentence) errors_.push_back(std::move(sentence));
}

void Notices::tell(std::string news) {
  constexpr float shortest_s = 5.0f, of_a_letter_s = 0.07f;
  news_ = std::move(news);
  news_left_s_ = std::max(shortest_s, of_a_letter_s * static_cast<float>(news_.size()));
}

void Notices::draw_error(const Fonts& fonts) {
  if (waiting() && !ImGui::IsPopupOpen(title)) ImGui::OpenPopup(title);
  const ImVec2 screen = ImGui::GetIO().DisplaySize;
  const float width = std::min(520.0f * fonts.scale, screen.x - 24.0f);
  ImGui::SetNextWindowPos({screen.x / 2, screen.y * 0.42f}, ImGuiCond_Always, {0.5f, 0.5f});
  ImGui::SetNextWindowSize({width, 0.0f});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {20.0f * fonts.scale, 18.0f * fonts.scale});
  const bool open = ImGui::BeginPopupModal(
      title, nullptr,
      ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoTitleBar);
  ImGui::PopStyleVar();
  shown_ = open;
  if (!open) return;
  if (waiting()) draw_sentence(fonts);
  if (!waiting()) {  // closed by a key, or just now
    ImGui::CloseCurrentPopup();
    shown_ = false;
  }
  ImGui::EndPopup();
}

void Notices::draw_sentence(const Fonts& fonts) {
  ImGui::PushFont(fonts.large);
  ImGui::TextColored(colors::bad, "%s", title);
  ImGui::PopFont();
  ImGui::Spacing();
  ImGui::TextWrapped("%s", capitalized(errors_.front()).c_str());
  ImGui::Spacing();
  ImGui::Spacing();
  if (ImGui::Button("Close", {110.0f * fonts.scale, 0.0f})) close();
  ImGui::SameLine();
  ImGui::PushFont(fonts.small);
  ImGui::AlignTextToFramePadding();
  ImGui::TextDisabled("or Esc. The running scene continues.");
  ImGui::PopFont();
}

void Notices::draw(const Fonts& fonts, float real_s, float bottom) {
  if (waiting() || shown_) draw_error(fonts);
  news_left_s_ = std::max(news_left_s_ - real_s, 0.0f);
  if (news_left_s_ <= 0.0f) return;
  const ImVec2 screen = ImGui::GetIO().DisplaySize;
  ImGui::SetNextWindowPos({screen.x / 2, bottom - 24.0f * fonts.scale}, ImGuiCond_Always,
                          {0.5f, 1.0f});
  ImGui::PushStyleVar(ImGuiStyleVar_Alpha, std::min(news_left_s_, 1.0f));
  ImGui::Begin("##news", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoInputs |
                   ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoFocusOnAppearing);
  ImGui::PushTextWrapPos(std::min(520.0f * fonts.scale, 0.9f * screen.x));
  ImGui::TextUnformatted(news_.c_str());
  ImGui::PopTextWrapPos();
  ImGui::End();
  ImGui::PopStyleVar();
}

}  // namespace limber
