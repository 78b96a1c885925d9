#include "posed_blocks.h"

#include "publish_copy.h"

namespace limber {

StaticMesh make_block() {
  constexpr glm::vec3 half_m{0.3f, 0.15f, 0.075f}, middle_m{0.2f, 0.1f, 0.0f};
  StaticMesh block;
  for (int axis = 0; axis < 3; ++axis)
    for (const float side : {-1.0f, 1.0f}) {
      glm::vec3 out(0.0f), u(0.0f);
      out[axis] = side;
      u[(axis + 1) % 3] = 1.0f;
      const glm::vec3 v = glm::cross(out, u);
      const auto first = static_cast<unsigned>(block.positions_m.size());
      for (const glm::vec3& corner : {out - u - v, out + u - v, out + u + v, out - u + v}) {
        block.positions_m.push_back(middle_m + half_m * corner);
        block.normals.push_back(out);
      }
      block.triangles.emplace_back(first, first + 1, first + 2);
      block.triangles.emplace_back(first, first + 2, first + 3);
    }
  block.material = {glm::vec3(0.8f, 0.1f, 0.1f), glm::vec3(0.8f, 0.1f, 0.1f), 0.8f};
  return block;
}

PosedMeshes::PosedMeshes(const StaticMesh& mesh, const std::vector<BlockPose>& poses, int unused) {
  vertices.assign(static_cast<std::size_t>(unused), {glm::vec3(50.0f), 0.0f, glm::vec3(0.0f), 0});
  for (const BlockPose& pose : poses)
    vertices.push_back(
        {pose.position_m, pose.scalar, {pose.turn.x, pose.turn.y, pose.turn.z}, pose.turn.w});
  list.vertex_count = static_cast<int>(vertices.size());
  list.instances.push_back({mesh, unused, static_cast<int>(poses.size())});
  list.fields.push_back({"speed", "m/s", 0.0f, 1.0f});
}

void PosedMeshes::publish(SharedVertices& to) const { publish_copy(vertices, to); }

PosedMeshes placed_by_hand(const StaticMesh& mesh, const std::vector<BlockPose>& poses) {
  PosedMeshes placed(mesh, {});
  placed.list.instances.clear();
  for (const BlockPose& pose : poses) {
    const auto first = static_cast<unsigned>(placed.vertices.size());
    for (std::size_t i = 0; i < mesh.positions_m.size(); ++i)
      placed.vertices.push_back({pose.position_m + pose.turn * mesh.positions_m[i], pose.scalar,
                                 pose.turn * mesh.normals[i], 0.0f});
    for (const glm::uvec3& triangle : mesh.triangles)
      placed.list.triangles.push_back(triangle + first);
  }
  placed.list.parts = {{0, static_cast<int>(placed.list.triangles.size()), mesh.material}};
  placed.list.vertex_count = static_cast<int>(placed.vertices.size());
  return placed;
}

}  // namespace limber
