#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "app/bench/bench.h"
#include "app/bench/pyramid.h"

namespace limber {

/// Expected path of the program that contains Bullet: beside the running one. It is optional.
std::filesystem::path bullet_program();

/// Time and drift of the pyramid in Bullet, on one thread, for each number of solver iterations.
/// Empty without the program; also empty, with a printed note, if the program fails.
std::vector<BenchRow> bullet_rows(const std::string& name, const std::vector<int>& iterations,
                                  const Pyramid& pyramid,
                                  const std::filesystem::path& program = bullet_program());

}  // namespace limber
