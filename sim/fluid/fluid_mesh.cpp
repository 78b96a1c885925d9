#include "sim/fluid/fluid_mesh.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "kernels/error.h"
#include "kernels/only_if.h"
#include "sim/fluid/cube_cases.h"

namespace limber {

namespace {

constexpr float search_spacings = 2.5f, reach_spacings = 2.0f, cell_spacings = 0.5f;
static_assert(reach_spacings <= block_side * cell_spacings, "see SurfaceField::visit_near()");
constexpr float ball_reach_spacings = 1.0f;
/// Radius of a lone particle. A ball of its volume has 0.62, but marching cubes cut off some of it.
constexpr float ball_spacings = 0.67f;
/// Isovalue, in a field that is 1 in a lattice: its value half a spacing outside a plane surface.
constexpr float level = 0.1f;
/// Makes a single layer of particles one spacing thick.
constexpr float min_stretch = 0.355f;
/// Kernels have their full extent a bit before their neighbours are spread as in a lattice.
constexpr float widening = 1.2f;

/// Weighted variance of the neighbours' positions along an axis in a lattice, over spacing squared.
float lattice_variance() {
  float sum = 0.0f, weights = 0.0f;
  for (int z = -3; z <= 3; ++z)
    for (int y = -3; y <= 3; ++y)
      for (int x = -3; x <= 3; ++x) {
        const float share = glm::length(glm::vec3(x, y, z)) / search_spacings;
        const float weight = std::max(1.0f - share * share * share, 0.0f);
        sum += weight * static_cast<float>(x * x);
        weights += weight;
      }
  return sum / weights;
}

/// A power of two; the table is at least half empty.
int table_size(int blocks) {
  return static_cast<int>(std::bit_ceil(2u * static_cast<unsigned>(blocks)));
}

/// The indices of edges, 192 per block, must fit into an int.
constexpr int max_blocks = 1 << 23;

int block_room(int particles, float room) {
  const double wanted = static_cast<double>(room) * particles + 1024.0;
  return static_cast<int>(std::min(wanted, static_cast<double>(max_blocks)));
}

}  // namespace

FieldTraits field_traits(float spacing_m) {
  FieldTraits traits{};
  traits.spacing_m = spacing_m;
  traits.search_m = search_spacings * spacing_m;
  traits.smoothing = 0.9f;
  traits.round_m2 = lattice_variance() * spacing_m * spacing_m / (widening * widening);
  traits.min_stretch = min_stretch;
  traits.reach_m = reach_spacings * spacing_m;
  traits.level = level;
  traits.ball_reach_m = ball_reach_spacings * spacing_m;
  const float off = ball_spacings / ball_reach_spacings;
  traits.ball_height = traits.level / std::pow(1.0f - off * off, 3.0f);
  return traits;
}

FluidMesh::FluidMesh(const Exec& exec, int particles, const FieldTraits& traits, float room)
    : traits_(traits),
      cell_m_(cell_spacings * traits.spacing_m),
      search_rows_(cell_rows_for(particles, traits.search_m)),
      block_rows_(cell_rows_for(particles, block_side * cell_m_)),
      cells_(exec, particles, search_rows_.buckets()),
      places_m_(exec, particles),
      kernels_(exec, particles),
      sorted_kernels_(exec, particles),
      table_(exec, table_size(block_room(particles, room))),
      marks_(exec, table_.size()),
      mark_sums_(exec, table_.size()),
      mark_scan_(exec, table_.size()),
      blocks_(exec, block_room(particles, room)),
      inside_(exec, rows_per_block * blocks_.size()),
      next_(exec, blocks_.size()),
      cut_(exec, blocks_.size()),
      vertex_counts_(exec, blocks_.size()),
      vertex_sums_(exec, blocks_.size()),
      triangle_counts_(exec, blocks_.size()),
      triangle_sums_(exec, blocks_.size()),
      block_scan_(exec, blocks_.size()),
      cases_(exec, cube_cases()),
      counts_(exec, 1) {}

SurfaceField FluidMesh::field() const {
  return {block_rows_, readable(cells_.first()), readable(sorted_kernels_), cell_m_};
}

template <class Body>
void FluidMesh::launch_for_blocks(const Exec& exec, const char* label, const Body& body,
                                  int a_block) {
  const int& count = a_block == 1 ? counts_.view().data->blocks : counts_.view().data->rows;
  launch_for_listed(exec, label, {}, View<const int>(&count, 1), a_block * blocks_.size(), body);
}

void FluidMesh::launch_find(const Exec& exec, View<const PublishedVertex> vertices) {
  constexpr const char* label = "fluid surface";
  const int particles = places_m_.size();
  cells_.sort(exec, label, search_rows_, PublishedPosition{vertices});
  launch(exec, label, particles,
         GatherPublished{readable(cells_.items()), vertices, places_m_.view()});
  launch(exec, label, particles,
         StretchKernels{search_rows_, readable(cells_.first()), readable(places_m_), traits_,
                        kernels_.view()});
  cells_.sort(exec, label, block_rows_, KernelCenter{readable(kernels_)});
  launch(exec, label, particles,
         GatherKernels{readable(cells_.items()), readable(kernels_), sorted_kernels_.view()});

  launch(exec, label, 1, ClearSurfaceCounts{counts_.view()});
  launch(exec, label, table_.size(), ClearBlocks{table_.view()});
  const BlockTable table{table_.view()};
  launch(exec, label, particles,
         EnterBlocks{readable(sorted_kernels_), table, counts_.view(), cell_m_});
  launch(exec, label, table_.size(), MarkBlocks{readable(table_), marks_.view()});
  mark_scan_.run(exec, label, readable(marks_), mark_sums_.view());
  launch(exec, label, table_.size(),
         ListBlocks{readable(table_), readable(mark_sums_), blocks_.view(), counts_.view()});

  launch_for_blocks(exec, label,
                    SignNodes{readable(blocks_), field(), traits_.level, inside_.view()},
                    rows_per_block);
  launch_for_blocks(exec, label,
                    LinkBlocks{readable(blocks_),
                               {table, readable(mark_sums_), blocks_.size()},
                               readable(inside_),
                               next_.view(),
                               cut_.view()});
  launch(exec, label, blocks_.size(),
         CountCut{readable(counts_), readable(next_), readable(cases_), cut_.view(),
                  vertex_counts_.view(), triangle_counts_.view()});
  block_scan_.run(exec, label, readable(vertex_counts_), vertex_sums_.view());
  block_scan_.run(exec, label, readable(triangle_counts_), triangle_sums_.view());
  launch(exec, label, 1,
         TotalSurface{readable(vertex_sums_), readable(triangle_sums_), counts_.view()});
}

void FluidMesh::launch_write(const Exec& exec, View<PublishedVertex> vertices,
                             View<glm::uvec3> triangles) {
  constexpr const char* label = "fluid surface";
  if (edges_.size() < vertices.size) edges_ = Buffer<int>(exec, vertices.size);
  const View<int> edges = edges_.view().part(0, vertices.size);
  launch_for_blocks(exec, label, ListCutEdges{readable(cut_), readable(vertex_sums_), edges});
  launch_for_listed(exec, label, {}, View<const int>(&counts_.view().data->vertices, 1),
                    vertices.size,
                    PlaceOnSurface{edges, readable(blocks_), field(), traits_.level, vertices});
  launch_for_blocks(exec, label,
                    WriteTriangles{readable(cut_), readable(next_), readable(cases_),
                                   readable(vertex_sums_), readable(triangle_sums_),
                                   readable(triangle_counts_), vertices.size, triangles});
}

TriangleMesh fluid_surface(const Exec& exec, View<const PublishedVertex> vertices,
                           float spacing_m) {
  if (vertices.empty()) return {};
  for (float room = 1.0f;; room *= 3.0f) {
    FluidMesh surface(exec, vertices.size, field_traits(spacing_m), room);
    surface.launch_find(exec, vertices);
    const SurfaceCounts counts = surface.counts().download(exec).front();
    if (counts.astray > 0)
      throw Error(
          ExitCode::diverged,
          "the fluid has no surface mesh: a position is not finite, or a particle is a million "
          "spacings away; try a smaller dt_s");
    if (counts.blocks_left_out > 0 && room < 64.0f) continue;
    if (counts.blocks_left_out > 0)
      throw Error(ExitCode::unavailable,
                  "the fluid has no surface mesh: it is spread over more than 8 million blocks of "
                  "two spacings; use fewer particles");
    Buffer<PublishedVertex> points(exec, counts.vertices);
    Buffer<glm::uvec3> triangles(exec, counts.triangles);
    surface.launch_write(exec, points.view(), triangles.view());
    TriangleMesh mesh;
    for (const PublishedVertex& point : points.download(exec))
      mesh.positions_m.push_back(point.position_m);
    mesh.triangles = triangles.download(exec);
    return mesh;
  }
}

}  // namespace limber
