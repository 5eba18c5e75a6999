/**
 * Vertex stage that covers the target; `place` is (0, 0) at the bottom left, (1, 1) at the top
 * right.
 */
export const COVERING_TRIANGLE = /* wgsl */ `
struct Corner {
  @builtin(position) position : vec4f,
  @location(0) place : vec2f,
}

@vertex fn corner(@builtin(vertex_index) index : u32) -> Corner {
  let place = vec2f(f32(index & 1u), f32(index >> 1u)) * 2.0;
  return Corner(vec4f(place * 2.0 - 1.0, 0.0, 1.0), place);
}
`;
