#include "scenes/memory.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>

namespace limber {

void check_memory(const TableReader& table, const char* key, double particles,
                  double particle_bytes) {
  const double bytes = 1.0 * sysconf(_SC_PHYS_PAGES) * sysconf(_SC_PAGESIZE);
  const double max_particles = std::min(1e7, bytes / particle_bytes);
  if (particles > max_particles)
    table.fail(key, fmt::format("makes {:.0f} particles, which take {:.0f} GiB of memory at least; "
                                "take fewer, {:.0f} at most",
                                particles, particles * particle_bytes / (1 << 30), max_particles));
}

}  // namespace limber
