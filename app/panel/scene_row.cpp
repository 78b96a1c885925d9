#include "app/panel/scene_row.h"

#include <algorithm>
#include <cstdint>

#include "app/panel/text_pen.h"
#include "app/panel/widgets.h"

namespace limber {

bool scene_row(const PanelContext& panel, Thumbnails& thumbnails, const SceneEntry& scene,
               bool chosen) {
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const TextPen pen(draw, panel.fonts.small);
  const float pad = panel.scaled(4.0f);
  const ImVec2 picture{panel.scaled(80.0f), panel.scaled(45.0f)};
  const float wrap = std::max(ImGui::GetContentRegionAvail().x - picture.x - 3.0f * pad, 1.0f);
  const float title_height = pen.extent(scene.title, wrap).y;
  const float text_height = title_height + pen.extent(scene.about, wrap).y;
  const float height = std::max(picture.y, text_height) + 2.0f * pad;
  const bool clicked = choice_row(("##" + scene.id).c_str(), chosen, {0.0f, height});
  if (!ImGui::IsItemVisible()) return clicked;
  tooltip(scene.id, panel.fonts);
  const ImVec2 low = ImGui::GetItemRectMin();
  const ImVec2 corner{low.x + pad, low.y + pad};
  const ImVec2 far{corner.x + picture.x, corner.y + picture.y};
  if (const std::uintptr_t texture = thumbnails.of(scene.id))
    draw.AddImageRounded(reinterpret_cast<ImTextureID>(texture), corner, far, {0.0f, 0.0f},
                         {1.0f, 1.0f}, IM_COL32_WHITE, pad);
  else
    draw.AddRectFilled(corner, far, ImGui::GetColorU32(colors::card), pad);
  const ImVec2 text{far.x + pad, low.y + 0.5f * (height - text_height)};
  pen.write(text, colors::text, scene.title, wrap);
  pen.write({text.x, text.y + title_height}, colors::quiet, scene.about, wrap);
  const float right = text.x + wrap, gap = panel.scaled(20.0f);
  if (text.x + pen.extent(scene.title).x + gap + pen.extent(scene.id).x < right)
    pen.write_left_of({right, text.y}, colors::quiet, scene.id);
  return clicked;
}

}  // namespace limber
