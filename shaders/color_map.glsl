// Polynomial fit of viridis by Matt Zucker (public domain), then to linear light.
// render/palette.cpp has the same.

vec3 color_map(float t) {
  const vec3 c0 = vec3(0.2777273, 0.0054073, 0.3340998), c1 = vec3(0.1050930, 1.4046136, 1.3845902);
  const vec3 c2 = vec3(-0.3308618, 0.2148476, 0.0950952);
  const vec3 c3 = vec3(-4.6342305, -5.7991010, -19.3324410);
  const vec3 c4 = vec3(6.2282699, 14.1799334, 56.6905526);
  const vec3 c5 = vec3(4.7763850, -13.7451454, -65.3530326);
  const vec3 c6 = vec3(-5.4354559, 4.6458526, 26.3124352);
  float x = clamp(t, 0.0, 1.0);
  vec3 srgb = c0 + x * (c1 + x * (c2 + x * (c3 + x * (c4 + x * (c5 + x * c6)))));
  return pow(clamp(srgb, 0.0, 1.0), vec3(2.2));
}
