import { pngDataUrl } from './png.ts';

/** A shader for one run-time rule, with its expected output. */
export interface PrintCase {
  readonly rule: string;
  readonly source: string;
  readonly prints: string;
}

const HEAD = 'import playground;\nimport printing;\n';
const ONE_THREAD = '[shader("compute")] [numthreads(1, 1, 1)]';
const ONCE = '[playground::CALL(1, 1, 1)] [playground::CALL::ONCE]';

/** A single-thread kernel that runs once, after all others, and prints. */
const report = (body: string) => `${ONE_THREAD} ${ONCE} void report() { ${body} }\n`;

const printing = (rule: string, prints: string, declarations: string, body: string): PrintCase => ({
  rule,
  prints,
  source: HEAD + declarations + report(body),
});

/** Reads cases from lines: `= rule => result`, declarations, and `> ` before the body. */
export function casesIn<Case>(
  create: (rule: string, result: string, declarations: string, body: string) => Case,
  text: string,
): Case[] {
  return text.split(/^= /m).flatMap((part, index) => {
    if (index === 0) return [];
    const [head = '', ...lines] = part.trimEnd().split('\n');
    const [rule = '', result = ''] = head.split(' => ');
    const body = lines.filter((line) => line.startsWith('> ')).map((line) => line.slice(2));
    const declarations = lines.filter((line) => !line.startsWith('> ')).map((line) => `${line}\n`);
    return [create(rule, result, declarations.join(''), body.join('\n'))];
  });
}

const base64 = (bytes: readonly number[]) => Buffer.from(bytes).toString('base64');
const dataUrl = (bytes: readonly number[]) =>
  `data:application/octet-stream;base64,${base64(bytes)}`;
const floatBytes = (...floats: number[]) => [...new Uint8Array(new Float32Array(floats).buffer)];

/** Red and blue above, green and black below. */
const IMAGE = pngDataUrl(2, [
  [255, 0, 0, 0, 0, 255],
  [0, 255, 0, 0, 0, 0],
]);

const PIXEL = pngDataUrl(1, [[0, 0, 0]]);

/** Counts its threads in `hits[0]`; `attributes` determine how often it is called. */
const counting = (attributes: string, groupSize = '1, 1, 1', name = 'count') =>
  `[shader("compute")] [numthreads(${groupSize})] ${attributes} void ${name}() { hits[0].add(1); }\n`;
const HITS = '[playground::ZEROS(1)] RWStructuredBuffer<Atomic<uint>> hits;\n';
const PRINT_HITS = 'printf("%u", hits[0].load());';

const RESOURCES: readonly PrintCase[] = [
  ...casesIn(
    printing,
    `
= ZEROS counts elements and fills them with zeros => 100 elements, sum 0
[playground::ZEROS(100)] RWStructuredBuffer<float> data;
> uint count, stride; data.GetDimensions(count, stride);
> float sum = 0; for (uint i = 0; i < count; ++i) sum += data[i];
> printf("%u elements, sum %g", count, sum);
= ZEROS counts structs of mixed fields => 7 elements of 32 bytes
struct Item { float3 place; uint id; float2 size; };
[playground::ZEROS(7)] RWStructuredBuffer<Item> items;
> uint count, stride; items.GetDimensions(count, stride); items[6].id = 1;
> printf("%u elements of %u bytes", count, stride);
= RAND fills with different floats from 0 to 1 => 1 1 1
[playground::RAND(512)] RWStructuredBuffer<float> data;
> float low = 1, high = 0; bool differ = false;
> for (uint i = 0; i < 512; ++i) { low = min(low, data[i]); high = max(high, data[i]); differ = differ || data[i] != data[0]; }
> printf("%d %d %d", int(low >= 0), int(high < 1 && high > 0.9), int(differ));
= DATA is read as it is => 1.5 -2 1024
[playground::DATA("${dataUrl(floatBytes(1.5, -2, 1024))}")] RWStructuredBuffer<float> data;
> printf("%g %g %g", data[0], data[1], data[2]);
= DATA fills a read-only buffer too => 7 9
[playground::DATA("${dataUrl([7, 0, 0, 0, 9, 0, 0, 0])}")] StructuredBuffer<uint> data;
> printf("%u %u", data[0], data[1]);
= DATA is cut to whole elements => 1 element: 3 4
[playground::DATA("${dataUrl([...floatBytes(3, 4, 5), 1, 2])}")] RWStructuredBuffer<float2> data;
> uint count, stride; data.GetDimensions(count, stride);
> printf("%u element: %g %g", count, data[0].x, data[0].y);
= BLACK makes a texture of zeros of its size => 12 x 5: 0
[playground::BLACK(12, 5)] RWTexture2D<float> image;
> uint w, h; image.GetDimensions(w, h); printf("%u x %u: %g", w, h, image[uint2(11, 4)]);
= BLACK_3D makes a texture with depth, read and written => 4 x 3 x 2: 8
[playground::BLACK_3D(4, 3, 2)] RWTexture3D<float> volume;
> uint w, h, d; volume.GetDimensions(w, h, d);
> volume[uint3(3, 2, 1)] = 8; printf("%u x %u x %u: %g", w, h, d, volume[uint3(3, 2, 1)]);
  `,
  ),
  ...(['float', 'int', 'uint'] as const).map((type) =>
    printing(
      `a read-write texture of ${type} keeps what is written`,
      '1 2',
      `[playground::BLACK(2, 1)] RWTexture2D<${type}> image;\n`,
      `image[uint2(0, 0)] = 1; image[uint2(1, 0)] = image[uint2(0, 0)] + 1;
       printf("%g %g", float(image[uint2(0, 0)]), float(image[uint2(1, 0)]));`,
    ),
  ),
  ...casesIn(
    printing,
    `
= SAMPLER filters linearly and repeats => 128 128, 128 128
[playground::URL("${IMAGE}")] Texture2D<float4> image;
[playground::SAMPLER] SamplerState sampler;
> float4 middle = image.SampleLevel(sampler, float2(0.5, 0.25), 0), beyond = image.SampleLevel(sampler, float2(1.0, 1.25), 0);
> printf("%.0f %.0f, %.0f %.0f", middle.r * 255, middle.b * 255, beyond.r * 255, beyond.b * 255);
= a constant buffer that nothing fills is zero => 0 0
struct Settings { float4 tint; int count; };
ConstantBuffer<Settings> settings;
> printf("%g %d", settings.tint.x, settings.count);
= a resource that nobody uses is no obstacle => fine
RWStructuredBuffer<float> unused; Texture2D<float4> alsoUnused; SamplerState sampler;
> print("fine");
= an array of textures has an image in each layer => 2 x 2 x 2: 255 0 0, 255 0 0
[playground::URL("${IMAGE}")] [playground::URL("${IMAGE}")] Texture2DArray<float4> images;
> uint w, h, n; images.GetDimensions(w, h, n);
> float3 a = images.Load(int4(0, 0, 0, 0)).rgb * 255, b = images.Load(int4(0, 0, 1, 0)).rgb * 255;
> printf("%u x %u x %u: %g %g %g, %g %g %g", w, h, n, a.r, a.g, a.b, b.r, b.g, b.b);
= a sampled 3D texture of zeros can be sampled => 4 x 3 x 2: 0
[playground::BLACK_3D(4, 3, 2)] Texture3D<float4> volume;
SamplerState smooth;
> uint w, h, d; volume.GetDimensions(w, h, d);
> printf("%u x %u x %u: %g", w, h, d, volume.SampleLevel(smooth, float3(0.5), 0).x);
= a texture of a format that WGSL lacks is stored in a wider one => stored
[playground::BLACK(2, 1)] [format("rg16f")] WTexture2D<float2> pair;
> pair.Store(uint2(1, 0), float2(0.25, 2)); print("stored");
= resources in bind groups beyond the first run => 7 8
[[vk::binding(2, 3)]] [playground::ZEROS(4)] RWStructuredBuffer<uint> far;
[[vk::binding(0, 1)]] [playground::ZEROS(4)] RWStructuredBuffer<uint> near;
> far[3] = 7; near[0] = far[3] + 1; printf("%u %u", far[3], near[0]);
= resources of one name in two namespaces are two => 1 2
namespace A { [playground::ZEROS(4)] RWStructuredBuffer<uint> data; }
namespace B { [playground::ZEROS(4)] RWStructuredBuffer<uint> data; }
> A::data[0] = 1; B::data[0] = 2; printf("%u %u", A::data[0], B::data[0]);
  `,
  ),
  printing(
    'six kernels with two buffers each run beside one that prints',
    '6 5 4 3 2 1',
    Array.from(
      { length: 6 },
      (_, pass) => `[playground::ZEROS(1)] RWStructuredBuffer<uint> a${pass}, b${pass};
        ${ONE_THREAD} ${ONCE} void pass${pass}() { a${pass}[0] = b${pass}[0] + ${6 - pass}; }\n`,
    )
      .join('')
      .replaceAll(/(\[playground::ZEROS\(1\)\]) (\w+<uint>) (\w+), (\w+);/g, '$1 $2 $3; $1 $2 $4;'),
    'printf("%u %u %u %u %u %u", a0[0], a1[0], a2[0], a3[0], a4[0], a5[0]);',
  ),
  ...casesIn(
    printing,
    `
= a group may share as much memory as the adapter has, beyond the default => 23.5
[playground::ZEROS(1)] RWStructuredBuffer<float> sum; groupshared float cache[4200];
[shader("compute")] [numthreads(64, 1, 1)] ${ONCE} void share(uint at : SV_GroupIndex)
{
    cache[at * 65] = 0.5 + at;
    GroupMemoryBarrierWithGroupSync();
    if (at == 0) sum[0] = cache[23 * 65];
}
> printf("%g", sum[0]);
`,
  ),
];

const CALLS = casesIn(
  printing,
  `
= CALL counts threads and rounds up to whole groups => 8
${HITS}${counting('[playground::CALL(5, 1, 1)] [playground::CALL::ONCE]', '4, 1, 1')}
> ${PRINT_HITS}
= CALL takes three dimensions => 24
${HITS}${counting('[playground::CALL(2, 3, 4)] [playground::CALL::ONCE]')}
> ${PRINT_HITS}
= SIZE_OF a buffer is its elements => 12
${HITS}[playground::ZEROS(12)] RWStructuredBuffer<float4> data;
${counting('[playground::CALL::SIZE_OF("data")] [playground::CALL::ONCE]')}
> ${PRINT_HITS}
= SIZE_OF a texture is its texels => 35
${HITS}[playground::BLACK(7, 5)] RWTexture2D<float> image;
${counting('[playground::CALL::SIZE_OF("image")] [playground::CALL::ONCE]')}
> ${PRINT_HITS}
= SIZE_OF a 3D texture is width × height × depth => 24
${HITS}[playground::BLACK_3D(4, 3, 2)] RWTexture3D<float> volume;
${counting('[playground::CALL_SIZE_OF("volume")] [playground::CALL_ONCE]')}
> ${PRINT_HITS}
= CALL_INDIRECT takes its groups from a buffer => 30
${HITS}[playground::ZEROS(4)] RWStructuredBuffer<uint> groups;
${ONE_THREAD} ${ONCE} void prepare() { groups[1] = 3; groups[2] = 5; groups[3] = 1; }
${counting('[playground::CALL_INDIRECT("groups", 4)] [playground::CALL::ONCE]', '2, 1, 1')}
> ${PRINT_HITS}
= entry points run in the order of their declaration => 123
[playground::ZEROS(1)] RWStructuredBuffer<uint> order;
${ONE_THREAD} ${ONCE} void zebra() { order[0] = order[0] * 10 + 1; }
${ONE_THREAD} ${ONCE} void apple() { order[0] = order[0] * 10 + 2; }
${ONE_THREAD} ${ONCE} void mango() { order[0] = order[0] * 10 + 3; }
> printf("%u", order[0]);
= an entry point without a call is never run => 0
${HITS}${counting('')}
> ${PRINT_HITS}
`,
);

/** Entry point names that WGSL reserves, hides, or also uses for a function. */
const AWKWARD_NAMES = 'move loop fn self null override _ __main max f32 f_0'.split(' ');

const NAMES: readonly PrintCase[] = [
  printing(
    'entry points may have any name',
    `${AWKWARD_NAMES.length} called, 2`,
    `${HITS}float f() { return max(1.0f, 2.0f); }\n${AWKWARD_NAMES.map((name) => counting('[playground::CALL(1, 1, 1)]', '1, 1, 1', name)).join('')}`,
    'printf("%u called, %g", hits[0].load(), f());',
  ),
];

const UNIFORMS: readonly PrintCase[] = [
  ...casesIn(
    printing,
    `
= a colour of four elements is opaque => 0.5 1
[playground::COLOR_PICK(0.5, 0.5, 0.5)] uniform float4 tint;
> printf("%g %g", tint.r, tint.a);
= the mouse is at rest at first => 0 0 0 0
[playground::MOUSE_POSITION] uniform float4 mouse;
> printf("%g %g %g %g", mouse.x, mouse.y, mouse.z, mouse.w);
  `,
  ),
  ...(['float', 'int', 'uint'] as const).map((type) =>
    printing(
      `time, frame and key may be ${type}, and start at 0`,
      '0 0 0',
      `[playground::TIME] uniform ${type} time; [playground::FRAME_ID] uniform ${type} frame; [playground::KEY("a")] uniform ${type} key;\n`,
      'printf("%d %d %d", int(time), int(frame), int(key));',
    ),
  ),
  ...casesIn(
    printing,
    `
= uniforms stand at the offsets that the compiler gives them => 0.5 1 2 3 0 4
[playground::SLIDER(0.5, 0, 8)] uniform float a;
[playground::COLOR_PICK(1.0, 0.0, 1.0)] uniform float3 b;
[playground::SLIDER(2, 0, 8)] uniform float c;
[playground::SLIDER(3, 0, 8)] uniform float d;
[playground::FRAME_ID] uniform uint e;
[playground::SLIDER(4, 0, 8)] uniform float f;
> printf("%g %g %g %g %u %g", a, b.r * b.b, c, d, e, f);
= a parameter block has its plain data and its resources => 0.5 1 0 0.25 0 8 3
struct Light { [playground::COLOR_PICK(1, 0, 0.25)] float3 color; float power; };
struct Inner { [playground::SLIDER(8, 0, 9)] float depth; };
struct Material
{
    [playground::SLIDER(0.5, 0, 1)] float roughness;
    Light light;
    [playground::ZEROS(4)] RWStructuredBuffer<float> data;
    ParameterBlock<Inner> inner;
};
ParameterBlock<Material> material;
> material.data[1] = 3;
> float3 c = material.light.color;
> printf("%g %g %g %g %g %g %g", material.roughness, c.r, c.g, c.b, material.light.power, material.inner.depth, material.data[1]);
= a cbuffer and a ConstantBuffer are written field by field => 2 0 5 0.75 0
cbuffer Scene { float4 ground; [playground::SLIDER(2, 0, 9)] float size; [playground::FRAME_ID] uint frame; };
struct Settings { [playground::SLIDER(5, 0, 9)] float speed; float2 rest; [playground::SLIDER(0.75, 0, 1)] float level; };
ConstantBuffer<Settings> settings;
> printf("%g %u %g %g %g", size, frame, settings.speed, settings.level, ground.x + settings.rest.x);
= arrays have a slider for each element, and structs in arrays those of their members => 1.5 2 2
[playground::SLIDER(0.25, 0, 1)] uniform float weights[3];
struct Layer { float height; [playground::SLIDER(2, 0, 4)] float gain; };
uniform Layer layers[2];
> float sum = 0; for (uint i = 0; i < 3; ++i) sum += weights[i] * (i + 1);
> printf("%g %g %g", sum, layers[0].gain, layers[1].gain + layers[1].height);
  `,
  ),
  {
    rule: 'parameters of entry points are fed, each of its own',
    prints: '0.5 4 | 0.75',
    source: `${HEAD}struct S { [playground::SLIDER(0.75, 0, 1)] float level; };
${ONE_THREAD} ${ONCE}
void first([playground::SLIDER(0.5, 0, 1)] uniform float level, [playground::ZEROS(4)] uniform RWStructuredBuffer<float> mine)
{
    mine[2] = 4;
    printf("%g %g | ", level, mine[2]);
}
${ONE_THREAD} ${ONCE} void second(ConstantBuffer<S> s) { printf("%g", s.level); }
`,
  },
];

const PRINTING: readonly PrintCase[] = [
  printing(
    'no line break is added',
    'onetwo\nthree',
    '',
    'print("one"); print("two\\n"); print("three");',
  ),
  printing(
    'conversions, flags and percent signs are C’s',
    '[ 42][0x2a][+3.50][text]100%',
    '',
    'printf("[%3d][%#x][%+.2f][%s]100%%", 42, 42, 3.5, "text");',
  ),
  printing('quotes and accents come through', "it's a “café”", '', 'print("it\'s a “café”");'),
  printing('unsigned numbers are whole', '4294967295', '', 'printf("%u", 4294967295u);'),
];

/** Shaders that each demonstrate a rule with a single print. */
export const PRINT_CASES: readonly PrintCase[] = [
  ...RESOURCES,
  ...CALLS,
  ...NAMES,
  ...UNIFORMS,
  ...PRINTING,
];

/** A shader that fills the picture with one colour, and that colour as shown on the screen. */
export interface ColorCase {
  readonly rule: string;
  readonly source: string;
  readonly color: readonly [red: number, green: number, blue: number];
}

const painting = (
  rule: string,
  color: ColorCase['color'],
  declaration: string,
  store: string,
): ColorCase => ({
  rule,
  color,
  source: `import playground;
${declaration}
[shader("compute")] [numthreads(8, 8, 1)] [playground::CALL::SIZE_OF("outputTexture")]
void paint(uint2 at : SV_DispatchThreadID) { ${store} }
`,
});

const SCREEN = '[playground::BLACK_SCREEN(1.0, 1.0)]';
const formatted = (format: string, type: string) =>
  `${SCREEN} [format("${format}")] WTexture2D<${type}> outputTexture;`;
const ORANGE = 'outputTexture.Store(at, float4(1.0, 0.5, 0.0, 1.0));';

/** A user-declared texture named outputTexture is shown, whatever its format. */
export const COLOR_CASES: readonly ColorCase[] = [
  ...(['rgba8', 'rgba16f', 'rgba32f', 'rgba8_snorm'] as const).map((format) =>
    painting(`the format ${format} is shown`, [255, 128, 0], formatted(format, 'float4'), ORANGE),
  ),
  painting(
    'the format rg32f is shown',
    [255, 128, 0],
    formatted('rg32f', 'float2'),
    'outputTexture.Store(at, float2(1.0, 0.5));',
  ),
  painting(
    'the format r32f is shown',
    [255, 0, 0],
    formatted('r32f', 'float'),
    'outputTexture.Store(at, 1.0);',
  ),
  painting(
    'a write-only texture without a format has 32 bits a component',
    [255, 128, 0],
    `${SCREEN} WTexture2D<float4> outputTexture;`,
    ORANGE,
  ),
  painting(
    'a read-write texture of one component is shown',
    [255, 0, 0],
    `${SCREEN} RWTexture2D<float> outputTexture;`,
    'outputTexture[at] = 0.25; outputTexture[at] = outputTexture[at] * 4.0;',
  ),
  painting(
    'a picture that is smaller than the screen fills it',
    [0, 128, 255],
    '[playground::BLACK(4, 4)] [format("rgba8")] WTexture2D<float4> outputTexture;',
    'outputTexture.Store(at, float4(0.0, 0.5, 1.0, 1.0));',
  ),
];

/** A shader that is refused during preparation or while running, with words from the reason. */
export interface RefusedCase {
  readonly rule: string;
  readonly source: string;
  readonly says: string;
}

const refused = (rule: string, says: string, declarations: string, body: string): RefusedCase => ({
  rule,
  says,
  source: HEAD + declarations + report(body),
});

export const REFUSED_CASES: readonly RefusedCase[] = [
  ...casesIn(
    refused,
    `
= a buffer over the device’s limit is named => Failed to create buffer data: it has 4000000000 bytes
[playground::ZEROS(1000000000)] RWStructuredBuffer<float> data;
> printf("%g", data[0]);
= a texture over the device’s limit is named => Failed to create texture image: 20000 × 4
[playground::BLACK(20000, 4)] RWTexture2D<float> image;
> printf("%g", image[uint2(0, 0)]);
= a texture that no memory holds is named => Failed to create texture volume: 2048 × 2048 × 2048 texels of r32float take 32 GB
[playground::BLACK_3D(2048, 2048, 2048)] RWTexture3D<float> volume;
> printf("%g", volume[uint3(0, 0, 0)]);
= an array of too many layers is named => Failed to create texture layers: 3000 layers are over the device's limit of
[playground::BLACK_3D(4, 4, 3000)] WTexture2DArray<float4> layers;
> layers.Store(uint3(0, 0, 0), float4(1)); print("stored");
= an image over the device’s limit is named => Failed to create texture image: 9000 × 1 is over the device's limit of 8192 on a side.
[playground::URL("${pngDataUrl(9000, [Array(9000 * 3).fill(0)])}")] Texture2D<float4> image;
> printf("%g", image[uint2(0, 0)].x);
= images of several sizes in one array are named with their sizes => all layers must have one size, but
[playground::URL("${IMAGE}")] [playground::URL("${PIXEL}")] Texture2DArray<float4> images;
> printf("%g", images.Load(int4(0, 0, 0, 0)).x);
  `,
  ),
  refused(
    'a group of too many threads is named',
    'Failed to create pipeline for entry point wide: it has 1024 threads in a group along z, but this device allows ',
    `${HITS}[shader("compute")] [numthreads(1, 1, 1024)] ${ONCE} void wide() { hits[0].add(1); }\n`,
    PRINT_HITS,
  ),
  {
    rule: 'an entry point that uses too many buffers is named',
    says: 'Failed to create pipeline for entry point report: it has 13 storage buffers, but this device allows ',
    source:
      HEAD +
      Array.from(
        { length: 12 },
        (_, index) => `[playground::ZEROS(1)] RWStructuredBuffer<uint> b${index};\n`,
      ).join('') +
      report(
        `printf("%u", ${Array.from({ length: 12 }, (_, index) => `b${index}[0]`).join(' + ')});`,
      ),
  },
];

const DRAWING = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" width="2" height="1"><rect width="2" height="1" fill="lime"/></svg>',
)}`;

/** What only a page can decode: files as they come, and drawings. */
export const PAGE_PRINT_CASES = casesIn(
  printing,
  `
= URL is decoded into a texture, first row first => 2 x 2: 255 0 0, 0 0 255, 0 255 0
[playground::URL("${IMAGE}")] Texture2D<float4> image;
> uint w, h; image.GetDimensions(w, h);
> float3 a = image[uint2(0, 0)].rgb * 255, b = image[uint2(1, 0)].rgb * 255, c = image[uint2(0, 1)].rgb * 255;
> printf("%u x %u: %g %g %g, %g %g %g, %g %g %g", w, h, a.r, a.g, a.b, b.r, b.g, b.b, c.r, c.g, c.b);
= URL takes drawings of its own size => 2 x 1: 0 255 0
[playground::URL("${DRAWING}")] Texture2D<float4> image;
> uint w, h; image.GetDimensions(w, h);
> float3 color = image[uint2(1, 0)].rgb * 255;
> printf("%u x %u: %g %g %g", w, h, color.r, color.g, color.b);
`,
);

/** What only a page can fetch: files next to it. */
export const PAGE_REFUSED_CASES = casesIn(
  refused,
  `
= a missing DATA file is named => Failed to process DATA command for data:
[playground::DATA("nowhere.bin")] RWStructuredBuffer<float> data;
> printf("%g", data[0]);
= a missing image is named => Failed to load & decode image from URL for image:
[playground::URL("nowhere.png")] Texture2D<float4> image;
> printf("%g", image[uint2(0, 0)].x);
`,
);
