#include "app/readings.h"

#include <algorithm>

namespace limber {

Readings readings_of(Session& session) {
  World& world = session.world();
  Readings now;
  now.backend = session.backend();
  now.threads = session.exec().threads();
  now.time_s = world.time_s();
  now.dt_s = world.dt_s();
  now.steps_done = session.steps_done();
  now.step_cut = world.step_cut();
  now.finite = world.finite();
  for (const Backend backend : all_backends)
    if (const StepTimes& times = session.times(backend); !times.empty())
      now.ms_per_step[static_cast<int>(backend)] = times.median_ms();
  now.counts = world.counts();
  for (const Parameter& parameter : world.parameters()) now.values.push_back(value_of(parameter));
  for (const std::size_t place : session.compared_by()) {
    std::string name = world.parameters()[place].key;
    std::ranges::replace(name, '_', ' ');
    if (!now.compared_by.empty()) now.compared_by += ", ";
    now.compared_by += name + " " + world.parameters()[place].text();
  }
  now.spawn_overrides = world.spawn_overrides();
  now.why_not_cut = world.why_not_cut();
  now.iterations = world.iterations_now();
  now.notes = world.notes();
  now.trouble = world.trouble();
  now.grabbed_vertex = world.grabbed_vertex();
  now.pinned_vertices = world.pinned_vertices();
  return now;
}

}  // namespace limber
