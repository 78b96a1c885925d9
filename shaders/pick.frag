// Which triangle is seen: its number plus one, or 0 for what cannot be picked.

layout(location = 0) uniform uint first;
layout(location = 0) out uint triangle;

void main() { triangle = first == 0u ? 0u : first + uint(gl_PrimitiveID); }
