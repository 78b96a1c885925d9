// Vogel spiral, which covers the unit disc evenly: tap i of n is at radius sqrt((i + 1/2) / n),
// rotated by the golden angle from the previous one.
const mat2 golden_turn = mat2(-0.7373688781, 0.6754902942, -0.6754902942, -0.7373688781);

vec2 first_direction() {
  float angle = pixel_noise() * 6.2831853;
  return vec2(cos(angle), sin(angle));
}

float tap_radius(int i, int count) { return sqrt((float(i) + 0.5) / float(count)); }
