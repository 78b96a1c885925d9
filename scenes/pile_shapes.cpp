// The shapes of [[pile]] tables, as spheres and as what is drawn.

#include "scenes/pile_shapes.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "kernels/error.h"
#include "kernels/exec.h"
#include "kernels/portable_math.h"
#include "scenes/mesh_files.h"
#include "sim/mesh/chess_pieces.h"
#include "sim/mesh/closed_surface.h"
#include "sim/mesh/creased.h"
#include "sim/mesh/lathe.h"
#include "sim/mesh/shape_mesh.h"
#include "sim/mesh/teapot.h"
#include "sim/piles/drinking_glass.h"
#include "sim/piles/piles_model.h"
#include "sim/piles/voxel_size.h"

namespace limber {

namespace {

constexpr float body_crease_rad = 0.7f;

PileShape shape_of(SphereBody body, StaticMesh drawn) {
  drawn = in_frame_of(body, std::move(drawn));
  return {std::move(body), std::move(drawn)};
}

/// Spheres in a row from a piece's foot to its top; all pieces have equal ones.
PileShapes chess_set(const PileTable& table) {
  const float king_height_m = table.size_m;
  const auto diameter_m = table.sphere_diameter_m.value_or(static_cast<float>(0.3 * king_height_m));
  PileShapes shapes;
  for (const ChessPiece piece : all_chess_pieces) {
    const TriangleMesh mesh = chess_piece(piece, king_height_m);
    const Voxelizer measured(mesh, name_of(piece));
    const float radius_m = std::min(0.5f * diameter_m, 0.5f * measured.high_m().y);
    const glm::vec3 foot(0.0f, radius_m, 0.0f), top(0.0f, measured.high_m().y - radius_m, 0.0f);
    shapes.shapes.push_back(
        shape_of(body_of_spheres(spheres_in_a_row(foot, top, table.spheres), diameter_m,
                                 table.density_kg_m3 * static_cast<float>(measured.volume_m3()),
                                 name_of(piece)),
                 creased(mesh, body_crease_rad)));
  }
  constexpr int in_a_set[] = {8, 2, 2, 2, 1, 1};
  for (int piece = 0; piece < 6; ++piece)
    shapes.set.insert(shapes.set.end(), in_a_set[piece], piece);
  return shapes;
}

/// A ring of spheres that touch when there are six of them.
PileShape torus(const PileTable& table) {
  const float ring_radius_m = table.size_m / 3.0f, tube_radius_m = 0.5f * ring_radius_m;
  const float volume_m3 = 2.0f * pi * pi * ring_radius_m * tube_radius_m * tube_radius_m;
  return shape_of(body_of_spheres(spheres_in_a_ring(ring_radius_m, table.spheres),
                                  2.0f * tube_radius_m, table.density_kg_m3 * volume_m3, "torus"),
                  creased(torus_surface(ring_radius_m, tube_radius_m, 36, 18), body_crease_rad));
}

PileShape ball(const PileTable& table, float diameter_m) {
  const float radius_m = 0.5f * diameter_m;
  const float mass_kg = table.density_kg_m3 * 4.0f / 3.0f * pi * radius_m * radius_m * radius_m;
  return shape_of(body_of_spheres({glm::vec3(0.0f)}, 2.0f * radius_m, mass_kg, "ball"),
                  sphere_mesh(glm::vec3(0.0f), radius_m));
}

/// Of one size or of several.
PileShapes balls(const PileTable& table) {
  if (table.sizes.empty()) return {{ball(table, table.size_m)}, {0}};
  PileShapes shapes;
  for (const auto& [diameter_m, share] : table.sizes) {
    const int size = static_cast<int>(shapes.shapes.size());
    shapes.shapes.push_back(ball(table, static_cast<float>(diameter_m)));
    shapes.set.insert(shapes.set.end(), static_cast<std::size_t>(share), size);
  }
  return shapes;
}

/// Refuses more than a body can have.
void check_spheres(const TableReader& reader, const char* key, double spheres) {
  if (spheres > max_spheres_in_a_body)
    reader.fail(key, fmt::format("makes a body of more than {} spheres, the maximum",
                                 max_spheres_in_a_body));
}

/// Rows, columns and layers of spheres that touch, drawn as the box around them: a little smaller,
/// so that blocks that touch are distinguished.
PileShape block(const PileTable& table, const TableReader& reader) {
  const glm::ivec3 count = table.spheres_along;
  check_spheres(reader, "spheres_along", count.x * count.y * count.z);
  const float diameter_m = *table.sphere_diameter_m;
  std::vector<glm::vec3> centers_m;
  for (int z = 0; z < count.z; ++z)
    for (int y = 0; y < count.y; ++y)
      for (int x = 0; x < count.x; ++x) centers_m.push_back(glm::vec3(x, y, z) * diameter_m);
  const glm::vec3 size_m = glm::vec3(count) * diameter_m;
  const glm::vec3 middle_m = 0.5f * (size_m - diameter_m);
  return shape_of(body_of_spheres(std::move(centers_m), diameter_m,
                                  table.density_kg_m3 * size_m.x * size_m.y * size_m.z, "block"),
                  box_mesh(middle_m, 0.5f * size_m - 0.02f * diameter_m));
}

PileShape drinking_glass(const PileTable& table, const TableReader& reader) {
  const DrinkingGlass glass{table.size_m, table.sphere_diameter_m.value_or(0.08f * table.size_m)};
  if (!(6.0f * glass.wall_m <= glass.height_m))
    reader.fail("sphere_diameter_m", "is more than a sixth of size_m: the glass would be full");
  check_spheres(reader, "sphere_diameter_m", glass.min_spheres());
  std::vector<glm::vec3> centers_m = glass.centers_m();
  check_spheres(reader, "sphere_diameter_m", static_cast<double>(centers_m.size()));
  const TriangleMesh mesh = glass.surface();
  const float volume_m3 = static_cast<float>(Voxelizer(mesh, "glass").volume_m3());
  return shape_of(
      body_of_spheres(std::move(centers_m), glass.wall_m, table.density_kg_m3 * volume_m3, "glass"),
      creased(mesh, body_crease_rad));
}

/// Spheres in the voxels of a closed surface.
PileShape voxels(const PileTable& table, const TableReader& reader, const TriangleMesh& mesh,
                 const std::string& name) {
  // Both find the same, so the solver that peels need not be the one that the scene runs on.
  const bool peeled = table.inside == "depth_peeling";
  const VoxelChoice choice = table.filling == "surface" ? VoxelChoice::surface : VoxelChoice::solid;
  try {
    const std::unique_ptr<Exec> exec = peeled ? std::make_unique<Exec>(best_backend()) : nullptr;
    const VoxelGrid grid = voxels_with_count(Voxelizer(mesh, name, exec.get()),
                                             {table.spheres, table.surface_spheres});
    return shape_of(body_of_voxels(grid, choice, table.density_kg_m3, name),
                    creased(mesh, body_crease_rad));
  } catch (const Error& error) {
    reader.fail("shape", std::string("cannot be used: ") + error.what());
  }
}

PileShape mesh_from_file(const PileTable& table, const TableReader& reader,
                         const Opening& opening) {
  const std::string& file = table.file;
  if (file.empty()) reader.fail("file", "is missing: a mesh needs the path of an OBJ file");
  const std::string path = find_mesh_file(file);
  TriangleMesh mesh = simplified(load_named(reader, path, opening), table.drawn_triangles);
  glm::vec3 low(INFINITY), high(-INFINITY);
  for (const glm::vec3& x : mesh.positions_m) {
    low = glm::min(low, x);
    high = glm::max(high, x);
  }
  const glm::vec3 size = high - low;
  const float scale = table.size_m / std::max({size.x, size.y, size.z});
  for (glm::vec3& x : mesh.positions_m) x = (x - 0.5f * (low + high)) * scale;
  return voxels(table, reader, mesh, file);
}

}  // namespace

PileShapes make_pile_shapes(const PileTable& table, const TableReader& reader,
                            const Opening& opening) {
  const std::string& shape = table.shape;
  if (shape == "chess") return chess_set(table);
  if (shape == "torus") return {{torus(table)}, {0}};
  if (shape == "block") return {{block(table, reader)}, {0}};
  if (shape == "ball") return balls(table);
  if (shape == "glass") return {{drinking_glass(table, reader)}, {0}};
  if (shape == "mesh") return {{mesh_from_file(table, reader, opening)}, {0}};
  return {{voxels(table, reader, teapot(table.size_m), "teapot")}, {0}};
}

}  // namespace limber
