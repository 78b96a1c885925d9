// The studio: lights, walls and tone mapping.

vec3 ambient_light(vec3 n) { return mix(floor_light.rgb, sky_light.rgb, n.y * 0.5 + 0.5); }

/// The wall's colour in a direction; equal to the floor's where they meet.
vec3 background_color(vec3 direction) {
  vec3 nadir = horizon_color.rgb * vec3(0.48 / 0.70, 0.485 / 0.715, 0.49 / 0.735);
  vec3 above = mix(horizon_color.rgb, zenith_color.rgb, smoothstep(0.0, 0.8, direction.y));
  return mix(above, nadir, smoothstep(0.3, 1.0, -direction.y));
}

/// A rectangular ceiling light seen in a direction, 0 to 1. Positions in units of the room's
/// height.
float soft_box(vec3 direction, vec2 middle, vec2 half_size, float blur) {
  if (direction.y < 0.05) return 0.0;
  vec2 off = abs(direction.xz / direction.y - middle);
  vec2 inside = 1.0 - smoothstep(half_size - blur, half_size + blur, off);
  return inside.x * inside.y;
}

/// Environment seen by reflections: the walls, the key light's soft box, and a fill light from
/// behind. lit: key light visibility.
vec3 mirrored_studio(vec3 direction, float roughness, vec3 lit) {
  float blur = 0.06 + 0.6 * roughness;
  float key = soft_box(direction, to_light.xz / to_light.y, vec2(0.42, 0.34), blur);
  float fill = soft_box(direction, vec2(0.9, -1.1), vec2(0.25, 0.7), blur);
  return background_color(direction) + key_light.rgb * (5.0 * key * lit + 2.5 * fill);
}

/// Input of pixel_noise(); set it first.
ivec2 noise_pixel = ivec2(0);

/// Interleaved gradient noise in [0, 1) [Jimenez14].
float pixel_noise() {
  vec2 middle_px = vec2(noise_pixel) + 0.5;
  return fract(52.9829189 * fract(dot(middle_px, vec2(0.06711056, 0.00583715))));
}

/// Dither of under one 8-bit step, against banding in gradients of walls and floor.
float dither() { return (pixel_noise() - 0.5) * 1.5 / 255.0; }

/// Khronos PBR Neutral tone mapper: keeps base colours and compresses highlights.
vec3 tone(vec3 linear) {
  linear *= key_light.w;
  const float start = 0.76, desaturation = 0.15;
  float low = min(linear.r, min(linear.g, linear.b));
  float offset = low < 0.08 ? low - 6.25 * low * low : 0.04;
  vec3 c = linear - offset;
  float peak = max(c.r, max(c.g, c.b));
  if (peak < start) return c;
  float d = 1.0 - start;
  float new_peak = 1.0 - d * d / (peak + d - start);
  c *= new_peak / peak;
  float g = 1.0 - 1.0 / (desaturation * (peak - new_peak) + 1.0);
  return mix(c, vec3(new_peak), g);
}

/// Inverse of tone(), except for saturated highlights.
vec3 before_tone(vec3 film) {
  const float start = 0.76, desaturation = 0.15, brightest = 0.98;
  float peak = max(film.r, max(film.g, film.b));
  if (peak > start) {
    float new_peak = min(peak, brightest), d = 1.0 - start;
    float old_peak = d * d / (1.0 - new_peak) - d + start;
    float g = 1.0 - 1.0 / (desaturation * (old_peak - new_peak) + 1.0);
    film = (min(film, new_peak) - new_peak * g) / (1.0 - g) * (old_peak / new_peak);
    film = max(film, 0.0);
  }
  float low = min(film.r, min(film.g, film.b));
  float offset = low < 0.04 ? sqrt(max(low, 0.0) / 6.25) - low : 0.04;
  return (film + offset) / key_light.w;
}
