#include "scenes/named_vertices.h"

#include <fmt/format.h>

#include "sim/parameter.h"

namespace limber {

void NamedVertices::check_new(const std::string& name, const TableReader& reader) const {
  if (tables_.contains(name) || others_.contains(name))
    reader.fail("name", fmt::format("is '{}', which is taken: names must be unique", name));
}

void NamedVertices::add(const std::string& name, const TableReader& reader,
                        const std::string& system, const PbdModel& model, int first) {
  if (name.empty()) return;
  check_new(name, reader);
  OfTable& table = tables_[name];
  table.system = system;
  table.first = first;
  for (std::size_t i = static_cast<std::size_t>(first); i < model.particles.size(); ++i)
    table.places_m.push_back(i < model.start_m.size() ? model.start_m[i]
                                                      : model.particles[i].position_m);
  double sum_m = 0.0;
  int edges = 0;
  for (std::size_t e = 0; e < model.stretch.corners.size(); ++e) {
    if (model.stretch.corners[e].at[0] < first) continue;
    sum_m += static_cast<double>(model.stretch.rest[e]);
    ++edges;
  }
  if (edges > 0) table.edge_m = static_cast<float>(sum_m / edges);
}

void NamedVertices::add_other(const std::string& name, const TableReader& reader,
                              const std::string& model) {
  if (name.empty()) return;
  check_new(name, reader);
  others_[name] = model;
}

const NamedVertices::OfTable& NamedVertices::named(const std::string& name,
                                                   const TableReader& reader,
                                                   const char* key) const {
  if (const auto found = tables_.find(name); found != tables_.end()) return found->second;
  if (const auto other = others_.find(name); other != others_.end())
    reader.fail(key, fmt::format("names '{}', which is of model {}: joints hold vertices of model "
                                 "pbd only",
                                 name, other->second));
  std::vector<std::string> known;
  for (const auto& [there, table] : tables_) known.push_back(there);
  const std::string near = nearest_word(name, known);
  reader.fail(key,
              fmt::format("names '{}', but there is no [[cloth]] or [[solid]] of that name{}", name,
                          near.empty() ? "" : fmt::format("; did you mean '{}'?", near)));
}

}  // namespace limber
