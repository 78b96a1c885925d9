// Depth as the key light, or the sky, sees it.

layout(location = 0) uniform mat4 texture_from_world;

layout(location = 0) in vec4 position_scalar;

void main() {
  vec3 at = (texture_from_world * vec4(position_scalar.xyz, 1.0)).xyz;
  gl_Position = vec4(at.xy * 2.0 - 1.0, at.z, 1.0);
}
