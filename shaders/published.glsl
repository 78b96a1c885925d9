// The published vertices as a plain array, for shaders that fetch them by index.

struct PublishedVertex {
  vec4 position_scalar;
  vec4 normal_w;
};
layout(std430, binding = 0) readonly buffer Vertices { PublishedVertex vertices[]; };
