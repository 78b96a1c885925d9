#pragma once

#include <array>
#include <optional>
#include <string_view>

namespace limber {

/// The backend that runs the kernels: one core, all cores, or the GPU. One source serves all three.
enum class Solver { serial, tbb, cuda };

inline constexpr std::array all_solvers{Solver::serial, Solver::tbb, Solver::cuda};

constexpr std::string_view name_of(Solver solver) {
  constexpr std::array<std::string_view, 3> names{"serial", "tbb", "cuda"};
  return names[static_cast<int>(solver)];
}

constexpr std::optional<Solver> solver_named(std::string_view name) {
  for (Solver solver : all_solvers)
    if (name_of(solver) == name) return solver;
  return std::nullopt;
}

}  // namespace limber
