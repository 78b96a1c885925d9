#include "scenes/collider_table.h"

#include "scenes/path_rows.h"

#include <fmt/format.h>

#include <algorithm>

namespace limber {

namespace {
constexpr double min_collider_m = 1e-4;
}

std::vector<Key> keys_of(ColliderTable& t) {
  const auto shape = [&](std::vector<std::string> values) {
    return Only{"shape", &t.shape, std::move(values)};
  };
  const Only solid = shape({"sphere", "capsule", "tube", "funnel", "box", "mesh", "wheel"});
  const Only tube = shape({"tube"}), funnel = shape({"funnel"}), hollow = shape({"tube", "funnel"});
  const Only mesh = shape({"mesh"}), wheel = shape({"wheel"});
  return {
      Key("shape", "Shape", &t.shape)
          .one_of({"ground", "sphere", "capsule", "tube", "funnel", "box", "mesh", "wheel"}),
      Key("height_m", "Its height, in metres", &t.height_m)
          .from(-max_distance_m, max_distance_m)
          .only_for(shape({"ground"})),
      Key("center_m", "Its centre, in metres", &t.center_m)
          .from(-max_distance_m, max_distance_m)
          .only_for(solid),
      Key("axis", "Direction of its local y axis; capsule, tube, funnel and wheel lie along it",
          &t.axis)
          .only_for(solid),
      Key("radius_m",
          "Its (outer) radius, in metres; funnel: that of the middle of its wall at the upper end",
          &t.radius_m)
          .from(min_collider_m, max_distance_m)
          .only_for(shape({"sphere", "capsule", "tube", "funnel", "wheel"})),
      Key("inner_radius_m", "Radius of the hole, in metres", &t.inner_radius_m)
          .from(min_collider_m, max_distance_m)
          .only_for(tube)
          .or_else("0.8 of `radius_m`"),
      Key("inner_radius_m", "Radius at the lower end, in metres", &t.inner_radius_m)
          .from(min_collider_m, max_distance_m)
          .only_for(funnel)
          .or_else("0.2 of `radius_m`"),
      Key("wall_m", "Thickness of its wall, in metres; its ends are round", &t.wall_m)
          .from(min_collider_m, max_distance_m)
          .only_for(funnel),
      Key("open_deg",
          "Angle around its axis that is left out of the picture, so that one can see inside; "
          "towards z, or above if it lies along z",
          &t.open_deg)
          .from(0, 270)
          .only_for(hollow),
      Key("length_m",
          "Length of the tube, funnel or wheel, or of the capsule's straight part, in metres",
          &t.length_m)
          .from(min_collider_m, max_distance_m)
          .only_for(shape({"capsule", "tube", "funnel", "wheel"})),
      Key("size_m", "Lengths of its sides, in metres", &t.size_m)
          .from(min_collider_m, max_distance_m)
          .only_for(shape({"box"})),
      Key("file",
          "A closed OBJ mesh, relative to the current folder, else among the models of "
          "glmark2-data",
          &t.file)
          .only_for(mesh)
          .or_else("none: must be given"),
      Key("longest_side_m", "Longest side to which the mesh is scaled, in metres",
          &t.longest_side_m)
          .from(min_collider_m, max_distance_m)
          .only_for(mesh),
      Key("resolution",
          "Samples of its distance field along its longest side; what is thinner than two of them "
          "has no effect",
          &t.resolution)
          .from(12, 512)
          .only_for(shape({"mesh", "wheel"})),
      Key("path",
          "Its motion: lists of a time in seconds and an offset in metres along x, y and z, the "
          "first at 0 s",
          &t.path)
          .from(-max_distance_m, max_distance_m)
          .only_for(solid)
          .or_else("none: it stays"),
      Key("path_repeats", "Whether the path repeats; if not, it stays at its end", &t.path_repeats)
          .only_for(solid),
      Key("draggable", "Whether the mouse can drag it", &t.draggable).only_for(solid),
      Key("turns_per_s",
          "Rotation about `turn_axis`, of the ground about the vertical, in turns per second",
          &t.turns_per_s)
          .from(-10, 10),
      Key("turned_deg", "Initial rotation about `turn_axis`, around its centre, in degrees",
          &t.turned_deg)
          .from(-360, 360)
          .only_for(solid),
      Key("turn_axis", "Direction of the axis of rotation", &t.turn_axis)
          .only_for(solid)
          .or_else("`axis`"),
      Key("turn_center_m", "A point on the axis of rotation, in metres", &t.turn_center_m)
          .from(-max_distance_m, max_distance_m)
          .only_for(solid)
          .or_else("`center_m`"),
      Key("lifters", "Number of plates along the inside, evenly spaced; they turn with it",
          &t.lifters)
          .from(0, 100)
          .only_for(tube),
      Key("lifter_height_m", "Height of the plates, in metres", &t.lifter_height_m)
          .from(min_collider_m, max_distance_m)
          .only_for(tube)
          .or_else("0.2 of `inner_radius_m`"),
      Key("lifter_thickness_m", "Thickness of the plates, in metres", &t.lifter_thickness_m)
          .from(min_collider_m, max_distance_m)
          .only_for(tube)
          .or_else("0.05 of `inner_radius_m`"),
      Key("blades", "Number of flat blades around the hub", &t.blades).from(2, 48).only_for(wheel),
      Key("hub_radius_m", "Radius of the hub, in metres", &t.hub_radius_m)
          .from(min_collider_m, max_distance_m)
          .only_for(wheel)
          .or_else("0.3 of `radius_m`"),
      Key("blade_thickness_m", "Thickness of the blades, in metres", &t.blade_thickness_m)
          .from(min_collider_m, max_distance_m)
          .only_for(wheel)
          .or_else("0.12 of `radius_m`"),
      Key("drawn", "Whether it is drawn", &t.drawn).only_for(solid),
      Key("color", "Linear RGB", &t.color).from(0, 1).only_for(solid),
      Key("roughness", "Surface roughness; 1: matt", &t.roughness).from(0, 1).only_for(solid),
      Key("transparency", "Fraction of light that passes through each side", &t.transparency)
          .from(0, 1)
          .only_for(solid),
  };
}

float lower_radius_m(const ColliderTable& funnel) {
  return funnel.inner_radius_m.value_or(0.2f * funnel.radius_m);
}

ColliderTable read_collider_table(TableReader& reader) {
  ColliderTable table;
  reader.read(keys_of(table));
  if (table.shape == "tube" && table.inner_radius_m.value_or(0.0f) >= table.radius_m)
    reader.fail("inner_radius_m", "must be below radius_m");
  if (table.shape == "funnel" &&
      std::min(table.radius_m, lower_radius_m(table)) <= 0.5f * table.wall_m)
    reader.fail("wall_m", "must be below twice the radius of either end");
  if (table.shape == "wheel" && table.hub_radius_m.value_or(0.0f) >= table.radius_m)
    reader.fail("hub_radius_m", "must be below radius_m");
  check_path(reader, table.path);
  return table;
}

}  // namespace limber
