import { type TextureSource, textureType } from './reductionCode.ts';

/** Bytes of `Options`. */
export const OPTIONS_BYTES = 48;

export const CHANNELS = ['rgba', 'rgb', 'r', 'g', 'b', 'a'] as const;
export const RANGES = ['0..1', 'minimum..maximum', 'symmetric', 'logarithm'] as const;

export const FLAGS = { yUp: 1, sheet: 2, grid: 4 } as const;

/** Shows texels as colours: what is not finite is magenta. */
export function imageCode({
  sample,
  dimension,
  isDifference,
}: Pick<TextureSource, 'sample' | 'dimension' | 'isDifference'>): string {
  const place = { '2d': 'at.xy', '2d-array': 'at.xy, at.z', '3d': 'at' }[dimension];
  const load = (name: string) => `vec4f(textureLoad(${name}, ${place}, 0))`;
  const type = textureType(sample, dimension);
  return /* wgsl */ `
struct Options {
  // Of the image, in pixels of the canvas from its top left; pixels a texel; slices side by side.
  origin : vec2f, scale : f32, columns : u32,
  // Of the texture, and the slice that is shown.
  size : vec3u, slice : u32,
  channels : u32, range : u32, flags : u32, count : u32,
}

struct Range { low : f32, high : f32, center : f32, count : u32 }

@group(0) @binding(0) var<uniform> options : Options;
@group(0) @binding(1) var<uniform> range : Range;
@group(0) @binding(2) var image : ${type};
${isDifference ? `@group(0) @binding(3) var pinned : ${type};` : ''}

@vertex fn corner(@builtin(vertex_index) index : u32) -> @builtin(position) vec4f {
  // One triangle that covers the canvas.
  return vec4f(vec2f(f32(index & 1u), f32(index >> 1u)) * 4.0 - 1.0, 0.0, 1.0);
}

fn isOn(flag : u32) -> bool {
  return (options.flags & flag) != 0u;
}

fn mapped(value : vec4f) -> vec4f {
  let most = max(max(abs(range.low), abs(range.high)), 1e-37);
  switch options.range {
    case 1u: {
      let span = max(range.high * 0.5 - range.low * 0.5, 1e-37);
      return (value * 0.5 - range.low * 0.5) / span;
    }
    case 2u: {
      return value / most * 0.5 + 0.5;
    }
    case 3u: {
      return log2(1.0 + abs(value)) / log2(1.0 + most);
    }
    default: {
      return value;
    }
  }
}

fn isFinite(value : f32) -> bool {
  return (bitcast<u32>(value) & 0x7f800000u) != 0x7f800000u;
}

fn isShown(value : vec4f) -> bool {
  switch options.channels {
    case 0u: {
      return isFinite(value.x) && isFinite(value.y) && isFinite(value.z) && isFinite(value.w);
    }
    case 1u: {
      return isFinite(value.x) && isFinite(value.y) && isFinite(value.z);
    }
    default: {
      return isFinite(value[options.channels - 2u]);
    }
  }
}

fn colorOf(value : vec4f, pixel : vec2f) -> vec3f {
  if (!isShown(value)) {
    return vec3f(1.0, 0.0, 1.0);
  }
  let seen = clamp(mapped(value), vec4f(0.0), vec4f(1.0));
  if (options.channels > 1u) {
    return vec3f(seen[options.channels - 2u]);
  }
  if (options.count == 1u) {
    return vec3f(seen.x);
  }
  if (options.channels == 1u || options.count < 4u) {
    return seen.xyz;
  }
  let square = vec2u(pixel / 8.0);
  let behind = select(0.4, 0.6, ((square.x + square.y) & 1u) == 0u);
  return mix(vec3f(behind), seen.xyz, clamp(value.w, 0.0, 1.0));
}

@fragment fn shade(@builtin(position) position : vec4f) -> @location(0) vec4f {
  let place = (position.xy - options.origin) / options.scale;
  let size = options.size;
  let slices = select(1u, size.z, isOn(${FLAGS.sheet}u));
  let rows = (slices + options.columns - 1u) / options.columns;
  let extent = vec2f(size.xy * vec2u(options.columns, rows));
  if (any(place < vec2f(0.0)) || any(place >= extent)) {
    return vec4f(0.0);
  }
  let texel = vec2u(place);
  let tile = (texel.y / size.y) * options.columns + texel.x / size.x;
  if (tile >= slices) {
    return vec4f(0.0);
  }
  let down = texel.y % size.y;
  let y = select(down, size.y - 1u - down, isOn(${FLAGS.yUp}u));
  let at = vec3u(texel.x % size.x, y, select(options.slice, tile, isOn(${FLAGS.sheet}u)));
  let value = ${load('image')}${isDifference ? ` - ${load('pinned')}` : ''};
  let color = colorOf(value, position.xy);
  let edge = fract(place) * options.scale;
  let isEdge = isOn(${FLAGS.grid}u) && (edge.x < 1.0 || edge.y < 1.0);
  return vec4f(select(color, mix(color, vec3f(0.5), 0.5), isEdge), 1.0);
}
`;
}
