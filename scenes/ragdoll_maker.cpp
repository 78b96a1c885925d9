// Bodies of people: parts of boxes, capsules and a ball, on hinges with springs and limits,
// universal joints and ball joints. Lengths are shares of the height, about as people have them
// [Drillis66]; feet are at 0, and they look along z.

#include <array>
#include <cmath>
#include <random>

#include "scenes/joints_maker.h"
#include "scenes/random_turn.h"
#include "sim/parameter.h"

namespace limber {

namespace {

enum Part { chest, pelvis, head, arms, forearms = 5, thighs = 7, shins = 9, feet = 11 };

/// A box has a size; what has none is a capsule along y, or a ball where its length is 0.
struct Limb {
  glm::dvec3 center;
  glm::vec3 size;
  float radius, length;
  bool skin;
};

Limb box(const glm::dvec3& center, const glm::vec3& size, bool skin = false) {
  return {center, size, 0.0f, 0.0f, skin};
}
Limb capsule(const glm::dvec3& center, float radius, float length, bool skin = false) {
  return {center, glm::vec3(0.0f), radius, length, skin};
}

/// Those of pairs on the side of -x come first.
std::array<Limb, ragdoll_parts> limbs() {
  std::array<Limb, ragdoll_parts> all;
  all[chest] = box({0.0, 0.735, 0.0}, {0.20f, 0.19f, 0.11f});
  all[pelvis] = box({0.0, 0.565, 0.0}, {0.17f, 0.13f, 0.11f});
  all[head] = capsule({0.0, 0.925, 0.0}, 0.072f, 0.0f, true);
  for (int k = 0; k < 2; ++k) {
    const double side = k == 0 ? -1.0 : 1.0;
    all[arms + k] = capsule({0.135 * side, 0.72, 0.0}, 0.028f, 0.13f);
    all[forearms + k] = capsule({0.135 * side, 0.545, 0.0}, 0.024f, 0.15f, true);
    all[thighs + k] = capsule({0.05 * side, 0.395, 0.0}, 0.044f, 0.17f);
    all[shins + k] = capsule({0.05 * side, 0.165, 0.0}, 0.034f, 0.17f);
    all[feet + k] = box({0.05 * side, 0.02, 0.025}, {0.055f, 0.04f, 0.14f}, true);
  }
  return all;
}

struct Bond {
  JointKind kind;
  int a, b;
  glm::dvec3 at;
  /// Of a hinge about x, of a against b: where its spring holds it, and its limits.
  double rest_deg = 0.0, low_deg = 0.0, high_deg = 0.0;
};

std::vector<Bond> bonds() {
  std::vector<Bond> all{
      {JointKind::hinge, chest, pelvis, {0.0, 0.635, 0.0}, 15.0, -20.0, 60.0},
      {JointKind::universal, head, chest, {0.0, 0.845, 0.0}},
  };
  for (int k = 0; k < 2; ++k) {
    const double side = k == 0 ? -1.0 : 1.0;
    all.push_back({JointKind::ball, arms + k, chest, {0.125 * side, 0.795, 0.0}});
    all.push_back(
        {JointKind::hinge, forearms + k, arms + k, {0.135 * side, 0.635, 0.0}, -50.0, -140.0, 0.0});
    all.push_back(
        {JointKind::hinge, thighs + k, pelvis, {0.05 * side, 0.51, 0.0}, -25.0, -110.0, 30.0});
    all.push_back(
        {JointKind::hinge, shins + k, thighs + k, {0.05 * side, 0.28, 0.0}, 45.0, 0.0, 140.0});
    all.push_back(
        {JointKind::hinge, feet + k, shins + k, {0.05 * side, 0.045, 0.0}, 0.0, -40.0, 40.0});
  }
  return all;
}

}  // namespace

void JointsMaker::add(const RagdollTable& table, const TableReader&) {
  const double height_m = as_written(table.height_m);
  const glm::dvec3 x_axis(1.0, 0.0, 0.0), up(0.0, 1.0, 0.0), z_axis(0.0, 0.0, 1.0);
  // One around the origin, and what it looks like in each colour; copies share these.
  std::vector<RigidBody> parts_of_one;
  std::vector<std::vector<int>> looks;  // of each part, by colours
  for (const Limb& limb : limbs()) {
    const double density = as_written(table.density_kg_m3);
    const float radius_m = limb.radius * table.height_m, length_m = limb.length * table.height_m;
    const RigidSolid solid = limb.size.x > 0.0f   ? solid_box(limb.size * table.height_m, density)
                             : limb.length > 0.0f ? solid_capsule(radius_m, length_m, density)
                                                  : solid_ball(radius_m, density);
    const RigidSolid placed =
        solid.placed({0.0, 0.0, 0.0, 1.0}, (limb.center - 0.5 * up) * height_m);
    const auto material = [&](const glm::vec3& color) {
      return Material{color, color, table.roughness};
    };
    parts_of_one.push_back(
        body_of({placed}, material(limb.skin ? table.skin_color : table.colors.front()), model_));
    looks.push_back({parts_of_one.back().look});
    for (std::size_t k = 1; k < table.colors.size() && !limb.skin; ++k) {
      StaticMesh look = model_.looks[looks.back().front()];
      look.material = material(table.colors[k]);
      looks.back().push_back(static_cast<int>(model_.looks.size()));
      model_.looks.push_back(std::move(look));
    }
  }
  // Limp, but not without any muscles: a radian takes a small share of the weight times the height.
  constexpr double share = 2e-4, slackens_s = 0.1;
  const double stiffness_N_m_rad =
      share * 9.81 * as_written(table.density_kg_m3) * std::pow(height_m, 4.0);
  std::mt19937 random(static_cast<unsigned>(table.seed));
  const glm::dvec4 upright = turn_around(up, glm::radians(as_written(table.turn_deg)));
  const auto add_one = [&](const glm::dvec3& center_m, const glm::dvec4& turn, int copy) {
    const int first = bodies();
    for (std::size_t p = 0; p < parts_of_one.size(); ++p) {
      RigidBody body = parts_of_one[p];
      body.pose.position_m = center_m + rotated(turn, body.pose.position_m);
      body.pose.quaternion = quaternion_product(turn, body.pose.quaternion);
      body.velocity_m_s = glm::dvec3(table.velocity_m_s);
      body.look = looks[p][static_cast<std::size_t>(copy) % looks[p].size()];
      model_.bodies.push_back(body);
    }
    const glm::dvec3 across = rotated(turn, x_axis), forward = rotated(turn, z_axis);
    for (const Bond& bond : bonds()) {
      const int a = first + bond.a, b = first + bond.b;
      const glm::dvec3 at_m = center_m + rotated(turn, (bond.at - 0.5 * up) * height_m);
      RigidJoint joint = bond.kind == JointKind::universal
                             ? universal_at(model_, a, b, at_m, at_m, across, forward)
                             : joint_at(model_, bond.kind, a, b, at_m, across);
      if (bond.kind == JointKind::hinge)
        joint.way = {.low = glm::radians(bond.low_deg),
                     .high = glm::radians(bond.high_deg),
                     .rest = glm::radians(bond.rest_deg),
                     .stiffness = stiffness_N_m_rad,
                     .damping = stiffness_N_m_rad * slackens_s};
      model_.joints.push_back(joint);
    }
  };
  // Layers rise from the centre; columns and rows lie around it.
  const glm::dvec3 middle = 0.5 * glm::dvec3(table.copies - 1) * glm::dvec3(1.0, 0.0, 1.0);
  int copy = 0;
  for (int layer = 0; layer < table.copies.y; ++layer)
    for (int row = 0; row < table.copies.z; ++row)
      for (int column = 0; column < table.copies.x; ++column, ++copy) {
        const glm::dvec3 steps = glm::dvec3(column, layer, row) - middle;
        const glm::dvec4 turn =
            table.tumbled ? glm::normalize(glm::dvec4(random_quaternion(random))) : upright;
        add_one(glm::dvec3(table.center_m) + steps * glm::dvec3(table.step_m), turn, copy);
      }
}

}  // namespace limber
