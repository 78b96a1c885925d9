// Scene files of the volume family: [settings], [[solid]], [[collider]], [compare].

#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "kernels/error.h"
#include "scenes/builders.h"
#include "scenes/colliders.h"
#include "scenes/solid_table.h"
#include "sim/pbd/pbd_system.h"
#include "sim/pbd/solid.h"
#include "sim/world.h"

namespace limber {

namespace {

/// The same solids once for each method, beside each other.
struct Compare {
  std::vector<std::string> methods;  ///< empty: no comparison
  glm::vec3 step_m;                  ///< from one to the next
};

Compare read_compare(TableReader table, const std::vector<Parameter>& parameters) {
  Compare compare;
  compare.methods = table.texts("methods");
  compare.step_m = table.vec3("step_m", {1.0f, 0.0f, 0.0f}, -1e4, 1e4);
  table.finish();
  const std::vector<std::string>& known = parameter_named(parameters, "method").choices;
  for (const std::string& method : compare.methods)
    if (std::find(known.begin(), known.end(), method) == known.end())
      table.fail("methods", fmt::format("holds '{}', which is no method; there are {}", method,
                                        fmt::join(known, ", ")));
  for (const std::string& method : compare.methods)
    if (std::count(compare.methods.begin(), compare.methods.end(), method) > 1)
      table.fail("methods",
                 fmt::format("holds '{}' more than once; name each method once", method));
  return compare;
}

/// Each side has a method of its own, which nobody else sets.
void take_method_out(std::vector<Parameter>& parameters, const std::vector<std::string>& settings) {
  std::erase_if(parameters, [](const Parameter& p) { return p.key == "method"; });
  for (const std::string& setting : settings)
    if (setting.starts_with("method="))
      throw Error(ExitCode::bad_input,
                  "'method' cannot be set here: the scene compares methods, and each of its bodies "
                  "has its own");
}

void move(PbdModel& model, const glm::vec3& by_m) {
  for (Particle& p : model.particles) p.position_m += by_m;
  for (glm::vec3& x : model.start_m) x += by_m;
}

std::vector<GroupModel> sides_of(const PbdModel& model, const PbdSettings& settings,
                                 const Surroundings& around, const Compare& compare) {
  std::vector<GroupModel> sides;
  const auto last = static_cast<float>(compare.methods.size() - 1);
  for (std::size_t i = 0; i < compare.methods.size(); ++i) {
    auto copy = std::make_shared<PbdModel>(model);
    PbdSettings own = settings;
    move(*copy, compare.step_m * (static_cast<float>(i) - 0.5f * last));
    own.method = compare.methods[i];
    sides.push_back({own.method, around, {{"solid", [copy, own](Exec& exec) {
                                             return std::make_unique<PbdSystem>(exec, *copy, own);
                                           }}}});
  }
  return sides;
}

/// Adds the copies of a solid, each a body of its own.
void add_copies(PbdModel& model, const SolidTable& table, Progress& progress) {
  const std::size_t before = model.particles.size();
  for_each_copy(table, progress, [&](const Solid& solid, const Placement& placement) {
    add_solid(model, solid, placement);
  });
  for (std::size_t i = before; i < model.particles.size() && table.pins; ++i)
    if (model.particles[i].position_m.y < table.pinned_below_m)
      model.particles[i].inverse_mass_per_kg = 0.0f;
  if (table.flatten == 1.0f && model.start_m.empty()) return;
  // Solids before this one may have been content with where they rest.
  for (std::size_t i = model.start_m.size(); i < model.particles.size(); ++i)
    model.start_m.push_back(model.particles[i].position_m *
                            glm::vec3(1.0f, i < before ? 1.0f : table.flatten, 1.0f));
}

}  // namespace

Build read_volume(TableReader& file, const Opening& opening) {
  auto settings = std::make_shared<PbdSettings>();
  auto model = std::make_shared<PbdModel>();
  std::vector<Parameter> parameters = parameters_of(*settings);
  TableReader settings_table = file.table("settings");
  settings_table.read_parameters(parameters);
  const Compare compare = read_compare(file.table("compare"), parameters);
  if (!compare.methods.empty()) take_method_out(parameters, opening.settings);
  set_parameters(parameters, opening.settings);

  std::vector<TableReader> solids = file.needed_tables("solid");
  for (TableReader& table : solids)
    add_copies(*model, read_solid_table(table, opening), opening.progress);
  Surroundings around;
  read_colliders(file, around);
  color_constraints(*model, opening.progress);
  if (!compare.methods.empty()) {
    const std::vector<GroupModel> sides = sides_of(*model, *settings, around, compare);
    return [sides](Exec& exec) { return std::make_unique<World>(exec, sides, "method"); };
  }
  return build_of("solid", around, [settings, model](Exec& exec) {
    return std::make_unique<PbdSystem>(exec, *model, *settings);
  });
}

}  // namespace limber
