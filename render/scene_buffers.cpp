#include "render/scene_buffers.h"

#include <fmt/format.h>

#include <algorithm>

#include "kernels/error.h"
#include "kernels/published_vertex.h"
#include "render/palette.h"
#include "render/upload.h"

namespace limber {

namespace {

/// Merges consecutive parts with the same material.
std::vector<IndexRange> merge_parts(const DrawList& list, MaterialTable& materials) {
  const int triangle_count = static_cast<int>(list.triangles.size());
  if (list.parts.empty() && triangle_count > 0)
    return {{0, triangle_count, materials.number_of({})}};
  std::vector<IndexRange> merged;
  for (const SurfacePart& part : list.parts) {
    if (part.first_triangle < 0 || part.triangle_count < 0 ||
        part.first_triangle > triangle_count - part.triangle_count)
      throw Error(
          ExitCode::bad_input,
          fmt::format("a surface of the scene has triangles {} to {}, and there are only {}",
                      part.first_triangle, part.first_triangle + part.triangle_count,
                      triangle_count));
    const unsigned material = materials.number_of(part.material);
    if (!merged.empty() && merged.back().material == material &&
        merged.back().first_triangle + merged.back().triangle_count == part.first_triangle)
      merged.back().triangle_count += part.triangle_count;
    else
      merged.push_back({part.first_triangle, part.triangle_count, material, false,
                        list.rest_m.empty() ? 0.0f : part.material.thread_m});
  }
  return merged;
}

/// Returns no buffer without woven cloth.
GlBuffer upload_rest(const DrawList& list) {
  if (std::ranges::none_of(list.parts,
                           [](const SurfacePart& part) { return part.material.thread_m > 0.0f; }))
    return {};
  const auto vertices = static_cast<std::size_t>(list.vertex_count);
  if (list.rest_m.size() > vertices)
    throw Error(ExitCode::bad_input,
                fmt::format("the scene has {} vertices and {} rest positions of cloth", vertices,
                            list.rest_m.size()));
  std::vector<glm::vec3> rest_m = list.rest_m;
  if (!rest_m.empty()) rest_m.resize(vertices);
  return upload<glm::vec3>(rest_m);
}

LineBuffer upload_lines(const ConstraintLines& from, std::size_t vertices) {
  struct Line {
    glm::uvec2 ends;
    std::uint32_t color_class;
    std::uint32_t unused;
  };
  check_indices(from.ends, vertices, "constraint");
  if (from.colors.size() != from.ends.size())
    throw Error(ExitCode::bad_input,
                fmt::format("the scene has {} {} constraints and colours for {}", from.ends.size(),
                            from.type, from.colors.size()));
  std::vector<Line> lines;
  lines.reserve(from.ends.size());
  std::uint32_t last_class = 0;
  for (std::size_t i = 0; i < from.ends.size(); ++i) {
    lines.push_back({from.ends[i], from.colors[i], 0});
    last_class = std::max(last_class, from.colors[i]);
  }
  std::vector<glm::vec4> palette;
  for (std::uint32_t i = 0; i <= last_class; ++i)
    palette.emplace_back(linear_from_srgb(constraint_color(static_cast<int>(i))), 1.0f);
  return {upload<Line>(lines), upload<glm::vec4>(palette), static_cast<int>(lines.size())};
}

}  // namespace

SceneBuffers::SceneBuffers(const DrawList& list)
    : vertex_count(list.vertex_count),
      triangle_count(static_cast<int>(list.triangles.size())),
      parts(merge_parts(list, material_table)),
      moving_scenery(Instances::of_parts(list.moving_scenery, list, material_table)),
      bodies(Instances::of_parts(list.instances, list, material_table)),
      spheres(Instances::of_spheres(list, material_table)),
      fluids(list, material_table),
      fields(list.fields),
      ground(list.ground),
      ground_height_m(list.ground_height_m),
      bounds_min_m(list.bounds_min_m),
      bounds_max_m(list.bounds_max_m) {
  check_indices(list.triangles, static_cast<std::size_t>(vertex_count), "triangle");
  triangles = upload<glm::uvec3>(list.triangles);
  rest_m = upload_rest(list);

  std::vector<PublishedVertex> vertices;
  std::vector<glm::uvec3> indices;
  for (const StaticMesh& mesh : list.scenery) {
    check_mesh(mesh, "the scenery");
    const auto first_vertex = static_cast<unsigned>(vertices.size());
    scenery.push_back({static_cast<int>(indices.size()), static_cast<int>(mesh.triangles.size()),
                       material_table.number_of(mesh.material), mesh.material.transparency > 0.0f});
    for (std::size_t i = 0; i < mesh.positions_m.size(); ++i) {
      vertices.push_back({mesh.positions_m[i], 0.0f, mesh.normals[i], 0.0f});
      bounds_min_m = glm::min(bounds_min_m, mesh.positions_m[i]);
      bounds_max_m = glm::max(bounds_max_m, mesh.positions_m[i]);
    }
    for (glm::uvec3 triangle : mesh.triangles) indices.push_back(triangle + first_vertex);
  }
  scenery_vertices = upload<PublishedVertex>(vertices);
  scenery_triangles = upload<glm::uvec3>(indices);
  materials = material_table.uploaded();
  has_transparent = moving_scenery.has_transparent() || bodies.has_transparent() ||
                    std::ranges::any_of(scenery, &IndexRange::transparent);

  for (const ConstraintLines& constraints : list.constraint_lines)
    lines.push_back(upload_lines(constraints, static_cast<std::size_t>(vertex_count)));
}

}  // namespace limber
