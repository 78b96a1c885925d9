// The view in its own axes: right, up and forward. Needs frame.glsl.

/// Half of what is seen at 1 m.
vec2 half_of_view_m() { return vec2(length(ray_right.xyz), length(ray_up.xyz)); }

vec3 in_view_m(vec3 point_m) {
  vec3 off = point_m - eye_m.xyz;
  vec2 half_m = half_of_view_m();
  return vec3(dot(off, ray_right.xyz) / half_m.x, dot(off, ray_up.xyz) / half_m.y,
              dot(off, ray_forward.xyz));
}

/// Of the ground where a ray from the eye meets it, 0 where none is seen.
float depth_of_ground(vec3 ray) {
  bool seen = ground_center_m.w > 0.0 && ray.y < 0.0;
  return seen ? eye_m.w * ray.y / (ground_center_m.y - eye_m.y) : 0.0;
}

/// Through a place of the picture, 0 to 1 each way; of length 1 along the view's axis.
vec3 ray_at(vec2 place) {
  place = place * 2.0 - 1.0;
  return ray_forward.xyz + place.x * ray_right.xyz + place.y * ray_up.xyz;
}
