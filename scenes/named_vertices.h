#pragma once

#include <glm/glm.hpp>
#include <map>
#include <string>
#include <vector>

#include "scenes/table_reader.h"
#include "sim/pbd/model.h"

namespace limber {

/// Where the vertices of [[cloth]] and [[solid]] tables with names begin, for joints that hold
/// them.
class NamedVertices {
 public:
  struct OfTable {
    std::string system;  ///< by its name in the world
    int first = 0;       ///< of its vertices, among those of the system
    std::vector<glm::vec3> places_m;
    float edge_m = 0.0f;  ///< mean length of the edges
  };

  /// Those from `first` on, which the table has just added; nothing without a name. Fails for a
  /// name that is there already.
  void add(const std::string& name, const TableReader& reader, const std::string& system,
           const PbdModel& model, int first);
  /// Of models whose vertices joints cannot hold.
  void add_other(const std::string& name, const TableReader& reader, const std::string& model);
  /// Fails for a name that is not there.
  const OfTable& named(const std::string& name, const TableReader& reader, const char* key) const;

 private:
  void check_new(const std::string& name, const TableReader& reader) const;

  std::map<std::string, OfTable> tables_;
  std::map<std::string, std::string> others_;  ///< by name: the model
};

}  // namespace limber
