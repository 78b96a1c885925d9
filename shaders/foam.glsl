// White water: what its specks add up to in a pixel. render/fluid_foam.cpp has the same layers.

// Over the surface of fluids, and below it: how much of the pixel specks cover, and as much times
// where they are.
const int over = 0, over_place = 1, under = 2, under_place = 3;

const float cover_units = 1024.0;  // of a pixel that is covered once
const float place_units = 1023.0;

// Where a speck is, 0 to 1: over the surface by its distance from the eye; below it by how far.
const float octaves = 16.0, deepest_m = 2.0;

float place_of_distance(float z_m) {
  return clamp(log2(z_m / eye_m.w) / octaves, 0.0, 1.0);
}
float distance_of_place(float place) { return eye_m.w * exp2(place * octaves); }
