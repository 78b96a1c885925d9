// Depth of field. Depth as elsewhere: near plane distance / distance along the view axis, 0 for
// none.

layout(binding = 4) uniform sampler2DMS depths;  // of surfaces
layout(binding = 7) uniform sampler2D fluid_depth;
layout(location = 0) uniform bool fluids_shown;  // else `fluid_depth` is stale

/// The nearest depth at a pixel, without the ground. Light through a fluid has the fluid's depth.
float depth_of_surface(ivec2 pixel) {
  float depth = fluids_shown ? texelFetch(fluid_depth, pixel, 0).r : 0.0;
  int samples = textureSamples(depths);
  for (int i = 0; i < samples; ++i) depth = max(depth, texelFetch(depths, pixel, i).r);
  return depth;
}
