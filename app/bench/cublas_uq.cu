#include "app/bench/cublas_uq.h"

#include <algorithm>
#include <bit>
#include <map>

#include "app/bench/cublas.h"
#include "kernels/error.h"

namespace limber {

std::string_view name_of(CublasUqMethod way) {
  constexpr std::string_view names[]{"a gemv a part", "a gemv a part, 8 streams", "batched gemv",
                                     "grouped gemm"};
  return names[static_cast<int>(way)];
}

#ifdef LIMBER_HAS_CUBLAS

bool has_cublas_uq() { return true; }

namespace {

constexpr int side_streams = 7;
constexpr std::size_t workspace_bytes = 32 << 20;  // what its manual says for Hopper

/// What the library is given of a part: the sizes that it computes with, padded with zeros.
struct Matrix {
  int vertices;
  int rows, modes;
  int first_entry, first_row, first_coordinate;
};

/// Parts of the same sizes.
struct Batch {
  int rows, modes;
  int first, count;  ///< in the lists of pointers
};

/// The library on one stream.
struct Handle {
  RawBuffer workspace;
  CublasHandle handle = create_cublas();

  Handle(const Exec& exec) : workspace(exec.memory(), workspace_bytes) {
    const Cublas& cublas = Cublas::get();
    check(cublas.set_stream(handle.get(), exec.stream()), "refused the stream");
    check(cublas.set_workspace(handle.get(), workspace.data(), workspace.bytes()),
          "refused the workspace");
  }
};

struct Side {
  Exec exec{Backend::cuda};
  Handle handle{exec};
  device::OwnedEvent event = device::create_event();
};

}  // namespace

struct CublasUq::Library {
  CublasUqMethod way;
  const Cublas& cublas = Cublas::get();
  std::vector<Matrix> matrices;  // one a part, those of a batch side by side
  std::vector<int> matrix_of_part;
  std::vector<Batch> batches;
  Buffer<float> u, modes, q;
  Buffer<const float*> mode_pointers, q_pointers;
  Buffer<float*> u_pointers;
  std::vector<int> group_rows, group_modes, group_sizes, ones;
  std::vector<float> float_ones, float_zeros;
  std::vector<cublasOperation_t> as_they_are;
  std::unique_ptr<Handle> handle;
  std::vector<std::unique_ptr<Side>> sides;
  device::OwnedEvent forked;

  void gemv(const Handle& on, const Matrix& m) {
    const float one = 1.0f, zero = 0.0f;
    check(cublas.gemv(on.handle.get(), CUBLAS_OP_N, m.rows, m.modes, &one,
                      modes.view().data + m.first_entry, m.rows, q.view().data + m.first_coordinate,
                      1, &zero, u.view().data + m.first_row, 1),
          "refused a gemv");
  }
};

CublasUq::CublasUq(const Exec& exec, CublasUqMethod way, const std::vector<DeformedShape>& shapes,
                   const std::vector<float>& coordinates)
    : library_(std::make_unique<Library>()) {
  Library& l = *library_;
  l.way = way;
  // Rows in powers of two and modes in fours: few batches, of which the largest is half zeros.
  const bool padded = way == CublasUqMethod::batched;
  std::map<std::pair<int, int>, std::vector<int>> parts_of_sizes;
  std::vector<int> first_coordinates;
  int coordinate = 0;
  for (int p = 0; p < static_cast<int>(shapes.size()); ++p) {
    const int rows = 3 * static_cast<int>(shapes[p].rest_m.size()), r = shapes[p].modes;
    const std::pair sizes(
        padded ? static_cast<int>(std::bit_ceil(static_cast<unsigned>(rows))) : rows,
        padded ? coordinate_places(r) : r);
    parts_of_sizes[sizes].push_back(p);
    first_coordinates.push_back(coordinate);
    coordinate += coordinate_places(r);
  }
  l.matrix_of_part.resize(shapes.size());
  std::vector<float> modes;
  int rows = 0;
  for (const auto& [sizes, parts] : parts_of_sizes) {
    l.batches.push_back({sizes.first, sizes.second, static_cast<int>(l.matrices.size()),
                         static_cast<int>(parts.size())});
    for (const int p : parts) {
      const DeformedShape& shape = shapes[p];
      const Matrix m{static_cast<int>(shape.rest_m.size()), sizes.first, sizes.second,
                     static_cast<int>(modes.size()),        rows,        first_coordinates[p]};
      modes.resize(modes.size() + static_cast<std::size_t>(m.rows) * m.modes, 0.0f);
      for (int mode = 0; mode < shape.modes; ++mode)
        for (int row = 0; row < 3 * m.vertices; ++row)
          modes[m.first_entry + static_cast<std::size_t>(mode) * m.rows + row] =
              shape.mode_entry(row, mode);
      rows += m.rows;
      l.matrix_of_part[p] = static_cast<int>(l.matrices.size());
      l.matrices.push_back(m);
    }
  }
  l.u = {exec, rows};
  l.modes = {exec, modes};
  l.q = {exec, coordinates};
  std::vector<const float*> mode_pointers, q_pointers;
  std::vector<float*> u_pointers;
  for (const Matrix& m : l.matrices) {
    mode_pointers.push_back(l.modes.view().data + m.first_entry);
    q_pointers.push_back(l.q.view().data + m.first_coordinate);
    u_pointers.push_back(l.u.view().data + m.first_row);
  }
  l.mode_pointers = {exec, mode_pointers};
  l.q_pointers = {exec, q_pointers};
  l.u_pointers = {exec, u_pointers};
  for (const Batch& batch : l.batches) {
    l.group_rows.push_back(batch.rows);
    l.group_modes.push_back(batch.modes);
    l.group_sizes.push_back(batch.count);
  }
  l.ones.assign(l.batches.size(), 1);
  l.float_ones.assign(l.batches.size(), 1.0f);
  l.float_zeros.assign(l.batches.size(), 0.0f);
  l.as_they_are.assign(l.batches.size(), CUBLAS_OP_N);
  exec.synchronize();  // the vectors go away
  l.handle = std::make_unique<Handle>(exec);
  l.forked = device::create_event();
  if (way == CublasUqMethod::per_part_on_streams)
    for (int i = 0; i < side_streams; ++i) l.sides.push_back(std::make_unique<Side>());
  multiply(exec);  // a first call may load and allocate, which a recorded frame cannot
  exec.synchronize();
}

CublasUq::~CublasUq() = default;

int CublasUq::calls() const {
  const Library& l = *library_;
  if (l.way == CublasUqMethod::grouped) return 1;
  return static_cast<int>(l.way == CublasUqMethod::batched ? l.batches.size() : l.matrices.size());
}

void CublasUq::multiply(const Exec& exec) {
  Library& l = *library_;
  const float one = 1.0f, zero = 0.0f;
  switch (l.way) {
    case CublasUqMethod::per_part:
    case CublasUqMethod::per_part_on_streams: {
      for (const auto& side : l.sides)
        device::order(exec.stream(), side->exec.stream(), l.forked.get());
      const std::size_t handles = l.sides.size() + 1;
      for (std::size_t i = 0; i < l.matrices.size(); ++i)
        l.gemv(i % handles == 0 ? *l.handle : l.sides[i % handles - 1]->handle, l.matrices[i]);
      for (const auto& side : l.sides)
        device::order(side->exec.stream(), exec.stream(), side->event.get());
      break;
    }
    case CublasUqMethod::batched:
      for (const Batch& b : l.batches)
        check(l.cublas.gemv_batched(l.handle->handle.get(), CUBLAS_OP_N, b.rows, b.modes, &one,
                                    l.mode_pointers.view().data + b.first, b.rows,
                                    l.q_pointers.view().data + b.first, 1, &zero,
                                    l.u_pointers.view().data + b.first, 1, b.count),
              "refused a batched gemv");
      break;
    case CublasUqMethod::grouped:
#ifdef LIMBER_HAS_GROUPED_GEMM
      check(l.cublas.gemm_grouped(
                l.handle->handle.get(), l.as_they_are.data(), l.as_they_are.data(),
                l.group_rows.data(), l.ones.data(), l.group_modes.data(), l.float_ones.data(),
                l.mode_pointers.view().data, l.group_rows.data(), l.q_pointers.view().data,
                l.group_modes.data(), l.float_zeros.data(), l.u_pointers.view().data,
                l.group_rows.data(), static_cast<int>(l.batches.size()), l.group_sizes.data()),
            "refused a grouped gemm");
#else
      throw Error(ExitCode::unavailable, "this cuBLAS has no grouped gemm; 12.5 and later have");
#endif
      break;
  }
}

std::vector<float> CublasUq::displacements(const Exec& exec) const {
  const std::vector<float> u = library_->u.download(exec);
  std::vector<float> result;
  for (const int matrix : library_->matrix_of_part) {
    const Matrix& m = library_->matrices[matrix];
    for (int v = 0; v < m.vertices; ++v) {
      for (int c = 0; c < 3; ++c) result.push_back(u[m.first_row + 3 * v + c]);
      result.push_back(0.0f);
    }
  }
  return result;
}

#else

bool has_cublas_uq() { return false; }

struct CublasUq::Library {};

CublasUq::CublasUq(const Exec&, CublasUqMethod, const std::vector<DeformedShape>&,
                   const std::vector<float>&) {
  throw Error(ExitCode::unavailable, "this program was built without cuBLAS");
}
CublasUq::~CublasUq() = default;
void CublasUq::multiply(const Exec&) {}
int CublasUq::calls() const { return 0; }
std::vector<float> CublasUq::displacements(const Exec&) const { return {}; }

#endif

}  // namespace limber
