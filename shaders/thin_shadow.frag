// What is transparent throws a shadow with one texel of four, which the light's size blurs.

void main() {
  ivec2 texel = ivec2(gl_FragCoord.xy) & 1;
  if (texel.x + 2 * texel.y != 0) discard;
}
