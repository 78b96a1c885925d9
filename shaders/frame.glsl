// What every shader of a frame knows. Distances in metres, y up, colours linear.

layout(std140, binding = 0) uniform Frame {
  mat4 clip_from_world;    // depth 1 at the near plane, 0 at infinity
  mat4 shadow_from_world;  // to texture coordinates and depth, all in [0, 1]
  mat4 sky_from_world;     // the same, seen from above
  vec4 eye_m;              // w: distance of the near plane
  vec4 ray_right;          // from the middle of the picture to its right edge, at 1 m depth; w: 1
                           // where the surroundings are cut out, else 0
  vec4 ray_up;
  vec4 ray_forward;
  vec4 to_light;           // w: metres a texel of the shadow map
  vec4 shadow;             // metres across, metres deep, taps, size in texels
  vec4 sky;                // metres deep, radius in which things shade each other, taps, radius
                           // of the largest particles of fluids, or 0 where none throw shade
  vec4 ground_center_m;    // w: radius at which the ground has faded; 0: no ground is seen
  vec4 picture;            // width, height in pixels, pixel_scale, ground grid spacing in m or 0
  vec4 key_light;          // w: what light is multiplied by on its way to the film
  vec4 horizon_color;      // of the walls, and of the floor that meets them
  vec4 zenith_color;
  vec4 sky_light;          // ambient light from above
  vec4 floor_light;        // and from below
  vec4 key_share;          // of the light on the floor where nothing is in its way
};

/// Whether the picture's alpha is how much of a pixel the scene and its shadows cover. Else it is 1.
bool cuts_out() { return ray_right.w > 0.0; }

/// Metres above the ground, which hides what is below; where no ground is seen, nothing is.
float above_ground_m(vec3 point_m) {
  return ground_center_m.w > 0.0 ? point_m.y - ground_center_m.y : 1.0;
}
