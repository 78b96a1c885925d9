// Conjugate gradients on the GPU with the matrix in shared memory.

#include "kernels/sparse/resident.h"

#include <algorithm>

#include "kernels/sparse/rows_on_cuda.h"
#include "kernels/sparse/sprung.h"
#include "kernels/summing_blocks_on_cuda.h"

namespace limber {

#ifdef __CUDACC__

namespace {

constexpr int resident_threads = 512;
constexpr int warps_each = resident_threads / 32;
/// A cluster solves systems with at most this many slices for each of its warps. With 2, world/mill
/// is 2% faster than with 1; more were not tried.
constexpr int max_slices_of_warp = 2;
/// Chunks whose values of x a thread loads at once.
constexpr int chunks_at_once = 4;

/// Hands out parts of shared memory.
class SharedArea {
 public:
  __device__ SharedArea(char* first, int bytes) : at_(first), end_(first + bytes) {}
  template <class V>
  __device__ V* take(int count) {
    V* const taken = reinterpret_cast<V*>(at_);
    at_ += (count * static_cast<int>(sizeof(V)) + 15) / 16 * 16;
    return taken;
  }
  __device__ int left() const { return static_cast<int>(end_ - at_); }

 private:
  char* at_;
  char* end_;
};

/// The rows of a block in shared memory: those of the slices b, b + blocks, b + 2 blocks ..., and
/// as many of their chunks as there is room for.
template <class T>
struct ResidentRows {
  using Vector = Unknowns<T, 3>;
  using Block = SymmetricBlock<T, 3>;

  int slices, units, team_log2;
  int copied;                      ///< slices whose chunks are here; the matrix has the others
  int2* chunks;                    ///< first and end, of each slice
  int* row;                        ///< of each unit; -1: none
  Vector *x, *r, *d, *ad, *q, *s;  ///< of each unit
  Block *inverse, *filter;         ///< of each unit; filter only where there are any
  T* values;
  int* columns;

  static constexpr int chunk_bytes = bin_width * (9 * sizeof(T) + sizeof(int));
  static constexpr int unit_bytes = 6 * sizeof(Vector) + 2 * sizeof(Block) + sizeof(int);

  /// All threads of the block must call this; it waits for them.
  template <class Matrix>
  __device__ ResidentRows(const PersistentCg<Matrix, 3>& work, SharedArea area)
      : team_log2(work.matrix.team_log2) {
    const int all = work.matrix.first_of_slice.size - 1;
    const int b = static_cast<int>(blockIdx.x), blocks = static_cast<int>(gridDim.x);
    slices = all > b ? (all - b + blocks - 1) / blocks : 0;
    units = slices << (bin_width_log2 - team_log2);
    chunks = area.take<int2>(slices);
    row = area.take<int>(units);
    for (Vector** vector : {&x, &r, &d, &ad, &q, &s}) *vector = area.take<Vector>(units);
    inverse = area.take<Block>(units);
    filter = area.take<Block>(work.filters.empty() ? 0 : units);
    const int room = max(area.left() / chunk_bytes, 0);
    values = area.take<T>(room * 9 * bin_width);
    columns = area.take<int>(room * bin_width);
    load_rows(work);
    copy_chunks(work.matrix, room);
  }

 private:
  template <class Matrix>
  __device__ void load_rows(const PersistentCg<Matrix, 3>& work) {
    const int units_log2 = bin_width_log2 - team_log2;
    for (int u = static_cast<int>(threadIdx.x); u < units; u += resident_threads) {
      const int slice = static_cast<int>(blockIdx.x + (u >> units_log2) * gridDim.x);
      const int unit = (slice << units_log2) + (u & ((1 << units_log2) - 1));
      row[u] = unit < work.matrix.block_rows ? work.matrix.row_of_unit.data[unit] : -1;
      if (row[u] < 0) continue;
      x[u] = Vector::load(work.v.x.data, row[u]);
      r[u] = Vector::load(work.v.r.data, row[u]);
      s[u] = Vector::load(work.v.s.data, row[u]);
      d[u] = ad[u] = Vector{};
      inverse[u] = work.inverse.data[row[u]];
      if (!work.filters.empty()) filter[u] = work.filters.data[row[u]];
    }
  }

  /// room: for chunks.
  __device__ void copy_chunks(const BlockSell<T>& matrix, int room) {
    const int* const first = matrix.first_of_slice.data;
    for (int l = static_cast<int>(threadIdx.x); l < slices; l += resident_threads) {
      const int slice = static_cast<int>(blockIdx.x + l * gridDim.x);
      chunks[l] = {first[slice], first[slice + 1]};
    }
    __syncthreads();
    const int warp = static_cast<int>(threadIdx.x) / 32, lane = static_cast<int>(threadIdx.x) % 32;
    int place = 0;  // in chunks
    for (copied = 0; copied < slices; ++copied) {
      const int2 from = chunks[copied];
      const int count = from.y - from.x;
      if (place + count > room) break;
      if (copied % warps_each == warp) {
        copy(matrix.values.data + from.x * 9 * bin_width, values + place * 9 * bin_width,
             count * 9 * bin_width, lane);
        copy(matrix.columns.data + from.x * bin_width, columns + place * bin_width,
             count * bin_width, lane);
      }
      place += count;
    }
    __syncthreads();
    if (threadIdx.x == 0) {
      int end = 0;
      for (int l = 0; l < copied; ++l) {
        const int begin = end;
        end += chunks[l].y - chunks[l].x;
        chunks[l] = {begin, end};
      }
    }
    __syncthreads();
  }
  /// count: a multiple of 4.
  template <class V>
  __device__ static void copy(const V* from, V* to, int count, int lane) {
    for (int i = lane; i < count / 4; i += 32)
      reinterpret_cast<Quad<V>*>(to)[i] = reinterpret_cast<const Quad<V>*>(from)[i];
  }
};

/// What a slot of chunks contributes to a product with x: values of x are loaded for several chunks
/// at a time.
template <class T>
__device__ Triple<T> part_of_chunks(const T* values, const int* columns, int2 chunks, int slot,
                                    const Quad<T>* x) {
  Triple<T> sum{T(0), T(0), T(0)};
  for (int first = chunks.x; first < chunks.y; first += chunks_at_once) {
    Quad<T> at[chunks_at_once];
#pragma unroll
    for (int k = 0; k < chunks_at_once; ++k)
      if (first + k < chunks.y) at[k] = x[columns[(first + k) * bin_width + slot]];
#pragma unroll
    for (int k = 0; k < chunks_at_once; ++k) {
      if (first + k >= chunks.y) break;
      const T* start = values + (first + k) * 9 * bin_width;
      const Quad<T> head = reinterpret_cast<const Quad<T>*>(start)[slot];
      const Quad<T> next = reinterpret_cast<const Quad<T>*>(start + 4 * bin_width)[slot];
      const T last = start[8 * bin_width + slot];
      const T u = at[k].at[0], v = at[k].at[1], w = at[k].at[2];
      sum.x += head.at[0] * u + head.at[1] * v + head.at[2] * w;
      sum.y += head.at[3] * u + next.at[0] * v + next.at[1] * w;
      sum.z += next.at[2] * u + next.at[3] * v + last * w;
    }
  }
  return sum;
}

/// q = A s for the rows of the block; returns the thread's part of s.q.
template <class Matrix, class T>
__device__ double multiply(const PersistentCg<Matrix, 3>& work, const ResidentRows<T>& rows) {
  const Matrix& matrix = work.matrix;
  const auto* const all_of_s = reinterpret_cast<const Quad<T>*>(work.padded.data);
  const int slot = static_cast<int>(threadIdx.x) % 32;
  const int lanes = 1 << rows.team_log2, lane = slot & (lanes - 1);
  double sum = 0.0;
  for (int l = static_cast<int>(threadIdx.x) / 32; l < rows.slices; l += warps_each) {
    const int u = ((l << bin_width_log2) + slot) >> rows.team_log2;
    const int2 chunks = rows.chunks[l];
    Triple<T> part =
        l < rows.copied
            ? part_of_chunks<T>(rows.values, rows.columns, chunks, slot, all_of_s)
            : part_of_chunks<T>(matrix.values.data, matrix.columns.data, chunks, slot, all_of_s);
    if constexpr (requires { matrix.added; }) {
      if (rows.row[u] >= 0) matrix.template add_springs<4>(rows.row[u], 0, lane, work.padded, part);
    }
    for (int half = lanes / 2; half > 0; half /= 2) part += shuffled_down(part, half);
    if (lane > 0 || rows.row[u] < 0) continue;
    rows.q[u] = {{part.x, part.y, part.z}};
    sum += rows.q[u].dot(rows.s[u]);
  }
  return sum;
}

/// Shows s of a unit to all blocks, from when they next wait.
template <class Matrix, class T>
__device__ void show(const PersistentCg<Matrix, 3>& work, const ResidentRows<T>& rows, int u) {
  const Unknowns<T, 3>& s = rows.s[u];
  reinterpret_cast<Quad<T>*>(work.padded.data)[rows.row[u]] = {{s.at[0], s.at[1], s.at[2], T(0)}};
}

/// The second half of an iteration for the rows of the block; returns the thread's part of r.s.
template <class Matrix, class T>
__device__ double move(const PersistentCg<Matrix, 3>& work, const ResidentRows<T>& rows, T alpha,
                       T beta) {
  using U = Unknowns<T, 3>;
  const bool filters = !work.filters.empty();
  double sum = 0.0;
  for (int u = static_cast<int>(threadIdx.x); u < rows.units; u += resident_threads) {
    if (rows.row[u] < 0) continue;
    U q = rows.q[u], s = rows.s[u], d = rows.d[u], ad = rows.ad[u], x = rows.x[u], r = rows.r[u];
    if (filters) q = rows.filter[u] * q;
    for (int c = 0; c < 3; ++c) {
      d.at[c] = s.at[c] + beta * d.at[c];
      ad.at[c] = q.at[c] + beta * ad.at[c];
      x.at[c] += alpha * d.at[c];
      r.at[c] -= alpha * ad.at[c];
    }
    s = rows.inverse[u] * r;
    if (filters) s = rows.filter[u] * s;
    rows.x[u] = x;
    rows.r[u] = r;
    rows.d[u] = d;
    rows.ad[u] = ad;
    rows.s[u] = s;
    show(work, rows, u);
    sum += r.dot(s);
  }
  return sum;
}

/// 1 / value to about 40 bits, sooner than a division.
__device__ double reciprocal(double value) {
  double inverse;
  asm("rcp.approx.ftz.f64 %0, %1;" : "=d"(inverse) : "d"(value));
  return inverse * (2.0 - value * inverse);
}

/// As step_length().
template <class T>
__device__ T quick_step_length(double delta, double curvature) {
  if (!(curvature > 0.0) || !is_number(curvature)) return T(0);
  const T alpha = static_cast<T>(delta * reciprocal(curvature));
  return is_number(static_cast<double>(alpha)) ? alpha : T(0);
}

/// Blocks: SummingGrid or SummingCluster.
template <class Matrix, class T, class Blocks>
__device__ void iterate(const PersistentCg<Matrix, 3>& work, const ResidentRows<T>& rows,
                        Blocks blocks) {
  for (int u = static_cast<int>(threadIdx.x); u < rows.units; u += resident_threads)
    if (rows.row[u] >= 0) show(work, rows, u);
  blocks.wait();
  // Every block computes the same sums in the same order, so all decide alike.
  CgEntry entry = work.log.data[0];
  double per_delta_before = 0.0, per_alpha_before = 0.0, part_of_delta = 0.0;
  int noted = 1;  // entries of the log that are final
  while (entry.status == CgStatus::running) {
    const int k = entry.iterations;
    const bool ends = k == work.iterations;
    if (ends && k == 0) break;
    const double part_of_product = ends ? 0.0 : multiply(work, rows);
    const TwoSums sums = blocks.sum({part_of_product, part_of_delta});
    if (k > 0) {
      entry.delta = sums.second;
      entry.status = status_of<T>(entry.delta, entry, k % work.check_every == 0);
    }
    if (ends || entry.status != CgStatus::running) break;
    const double beta = entry.delta * per_delta_before;
    entry.curvature = sums.first - beta * entry.delta * per_alpha_before;
    const T alpha = quick_step_length<T>(entry.delta, entry.curvature);
    if (blocks.thread == 0) work.log.data[k] = entry;
    noted = k + 1;
    if (alpha == T(0)) {
      entry.status = is_number(entry.curvature) ? status_of_breakdown<T>(entry.delta, entry.scale)
                                                : CgStatus::not_finite;
      break;
    }
    part_of_delta = move(work, rows, alpha, static_cast<T>(beta));
    per_delta_before = reciprocal(entry.delta);
    per_alpha_before = reciprocal(static_cast<double>(alpha));
    blocks.wait();
    entry.iterations = k + 1;
  }
  for (int u = static_cast<int>(threadIdx.x); u < rows.units; u += resident_threads)
    if (rows.row[u] >= 0) rows.x[u].store(work.v.x.data, rows.row[u]);
  if (blocks.thread != 0) return;
  for (int i = noted; i <= work.iterations; ++i) work.log.data[i] = entry;
}

extern __shared__ __align__(16) char shared_area[];

template <class Matrix>
__global__ void __launch_bounds__(resident_threads)
    run_resident_cluster(const PersistentCg<Matrix, 3> work, int shared_bytes) {
  wait_for_last_kernel();
  const ResidentRows<typename Matrix::Scalar> rows(work, SharedArea(shared_area, shared_bytes));
  iterate(work, rows, SummingCluster<resident_threads>());
}

template <class Matrix>
__global__ void __launch_bounds__(resident_threads)
    run_resident_grid(const PersistentCg<Matrix, 3> work, int shared_bytes) {
  const ResidentRows<typename Matrix::Scalar> rows(work, SharedArea(shared_area, shared_bytes));
  iterate(work, rows, SummingGrid<resident_threads>(work.parts));
}

/// Lets a kernel have all shared memory of a multiprocessor but for what it declares itself;
/// returns the bytes, 0 where the GPU refuses.
template <class... Parameters>
int allow_shared(void (*kernel)(Parameters...)) {
  constexpr int declared = 2048;
  int most = 0;
  if (cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, 0) == cudaSuccess &&
      cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, most - declared) ==
          cudaSuccess)
    return most - declared;
  cudaGetLastError();  // the next call must not report it again
  return 0;
}

}  // namespace

template <class Matrix>
bool launch_resident_cg_on_cuda(const Exec& exec, const char* label,
                                const PersistentCg<Matrix, 3>& work) {
  using Rows = ResidentRows<typename Matrix::Scalar>;
  const auto& matrix = work.matrix;
  const int slices = matrix.first_of_slice.size - 1;
  const double chunks = matrix.columns.size / bin_width;
  const auto bytes_of_rows = [&](int blocks) {
    const int slices_each = (slices + blocks - 1) / blocks;
    const int units_each = slices_each << (bin_width_log2 - matrix.team_log2);
    constexpr int rounding = 256;  // each array begins at a multiple of 16 bytes
    return slices_each * static_cast<int>(sizeof(int2)) + units_each * Rows::unit_bytes + rounding;
  };
  const auto bytes_of_all = [&](int blocks) {
    // Half as many chunks again as the mean, and a few: blocks have unequal ones.
    return bytes_of_rows(blocks) + (1.5 * chunks / blocks + 8.0) * Rows::chunk_bytes;
  };
  const auto shape_of = [&](int blocks, int allowed_bytes) {
    const double bytes = std::min(bytes_of_all(blocks), static_cast<double>(allowed_bytes));
    return BlockShape{
        .blocks = blocks, .threads = resident_threads, .shared_bytes = static_cast<int>(bytes)};
  };

  static const int cluster_bytes = allow_shared(run_resident_cluster<Matrix>);
  static const int max_cluster =
      largest_cluster(run_resident_cluster<Matrix>, resident_threads, cluster_bytes);
  int blocks = 1;
  while (2 * blocks <= max_cluster && blocks * warps_each < slices) blocks *= 2;
  if (max_cluster > 0 && slices <= max_slices_of_warp * warps_each * blocks &&
      bytes_of_all(blocks) <= cluster_bytes) {
    BlockShape shape = shape_of(blocks, cluster_bytes);
    shape.cluster = blocks;
    launch_blocks(exec, label, shape, run_resident_cluster<Matrix>, work, shape.shared_bytes);
    return true;
  }
  static const int grid_bytes = allow_shared(run_resident_grid<Matrix>);
  blocks = std::min(device::info().multiprocessors, (slices + warps_each - 1) / warps_each);
  if (bytes_of_rows(blocks) > grid_bytes / 2) return false;
  BlockShape shape = shape_of(blocks, grid_bytes);
  shape.together = true;
  launch_blocks(exec, label, shape, run_resident_grid<Matrix>, work, shape.shared_bytes);
  return true;
}

#else

template <class Matrix>
bool launch_resident_cg_on_cuda(const Exec&, const char* label, const PersistentCg<Matrix, 3>&) {
  refuse_without_cuda(label);
}

#endif

#define LIMBER_RESIDENT_CG(...)                                                   \
  template bool launch_resident_cg_on_cuda<__VA_ARGS__>(const Exec&, const char*, \
                                                        const PersistentCg<__VA_ARGS__, 3>&)

LIMBER_RESIDENT_CG(BlockSell<float>);
LIMBER_RESIDENT_CG(BlockSell<double>);
LIMBER_RESIDENT_CG(Sprung<BlockSell<float>>);

}  // namespace limber
