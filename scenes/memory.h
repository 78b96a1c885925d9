#pragma once

#include <filesystem>

#include "scenes/table_reader.h"

namespace limber {

// What a particle takes at least with all that hangs on it, in bytes, on the host as measured.
constexpr double cloth_particle_bytes = 800, spring_particle_bytes = 4000;
constexpr double solid_particle_bytes = 1500, element_node_bytes = 7000, modal_node_bytes = 500;
constexpr double fluid_particle_bytes = 1490, foam_speck_bytes = 150;

/// What is left of this machine's memory, and of what the control groups around this process may
/// take (a container, a batch job), in bytes. `root`: of the file system, another one in tests.
double available_bytes(const std::filesystem::path& root = "/");

/// Refuses what a key asks for where less memory is available than it takes, or where it is more
/// than 10 million particles.
void check_memory(const TableReader& table, const char* key, double particles,
                  double particle_bytes);

}  // namespace limber
