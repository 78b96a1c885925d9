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

// The rows of `bench uq`: the tables of [Wang20]. copy_per_s: bytes a second of a large copy on the
// GPU; empty without one. Every result is compared with the plain kernel's on one core;
// Error(diverged) where it is another.

/// Table 1: the paper's kernel for one part with every batch size, beside ours. CUDA only.
std::vector<BenchRow> uq_batch_rows(Exec& exec, PartSize size,
                                    const std::array<double, 5>& paper_ms, double copy_per_s);

/// Table 2: normals of a closed surface of about so many vertices, in one stage and in two.
std::vector<BenchRow> uq_normal_rows(Exec& exec, int vertices, std::optional<double> copy_per_s);

/// Tables 3 and 4 for a plant whose deformable parts have these sizes, on every solver that is
/// there: U q in all ways of ours and the paper's, beside cuBLAS on the GPU and one core elsewhere;
/// with the vertices' places; these alone; frames with their uploads; and how many kernels U q is.
/// name: that the rows begin with; paper: its figures, null for a plant that it does not have.
std::vector<BenchRow> uq_plant_rows(const std::string& name, const std::vector<PartSize>& sizes,
                                    const PaperPlant* paper, int threads,
                                    std::optional<double> copy_per_s);

/// Table 5: one part on the CPU and on the GPU. paper_ratio: how many times faster the GPU is
/// there.
std::vector<BenchRow> uq_size_rows(Exec& cpu, Exec* cuda, PartSize size, double paper_ratio,
                                   std::optional<double> copy_per_s);

// What these rows are made of.

BenchRow ms_row(const std::string& name, const Exec& exec, const MedianAndP95& seconds);
/// The same case as a share of the copy's speed, where it moves so many bytes.
BenchRow share_row(const BenchRow& of, double bytes, double copy_per_s);
void compare(BenchRow& row, const std::string& baseline, double baseline_ms);

/// Bytes that u = U q moves at the least: U, and four numbers a vertex.
double uq_bytes(double mode_bytes, int vertices);

/// The values of displacements or places where the solver runs, four a vertex.
std::vector<float> floats_of(const Exec& exec, View<const Vec3AndValue> there);

}  // namespace limber
