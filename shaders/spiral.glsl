// Taps on a spiral that covers the unit disc evenly (Vogel): tap i of n is sqrt((i + 1/2) / n) from
// the middle, and each is turned from the one before by the golden angle.
const mat2 golden_turn = mat2(-0.7373688781, 0.6754902942, -0.6754902942, -0.7373688781);

vec2 first_direction() {
  float angle = pixel_noise() * 6.2831853;
  return vec2(cos(angle), sin(angle));
}

float tap_radius(int i, int count) { return sqrt((float(i) + 0.5) / float(count)); }
