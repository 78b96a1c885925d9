// Uniforms of all shaders of a frame. Distances in metres, y up, colours linear.

layout(std140, binding = 0) uniform Frame {
  mat4 clip_from_world;    // depth 1 at the near plane, 0 at infinity
  mat4 shadow_from_world;  // to texture coordinates and depth, all in [0, 1]
  mat4 sky_from_world;     // the same, seen from above
  vec4 eye_m;              // w: distance of the near plane
  vec4 ray_right;          // from the centre of the picture to its right edge at 1 m depth;
                           // w: 1 if the surroundings are cut out, else 0
  vec4 ray_up;
  vec4 ray_forward;
  vec4 to_light;           // w: metres per texel of the shadow map
  vec4 shadow;             // metres across, metres deep, taps, size in texels
  vec4 sky;                // metres deep, ambient occlusion radius, taps, radius of the
                           // largest particles of fluids that cast shadows, or 0
  vec4 ground_center_m;    // w: radius at which the ground has faded out; 0: no visible ground
  vec4 picture;            // width, height in pixels, pixel_scale, ground grid spacing in m or 0
  vec4 key_light;          // w: exposure
  vec4 horizon_color;      // of the walls, and of the floor that meets them
  vec4 zenith_color;
  vec4 sky_light;          // ambient light from above
  vec4 floor_light;        // and from below
  vec4 key_share;          // share of the unoccluded light on the floor
};

/// Whether the picture's alpha is the coverage by the scene and its shadows. Otherwise it is 1.
bool cuts_out() { return ray_right.w > 0.0; }

/// Height above the ground, which clips what is below; without a visible ground nothing is clipped.
float above_ground_m(vec3 point_m) {
  return ground_center_m.w > 0.0 ? point_m.y - ground_center_m.y : 1.0;
}
