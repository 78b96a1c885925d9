// White water, accumulated per pixel. render/fluid_foam.cpp has the same layers.

// Layers over and under the fluids' surface: summed coverage of a pixel, and coverage times
// position.
const int over = 0, over_place = 1, under = 2, under_place = 3;

const float cover_units = 1024.0;  // per full coverage of a pixel
const float place_units = 1023.0;

// Position in [0, 1]: over the surface, from the distance to the eye; under it, from the depth
// below.
const float octaves = 16.0, deepest_m = 2.0;

float place_of_distance(float z_m) {
  return clamp(log2(z_m / eye_m.w) / octaves, 0.0, 1.0);
}
float distance_of_place(float place) { return eye_m.w * exp2(place * octaves); }
