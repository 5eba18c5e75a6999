import { CELL_WORDS, SCALAR_CODE, TRACE_LAYOUT } from '#core/source/instrument/traceLayout.ts';
import type { Dispose } from '#core/util/disposer.ts';
import { COVERING_TRIANGLE } from '#engine/gpu/coveringTriangle.ts';
import type { Size } from '#engine/gpu/screen.ts';

/**
 * How values become colours: code that returns the colour of `own`, a thread's number, between
 * `least` and `most`, which are `extent` apart. Each has a pipeline of its own, because drivers
 * that run on the processor execute every branch.
 */
const NUMBER_COLORS = {
  grey: 'return vec3f(saturate((own - least) / extent));',
  viridis: 'return viridis((own - least) / extent);',
  diverging: 'return side(abs(own) / max(max(abs(least), abs(most)), 1e-30), own);',
  sign: 'return side(select(0.0, 1.0, own != 0.0), own);',
  bands: /* wgsl */ `
    let right = numbers(value_of(cell.y * look.size.x + min(cell.x + 1u, look.size.x - 1u))).x;
    let above = numbers(value_of(min(cell.y + 1u, look.size.y - 1u) * look.size.x + cell.x)).x;
    let is_line = floor(right) != floor(own) || floor(above) != floor(own);
    let grey = vec3f(0.15 + 0.75 * saturate((own - least) / extent));
    return select(grey, ORANGE, is_line);`,
  // Numbers have no direction.
  arrows: 'return vec3f(saturate((own - least) / extent));',
} as const;

export type PaintMap = keyof typeof NUMBER_COLORS;

export interface PaintLook {
  readonly map: PaintMap;
  /** Null for the smallest and the largest value of each frame. */
  readonly range: readonly [least: number, most: number] | null;
  /** Shows how often threads came to the site instead of the value. */
  readonly isCount: boolean;
}

export interface PaintPasses {
  /**
   * Three words: the smallest and the largest value, as integers of the same order, and how many
   * threads came to the site.
   */
  readonly range: GPUBuffer;
  /** Finds the range of the newest values. */
  findRange(encoder: GPUCommandEncoder): void;
  /** Shows the newest values on the canvas. */
  submit(look: PaintLook): void;
  /** Draws the newest values over a texture. */
  drawOver(encoder: GPUCommandEncoder, look: PaintLook, texture: GPUTexture): void;
  dispose: Dispose;
}

const CODE = /* wgsl */ `
struct Look {
  size : vec2u,
  is_count : u32,
  is_fixed : u32,
  least : f32,
  most : f32,
  canvas : vec2f,
}
@group(0) @binding(0) var<storage, read> pairs : array<vec2u>;
@group(0) @binding(1) var<uniform> look : Look;

// In pairs of words, because fewer loads are faster.
const FIRST = ${TRACE_LAYOUT.first / 2}u;
const CELL = ${CELL_WORDS / 2}u;

struct Value {
  times : u32,
  code : u32,
  count : u32,
  bits : vec4u,
}

fn value_of(index : u32) -> Value {
  let at = FIRST + index * CELL;
  let start = pairs[at];
  if (look.is_count == 1u) {
    return Value(start.x, ${SCALAR_CODE.uint}u, 1u, vec4u(start.x));
  }
  return Value(start.x, start.y >> 8u, start.y & 255u, vec4u(pairs[at + 1u], pairs[at + 2u]));
}

fn numbers(value : Value) -> vec4f {
  let whole = select(vec4f(value.bits), vec4f(bitcast<vec4i>(value.bits)),
    value.code == ${SCALAR_CODE.int}u);
  return select(whole, bitcast<vec4f>(value.bits), value.code == ${SCALAR_CODE.float}u);
}

/** Which of four components the value has. */
fn is_used(value : Value) -> vec4<bool> {
  return vec4u(0u, 1u, 2u, 3u) < vec4u(value.count);
}

fn is_finite(value : Value) -> vec4<bool> {
  let is_float = value.code == ${SCALAR_CODE.float}u;
  let exponent = vec4u(0x7f800000u);
  return (value.bits & select(vec4u(0u), exponent, is_float)) != exponent;
}
`;

/** Invocations of a group that finds the range, and about how many values each looks at. */
const GROUP = 64;
const VALUES_EACH = 16;

const REDUCE = /* wgsl */ `
${CODE}
@group(0) @binding(2) var<storage, read_write> range : array<atomic<u32>, 3>;

// Integers of the same order as their floats.
fn ordered(numbers : vec4f) -> vec4u {
  let bits = bitcast<vec4u>(numbers);
  return select(bits | vec4u(0x80000000u), ~bits, (bits >> vec4u(31u)) == vec4u(1u));
}

@compute @workgroup_size(${GROUP}) fn reduce(
  @builtin(global_invocation_id) id : vec3u,
  @builtin(num_workgroups) groups : vec3u,
) {
  var least = vec4u(0xffffffffu);
  var most = vec4u(0u);
  var reached = 0u;
  let count = look.size.x * look.size.y;
  for (var index = id.x; index < count; index += groups.x * ${GROUP}u) {
    let value = value_of(index);
    reached += min(value.times, 1u);
    let words = ordered(numbers(value));
    let counts = is_used(value) & is_finite(value) & vec4<bool>(value.times > 0u);
    least = min(least, select(vec4u(0xffffffffu), words, counts));
    most = max(most, select(vec4u(0u), words, counts));
  }
  atomicMin(&range[0], min(min(least.x, least.y), min(least.z, least.w)));
  atomicMax(&range[1], max(max(most.x, most.y), max(most.z, most.w)));
  atomicAdd(&range[2], reached);
}
`;

const ARROW = /* wgsl */ `
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
  let vector = numbers(value).xy;
  let size = length(vector);
  // NaN, infinity and zero have no direction.
  if (!(size > 0.0) || size > 3e38) { return ground; }
  let reach = vector / size * SPACING * 0.46 * clamp(size / max(most, 1e-30), 0.15, 1.0);
  let side = vec2f(-reach.y, reach.x) * HEAD;
  let tip = middle + reach;
  let neck = middle + reach * (1.0 - 2.0 * HEAD);
  let near = min(distance_to(place, middle - reach, tip),
    min(distance_to(place, neck + side, tip), distance_to(place, neck - side, tip)));
  let color = mix(BLUE, ORANGE, saturate(size / max(most, 1e-30)));
  return mix(ground, vec4f(mix(color, vec3f(1.0), 0.5), 1.0), 1.0 - smoothstep(0.7, 1.6, near));
}
`;

const SHOW_ARROW =
  'if (value.count > 1u) { return arrow(at.place * look.canvas, max(abs(least), abs(most))); }';

const showCode = (map: PaintMap) => /* wgsl */ `
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
  let at = saturate(place) * 4.0;
  let first = mix(vec3f(0.267, 0.005, 0.329), vec3f(0.229, 0.322, 0.546), saturate(at));
  let second = mix(first, vec3f(0.128, 0.567, 0.551), saturate(at - 1.0));
  let third = mix(second, vec3f(0.369, 0.789, 0.383), saturate(at - 2.0));
  return mix(third, vec3f(0.993, 0.906, 0.144), saturate(at - 3.0));
}

fn side(amount : f32, sign : f32) -> vec3f {
  return mix(MIDDLE, select(BLUE, ORANGE, sign > 0.0), saturate(amount));
}

fn color_of(value : Value, cell : vec2u, least : f32, most : f32) -> vec3f {
  let extent = max(most - least, 1e-30);
  if (value.count > 1u) {
    let color = saturate((numbers(value).xyz - least) / extent);
    return select(vec3f(0.0), color, is_used(value).xyz);
  }
  let own = numbers(value).x;
  if (value.code == ${SCALAR_CODE.bool}u) { return select(BLUE, ORANGE, own > 0.5); }
  ${NUMBER_COLORS[map]}
}

@fragment fn show(at : Corner) -> @location(0) vec4f {
  let cell = min(vec2u(at.place * vec2f(look.size)), look.size - 1u);
  let value = value_of(cell.y * look.size.x + cell.x);
  if (value.times == 0u || value.count == 0u) {
    let stripe = fract((at.position.x + at.position.y) / 12.0) < 0.25;
    return select(vec4f(0.0, 0.0, 0.0, 0.55), vec4f(0.5, 0.5, 0.5, 0.75), stripe);
  }
  if (any(is_used(value) & !is_finite(value))) { return vec4f(SIGNAL, 1.0); }
  let is_fixed = look.is_fixed == 1u;
  let least = select(unordered(range[0]), look.least, is_fixed);
  let most = select(unordered(range[1]), look.most, is_fixed);
  ${map === 'arrows' ? SHOW_ARROW : ''}
  return vec4f(color_of(value, cell, least, most), 1.0);
}
${map === 'arrows' ? ARROW : ''}
`;

const LOOK_BYTES = 32;
/** In pixels. Fewer values get several pixels each, so that lines over them are thin. */
const LEAST_SIDE = 256;
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
  const pipelines = pipelinesOf(device);
  const format = navigator.gpu.getPreferredCanvasFormat();
  context.configure({ device, format, alphaMode: 'premultiplied' });
  const { STORAGE, COPY_DST, COPY_SRC, UNIFORM } = GPUBufferUsage;
  const range = device.createBuffer({
    ...{ label: 'range of painted values', size: RANGE_WORDS * 4 },
    usage: STORAGE | COPY_DST | COPY_SRC,
  });
  const settings = device.createBuffer({
    ...{ label: 'look of painted values', size: LOOK_BYTES, usage: UNIFORM | COPY_DST },
  });
  const [reducing, showing] = pipelines.layouts.map((layout) =>
    device.createBindGroup({
      ...{ label: 'painted values', layout },
      entries: [words, settings, range].map((buffer, binding) => ({
        ...{ binding, resource: { buffer } },
      })),
    }),
  );
  const noRange = Uint32Array.of(0xffff_ffff, 0, 0);
  let shown: PaintLook | null = null;
  const findRange = (encoder: GPUCommandEncoder) => {
    device.queue.writeBuffer(range, 0, noRange);
    const pass = encoder.beginComputePass();
    pass.setPipeline(pipelines.reducer);
    pass.setBindGroup(0, reducing);
    pass.dispatchWorkgroups(Math.ceil((width * height) / GROUP / VALUES_EACH));
    pass.end();
  };
  const draw = (
    encoder: GPUCommandEncoder,
    look: PaintLook,
    { texture, loadOp }: { readonly texture: GPUTexture; readonly loadOp: GPULoadOp },
  ) => {
    if (look !== shown) {
      device.queue.writeBuffer(settings, 0, settingsOf(look, { width, height }, canvas));
    }
    shown = look;
    if (look.range === null) findRange(encoder);
    const view = texture.createView();
    const pass = encoder.beginRenderPass({
      colorAttachments: [{ view, loadOp, storeOp: 'store' }],
    });
    pass.setPipeline(pipelines.shower(look.map, texture.format));
    pass.setBindGroup(0, showing);
    pass.draw(3);
    pass.end();
  };
  return {
    range,
    findRange,
    submit(look) {
      const encoder = device.createCommandEncoder({ label: 'show painted values' });
      draw(encoder, look, { texture: context.getCurrentTexture(), loadOp: 'clear' });
      device.queue.submit([encoder.finish()]);
    },
    drawOver(encoder, look, texture) {
      draw(encoder, look, { texture, loadOp: 'load' });
    },
    dispose() {
      range.destroy();
      settings.destroy();
    },
  };
}

type PaintPipelines = ReturnType<typeof createPipelines>;

const knownPipelines = new WeakMap<GPUDevice, PaintPipelines>();

function pipelinesOf(device: GPUDevice): PaintPipelines {
  const pipelines = knownPipelines.get(device) ?? createPipelines(device);
  knownPipelines.set(device, pipelines);
  return pipelines;
}

function createPipelines(device: GPUDevice) {
  const { COMPUTE, FRAGMENT } = GPUShaderStage;
  const layoutFor = (visibility: GPUShaderStageFlags, range: GPUBufferBindingType) =>
    device.createBindGroupLayout({
      label: 'painted values',
      entries: (['read-only-storage', 'uniform', range] as const).map((type, binding) => ({
        ...{ binding, visibility, buffer: { type } },
      })),
    });
  const [reducing, showing] = [
    layoutFor(COMPUTE, 'storage'),
    layoutFor(FRAGMENT, 'read-only-storage'),
  ];
  const pipelineLayout = (layout: GPUBindGroupLayout) =>
    device.createPipelineLayout({ bindGroupLayouts: [layout] });
  const showers = new Map<string, GPURenderPipeline>();
  return {
    layouts: [reducing, showing],
    reducer: device.createComputePipeline({
      label: 'range of painted values',
      layout: pipelineLayout(reducing),
      compute: { module: device.createShaderModule({ label: 'range', code: REDUCE }) },
    }),
    shower(map: PaintMap, target: GPUTextureFormat): GPURenderPipeline {
      const label = `painted values: ${map}, ${target}`;
      const known = showers.get(label);
      if (known) return known;
      const module = device.createShaderModule({ label, code: showCode(map) });
      const shower = device.createRenderPipeline({
        ...{ label, layout: pipelineLayout(showing), vertex: { module } },
        fragment: { module, targets: [{ format: target, blend: { color: OVER, alpha: OVER } }] },
      });
      showers.set(label, shower);
      return shower;
    },
  };
}

/** Of premultiplied colours. */
const OVER = { srcFactor: 'one', dstFactor: 'one-minus-src-alpha' } as const;

function settingsOf({ range, isCount }: PaintLook, { width, height }: Size, canvas: Size) {
  const bytes = new ArrayBuffer(LOOK_BYTES);
  new Uint32Array(bytes).set([width, height, isCount ? 1 : 0, range ? 1 : 0]);
  new Float32Array(bytes).set([...(range ?? [0, 1]), canvas.width, canvas.height], 4);
  return bytes;
}
