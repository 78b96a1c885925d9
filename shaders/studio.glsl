// The studio: its lights, its walls and the film.

vec3 ambient_light(vec3 n) { return mix(floor_light.rgb, sky_light.rgb, n.y * 0.5 + 0.5); }

/// The wall in a direction; it meets the floor in the same colour.
vec3 background_color(vec3 direction) {
  vec3 nadir = horizon_color.rgb * vec3(0.48 / 0.70, 0.485 / 0.715, 0.49 / 0.735);
  vec3 above = mix(horizon_color.rgb, zenith_color.rgb, smoothstep(0.0, 0.8, direction.y));
  return mix(above, nadir, smoothstep(0.3, 1.0, -direction.y));
}

/// A rectangular light on the ceiling as seen in a direction, 0 to 1. Places in heights of the room.
float soft_box(vec3 direction, vec2 middle, vec2 half_size, float blur) {
  if (direction.y < 0.05) return 0.0;
  vec2 off = abs(direction.xz / direction.y - middle);
  vec2 inside = 1.0 - smoothstep(half_size - blur, half_size + blur, off);
  return inside.x * inside.y;
}

/// What polish mirrors: the walls, and around the key light the soft box that makes its shadows
/// soft. Another one fills in from behind. lit: how much of the key light gets here.
vec3 mirrored_studio(vec3 direction, float roughness, vec3 lit) {
  float blur = 0.06 + 0.6 * roughness;
  float key = soft_box(direction, to_light.xz / to_light.y, vec2(0.42, 0.34), blur);
  float fill = soft_box(direction, vec2(0.9, -1.1), vec2(0.25, 0.7), blur);
  return background_color(direction) + key_light.rgb * (5.0 * key * lit + 2.5 * fill);
}

/// Of pixel_noise(); to be set before.
ivec2 noise_pixel = ivec2(0);

/// Noise of the pixel in [0, 1) whose neighbours differ as much as can be [Jimenez14].
float pixel_noise() {
  vec2 middle_px = vec2(noise_pixel) + 0.5;
  return fract(52.9829189 * fract(dot(middle_px, vec2(0.06711056, 0.00583715))));
}

/// Less than a step of 8 bits, against bands in the long gradients of walls and floor.
float dither() { return (pixel_noise() - 0.5) * 1.5 / 255.0; }

/// Khronos' neutral tone curve: leaves colours as they are and rolls off what is too bright.
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

/// What tone() makes a colour of, but for what is so bright that the film has nothing more to say.
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
