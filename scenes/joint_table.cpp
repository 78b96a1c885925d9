#include "scenes/joint_table.h"

#include "sim/joints/joints_model.h"

namespace limber {

std::vector<Key> keys_of(JointTable& t) {
  std::vector<std::string> kinds;
  for (const JointKind kind :
       {JointKind::ball, JointKind::hinge, JointKind::fixed, JointKind::distance})
    kinds.emplace_back(name_of(kind));
  return {
      Key("kind",
          "ball: a point stays at a point; hinge: it turns about an axis; fixed: it does not turn; "
          "distance: two points stay so far apart as they begin",
          &t.kind)
          .one_of(kinds),
      Key("bodies", "Names of a body, or of two; with one, the other is the world", &t.bodies)
          .or_else("none: must be given"),
      Key("at_m", "Where it is on the first body at the start, in metres", &t.at_m)
          .from(-farthest_m, farthest_m),
      Key("other_at_m",
          "Where it is on the second body, or in the world. Unless the kind is distance, bodies "
          "are moved at the start until both places are one",
          &t.other_at_m)
          .from(-farthest_m, farthest_m)
          .or_else("as `at_m`"),
      Key("axis", "Around which it turns, as the bodies stand at the start", &t.axis)
          .only_for({"kind", &t.kind, {"hinge"}}),
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
  if (table.kind == "distance" && !table.other_at_m)
    reader.fail("other_at_m", "is missing: a distance needs two places");
  if (table.kind == "distance" && *table.other_at_m == table.at_m)
    reader.fail("other_at_m", "must not be where at_m is: a distance of 0 is a ball");
  return table;
}

}  // namespace limber
