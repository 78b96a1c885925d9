// The bytes of a picture.

vec3 srgb_from_linear(vec3 linear) {
  vec3 bright = 1.055 * pow(linear, vec3(1.0 / 2.4)) - 0.055;
  return mix(bright, 12.92 * linear, lessThanEqual(linear, vec3(0.0031308)));
}

vec3 linear_from_srgb(vec3 bytes) {
  vec3 bright = pow((bytes + 0.055) / 1.055, vec3(2.4));
  return mix(bright, bytes / 12.92, lessThanEqual(bytes, vec3(0.04045)));
}
