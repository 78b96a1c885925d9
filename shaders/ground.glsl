// The surroundings, tone-mapped: a floor that receives shadows and fades into the walls.

const vec3 up = vec3(0.0, 1.0, 0.0);

vec3 wall_color(vec3 ray) { return tone(background_color(normalize(ray))) + dither(); }

/// Intersection of a ray from the eye with the ground.
vec3 on_ground_m(vec3 ray) { return eye_m.xyz + ray * ((ground_center_m.y - eye_m.y) / ray.y); }

/// Opacity of the ground at a point, 0 to 1.
float ground_left(vec3 point_m) {
  float away = distance(point_m.xz, ground_center_m.xz) / ground_center_m.w;
  return 1.0 - smoothstep(0.15, 0.95, away);
}

bool ground_is_seen(vec3 ray) {
  return ground_center_m.w > 0.0 && ray.y < 0.0 && ground_left(on_ground_m(ray)) > 0.0;
}

/// Derivative of the ground intersection (x, z) for a change of the ray.
vec2 ground_change_m(vec3 ray, vec3 ray_change) {
  float height_m = ground_center_m.y - eye_m.y;
  return (ray_change.xz - ray.xz * (ray_change.y / ray.y)) * (height_m / ray.y);
}

/// Coverage of a pixel by grid lines `spacing_m` apart.
float grid_line(vec3 point_m, vec2 pixel_m, float spacing_m) {
  vec2 at = point_m.xz / spacing_m;
  vec2 width = pixel_m / spacing_m;
  vec2 line = clamp(1.0 - abs(fract(at - 0.5) - 0.5) / max(width, 1e-6), 0.0, 1.0);
  float fade = 1.0 - smoothstep(0.1, 0.4, max(width.x, width.y));
  return max(line.x, line.y) * fade;
}

const Reaching all_of_the_light = Reaching(vec3(1.0), 1.0);

vec3 ground_color(vec3 ray, Reaching reaching) {
  vec3 point_m = on_ground_m(ray);
  vec3 floor_color = horizon_color.rgb * mix(vec3(reaching.open), reaching.lit, key_share.rgb);
  if (picture.w > 0.0) {
    vec2 pixel_m = abs(ground_change_m(ray, ray_right.xyz * (2.0 / picture.x))) +
                   abs(ground_change_m(ray, ray_up.xyz * (2.0 / picture.y)));
    floor_color *= 1.0 - 0.10 * max(grid_line(point_m, pixel_m, picture.w),
                                    grid_line(point_m, pixel_m, picture.w * 10.0));
  }
  vec3 color = mix(background_color(normalize(ray)), floor_color, ground_left(point_m));
  return tone(color) + dither();
}
