#include "scenes/builders.h"

#include <array>
#include <utility>

namespace limber {

namespace {
constexpr std::array<std::pair<const char*, Builder>, 5> builders{{{"cloth", &read_cloth},
                                                                   {"volume", &read_volume},
                                                                   {"fem", &read_fem},
                                                                   {"piles", &read_piles},
                                                                   {"plants", &read_plants}}};
}

Builder builder_of(const std::string& family, const TableReader& file) {
  for (const auto& [name, builder] : builders)
    if (family == name) return builder;
  std::string known;
  for (const auto& [name, builder] : builders)
    known += (known.empty() ? "" : ", ") + std::string(name);
  file.fail("family", "is '" + family + "', but must be one of " + known);
}

}  // namespace limber
