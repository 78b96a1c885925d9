#include "render/instances.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "kernels/error.h"
#include "kernels/published_vertex.h"
#include "render/leveled_mesh.h"
#include "render/upload.h"

namespace limber {

namespace {

constexpr int group_size = 256;                 // of shaders/instances.comp
constexpr std::size_t cluster_triangles = 256;  // of shaders/small_triangles.glsl

void check_poses(int first, int count, const DrawList& list) {
  if (first < 0 || count < 0 || first > list.vertex_count - count)
    throw Error(ExitCode::bad_input,
                fmt::format("instances of the scene have vertices {} to {} as poses, and there are "
                            "only {}",
                            first, first + count, list.vertex_count));
}

void check_room(std::size_t bytes) {
  const std::size_t most = max_storage_block_bytes();
  if (bytes > most)
    throw Error(ExitCode::unavailable,
                fmt::format("this OpenGL cannot draw so many bodies: they take {} MiB, and its "
                            "limit is {} MiB; open a smaller scene",
                            bytes >> 20, most >> 20));
}

}  // namespace

/// Contents of the buffers.
struct Instances::Gathered {
  /// OpenGL's DrawElementsIndirectCommand.
  struct DrawCommand {
    unsigned index_count, instance_count, first_index;
    int base_vertex;
    unsigned first_instance;
  };
  /// struct Part of shaders/instances.comp.
  struct PartRow {
    glm::vec3 middle_m{0.0f};  ///< of the bounding box, and of the bounding sphere
    float radius_m = 0.0f;
    glm::vec3 half_m{0.0f};
    float padding_after_half = 0.0f;
    unsigned first_pose = 0, pose_count = 0, first_level = 0, level_count = 0, first_slot = 0;
    unsigned transparent = 0;
    unsigned padding[2]{};
  };
  static_assert(sizeof(PartRow) == 64);
  /// struct Level of shaders/small_triangles.comp.
  struct LevelRow {
    unsigned first_corner, triangle_count, closed, material;
    int first_pose, poses_per_body;
  };
  /// struct SmallCounts of shaders/small_triangles.glsl.
  struct SmallCounts {
    struct OfPass {
      glm::uvec3 groups{0, 1, 1};
      unsigned count = 0;
    } of_pass;
    struct Merging {
      unsigned vertices = 3, any = 0, first_vertex = 0, first_instance = 0;
    } merging;
    unsigned triangles = 0, triangles_before = 0;
  };

  static PartRow row_around(const std::vector<glm::vec3>& positions_m) {
    glm::vec3 low(1e30f), high(-1e30f);
    for (const glm::vec3& x : positions_m) {
      low = glm::min(low, x);
      high = glm::max(high, x);
    }
    PartRow row{.middle_m = (low + high) / 2.0f, .half_m = (high - low) / 2.0f};
    for (const glm::vec3& x : positions_m)
      row.radius_m = std::max(row.radius_m, glm::distance(x, row.middle_m));
    return row;
  }

  std::vector<Part> parts;
  std::vector<PublishedVertex> vertices;
  std::vector<glm::uvec3> triangles;
  std::vector<DrawCommand> commands;
  std::vector<float> errors_m;
  std::vector<LevelRow> levels;
  std::vector<PartRow> rows;
  std::size_t pose_slots = 0, cluster_slots = 0;
  int poses = 0;

  void add(const LeveledMesh& mesh, Part part, int pose_count) {
    if (pose_count == 0 || mesh.positions_m.empty()) return;
    part.first_level = static_cast<int>(commands.size());
    part.level_count = static_cast<int>(mesh.levels.size());
    part.closed_level_count = static_cast<int>(
        std::ranges::find(mesh.levels, false, &Level::closed) - mesh.levels.begin());
    PartRow& row = rows.emplace_back(row_around(mesh.positions_m));
    row.first_pose = static_cast<unsigned>(part.first_pose);
    row.pose_count = static_cast<unsigned>(pose_count);
    row.first_level = static_cast<unsigned>(part.first_level);
    row.level_count = static_cast<unsigned>(part.level_count);
    row.first_slot = static_cast<unsigned>(poses);
    row.transparent = part.transparent;
    poses += pose_count;
    cluster_slots += static_cast<std::size_t>(pose_count) *
                     (mesh.levels[0].triangles.size() / cluster_triangles + 1);
    parts.push_back(part);
    const auto first_vertex = static_cast<unsigned>(vertices.size());
    for (std::size_t i = 0; i < mesh.positions_m.size(); ++i)
      vertices.push_back({mesh.positions_m[i], 0.0f, mesh.normals[i], 0.0f});
    for (const Level& level : mesh.levels) {
      commands.push_back({static_cast<unsigned>(3 * level.triangles.size()), 0,
                          static_cast<unsigned>(3 * triangles.size()), 0,
                          static_cast<unsigned>(pose_slots)});
      errors_m.push_back(level.error_m);
      levels.push_back({commands.back().first_index, commands.back().index_count / 3, level.closed,
                        part.material, part.first_pose, part.poses_per_body});
      pose_slots += static_cast<std::size_t>(pose_count);
      for (const glm::uvec3& triangle : level.triangles)
        triangles.push_back(triangle + first_vertex);
    }
  }
};

Instances Instances::of_parts(const std::vector<InstancedPart>& parts, const DrawList& list,
                              MaterialTable& materials) {
  Gathered all;
  for (const InstancedPart& part : parts) {
    check_mesh(part.mesh, "a body");
    check_poses(part.first_vertex, part.count, list);
    Part row{materials.number_of(part.mesh.material), part.first_vertex};
    row.transparent = part.mesh.material.transparency > 0.0f;
    all.add(leveled(part.mesh), row, part.count);
  }
  if (!all.parts.empty()) check_room(sizeof(PublishedVertex) * list.vertex_count);
  return Instances(all);
}

Instances Instances::of_spheres(const DrawList& list, MaterialTable& materials) {
  Gathered all;
  for (const DrawnSpheres& spheres : list.spheres) {
    check_poses(spheres.first_vertex, spheres.count, list);
    all.add(leveled_sphere(spheres.radius_m),
            {materials.number_of({}), spheres.first_vertex, std::max(spheres.spheres_per_body, 1)},
            spheres.count);
  }
  if (!all.parts.empty()) check_room(sizeof(PublishedVertex) * list.vertex_count);
  return Instances(all);
}

Instances::Instances(const Gathered& all)
    : parts_(all.parts), pose_count_(all.poses), pose_slots_(all.pose_slots) {
  if (empty()) return;
  check_room(sizeof(unsigned) * pose_slots_);
  const std::size_t small_bytes =
      sizeof(Gathered::SmallCounts) + sizeof(glm::uvec2) * (all.cluster_slots + 1);
  if (small_bytes <= max_storage_block_bytes()) small_bytes_ = small_bytes;
  for (const Gathered::PartRow& row : all.rows)
    max_poses_ = std::max(max_poses_, static_cast<int>(row.pose_count));
  mesh_vertices_ = upload<PublishedVertex>(all.vertices);
  triangles_ = upload<glm::uvec3>(all.triangles);
  std::vector<unsigned> in_order;
  for (unsigned i = 0; i < 3 * all.triangles.size(); ++i) in_order.push_back(i);
  corners_in_order_ = upload<unsigned>(in_order);
  part_table_ = upload<Gathered::PartRow>(all.rows);
  level_errors_ = upload<float>(all.errors_m);
  no_commands_ = upload<Gathered::DrawCommand>(all.commands);
  drawn_levels_ = upload<Gathered::LevelRow>(all.levels);
  const Gathered::SmallCounts none[1];
  no_small_ = upload<Gathered::SmallCounts>(none);
  array_ = make_vertex_array();
  glVertexArrayAttribIFormat(array_.name(), 0, 1, GL_UNSIGNED_INT, 0);
  glEnableVertexArrayAttrib(array_.name(), 0);
  glVertexArrayAttribBinding(array_.name(), 0, 0);
  glVertexArrayBindingDivisor(array_.name(), 0, 1);
}

void Instances::choose_all(Viewer viewer, const InstanceView& view, const Choice& choice) {
  choose(viewer, Among::all_in_view, view, choice);
}

void Instances::choose_first(Viewer viewer, const InstanceView& view, const Choice& choice) {
  choose(viewer, Among::shown_before, view, choice);
}

void Instances::choose_rest(Viewer viewer, const InstanceView& view, const Choice& choice,
                            const Hiding& by) {
  by.depths.use(0);
  const unsigned program = choice.program.name();
  glProgramUniform2f(program, 4, static_cast<float>(view.size_px.x),
                     static_cast<float>(view.size_px.y));
  glProgramUniform2f(program, 5, by.nearness.x, by.nearness.y);
  glProgramUniform2f(program, 6, by.rounding.x, by.rounding.y);
  choose(viewer, Among::not_hidden, view, choice);
}

void Instances::Shown::begin_small(Pass pass, const GlBuffer& none) const {
  using Counts = Gathered::SmallCounts;
  if (pass == first)
    glCopyNamedBufferSubData(small.name(), small.name(), offsetof(Counts, triangles),
                             offsetof(Counts, triangles_before), sizeof Counts::triangles);
  glCopyNamedBufferSubData(
      none.name(), small.name(), 0, 0,
      pass == first ? offsetof(Counts, triangles_before) : sizeof Counts::of_pass);
}

void Instances::choose(Viewer viewer, Among among, const InstanceView& view, const Choice& choice) {
  if (empty()) return;
  Shown& shown = shown_[viewer];
  const Pass pass = among == Among::not_hidden ? rest : first;
  const auto commands_bytes = static_cast<GLsizeiptr>(sizeof(Gathered::DrawCommand)) *
                              (parts_.back().first_level + parts_.back().level_count);
  if (!shown.poses) {
    shown.poses = make_buffer();
    glNamedBufferStorage(shown.poses.name(),
                         static_cast<GLsizeiptr>(sizeof(unsigned) * pose_slots_), nullptr, 0);
    shown.instances = upload<unsigned>(std::vector<unsigned>(pose_count_, 0));
    shown.small = upload<Gathered::SmallCounts>(std::vector<Gathered::SmallCounts>(1));
    for (GlBuffer& commands : shown.commands) {
      commands = make_buffer();
      glNamedBufferStorage(commands.name(), commands_bytes, nullptr, 0);
    }
  }
  shown.passes = pass + 1;
  glCopyNamedBufferSubData(no_commands_.name(), shown.commands[pass].name(), 0, 0, commands_bytes);
  const bool some_may_be_small = choice.small.max_px2 > 0.0f && small_bytes_ > 0;
  if (some_may_be_small && !std::exchange(shown.lists_small, true)) {
    shown.small = make_buffer();
    glNamedBufferStorage(shown.small.name(), static_cast<GLsizeiptr>(small_bytes_), nullptr, 0);
    glCopyNamedBufferSubData(no_small_.name(), shown.small.name(), 0, 0,
                             sizeof(Gathered::SmallCounts));
  }
  if (some_may_be_small) shown.begin_small(pass, no_small_);  // else its counts are kept
  glUseProgram(choice.program.name());
  glUniformMatrix4fv(0, 1, GL_FALSE, &view.clip_from_world[0][0]);
  glUniform1f(1, view.px_per_m);
  glUniform1f(2, choice.tolerance_px);
  glUniform1ui(3, static_cast<unsigned>(among));
  glUniform1f(7, some_may_be_small ? choice.small.max_px2 : 0.0f);
  glUniform2ui(8, choice.small.min_of_body, choice.small.min_of_all_bodies);
  const unsigned buffers[] = {choice.vertices,
                              part_table_.name(),
                              level_errors_.name(),
                              shown.commands[pass].name(),
                              shown.poses.name(),
                              shown.instances.name(),
                              shown.commands[first].name(),
                              shown.small.name()};
  glBindBuffersBase(GL_SHADER_STORAGE_BUFFER, 0, std::size(buffers), buffers);
  glDispatchCompute(static_cast<unsigned>((max_poses_ + group_size - 1) / group_size),
                    static_cast<unsigned>(parts_.size()), 1);
}

void Instances::ready() {
  // The last bits are for the next pass, and for the next frame, which overwrites the commands.
  glMemoryBarrier(GL_COMMAND_BARRIER_BIT | GL_VERTEX_ATTRIB_ARRAY_BARRIER_BIT |
                  GL_SHADER_STORAGE_BARRIER_BIT | GL_BUFFER_UPDATE_BARRIER_BIT);
}

void Instances::use(Viewer viewer, Pass pass, unsigned vertices, bool lines) const {
  const Shown& shown = shown_[viewer];
  glVertexArrayVertexBuffer(array_.name(), 0, shown.poses.name(), 0, sizeof(unsigned));
  glVertexArrayElementBuffer(array_.name(), (lines ? corners_in_order_ : triangles_).name());
  glBindVertexArray(array_.name());
  const unsigned buffers[] = {vertices, triangles_.name(), mesh_vertices_.name()};
  glBindBuffersBase(GL_SHADER_STORAGE_BUFFER, 0, 3, buffers);
  glBindBuffer(GL_DRAW_INDIRECT_BUFFER, shown.commands[pass].name());
}

bool Instances::has_transparent() const { return std::ranges::any_of(parts_, &Part::transparent); }

void Instances::draw(const Part& part) const {
  const int closed = part.transparent ? 0 : part.closed_level_count;
  glEnable(GL_CULL_FACE);
  draw_levels(part.first_level, closed);
  glDisable(GL_CULL_FACE);
  draw_levels(part.first_level + closed, part.level_count - closed);
}

void Instances::dispatch_small(Viewer viewer, unsigned vertices) const {
  const unsigned buffers[] = {vertices, triangles_.name(), mesh_vertices_.name(),
                              drawn_levels_.name(), shown_[viewer].small.name()};
  glBindBuffersBase(GL_SHADER_STORAGE_BUFFER, 0, std::size(buffers), buffers);
  glBindBuffer(GL_DISPATCH_INDIRECT_BUFFER, shown_[viewer].small.name());
  glDispatchComputeIndirect(0);
  glBindBuffer(GL_DISPATCH_INDIRECT_BUFFER, 0);
}

void Instances::draw_if_small(Viewer viewer) const {
  glBindBuffer(GL_DRAW_INDIRECT_BUFFER, shown_[viewer].small.name());
  glDrawArraysIndirect(GL_TRIANGLES,
                       reinterpret_cast<const void*>(offsetof(Gathered::SmallCounts, merging)));
}

void Instances::draw_levels(int first, int count) const {
  if (count == 0) return;
  const auto offset = static_cast<std::uintptr_t>(first) * sizeof(Gathered::DrawCommand);
  glMultiDrawElementsIndirect(GL_TRIANGLES, GL_UNSIGNED_INT, reinterpret_cast<const void*>(offset),
                              count, 0);
}

}  // namespace limber
