#include "app/stats.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>

#include "app/build_info.h"
#include "app/standard_streams.h"
#include "kernels/device.h"
#include "kernels/error.h"
#include "render/part_file.h"

namespace limber {

namespace {

using Json = nlohmann::ordered_json;

Json to_json(const MedianAndP95& m) { return {{"median", m.median}, {"p95", m.p95}}; }

/// The name of the device that ran the kernels.
std::string device_name(Session& session) {
  return session.backend() == Backend::cuda ? device::info().name : "CPU";
}

}  // namespace

MedianAndP95 median_and_p95(std::vector<double> values) {
  if (values.empty()) return {};
  std::sort(values.begin(), values.end());
  const auto at = [&](double share) {
    return values[std::lround(share * static_cast<double>(values.size() - 1))];
  };
  return {at(0.5), at(0.95)};
}

void StatsRecorder::write(const std::string& path, Session& session) {
  World& simulation = session.world();
  simulation.request_residuals();
  session.exec().synchronize();
  add_steps(session.take_step_times());

  const SystemCounts& counts = simulation.counts();
  Json constraints = Json::array();
  for (const ConstraintCount& c : counts.constraints)
    constraints.push_back({{"type", c.type}, {"count", c.count}, {"colors", c.colors}});
  Json residual = Json::object();
  for (const auto& [type, value] : simulation.residuals()) residual[type] = value;
  Json stats{{"scene", session.scene().id},
             {"solver", name_of(session.backend())},
             {"device", device_name(session)},
             {"threads", session.exec().threads()},
             {"frames", frame_ms_.size()},
             {"steps", session.steps_done()},
             {"dt_s", simulation.dt_s()},
             {"particles", counts.particles},
             {"vertices", counts.vertices},
             {"constraints", constraints},
             {"ms_per_step", to_json(median_and_p95(step_ms_))},
             {"ms_per_frame", to_json(median_and_p95(frame_ms_))},
             {"residual", residual},
             {"finite", simulation.finite_now()},
             {"state_hash", fmt::format("{:016x}", simulation.state_hash())},
             {"notes", notes_},
             {"build", build_description()}};
  if (const StepCut cut = simulation.step_cut(); cut.parts > 0) stats["step_parts"] = cut.all_parts;
  for (const Beside::Measured& other : beside_)
    stats["beside"].push_back({{"solver", name_of(*other.variant.backend)},
                               {"set", other.variant.values},
                               {"ms_per_step", to_json(median_and_p95(other.step_ms))},
                               {"largest_difference_m", other.largest_difference_m}});
  if (!picture_ms_.empty()) {
    Json ms = to_json(median_and_p95(picture_ms_));
    ms["longest"] = *std::ranges::max_element(picture_ms_);
    stats["pictures"] = picture_ms_.size();
    stats["ms_per_picture"] = std::move(ms);
  }
  for (const NamedCount& count : counts.others) stats[count.key] = count.value;
  for (const IterationCount& iterations : simulation.iterations_now())
    if (!iterations.key.empty()) stats[iterations.key] = iterations.count;
  // File names need not be valid UTF-8.
  const std::string text = stats.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
  if (path == "-")
    put_text(text);
  else
    write_text_file(path, text);
}

void check_writable(const std::string& path) {
  if (!path.empty() && path != "-") PartFile attempt(path);
}

void write_text_file(const std::string& path, const std::string& text) {
  PartFile file(path);
  std::ofstream stream = file.open();
  stream << text;
  stream.close();
  if (!stream)
    throw Error(ExitCode::bad_input, fmt::format("{}: cannot be written; is the disk full?", path));
  file.commit();
}

}  // namespace limber
