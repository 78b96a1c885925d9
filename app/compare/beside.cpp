#include "app/compare/beside.h"

#include <algorithm>
#include <set>
#include <utility>

#include "app/compare/difference.h"
#include "app/panel/lane_labels.h"
#include "sim/world_state.h"

namespace limber {

Beside::Beside(Session& first, std::span<const Variant> others, int threads, const Context* context,
               QualityLevel quality)
    : first_(first) {
  std::set<std::size_t> places;
  for (Variant variant : others) {
    if (!variant.backend) variant.backend = first.backend();
    if (variant == Variant{first.backend()}) continue;
    Lane& lane = *lanes_.emplace_back(std::make_unique<Lane>(std::move(variant), threads));
    lane.session.open(first.scene());
    World& world = lane.session.world();
    for (const std::size_t place : set_values(world.parameters(), lane.variant))
      places.insert(place);
    world.parameters_changed();
    if (!context) continue;
    lane.display.emplace(*context);
    lane.display->view.quality = quality;
    lane.drawn.emplace(lane.session, *lane.display);
    lane.film.emplace(*lane.display);
  }
  const std::vector<std::size_t> all(places.begin(), places.end());
  first.compare_by(all);
  for (const std::unique_ptr<Lane>& lane : lanes_) lane->session.compare_by(all);
}

void Beside::take_state() {
  WorldState state;
  first_.world().capture(state);
  first_.exec().synchronize();
  for (const std::unique_ptr<Lane>& lane : lanes_) {
    lane->session.world().restore(state);
    if (lane->drawn && first_.world().shows_other_things())
      lane->drawn.emplace(lane->session, *lane->display);
  }
}

void Beside::simulate(double frame_s) {
  // One at a time, so that they do not compete for cores.
  if (any()) first_.exec().synchronize();
  for (const std::unique_ptr<Lane>& lane : lanes_) {
    if (lane->drawn)
      lane->drawn->simulate(frame_s);
    else
      lane->session.advance(frame_s, {}, -1);
    lane->session.exec().synchronize();
    const std::vector<double> ms = lane->session.take_step_times();
    lane->step_ms.insert(lane->step_ms.end(), ms.begin(), ms.end());
  }
}

ResolvedFrame Beside::draw(FilmPicture& first, const Camera& from, glm::ivec2 size_px,
                           FilmLook look) {
  std::vector<Readings> readings{readings_of(first_)};
  for (const std::unique_ptr<Lane>& lane : lanes_) readings.push_back(readings_of(lane->session));
  std::vector<const Readings*> lanes;
  for (const Readings& now : readings) lanes.push_back(&now);
  std::optional<BarText> bar = std::exchange(look.bar, std::nullopt);
  if (bar) bar = without_solver(std::move(*bar));
  return row_.draw(
      size_px, lane_texts(first_.scene(), lanes), bar, [&](std::size_t i, glm::ivec2 lane_px) {
        // Moves back, so that the narrow picture shows about the width of a full one.
        Camera camera = from;
        constexpr float usual_aspect = 16.0f / 9.0f, filled = 0.8f;
        const float aspect = static_cast<float>(lane_px.x) / static_cast<float>(lane_px.y);
        camera.distance_m *= std::max(filled * usual_aspect / aspect, 1.0f);
        return (i == 0 ? first : *lanes_[i - 1]->film).draw(camera, lane_px, look);
      });
}

std::vector<Beside::Measured> Beside::measured() {
  std::vector<Measured> all;
  const std::vector<glm::vec3> first_m = first_.world().positions_m();
  for (const std::unique_ptr<Lane>& lane : lanes_)
    all.push_back({lane->variant, lane->step_ms,
                   largest_distance_m(first_m, lane->session.world().positions_m())});
  return all;
}

}  // namespace limber
