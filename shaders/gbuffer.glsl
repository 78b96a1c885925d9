// The G-buffer, shaded by shade.comp: a texel of four 16-bit numbers per sample. Three describe the
// point, the last one its surface.

const uint max_samples = 16u;  // of a pixel; as in render/targets.cpp

// Surface modes, as in enum SurfaceMode of render/surface_drawer.h.
const uint mode_shaded = 0u;
const uint mode_wireframe = 1u;
const uint mode_dim = 2u;
const uint mode_field = 3u;
const uint mode_by_body = 4u;
const uint mode_line = 5u;  // no surface: a line with its colour in the first three numbers
const uint mode_woven = 6u;  // shaded, darkened between threads by the third number
const float mean_between = 3.0 / 11.0;  // mean of that number over many threads

const float max_16_bits = 65535.0;

/// The last number: material * 16 + mode * 2, plus one on the front side.
float packed_surface(uint material, uint mode, bool front) {
  return float(material * 16u + mode * 2u + (front ? 1u : 0u)) / max_16_bits;
}
uint number_of_surface(vec4 texel) { return uint(texel.a * max_16_bits + 0.5); }
uint material_of(uint number) { return number >> 4; }
uint mode_of(uint number) { return (number >> 1) & 7u; }
bool is_front(uint number) { return (number & 1u) != 0u; }

/// The number of a body, in mode_by_body.
float packed_body(int pose, int first_pose, int poses_per_body) {
  return float((pose - first_pose) / poses_per_body % int(max_16_bits)) / max_16_bits;
}

// Octahedral encoding of directions [Cigolle14].

vec2 outer_faces(vec2 inner) {
  return (1.0 - abs(inner.yx)) * vec2(inner.x < 0.0 ? -1.0 : 1.0, inner.y < 0.0 ? -1.0 : 1.0);
}

/// In [0, 1]^2; v may have any length.
vec2 packed_direction(vec3 v) {
  v /= max(abs(v.x) + abs(v.y) + abs(v.z), 1e-20);
  return (v.z < 0.0 ? outer_faces(v.xy) : v.xy) * 0.5 + 0.5;
}

vec3 unpacked_direction(vec2 place) {
  place = place * 2.0 - 1.0;
  float z = 1.0 - abs(place.x) - abs(place.y);
  return normalize(vec3(z < 0.0 ? outer_faces(place) : place, z));
}
