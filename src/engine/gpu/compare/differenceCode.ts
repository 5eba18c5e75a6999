import type { Difference } from './difference.ts';

/** Threads of a work group. */
export const GROUP_SIZE = 256;

/** Of one work group: the largest difference, and the sum. */
export const PARTIAL_BYTES = 8;

/** Groups of the largest dispatch. Each adds up so little that its sum fits 32 bits. */
export const MAX_GROUPS = 1024;

const CHANNELS = 3;

/** Both pictures have 8-bit channels, row 0 at the top, and one size. */
export const DIFFERENCE_CODE = /* wgsl */ `
@group(0) @binding(0) var live : texture_2d<f32>;
@group(0) @binding(1) var pinned : texture_2d<f32>;

fn differenceAt(at : vec2u) -> vec3f {
  return abs(textureLoad(live, at, 0).rgb - textureLoad(pinned, at, 0).rgb);
}

@group(0) @binding(2) var<storage, read_write> partials : array<vec2u>;

var<workgroup> groupLargest : atomic<u32>;
var<workgroup> groupSum : atomic<u32>;

@compute @workgroup_size(${GROUP_SIZE}) fn reduce(
  @builtin(local_invocation_index) thread : u32,
  @builtin(workgroup_id) group : vec3u,
  @builtin(num_workgroups) groups : vec3u,
) {
  let size = textureDimensions(live);
  let stride = groups.x * ${GROUP_SIZE}u;
  var largest = 0u;
  var sum = 0u;
  for (var texel = group.x * ${GROUP_SIZE}u + thread; texel < size.x * size.y; texel += stride) {
    let steps = vec3u(round(differenceAt(vec2u(texel % size.x, texel / size.x)) * 255.0));
    largest = max(largest, max(steps.x, max(steps.y, steps.z)));
    sum += steps.x + steps.y + steps.z;
  }
  atomicMax(&groupLargest, largest);
  atomicAdd(&groupSum, sum);
  workgroupBarrier();
  if (thread == 0u) {
    partials[group.x] = vec2u(atomicLoad(&groupLargest), atomicLoad(&groupSum));
  }
}

@group(0) @binding(3) var<uniform> gain : f32;

@vertex fn corner(@builtin(vertex_index) index : u32) -> @builtin(position) vec4f {
  // One triangle that covers everything.
  return vec4f(vec2f(f32(index & 1u), f32(index >> 1u)) * 4.0 - 1.0, 0.0, 1.0);
}

@fragment fn show(@builtin(position) place : vec4f) -> @location(0) vec4f {
  return vec4f(differenceAt(vec2u(place.xy)) * gain, 1.0);
}
`;

/** Work groups for a picture of so many texels. */
export function groupsFor(texels: number): number {
  return Math.max(1, Math.min(MAX_GROUPS, Math.ceil(texels / GROUP_SIZE)));
}

/** The difference of two pictures of so many texels from the results of all work groups. */
export function combine(partials: Uint32Array, texels: number): Difference {
  let largest = 0;
  let sum = 0;
  for (let index = 0; index + 1 < partials.length; index += 2) {
    largest = Math.max(largest, partials[index] ?? 0);
    sum += partials[index + 1] ?? 0;
  }
  return { largest, mean: sum / (texels * CHANNELS) };
}
