#include "scenes/joint_table.h"

#include <fmt/format.h>

#include "sim/joints/joints_model.h"

namespace limber {

std::vector<Key> keys_of(JointTable& t) {
  std::vector<std::string> kinds;
  for (const JointKind kind : all_joint_kinds) kinds.emplace_back(name_of(kind));
  const Only hinge{"kind", &t.kind, {"hinge"}}, slider{"kind", &t.kind, {"slider"}};
  return {
      Key("kind",
          "ball: two points coincide; hinge: a ball with one axis of rotation; fixed: no relative "
          "motion; distance: two points stay as far apart as they begin; slider: translation along "
          "an axis only; universal: a ball with two axes of rotation at a right angle",
          &t.kind)
          .one_of(kinds),
      Key("bodies",
          "Names of a body, or of two; with one, the other is the world, or what `vertex_of` names",
          &t.bodies)
          .or_else("none: must be given"),
      Key("vertex_of",
          "Name of a `[[cloth]]` or `[[solid]]` of model pbd: the body holds the vertex nearest to "
          "`at_m`, at its initial position. The two do not collide",
          &t.vertex_of)
          .only_for({"kind", &t.kind, {"ball"}})
          .or_else("none"),
      Key("within_m",
          "The body holds all vertices of `vertex_of` within this distance of `at_m`, or of the "
          "line from there to `other_at_m`",
          &t.within_m)
          .from(1e-6, max_distance_m)
          .only_for({"kind", &t.kind, {"ball"}})
          .or_else("the nearest one"),
      Key("at_m", "Position on the first body at the start, in metres", &t.at_m)
          .from(-max_distance_m, max_distance_m),
      Key("other_at_m",
          "Position on the second body, or in the world. Unless the kind is distance, bodies are "
          "moved at the start so that both points coincide, or lie on the axis of a slider",
          &t.other_at_m)
          .from(-max_distance_m, max_distance_m)
          .or_else("as `at_m`"),
      Key("axis", "Axis of rotation or sliding, in the initial pose", &t.axis)
          .only_for({"kind", &t.kind, {"hinge", "slider", "universal"}}),
      Key("axis", "Axis on both bodies whose swing `swing_deg` limits, in the initial pose",
          &t.axis)
          .only_for({"kind", &t.kind, {"ball"}}),
      Key("other_axis", "Axis of the second body, at a right angle to `axis`", &t.other_axis)
          .from(-1e6, 1e6)
          .only_for({"kind", &t.kind, {"universal"}})
          .or_else("any"),
      Key("limits_deg",
          "Limits of the first body's rotation relative to the second, 0 at the start", &t.limits)
          .from(-180, 180)
          .only_for(hinge)
          .or_else("none"),
      Key("swing_deg",
          "Largest angle between where `axis` points on both bodies: 0 at the start; of a "
          "universal joint, of the axis at a right angle to both of its own",
          &t.swing_deg)
          .from(1, 179)
          .only_for({"kind", &t.kind, {"ball", "universal"}})
          .or_else("any"),
      Key("limits_m", "Limits of the position of `at_m` along the axis, from `other_at_m`",
          &t.limits)
          .from(-max_distance_m, max_distance_m)
          .only_for(slider)
          .or_else("none"),
      Key("stiffness_N_m_rad", "Stiffness of a spring that turns it back", &t.stiffness)
          .from(0, 1e12)
          .only_for(hinge),
      Key("stiffness_N_m", "Stiffness of a spring that pulls it back", &t.stiffness)
          .from(0, 1e12)
          .only_for(slider),
      Key("rest_deg", "Rest angle of the spring", &t.rest)
          .from(-180, 180)
          .only_for(hinge)
          .or_else("0"),
      Key("rest_m", "Rest position of the spring", &t.rest)
          .from(-max_distance_m, max_distance_m)
          .only_for(slider)
          .or_else("0"),
      Key("damping_N_m_s_rad", "Damping of its rotation", &t.damping).from(0, 1e12).only_for(hinge),
      Key("damping_N_s_m", "Damping of its sliding", &t.damping).from(0, 1e12).only_for(slider),
      Key("motor_rad_s", "Target speed of the motor; 0 brakes", &t.motor_speed)
          .from(-1000, 1000)
          .only_for(hinge)
          .or_else("0"),
      Key("motor_N_m", "Maximum torque of the motor", &t.max_motor)
          .from(1e-9, 1e12)
          .only_for(hinge)
          .or_else("no motor"),
      Key("motor_m_s", "Target speed of the motor; 0 brakes", &t.motor_speed)
          .from(-1000, 1000)
          .only_for(slider)
          .or_else("0"),
      Key("motor_N", "Maximum force of the motor", &t.max_motor)
          .from(1e-9, 1e12)
          .only_for(slider)
          .or_else("no motor"),
      Key("breaks_at_N", "Force at which it breaks, in newtons", &t.breaks_at_N)
          .from(1e-6, 1e12)
          .or_else("never"),
  };
}

JointTable read_joint_table(TableReader& reader) {
  JointTable table;
  reader.read(keys_of(table));
  if (table.bodies.empty() || table.bodies.size() > 2)
    reader.fail("bodies", "must name one body or two");
  if (!table.vertex_of.empty() && table.bodies.size() > 1)
    reader.fail("bodies", "must name one body: it holds a vertex of vertex_of");
  if (table.within_m && table.vertex_of.empty())
    reader.fail("within_m", "needs vertex_of: it says which of its vertices the body holds");
  if (!table.vertex_of.empty() && table.other_at_m && !table.within_m)
    reader.fail("other_at_m", "needs within_m: along a line there is more than one vertex");
  if (!table.vertex_of.empty() && table.swing_deg)
    reader.fail("swing_deg", "has no effect on a joint with a vertex, which has no axis");
  if (table.kind == "ball" && reader.has("axis") && !table.swing_deg)
    reader.fail("axis", "needs swing_deg: without it a ball turns about any axis");
  if (table.kind == "distance" && !table.other_at_m)
    reader.fail("other_at_m", "is missing: a distance needs two places");
  if (table.kind == "distance" && *table.other_at_m == table.at_m)
    reader.fail("other_at_m", "must not be where at_m is: a distance of 0 is a ball");
  if (table.motor_speed && !table.max_motor)
    reader.fail(table.is_hinge() ? "motor_rad_s" : "motor_m_s",
                table.is_hinge() ? "needs motor_N_m: a motor without a torque turns nothing"
                                 : "needs motor_N: a motor without a force drives nothing");
  if (table.rest && table.stiffness == 0.0f)
    reader.fail(table.is_hinge() ? "rest_deg" : "rest_m",
                fmt::format("needs {}: there is no spring without it",
                            table.is_hinge() ? "stiffness_N_m_rad" : "stiffness_N_m"));
  if (table.other_axis) {
    const glm::vec3 other = *table.other_axis;
    const float length = glm::length(other);
    if (length == 0.0f) reader.fail("other_axis", "must not be 0: it is a direction");
    if (glm::abs(glm::dot(other / length, table.axis.unit)) > 1e-4f)
      reader.fail("other_axis", "must be at a right angle to axis");
  }
  return table;
}

}  // namespace limber
