// Depth of field. Depth is as elsewhere: of the near plane divided by the distance along the view, 0
// where there is nothing.

layout(binding = 4) uniform sampler2DMS depths;  // of surfaces
layout(binding = 7) uniform sampler2D fluid_depth;
layout(location = 0) uniform bool fluids_shown;  // else `fluid_depth` is of another picture

/// Of what is nearest at a pixel but for the ground. Light that comes through a fluid is as far away
/// as that.
float depth_of_surface(ivec2 pixel) {
  float depth = fluids_shown ? texelFetch(fluid_depth, pixel, 0).r : 0.0;
  int samples = textureSamples(depths);
  for (int i = 0; i < samples; ++i) depth = max(depth, texelFetch(depths, pixel, i).r);
  return depth;
}
