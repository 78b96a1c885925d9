#include "app/mesh_file.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <filesystem>
#include <limits>

#include "app/part_stream.h"
#include "app/standard_streams.h"
#include "kernels/buffer.h"
#include "kernels/error.h"
#include "render/part_file.h"
#include "sim/fluid/fluid_mesh.h"

namespace limber {

namespace {

namespace fs = std::filesystem;

glm::vec3 finite(const glm::vec3& x, const DrawnObject& object) {
  if (std::isfinite(x.x) && std::isfinite(x.y) && std::isfinite(x.z)) return x;
  throw Error(ExitCode::diverged,
              fmt::format("no mesh is written: a position of {} is not finite; try a smaller dt_s",
                          object.name));
}

template <class Write>
void each_position(const DrawnObject& object, const Write& write) {
  if (object.copies.empty())
    for (const glm::vec3& x : object.positions_m) write(finite(x, object));
  for (const CopyPose& copy : object.copies)
    for (const glm::vec3& x : object.positions_m) write(finite(copy.in_world_m(x), object));
}

using Corners = glm::vec<3, std::uint64_t>;

/// first: the number of the object's first vertex.
template <class Write>
void each_triangle(const DrawnObject& object, std::uint64_t first, const Write& write) {
  for (std::size_t copy = 0; copy < object.copy_count(); ++copy, first += object.positions_m.size())
    for (const glm::uvec3& t : object.triangles) write(Corners(t) + first);
}

void write_obj(PartStream& out, std::span<const DrawnObject> objects) {
  out.text("# Limber: drawn surfaces; metres, y up\n");
  std::uint64_t first = 1;
  for (const DrawnObject& object : objects) {
    out.text("o {}\n", object.name);
    // Nine digits distinguish any two floats.
    each_position(object,
                  [&](glm::vec3 x) { out.text("v {:.9g} {:.9g} {:.9g}\n", x.x, x.y, x.z); });
    each_triangle(object, first, [&](Corners t) { out.text("f {} {} {}\n", t.x, t.y, t.z); });
    first += object.vertex_count();
  }
}

void write_ply(PartStream& out, std::span<const DrawnObject> objects,
               const MeshFileCounts& counts) {
  out.text("ply\nformat binary_little_endian 1.0\n");
  out.text("comment Limber: drawn surfaces; metres, y up\n");
  for (std::size_t i = 0; i < objects.size(); ++i)
    out.text("comment body {} {}\n", i, objects[i].name);
  out.text("element vertex {}\n", counts.vertices);
  out.text("property float x\nproperty float y\nproperty float z\n");
  out.text("element face {}\n", counts.triangles);
  out.text("property list uchar int vertex_indices\nproperty int body\nend_header\n");
  for (const DrawnObject& object : objects)
    each_position(object, [&](glm::vec3 x) { out.bytes(x); });
  std::uint64_t first = 0;
  for (std::size_t i = 0; i < objects.size(); ++i) {
    each_triangle(objects[i], first, [&](Corners t) {
      out.bytes(std::uint8_t{3});
      out.bytes(glm::ivec3(t));
      out.bytes(static_cast<std::int32_t>(i));
    });
    first += objects[i].vertex_count();
  }
}

MeshFileCounts counts_of(std::span<const DrawnObject> objects) {
  MeshFileCounts counts{.objects = objects.size()};
  for (const DrawnObject& object : objects) {
    counts.vertices += object.vertex_count();
    counts.triangles += object.triangle_count();
  }
  return counts;
}

}  // namespace

void check_mesh_file(const std::string& path) {
  if (path.empty()) return;
  const fs::path ending = fs::path(path).extension();
  if (ending != ".obj" && ending != ".ply")
    throw Error(ExitCode::usage,
                fmt::format("the mesh {} must have a name that ends in .obj or .ply", path));
  const PartFile writable(path);
}

MeshFileCounts write_mesh_file(const std::string& path, std::span<const DrawnObject> objects) {
  MeshFileCounts counts = counts_of(objects);
  const bool ply = fs::path(path).extension() == ".ply";
  if (ply && counts.vertices > std::numeric_limits<std::int32_t>::max())
    throw Error(ExitCode::bad_input,
                fmt::format("{}: {} vertices are more than a PLY file can count; write .obj", path,
                            counts.vertices));
  PartStream out(path);
  if (ply)
    write_ply(out, objects, counts);
  else
    write_obj(out, objects);
  counts.bytes = out.size();
  out.commit();
  return counts;
}

void write_mesh(const std::string& path, Session& session, bool as_spheres) {
  World& simulation = session.world();
  if (!simulation.finite_now())
    throw Error(ExitCode::diverged,
                fmt::format("{} has diverged on the {} backend, so {} is not written; try a "
                            "smaller dt_s",
                            session.scene().id, name_of(session.backend()), path));
  const DrawList& list = simulation.draw_list();
  // Not the buffers that OpenGL draws from, so that a run without OpenGL writes the same.
  Buffer<PublishedVertex> published(session.exec(), list.vertex_count);
  published.zero(session.exec());
  simulation.advance({.steps = 0, .publish = published.view()});
  const std::vector<PublishedVertex> vertices = published.download(session.exec());
  std::vector<TriangleMesh> fluids;
  for (const DrawnFluid& fluid : list.fluids)
    fluids.push_back(fluid_surface(session.exec(),
                                   readable(published).part(fluid.first_vertex, fluid.count),
                                   2.0f * fluid.radius_m));
  const DrawnObjects drawn(list, vertices, as_spheres, std::move(fluids));
  const MeshFileCounts counts = write_mesh_file(path, drawn.objects());
  say("limber: wrote {}: {} objects, {} vertices, {} triangles\n", one_line(path), counts.objects,
      counts.vertices, counts.triangles);
}

}  // namespace limber
