import { CELL_WORDS, SCALAR_CODE, TRACE_LAYOUT } from '#core/source/instrument/traceLayout.ts';
import type { Dispose } from '#core/util/disposer.ts';
import { COVERING_TRIANGLE } from '#engine/gpu/coveringTriangle.ts';
import type { Size } from '#engine/gpu/screen.ts';

/** How values become colours. */
export const PAINT_MAPS = ['grey', 'viridis', 'diverging', 'sign', 'bands', 'arrows'] as const;

export interface PaintLook {
  readonly map: (typeof PAINT_MAPS)[number];
  /** Null for the smallest and the largest value of each frame. */
  readonly range: readonly [least: number, most: number] | null;
  /** Shows how often threads came to the site instead of the value. */
  readonly isCount: boolean;
}

export interface PaintPasses {
  /**
   * Three words of the newest frame: the smallest and the largest value, as integers of the same
   * order, and how many threads came to the site.
   */
  readonly range: GPUBuffer;
  /** Shows the newest values. */
  submit(look: PaintLook): void;
  dispose: Dispose;
}

const CODE = /* wgsl */ `
struct Look {
  size : vec2u,
  map : u32,
  is_count : u32,
  is_fixed : u32,
  least : f32,
  most : f32,
  canvas : vec2f,
}
@group(0) @binding(0) var<storage, read> words : array<u32>;
@group(0) @binding(1) var<uniform> look : Look;

const FIRST = ${TRACE_LAYOUT.first}u;
const CELL = ${CELL_WORDS}u;

struct Value {
  times : u32,
  code : u32,
  count : u32,
  bits : vec4u,
}

fn value_of(index : u32) -> Value {
  let at = FIRST + index * CELL;
  let head = words[at + 1u];
  if (look.is_count == 1u) {
    return Value(words[at], ${SCALAR_CODE.uint}u, 1u, vec4u(words[at]));
  }
  return Value(words[at], head >> 8u, head & 255u,
    vec4u(words[at + 2u], words[at + 3u], words[at + 4u], words[at + 5u]));
}

fn number(value : Value, component : u32) -> f32 {
  let bits = value.bits[component];
  switch value.code {
    case ${SCALAR_CODE.float}u: { return bitcast<f32>(bits); }
    case ${SCALAR_CODE.int}u: { return f32(bitcast<i32>(bits)); }
    default: { return f32(bits); }
  }
}

fn is_finite(value : Value, component : u32) -> bool {
  return value.code != ${SCALAR_CODE.float}u || (value.bits[component] & 0x7f800000u) != 0x7f800000u;
}
`;

/** Invocations of a group that finds the range, and at most how many groups there are. */
const GROUP = 64;
const MOST_GROUPS = 256;

const REDUCE = /* wgsl */ `
${CODE}
@group(0) @binding(2) var<storage, read_write> range : array<atomic<u32>, 3>;

fn ordered(number : f32) -> u32 {
  let bits = bitcast<u32>(number);
  return select(bits | 0x80000000u, ~bits, bits >> 31u == 1u);
}

// Of a group. Workgroup memory begins with zeros, so the smallest value is inverted.
var<workgroup> group_least : atomic<u32>;
var<workgroup> group_most : atomic<u32>;
var<workgroup> group_reached : atomic<u32>;

@compute @workgroup_size(${GROUP}) fn reduce(
  @builtin(global_invocation_id) id : vec3u,
  @builtin(num_workgroups) groups : vec3u,
  @builtin(local_invocation_index) local : u32,
) {
  var least = 0xffffffffu;
  var most = 0u;
  var reached = 0u;
  let count = look.size.x * look.size.y;
  for (var index = id.x; index < count; index += groups.x * ${GROUP}u) {
    let value = value_of(index);
    if (value.times == 0u) { continue; }
    reached += 1u;
    for (var component = 0u; component < value.count; component += 1u) {
      if (!is_finite(value, component)) { continue; }
      let word = ordered(number(value, component));
      least = min(least, word);
      most = max(most, word);
    }
  }
  atomicMax(&group_least, ~least);
  atomicMax(&group_most, most);
  atomicAdd(&group_reached, reached);
  workgroupBarrier();
  if (local != 0u) { return; }
  atomicMin(&range[0], ~atomicLoad(&group_least));
  atomicMax(&range[1], atomicLoad(&group_most));
  atomicAdd(&range[2], atomicLoad(&group_reached));
}
`;

const SHOW = /* wgsl */ `
${CODE}
@group(0) @binding(2) var<storage, read> range : array<u32, 3>;
${COVERING_TRIANGLE}

const SIGNAL = vec3f(1.0, 0.0, 0.9);
const BLUE = vec3f(0.13, 0.40, 0.85);
const ORANGE = vec3f(0.93, 0.48, 0.10);
const MIDDLE = vec3f(0.93);

fn unordered(word : u32) -> f32 {
  return bitcast<f32>(select(~word, word ^ 0x80000000u, word >> 31u == 1u));
}

/** The colours of viridis at its quarters, blended. */
fn viridis(place : f32) -> vec3f {
  let stops = array<vec3f, 5>(vec3f(0.267, 0.005, 0.329), vec3f(0.229, 0.322, 0.546),
    vec3f(0.128, 0.567, 0.551), vec3f(0.369, 0.789, 0.383), vec3f(0.993, 0.906, 0.144));
  let at = clamp(place, 0.0, 1.0) * 4.0;
  let stop = min(u32(at), 3u);
  return mix(stops[stop], stops[stop + 1u], at - f32(stop));
}

fn side(amount : f32, sign : f32) -> vec3f {
  return mix(MIDDLE, select(BLUE, ORANGE, sign > 0.0), clamp(amount, 0.0, 1.0));
}

fn color_of(value : Value, cell : vec2u, least : f32, most : f32) -> vec3f {
  let extent = max(most - least, 1e-30);
  if (value.count > 1u) {
    var color = vec3f(0.0);
    for (var component = 0u; component < min(value.count, 3u); component += 1u) {
      color[component] = clamp((number(value, component) - least) / extent, 0.0, 1.0);
    }
    return color;
  }
  let own = number(value, 0u);
  if (value.code == ${SCALAR_CODE.bool}u) { return select(BLUE, ORANGE, own > 0.5); }
  switch look.map {
    case 1u: { return viridis((own - least) / extent); }
    case 2u: { return side(abs(own) / max(max(abs(least), abs(most)), 1e-30), own); }
    case 3u: { return side(select(0.0, 1.0, own != 0.0), own); }
    case 4u: {
      let right = value_of(cell.y * look.size.x + min(cell.x + 1u, look.size.x - 1u));
      let above = value_of(min(cell.y + 1u, look.size.y - 1u) * look.size.x + cell.x);
      let is_line = floor(number(right, 0u)) != floor(own) || floor(number(above, 0u)) != floor(own);
      let grey = clamp((own - least) / extent, 0.0, 1.0);
      return mix(vec3f(0.15 + 0.75 * grey), ORANGE, select(0.0, 1.0, is_line));
    }
    default: { return vec3f(clamp((own - least) / extent, 0.0, 1.0)); }
  }
}

const SPACING = 22.0;
const HEAD = 0.45;

fn distance_to(place : vec2f, start : vec2f, end : vec2f) -> f32 {
  let along = end - start;
  let part = clamp(dot(place - start, along) / max(dot(along, along), 1e-6), 0.0, 1.0);
  return distance(place, start + along * part);
}

/** An arrow in each square of a grid, which shows the vector in its middle. */
fn arrow(place : vec2f, most : f32) -> vec4f {
  let middle = (floor(place / SPACING) + 0.5) * SPACING;
  let cell = min(vec2u(middle / look.canvas * vec2f(look.size)), look.size - 1u);
  let value = value_of(cell.y * look.size.x + cell.x);
  let ground = vec4f(0.0, 0.0, 0.0, 0.45);
  if (value.times == 0u || value.count < 2u) { return ground; }
  let vector = vec2f(number(value, 0u), number(value, 1u));
  let size = length(vector);
  // NaN, infinity and zero have no direction.
  if (!(size > 0.0) || size > 3e38) { return ground; }
  let reach = vector / size * SPACING * 0.46 * clamp(size / max(most, 1e-30), 0.15, 1.0);
  let side = vec2f(-reach.y, reach.x) * HEAD;
  let tip = middle + reach;
  let neck = middle + reach * (1.0 - 2.0 * HEAD);
  let near = min(distance_to(place, middle - reach, tip),
    min(distance_to(place, neck + side, tip), distance_to(place, neck - side, tip)));
  let color = mix(BLUE, ORANGE, clamp(size / max(most, 1e-30), 0.0, 1.0));
  return mix(ground, vec4f(mix(color, vec3f(1.0), 0.5), 1.0), 1.0 - smoothstep(0.7, 1.6, near));
}

@fragment fn show(at : Corner) -> @location(0) vec4f {
  let cell = min(vec2u(at.place * vec2f(look.size)), look.size - 1u);
  let value = value_of(cell.y * look.size.x + cell.x);
  if (value.times == 0u || value.count == 0u) {
    let stripe = fract((at.position.x + at.position.y) / 12.0) < 0.25;
    return select(vec4f(0.0, 0.0, 0.0, 0.55), vec4f(0.5, 0.5, 0.5, 0.75), stripe);
  }
  for (var component = 0u; component < value.count; component += 1u) {
    if (!is_finite(value, component)) { return vec4f(SIGNAL, 1.0); }
  }
  let is_fixed = look.is_fixed == 1u;
  let least = select(unordered(range[0]), look.least, is_fixed);
  let most = select(unordered(range[1]), look.most, is_fixed);
  if (look.map == ${PAINT_MAPS.indexOf('arrows')}u && value.count > 1u) {
    return arrow(at.place * look.canvas, max(abs(least), abs(most)));
  }
  return vec4f(color_of(value, cell, least, most), 1.0);
}
`;

const LOOK_BYTES = 40;
/** In pixels. Fewer values get several pixels each, so that lines over them are thin. */
const LEAST_SIDE = 512;
export const RANGE_WORDS = 3;

/** Passes that find the range of painted values and show them on a canvas. */
export function createPaintPasses(
  device: GPUDevice,
  canvas: HTMLCanvasElement,
  words: GPUBuffer,
  { width, height }: Size,
): PaintPasses {
  const context = canvas.getContext('webgpu');
  if (!context) throw new Error('Could not get webgpu context');
  const scale = Math.max(1, Math.floor(LEAST_SIDE / Math.max(width, height)));
  canvas.width = width * scale;
  canvas.height = height * scale;
  const format = navigator.gpu.getPreferredCanvasFormat();
  context.configure({ device, format, alphaMode: 'premultiplied' });
  const { STORAGE, COPY_DST, COPY_SRC, UNIFORM } = GPUBufferUsage;
  const range = device.createBuffer({
    ...{
      label: 'range of painted values',
      size: RANGE_WORDS * 4,
      usage: STORAGE | COPY_DST | COPY_SRC,
    },
  });
  const settings = device.createBuffer({
    ...{ label: 'look of painted values', size: LOOK_BYTES, usage: UNIFORM | COPY_DST },
  });
  const { reducer, shower } = paintPipelines(device, format);
  const bindGroupOf = (pipeline: GPUComputePipeline | GPURenderPipeline) =>
    device.createBindGroup({
      label: 'painted values',
      layout: pipeline.getBindGroupLayout(0),
      entries: [words, settings, range].map((buffer, binding) => ({
        ...{ binding, resource: { buffer } },
      })),
    });
  const reducing = bindGroupOf(reducer);
  const showing = bindGroupOf(shower);
  const noRange = Uint32Array.of(0xffff_ffff, 0, 0);
  let shown: PaintLook | null = null;
  return {
    range,
    submit(look) {
      if (look !== shown) {
        device.queue.writeBuffer(settings, 0, settingsOf(look, { width, height }, canvas));
      }
      shown = look;
      device.queue.writeBuffer(range, 0, noRange);
      const encoder = device.createCommandEncoder({ label: 'show painted values' });
      const compute = encoder.beginComputePass();
      compute.setPipeline(reducer);
      compute.setBindGroup(0, reducing);
      compute.dispatchWorkgroups(Math.min(Math.ceil((width * height) / GROUP), MOST_GROUPS));
      compute.end();
      const view = context.getCurrentTexture().createView();
      const pass = encoder.beginRenderPass({
        colorAttachments: [{ view, loadOp: 'clear', storeOp: 'store' }],
      });
      pass.setPipeline(shower);
      pass.setBindGroup(0, showing);
      pass.draw(3);
      pass.end();
      device.queue.submit([encoder.finish()]);
    },
    dispose() {
      range.destroy();
      settings.destroy();
    },
  };
}

type PaintPipelines = ReturnType<typeof createPaintPipelines>;

const pipelinesOf = new WeakMap<GPUDevice, PaintPipelines>();

/** Of a device, which has one format for canvases. */
function paintPipelines(device: GPUDevice, format: GPUTextureFormat): PaintPipelines {
  const pipelines = pipelinesOf.get(device) ?? createPaintPipelines(device, format);
  pipelinesOf.set(device, pipelines);
  return pipelines;
}

function createPaintPipelines(device: GPUDevice, format: GPUTextureFormat) {
  const module = device.createShaderModule({ label: 'painted values', code: SHOW });
  return {
    reducer: device.createComputePipeline({
      label: 'range of painted values',
      layout: 'auto',
      compute: { module: device.createShaderModule({ label: 'range', code: REDUCE }) },
    }),
    shower: device.createRenderPipeline({
      label: 'painted values',
      layout: 'auto',
      vertex: { module },
      fragment: { module, targets: [{ format }] },
    }),
  };
}

function settingsOf({ map, range, isCount }: PaintLook, { width, height }: Size, canvas: Size) {
  const bytes = new ArrayBuffer(LOOK_BYTES);
  const fixed = range ? 1 : 0;
  new Uint32Array(bytes).set([width, height, PAINT_MAPS.indexOf(map), isCount ? 1 : 0, fixed]);
  new Float32Array(bytes).set([...(range ?? [0, 1]), 0, canvas.width, canvas.height], 5);
  return bytes;
}
