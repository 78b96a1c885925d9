// The tables of rigid bodies and of the joints between them.

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <memory>
#include <utility>
#include <vector>

#include "scenes/crowds.h"
#include "scenes/joints_maker.h"
#include "scenes/joints_tables.h"
#include "sim/count.h"
#include "sim/joints/close_joints.h"
#include "sim/joints/joined_bodies.h"
#include "sim/joints/joint_tree.h"
#include "sim/joints/joints_system.h"
#include "sim/joints/one_body.h"
#include "sim/joints/rigid_surface.h"

namespace limber {

// Found by the types of their arguments, see PlanOf.
static void move_model(JointsModel& model, const glm::vec3& by_m) {
  for (RigidBody& body : model.bodies) body.pose.position_m += glm::dvec3(by_m);
  for (RigidJoint& joint : model.joints)
    if (joint.body_b < 0) joint.at_b_m += glm::dvec3(by_m);
}

static float largest_radius_of(const JointsModel& model) {
  float largest_m = 0.0f;
  for (const RigidShape& shape : model.shapes)
    for (const RigidCorner& corner : shape.corners)
      largest_m = std::max(largest_m, corner.radius_m);
  return largest_m;
}

static std::unique_ptr<System> make_system(Exec& exec,
                                           const std::shared_ptr<const JointsModel>& model,
                                           const ColliderCount&, const JointsSettings& settings) {
  return std::make_unique<JointsSystem>(exec, *model, settings);
}

/// The table that made a joint, and the key of it that joins bodies.
struct JointOrigin {
  int joints_before;
  const TableReader* reader;
  const char* key;
};

static const JointOrigin& origin_of(const std::vector<JointOrigin>& origins, int joint) {
  return *std::prev(std::ranges::upper_bound(origins, joint, {}, &JointOrigin::joints_before));
}

static void refuse_loops(const JointsModel& model, const std::vector<JointOrigin>& origins) {
  std::vector<bool> moves;
  for (const RigidBody& body : model.bodies) moves.push_back(!body.held);
  const std::vector<JointBlock> blocks = blocks_of(model);
  const int block = closes_loop(blocks, moves);
  if (block < 0) return;
  const JointOrigin& origin = origin_of(origins, blocks[block].joint);
  origin.reader->fail(origin.key,
                      "closes a loop of joints, which method = \"direct\" does not solve; use "
                      "method = \"cg\"");
}

// At least so many bodies are made of a table.
static double min_bodies(const RigidTable& t) { return t.part_of.empty() ? t.count : 0; }
static double min_bodies(const ChainTable& t) { return t.links; }
static double min_bodies(const BridgeTable& t) {
  return t.planks * (1.0 + t.banners + 2.0) + t.hanger_links;  // two cables, besides the towers
}
static double min_bodies(const DominoesTable&) { return 1; }
static double min_bodies(const WallTable& t) { return 1.0 * t.bricks * t.courses * t.count; }
static double min_bodies(const RagdollTable& t) {
  return 1.0 * ragdoll_parts * t.copies.x * t.copies.y * t.copies.z;
}
static double min_bodies(const PileTable& t) { return t.count; }
static double min_bodies(const MailTable& t) { return 1.0 * t.columns * t.rows; }

// What each of them takes at least, in bytes: a ball has one corner, a capsule two, a hull four or
// more, a box eight.
template <class Table>
static double min_bytes(const Table&) {
  return rigid_bytes(1, 0.0f);
}
static double min_bytes(const RigidTable& t) {
  if (t.shape == "ball") return rigid_bytes(1, 0.0f);
  return rigid_bytes(t.shape == "capsule" ? 2 : t.shape == "box" ? 8 : 4, 0.0f);
}
static double min_bytes(const ChainTable&) { return rigid_bytes(8, 0.0f); }
static double min_bytes(const WallTable&) { return rigid_bytes(8, 0.0f); }
/// Boxes, each of which hangs on another one.
static double min_bytes(const BridgeTable&) { return rigid_bytes(8, 0.0f) + joint_bytes; }
/// Boxes, each joined to the next one of its row and of its column.
static double min_bytes(const MailTable& t) {
  return rigid_bytes(8, 0.0f) + joint_bytes * (2.0 - 1.0 / t.columns - 1.0 / t.rows);
}
/// Four boxes, eight capsules and a ball, which form a tree.
static double min_bytes(const RagdollTable&) {
  constexpr double corners = 4 * 8 + 8 * 2 + 1;
  return rigid_bytes(corners / ragdoll_parts, 0.0f) + joint_bytes * (1.0 - 1.0 / ragdoll_parts);
}

/// What the bodies and joints from these on take, in bytes.
static double bytes_of(const JointsModel& model, int first_body, int first_joint,
                       float contact_distance_m) {
  constexpr double corners_of_box = 8;
  double bytes = joint_bytes * (count(model.joints) - first_joint);
  for (int b = first_body; b < count(model.bodies); ++b) {
    const RigidBody& body = model.bodies[b];
    bytes += rigid_bytes(body.shape < 0 ? corners_of_box : count(model.shapes[body.shape].corners),
                         body.touches ? contact_distance_m : 0.0f);
  }
  return bytes;
}

/// Of those that touch, before gigabytes of contacts are made for them.
static void check_crowd_of(const JointsModel& model, float contact_distance_m,
                           const BodyNames& names, Progress& progress) {
  StartingBodies bodies;
  std::vector<int> numbers;
  const std::vector<int> together = joined_bodies(model, true);
  for (int b = 0; b < count(model.bodies); ++b) {
    const RigidBody& body = model.bodies[b];
    if (!body.touches) continue;
    bodies.boxes.push_back(box_around(JointsModel{.bodies = {body}}));
    bodies.together.push_back(together[b]);
    numbers.push_back(b);
  }
  bodies.name = [&](int i) { return names.name(numbers[i]); };
  bodies.touching = [&](int i) {
    JointsModel alone;
    alone.bodies = {model.bodies[numbers[i]]};
    int& shape = alone.bodies.front().shape;
    if (shape >= 0) alone.shapes = {model.shapes[std::exchange(shape, 0)]};
    const RigidSurface surface = rigid_surface_of(alone, contact_distance_m);
    TouchingSystem touching{surface.shape, {}, surface.shape.places_m};
    for (const RigidPoint& point : surface.points) touching.traits.push_back({point.radius_m});
    return touching;
  };
  check_crowds(bodies, progress);
}

std::unique_ptr<SystemPlan> plan_joints(const JointsTables& tables, const JointsSettings& settings,
                                        const NamedVertices& vertices, const Opening& opening) {
  JointsMaker maker(opening, vertices);
  BodyNames bodies;
  std::vector<JointOrigin> origins;
  const float distance_m = settings.contact_distance_m;
  const auto add = [&](const auto& all, const char* kind, const char* key, const char* count_key) {
    for (const auto& [reader, table] : all) {
      opening.memory.check_bodies(reader, count_key, min_bodies(table), min_bytes(table));
      const int first = maker.bodies(), first_joint = maker.joints();
      bodies.add(maker.bodies(), kind, reader.place());
      origins.push_back({maker.joints(), &reader, key});
      maker.add(table, reader);
      if (const int made = maker.bodies() - first; made > 0)
        opening.memory.take_bodies(reader, count_key, made,
                                   bytes_of(maker.model(), first, first_joint, distance_m) / made);
    }
  };
  add(tables.rigid, "rigid", "shape", "count");
  add(tables.chains, "chain", "ends", "links");
  add(tables.bridges, "bridge", "planks", "planks");
  add(tables.dominoes, "dominoes", "places_m", "places_m");
  add(tables.walls, "wall", "courses", "courses");
  add(tables.ragdolls, "ragdoll", "copies", "copies");
  add(tables.mails, "mail", "columns", "columns");
  add(tables.piles, "pile", "shape", "count");
  for (const auto& [reader, table] : tables.joints) {
    origins.push_back({maker.joints(), &reader, "bodies"});
    maker.add(table, reader);
  }
  JointsModel model = maker.take();
  if (model.bodies.empty())
    tables.joints.front().reader.fail("bodies",
                                      "cannot be joined: there is no [[rigid]] or [[chain]]");
  if (settings.method == "direct") refuse_loops(model, origins);
  if (const OpenJoint open = close_joints(model); open.open_m > closed_m) {
    // Those of chains and bridges are closed as they are made: where one of them gave way, a
    // [[joint]] has pulled it open, if there is any.
    const int first = static_cast<int>(model.joints.size() - tables.joints.size());
    const JointOrigin& origin =
        origin_of(origins, tables.joints.empty() ? open.joint : std::max(open.joint, first));
    origin.reader->fail(
        origin.key,
        fmt::format("cannot be joined: their loop does not close, with a gap of {:.3g} m at "
                    "({:.3g}, {:.3g}, {:.3g}) m; move bodies closer or make them longer",
                    open.open_m, open.at_m.x, open.at_m.y, open.at_m.z));
  }
  for (RigidVertexJoint& joint : model.vertex_joints) {
    const RigidPose pose = pose_of(model, joint.body);
    joint.at_m = rotated_back(pose.quaternion, joint.at_m - pose.position_m);
  }
  if (distance_m > 0.0f) check_crowd_of(model, distance_m, bodies, opening.progress);
  return std::make_unique<PlanOf<JointsModel, JointsSettings>>(
      "rigid", std::make_shared<JointsModel>(std::move(model)), bodies, settings);
}

}  // namespace limber
