#pragma once

#include <vector>

#include "kernels/path.h"
#include "scenes/table_reader.h"

namespace limber {

/// Fails for times of the key `path` that do not rise from 0.
void check_path(const TableReader& reader, const std::vector<PathRow>& path);
std::vector<PathKey> keys_of(const std::vector<PathRow>& path);

}  // namespace limber
