// The view in its own axes: right, up and forward. Needs frame.glsl.

/// Half the extent of the view at 1 m depth.
vec2 half_of_view_m() { return vec2(length(ray_right.xyz), length(ray_up.xyz)); }

vec3 in_view_m(vec3 point_m) {
  vec3 off = point_m - eye_m.xyz;
  vec2 half_m = half_of_view_m();
  return vec3(dot(off, ray_right.xyz) / half_m.x, dot(off, ray_up.xyz) / half_m.y,
              dot(off, ray_forward.xyz));
}

/// Depth of the ground along a ray from the eye; 0 if it misses the visible ground.
float depth_of_ground(vec3 ray) {
  bool seen = ground_center_m.w > 0.0 && ray.y < 0.0;
  return seen ? eye_m.w * ray.y / (ground_center_m.y - eye_m.y) : 0.0;
}

/// The ray through a picture position in [0, 1]^2; length 1 along the view axis.
vec3 ray_at(vec2 place) {
  place = place * 2.0 - 1.0;
  return ray_forward.xyz + place.x * ray_right.xyz + place.y * ray_up.xyz;
}
