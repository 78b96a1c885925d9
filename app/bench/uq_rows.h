#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "app/bench/bench.h"
#include "app/bench/plant_parts.h"
#include "app/stats.h"
#include "kernels/exec.h"

namespace limber {

// The rows of `bench uq`: the tables of [Wang20]. copy_per_s: bytes per second of a large copy on
// the GPU; empty without one. Every result is checked against the plain kernel's on one core;
// throws Error(diverged) where they differ.

/// Table 1: the paper's kernel for one part with every batch size, and ours. CUDA only.
std::vector<BenchRow> uq_batch_rows(Exec& exec, PartSize size,
                                    const std::array<double, 5>& paper_ms, double copy_per_s);

/// Table 2: normals of a closed surface of about `vertices` vertices, in one stage and in two.
std::vector<BenchRow> uq_normal_rows(Exec& exec, int vertices, std::optional<double> copy_per_s);

/// Tables 3 and 4 for a plant whose deformable parts have these sizes, on every available solver: U
/// q with all methods, ours and the paper's, relative to cuBLAS on the GPU and to one core
/// elsewhere; with placement of the vertices; placement alone; frames with their uploads; and the
/// number of kernels of U q. name: prefix of the rows. paper: its figures; null for a plant that is
/// not in the paper.
std::vector<BenchRow> uq_plant_rows(const std::string& name, const std::vector<PartSize>& sizes,
                                    const PaperPlant* paper, int threads,
                                    std::optional<double> copy_per_s);

/// Table 5: one part on the CPU and on the GPU. paper_ratio: the paper's speedup of the GPU.
std::vector<BenchRow> uq_size_rows(Exec& cpu, Exec* cuda, PartSize size, double paper_ratio,
                                   std::optional<double> copy_per_s);

// Helpers for these rows.

inline constexpr const char* uq_label = "uq";  ///< of the launches
inline constexpr float uq_tolerance = 1e-5f;   ///< of results, relative to the largest

BenchRow ms_row(const std::string& name, const Exec& exec, const MedianAndP95& seconds);
/// The same case as a fraction of the copy bandwidth, given the bytes that it moves.
BenchRow share_row(const BenchRow& of, double bytes, double copy_per_s);

/// Minimum memory traffic of u = U q, in bytes: U, and four floats per vertex.
double uq_bytes(double mode_bytes, int vertices);

/// Downloads displacements or positions as floats, four per vertex.
std::vector<float> floats_of(const Exec& exec, View<const Vec3AndValue> there);

}  // namespace limber
