#include "scenes/tour_tool.h"

#include <fmt/format.h>

#include <algorithm>

#include "scenes/camera_table.h"

namespace limber {

namespace {

constexpr float max_speed_m_s = 200.0f;

Key time_key(float* time_s) {
  return Key("time_s", "Time, in seconds from the beginning of the step", time_s).from(0, 3600);
}

Key place_key(const char* name, const char* text, std::optional<glm::vec3>* place) {
  return Key(name, text, place).from(-max_distance_m, max_distance_m).or_else("none");
}

const glm::vec3& needed(const TableReader& table, const char* key,
                        const std::optional<glm::vec3>& value) {
  if (!value) table.fail(key, "is missing");
  return *value;
}

World::Shot tool_of(const TableReader& table, const TourShotTable& says) {
  return {needed(table, "from_m", says.from_m), needed(table, "velocity_m_s", says.velocity_m_s),
          says.kind};
}
Breath tool_of(const TableReader&, const TourBlowTable& says) {
  return {says.from_m, says.velocity_m_s};
}
std::vector<CutStroke> tool_of(const TableReader& table, const TourCutTable& says) {
  return {{needed(table, "eye_m", says.eye_m), needed(table, "from", says.from),
           needed(table, "to", says.to)}};
}
BodyCopy tool_of(const TableReader& table, const TourBodyTable& says) {
  return {needed(table, "at_m", says.at_m), says.seen_from_m};
}
ReleasedPins tool_of(const TableReader&, const TourUnpinTable&) { return {}; }

/// A cut rebuilds what depends on the triangles, so strokes at one time are cut at once.
void join_cuts(std::vector<TourUse>& uses) {
  std::vector<TourUse> joined;
  for (TourUse& use : uses) {
    const auto* strokes = std::get_if<std::vector<CutStroke>>(&use.tool);
    auto* before =
        joined.empty() ? nullptr : std::get_if<std::vector<CutStroke>>(&joined.back().tool);
    if (strokes && before && joined.back().time_s == use.time_s)
      before->insert(before->end(), strokes->begin(), strokes->end());
    else
      joined.push_back(std::move(use));
  }
  uses = std::move(joined);
}

template <class Table>
void read_tools(TableReader& step, const char* name, float seconds, std::vector<TourUse>& uses) {
  for (TableReader& table : step.tables(name)) {
    Table says;
    table.read(keys_of(says));
    table.check_range("time_s", says.time_s, 0.0, seconds);
    uses.push_back({table.place(), says.time_s, tool_of(table, says)});
  }
}

std::string line(const char* key, const glm::vec3& value) {
  return fmt::format("{} = [{}]\n", key, rounded_numbers(value));
}

std::string text_of(const World::Shot& shot, const std::string& time) {
  return "[[step.shot]]\n" + time + line("from_m", shot.from_m) +
         line("velocity_m_s", shot.velocity_m_s) +
         fmt::format("radius_m = {}\ndensity_kg_m3 = {}\n", rounded_number(shot.kind.radius_m),
                     rounded_number(shot.kind.density_kg_m3));
}
std::string text_of(const Breath& breath, const std::string& time) {
  return "[[step.blow]]\n" + time + line("from_m", breath.from_m) +
         line("velocity_m_s", breath.velocity_m_s);
}
std::string text_of(const std::vector<CutStroke>& strokes, const std::string& time) {
  std::string text;
  for (const CutStroke& stroke : strokes)
    text += "[[step.cut]]\n" + time + line("eye_m", stroke.eye_m) + line("from", stroke.from) +
            line("to", stroke.to);
  return text;
}
std::string text_of(const BodyCopy& body, const std::string& time) {
  return "[[step.body]]\n" + time + line("at_m", body.at_m) +
         (body.seen_from_m ? line("seen_from_m", *body.seen_from_m) : "");
}
std::string text_of(const ReleasedPins&, const std::string& time) {
  return "[[step.unpin]]\n" + time;
}

}  // namespace

std::vector<Key> keys_of(TourShotTable& t) {
  return {
      time_key(&t.time_s),
      place_key("from_m", "Where it starts", &t.from_m),
      Key("velocity_m_s", "Its velocity there", &t.velocity_m_s)
          .from(-max_speed_m_s, max_speed_m_s)
          .or_else("none"),
      Key("radius_m", "Its radius", &t.kind.radius_m)
          .from(BallKind::min_radius_m, BallKind::max_radius_m),
      Key("density_kg_m3", "Its density", &t.kind.density_kg_m3)
          .from(BallKind::min_density_kg_m3, BallKind::max_density_kg_m3),
  };
}

std::vector<Key> keys_of(TourBlowTable& t) {
  return {
      time_key(&t.time_s),
      Key("from_m", "Tip of the cone in which air is blown", &t.from_m)
          .from(-max_distance_m, max_distance_m),
      Key("velocity_m_s", "Velocity of the air, along the axis of the cone; 0: it stops",
          &t.velocity_m_s)
          .from(-max_speed_m_s, max_speed_m_s),
  };
}

std::vector<Key> keys_of(TourCutTable& t) {
  return {
      time_key(&t.time_s),
      place_key("eye_m", "Point from which the stroke is seen", &t.eye_m),
      place_key("from", "Direction of the beginning of the stroke, of any length", &t.from),
      place_key("to", "Direction of its end, less than 180 degrees from there", &t.to),
  };
}

std::vector<Key> keys_of(TourBodyTable& t) {
  return {
      time_key(&t.time_s),
      place_key("at_m", "Point above which it is added; the body nearest to it is copied", &t.at_m),
      place_key(
          "seen_from_m",
          "The eye: if there is no room above, it is added towards this point, or farther away if "
          "it would fill the picture",
          &t.seen_from_m),
  };
}

std::vector<Key> keys_of(TourUnpinTable& t) { return {time_key(&t.time_s)}; }

std::vector<TourUse> read_tour_tools(TableReader& step, float seconds) {
  std::vector<TourUse> uses;
  read_tools<TourShotTable>(step, "shot", seconds, uses);
  read_tools<TourBlowTable>(step, "blow", seconds, uses);
  read_tools<TourCutTable>(step, "cut", seconds, uses);
  read_tools<TourBodyTable>(step, "body", seconds, uses);
  read_tools<TourUnpinTable>(step, "unpin", seconds, uses);
  std::ranges::stable_sort(uses, {}, &TourUse::time_s);
  join_cuts(uses);
  return uses;
}

std::string tour_tool_text(const TourUse& use) {
  const std::string time = fmt::format("time_s = {}\n", rounded_number(use.time_s));
  return std::visit([&](const auto& tool) { return text_of(tool, time); }, use.tool);
}

}  // namespace limber
