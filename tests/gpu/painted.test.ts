import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { MAIN_FILE, type ProjectFile } from '#core/project/project.ts';
import type { Compiler } from '#engine/compiler/core/compiler.ts';
import { createPictureReader } from '#engine/gpu/replay/pictureReader.ts';
import { createPaintSession, type PaintSession } from '#tools/debugger/paint/paintSession.ts';
import { emptyText, type PaintState } from '#tools/debugger/paint/paintState.ts';
import { createTestCompiler } from '../support/compiler.ts';
import { realDebugger } from '../support/realDebugger.ts';
import { requestRealDevice } from '../support/realDevice.ts';

/** Of the picture, in pixels. */
const SIZE = { width: 64, height: 48 };

let device: GPUDevice;
let compiler: Compiler;
beforeAll(async () => {
  device = await requestRealDevice();
  device.addEventListener('uncapturederror', ({ error }) => refusals.push(error.message));
  compiler = await createTestCompiler();
  vi.stubGlobal('navigator', { gpu: { getPreferredCanvasFormat: () => 'rgba8unorm' } });
});
afterAll(() => vi.unstubAllGlobals());

let end: (() => void) | null = null;
const refusals: string[] = [];
afterEach(() => {
  end?.();
  expect(refusals).toEqual([]);
});

/** What stands between the brackets is selected; with nothing between them, the cursor is there. */
function selectionIn(main: string, others: readonly ProjectFile[]) {
  const files = [{ path: MAIN_FILE, text: main }, ...others];
  const { path, text } = files.find((each) => each.text.includes('«')) ?? { path: '', text: '' };
  const selection = { path, from: text.indexOf('«'), to: text.indexOf('»') - 1 };
  const [source = '', ...texts] = files.map((each) => each.text.replace(/[«»]/g, ''));
  const rest = others.map((each, index) => ({ ...each, text: texts[index] ?? '' }));
  return { source, files: rest, selection };
}

async function until(
  { store }: PaintSession,
  is: (state: PaintState) => boolean,
): Promise<PaintState> {
  if (!is(store.getState())) {
    await new Promise<void>((resolve) => {
      const stop = store.subscribe((state) => {
        if (!is(state)) return;
        stop();
        resolve();
      });
    });
  }
  return store.getState();
}

async function painted(marked: string, others: readonly ProjectFile[] = []) {
  const { source, files, selection } = selectionIn(marked, others);
  const run = await realDebugger(device, compiler, source, files);
  const shown = device.createTexture({
    ...{ label: 'painted', size: [SIZE.width, SIZE.height], format: 'rgba8unorm' },
    usage: GPUTextureUsage.RENDER_ATTACHMENT | GPUTextureUsage.COPY_SRC,
  });
  const context = { configure: () => {}, getCurrentTexture: () => shown };
  const canvas = { getContext: () => context } as unknown as HTMLCanvasElement;
  const session = createPaintSession(run.context, canvas);
  end = () => {
    session.dispose();
    run.dispose();
  };
  const pictures = createPictureReader(device);
  const pictureNow = () => {
    const picture = run.context.observers.newest()?.resources.get('outputTexture');
    if (picture?.kind !== 'texture') throw new Error('There is no picture.');
    return picture.texture;
  };
  const pictureOf = async () => {
    return (await pictures.read(pictureNow(), true)).bytes;
  };
  const before = await pictureOf();
  session.paint(selection);
  const state = await until(
    session,
    ({ reached, problem }) => reached !== null || problem !== null,
  );
  if (state.problem !== null) throw new Error(state.problem);
  return {
    ...{ session, state, before, pictureOf },
    /** The picture as recordings show it. */
    async recorded() {
      const reader = createPictureReader(device, run.context.observers.meter?.drawOver);
      return (await reader.read(pictureNow(), false)).bytes;
    },
    /** The painted value at a texel as the page shows it. */
    async at(x: number, y: number): Promise<string> {
      session.point([x, y]);
      const prefix = `x ${x}, y ${y}: `;
      const { pointed } = await until(session, (each) => each.pointed.startsWith(prefix));
      return pointed.slice(prefix.length);
    },
  };
}

function numbersOf(text: string): number[] {
  return (text.match(/-?\d[\d.]*(?:e[-+]?\d+)?/g) ?? []).map(Number);
}

const kernel = (body: string, before = '') => `import playground; import rendering;
${before}
[shader("compute")] [numthreads(8, 8, 1)] [playground::CALL::SIZE_OF("outputTexture")]
void draw(uint2 at : SV_DispatchThreadID)
{
${body}
    drawPixel(at, (int2 size) => float4(0.5));
}
`;

const FRAME = '[playground::FRAME_ID] uniform int frame;';

type Expected = (x: number, y: number) => readonly number[] | string;

const WAVE = 'float wave(float x) { return «x * x» + 1; }';

/** Ten programs; what is painted in each, and what a processor says about it. */
const CASES: readonly { readonly source: string; readonly value: Expected }[] = [
  // Arithmetic of a thread's own numbers.
  { source: kernel('float a = «at.x * 0.5»;'), value: (x) => [x * 0.5] },
  { source: kernel('float «»a = at.x * 0.5 + at.y;'), value: (x, y) => [x * 0.5 + y] },
  { source: kernel('int a = int(at.x) - 20; a «»+= 3;'), value: (x) => [x - 17] },
  { source: kernel('float2 a = «float2(at) / 4»;'), value: (x, y) => [x / 4, y / 4] },
  { source: kernel('float3 «»a = float3(at, 1) * 0.5;'), value: (x, y) => [x / 2, y / 2, 0.5] },
  { source: kernel('uint4 a = uint4(at, «at.x ^ at.y», 1);'), value: (x, y) => [x ^ y] },
  // Conditions and branches.
  { source: kernel('if («at.x > 10») { }'), value: (x) => (x > 10 ? 'true' : 'false') },
  {
    source: kernel('float a = 0; if (at.x > 30) { a «»= 2; }'),
    value: (x) => (x > 30 ? [2] : 'not reached'),
  },
  {
    source: kernel('float a = at.y > 20 ? «1.0 * at.x» : 0.0;'),
    value: (x, y) => (y > 20 ? [x] : 'not reached'),
  },
  {
    source: kernel('bool a = «at.x % 2 == 0 && at.y > 3»;'),
    value: (x, y) => String(x % 2 === 0 && y > 3),
  },
  // Loops: the last time.
  { source: kernel('int sum = 0; for (int i = 0; i < 5; i++) sum «»+= i;'), value: () => [10] },
  {
    source: kernel('uint n = at.x; while (n > 3) { n = «n / 2»; }'),
    value: (x) => {
      let n = x;
      while (n > 3) n = Math.floor(n / 2);
      return x > 3 ? [n] : 'not reached';
    },
  },
  { source: kernel('for (int i = 0; «i < int(at.x)»; i++) { }'), value: () => 'false' },
  // Functions, called once or several times.
  { source: kernel('float a = wave(at.x);', WAVE), value: (x) => [x * x] },
  { source: kernel('float a = wave(1) + wave(at.y);', WAVE), value: (_, y) => [y * y] },
  {
    source: kernel('float a = halved(at.x);', 'float halved(float x) { «»return x / 2; }'),
    value: (x) => [x / 2],
  },
  // Structs, members and arrays.
  {
    source: kernel(
      'Ray ray; ray.origin = float2(at); float a = «ray.origin.y * 2»;',
      'struct Ray { float2 origin; float far; }',
    ),
    value: (_, y) => [y * 2],
  },
  {
    source: kernel('float values[3] = { 1, at.x, 3 }; float a = «values[at.y % 3]»;'),
    value: (x, y) => [[1, x, 3][y % 3] ?? 0],
  },
  {
    source: kernel('float2x2 m = float2x2(1, 2, 3, 4); float2 «»a = mul(m, float2(at));'),
    value: (x, y) => [x + 2 * y, 3 * x + 4 * y],
  },
  // Uniforms and buffers.
  {
    source: kernel(
      'float a = «amount * at.x»;',
      '[playground::SLIDER(0.25, 0, 1)] uniform float amount;',
    ),
    value: (x) => [x * 0.25],
  },
  {
    source: kernel(
      'data[at.x] = 1; float a = «data[at.x] + 2»;',
      '[playground::ZEROS(64)] RWStructuredBuffer<float> data;',
    ),
    value: () => [3],
  },
  // Generic functions and methods.
  {
    source: kernel(
      'float a = twice(float(at.x));',
      'T twice<T : IArithmetic>(T x) { return x + x; }'.replace('return x + x;', '«»return x + x;'),
    ),
    value: (x) => [2 * x],
  },
  {
    source: kernel(
      'Box box = { 2 }; float a = box.grown(at.x);',
      'struct Box { float size; float grown(float by) { return «size + by»; } }',
    ),
    value: (x) => [2 + x],
  },
  // What is not finite, and large or small numbers.
  {
    source: kernel('float a = «1 / (at.x - 5.0)»;'),
    value: (x) => (x === 5 ? '∞' : [1 / (x - 5)]),
  },
  {
    source: kernel('float a = «sqrt(at.x - 3.0)»;'),
    value: (x) => (x < 3 ? 'NaN' : [Math.sqrt(x - 3)]),
  },
  { source: kernel('float a = «exp2(at.x)»;'), value: (x) => [2 ** x] },
  // A fragment shader that fills the picture.
  {
    source:
      'import playground;\n[shader("fragment")] float4 fill(float2 uv : UV) : SV_Target { float a = «uv.x * 10»; return a; }',
    value: (x) => [((x + 0.5) / SIZE.width) * 10],
  },
  {
    source:
      'import playground;\n[shader("fragment")] float4 fill(float4 at : SV_Position) : SV_Target { «»return at; }',
    value: (x, y) => [x + 0.5, y + 0.5, 0, 1],
  },
  // Colours that are stored, and what happens inside a lambda.
  {
    source: kernel('').replace('float4(0.5)', '«float4(size, 0, 1)»'),
    value: () => [SIZE.width, SIZE.height, 0, 1],
  },
  {
    source: kernel('').replace(
      '(int2 size) => float4(0.5)',
      '(int2 size) => { float a = «float(at.x) / size.x»; return float4(a); }',
    ),
    value: (x) => [x / SIZE.width],
  },
];

const TEXELS = [
  [0, 0],
  [5, 0],
  [63, 47],
  [31, 20],
  [12, 4],
  [40, 33],
] as const;

async function expectValues({ at }: Awaited<ReturnType<typeof painted>>, value: Expected) {
  for (const [x, y] of TEXELS) {
    const text = await at(x, y);
    const expected = value(x, y);
    if (typeof expected === 'string') {
      expect(`${x} ${y} ${text}`).toBe(`${x} ${y} ${expected}`);
      continue;
    }
    const numbers = numbersOf(text);
    expect(numbers).toHaveLength(expected.length);
    for (const [index, number] of expected.entries()) {
      expect(Math.abs((numbers[index] ?? 0) - number)).toBeLessThanOrEqual(Math.abs(number) * 1e-3);
    }
  }
}

describe('a painted value', () => {
  const named = CASES.map((each) => ({ ...each, line: /.*«.*/.exec(each.source)?.[0].trim() }));
  it.each(named)('equals a processor’s: $line', async ({ source, value }) => {
    await expectValues(await painted(source), value);
  });
});

/** Two layers of triangles that fill the picture: the first covers it on the right, and has a hole. */
const geometry = (attributes: string, fragment: string, { result = 'float4', before = '' } = {}) =>
  `import playground;
${before}
struct Varyings
{
    float4 position : SV_Position;
    float2 uv : UV;
    nointerpolation uint layer : LAYER;
}
[shader("vertex")] [playground::DRAW(3)] [playground::DRAW::INSTANCES(2)] ${attributes}
Varyings place(uint id : SV_VertexID, uint layer : SV_InstanceID)
{
    float2 corner = float2(id & 1, id >> 1) * 2;
    Varyings v;
    v.position = float4(corner * 2 - 1, layer == 0 ? 0.9 - 0.8 * corner.x : 0.5, 1);
    v.uv = corner;
    v.layer = layer;
    return v;
}
[shader("fragment")]
${result} shade(Varyings v)${result === 'float4' ? ' : SV_Target' : ''}
{
    ${fragment}
}
`;

const SHADED = `if (v.layer == 0 && v.position.y < 10) discard;
    float4 value = «float4(v.layer, floor(v.uv * 64), 7)»; return float4(1);`;

const ONE_SAMPLE = '[playground::SAMPLES(1)]';
const DEPTH = '[playground::DEPTH("less", true)]';

const isBefore = (x: number, y: number) => y >= 10 && (x + 0.5) / SIZE.width > 0.5;

const layered = (isFirst: (x: number, y: number) => boolean) => (x: number, y: number) => [
  isFirst(x, y) ? 0 : 1,
  x,
  Math.floor(((y + 0.5) / SIZE.height) * 64),
  7,
];

/** Draws of geometry; what a processor says about the fragment that is kept in a pixel. */
const DRAWN: readonly {
  readonly rule: string;
  readonly source: string;
  readonly value: Expected;
}[] = [
  {
    rule: 'the nearest, with a depth test',
    source: geometry(`${DEPTH} ${ONE_SAMPLE}`, SHADED),
    value: layered(isBefore),
  },
  {
    rule: 'the nearest, with four samples',
    source: geometry(DEPTH, SHADED),
    value: layered(isBefore),
  },
  {
    rule: 'the last, without a depth test',
    source: geometry(ONE_SAMPLE, SHADED),
    value: layered(() => false),
  },
  {
    rule: 'the last of those that are blended',
    source: geometry(`[playground::BLEND("add")] [playground::CLEAR(0.5, 0.5, 0.5, 1)]`, SHADED),
    value: layered(() => false),
  },
  {
    rule: 'that of any of several targets',
    source: `${geometry(
      `${DEPTH} ${ONE_SAMPLE}`,
      `if (v.layer == 0 && v.position.y < 10) discard;
    Both both; both.one = «float4(v.layer, floor(v.uv * 64), 7)»; both.two = 1; return both;`,
      {
        result: '[playground::TARGET("one")] [playground::TARGET("two")] Both',
        before: `Texture2D<float4> one; Texture2D<float4> two;
struct Both { float4 one : SV_Target0; float4 two : SV_Target1; }`,
      },
    )}
[shader("fragment")] float4 fill(float4 at : SV_Position) : SV_Target { return one.Load(int3(int2(at.xy), 0)); }`,
    value: layered(isBefore),
  },
  {
    rule: 'none, where another draw covers it',
    source: `${geometry(`${DEPTH} ${ONE_SAMPLE}`, SHADED)}
[shader("vertex")] [playground::DRAW(3)] ${DEPTH} ${ONE_SAMPLE}
float4 cover(uint id : SV_VertexID) : SV_Position { return float4(float2(id & 1, id >> 1) * 4 - 2.01, 0, 1); }
[shader("fragment")] float4 dark() : SV_Target { return float4(0, 0, 0, 1); }`,
    value: (x, y) =>
      (x + 0.5) / 32 - 1 + ((y + 0.5) / 24 - 1) < -0.02 ? 'not reached' : layered(isBefore)(x, y),
  },
  {
    rule: 'in a function that it calls, with a loop',
    source: geometry(
      `${DEPTH} ${ONE_SAMPLE}`,
      'if (v.layer == 0 && v.position.y < 10) discard; return float4(added(v.layer * 10));',
      {
        before:
          'float added(float to) { float sum = to; for (int i = 0; i < 4; i++) { sum «»+= i; } return sum; }',
      },
    ),
    value: (x, y) => [isBefore(x, y) ? 6 : 16],
  },
  {
    rule: 'a condition that only some fragments come to',
    source: geometry(
      ONE_SAMPLE,
      'if (v.layer == 1) { if («v.uv.x > 0.25») return float4(1); } return float4(0);',
    ),
    value: (x) => String((x + 0.5) / SIZE.width > 0.25),
  },
];

describe('of the fragments of a pixel, the kept one is painted:', () => {
  it.each(DRAWN)('$rule', async ({ source, value }) => {
    await expectValues(await painted(source), value);
  });

  it('while the picture stays as it was', async () => {
    const { before, pictureOf } = await painted(
      geometry(
        DEPTH,
        `if (v.layer == 0 && v.position.y < 10) discard;
    float2 value = «v.uv + v.layer»; return float4(value, 0.5, 1);`,
      ),
    );
    expect(await pictureOf()).toEqual(before);
  });
});

describe('of a function that is called several times', () => {
  const CALLED = `${kernel(
    `float once = added(at.x);
    float nested = added(added(at.x) + added(100));
    added(7);
    Offset offset = { 1000 };
    if (at.x > 3) offset.plus(at.x);`,
    `struct Offset { float by; float plus(float x) { float sum = by + x; return sum; } };
float added(float to) { float sum «»= to + 0.5; return sum; }`,
  )}`;

  it.each([
    ['line 7: added(at.x)', (x: number) => x + 0.5],
    ['line 8: added(added(at.x) + added(100))', (x: number) => x + 101.5],
    ['line 8: added(at.x)', (x: number) => x + 0.5],
    ['line 8: added(100)', () => 100.5],
    ['line 9: added(7)', () => 7.5],
  ])('%s', async (text, value) => {
    const { session, at } = await painted(CALLED);
    expect(await at(2, 3)).toBe('7.5');
    const calls = session.store.getState().place?.calls ?? [];
    session.keep({ call: calls.findIndex((each) => each.text === text) });
    await until(session, ({ pointed }) => pointed === `x 2, y 3: ${value(2)}`);
    expect(session.store.getState().place?.calls).toHaveLength(5);
  });

  it('its calls as a method are found too', async () => {
    const source = CALLED.replace('«»', '').replace('sum = by', 'sum «»= by');
    const { at, session } = await painted(source);
    expect(await at(9, 3)).toBe('1009');
    expect(session.store.getState().place?.calls.map(({ text }) => text)).toEqual([
      'line 11: offset.plus(at.x)',
    ]);
  });
});

it('values of other files are painted', async () => {
  const noise = 'float noise(float x) { float twice «»= x * 2; return twice; }';
  const { at } = await painted(`import noise; ${kernel('float height = noise(at.x);')}`, [
    { path: 'noise.slang', text: noise },
  ]);
  expect(await at(21, 3)).toBe('42');
});

it('the values of a thread are kept frame by frame', async () => {
  const { session } = await painted(
    kernel('if (frame % 4 != 3) { float2 a = «float2(at.x, frame)»; }', FRAME),
  );
  session.chart([5, 3]);
  const samplesOf = ({ charted }: PaintState) => charted?.history.samples ?? [];
  const state = await until(session, (each) => samplesOf(each).length >= 8);
  for (const { frame, values } of samplesOf(state)) {
    expect(values).toEqual(frame % 4 === 3 ? [Number.NaN] : [5, frame]);
  }
  const frames = samplesOf(state).map(({ frame }) => frame);
  expect(frames).toEqual(frames.map((_, index) => (frames[0] ?? 0) + index));
});

it('recordings show the values over the picture', async () => {
  const { session, recorded } = await painted(
    kernel('if (at.x >= 4) { float a = «at.x < 8 ? -1.0 : 1.0»; }'),
  );
  session.setLook({ map: 'sign', scale: 'unit' });
  const bytes = await recorded();
  const at = (x: number) => [...bytes.subarray(x * 4, x * 4 + 4)];
  expect([at(5), at(9)]).toEqual([
    [33, 102, 217, 255],
    [237, 122, 26, 255],
  ]);
  // The picture under the hatching is darkened or lightened grey.
  expect([57, 58, 159, 160]).toContain(at(1)[0]);
});

describe('of a thread that comes there several times', () => {
  const LOOP = kernel('for (int i = 0; i < int(at.x); i++) { int doubled = «i * 2»; }');

  it('the first, a chosen or the last value is painted, or how many there are', async () => {
    const { session, at } = await painted(LOOP);
    expect(await at(7, 3)).toBe('12');
    const afterChange = async (change: Parameters<PaintSession['keep']>[0], wanted: string) => {
      session.keep(change);
      await until(session, ({ pointed }) => pointed === `x 7, y 3: ${wanted}`);
    };
    await afterChange({ time: 'first' }, '0');
    await afterChange({ time: 'chosen', iteration: 3 }, '4');
    await afterChange({ time: 'count' }, '7');
    expect(session.store.getState().range).toEqual([1, SIZE.width - 1]);
  });
});

it('the threads of a kernel over a buffer fill rows', async () => {
  const { state, at } = await painted(`import playground; import rendering;
[playground::ZEROS(100)] RWStructuredBuffer<float> data;
[shader("compute")] [numthreads(10, 1, 1)] [playground::CALL(100, 1, 1)]
void fill(uint at : SV_DispatchThreadID) { float root = «at * 0.5»; data[at] = root; }
${kernel('').split('\n').slice(2).join('\n')}`);
  expect(state.size).toMatchObject({ width: 10, height: 10 });
  expect(await at(3, 2)).toBe('11.5');
});

it('the vertices of a draw fill rows, instance by instance', async () => {
  const { session, state, at } = await painted(
    geometry(DEPTH, 'return float4(1);').replace(
      'v.uv = corner;',
      'v.uv = corner; float2 value = «corner + layer * 10»;',
    ),
  );
  expect(state).toMatchObject({ isStrip: true, reached: 6, size: { width: 3, height: 2 } });
  expect(numbersOf(await at(1, 0))).toEqual([2, 0]);
  expect(numbersOf(await at(2, 1))).toEqual([10, 12]);
  session.keep({ columns: 2 });
  await until(session, ({ size }) => size?.width === 2);
  expect(session.store.getState().size).toMatchObject({ width: 2, height: 3 });
  expect(numbersOf(await at(1, 2))).toEqual([10, 12]);
});

it('the vertices of a mesh have its values', async () => {
  const { at, state } = await painted(`import playground;
struct Varyings { float4 position : SV_Position; float3 normal : NORMAL; }
[shader("vertex")] [playground::DRAW::MESH("cube")]
Varyings place(float3 position : POSITION, float3 normal : NORMAL)
{
    Varyings v;
    v.position = float4(position * 0.5, 1);
    float3 «»twice = normal * 2 + position;
    v.normal = twice;
    return v;
}
[shader("fragment")] float4 shade(Varyings v) : SV_Target { return float4(v.normal, 1); }`);
  expect(state.reached).toBe(24);
  const [x = 0, y = 0, z = 0] = numbersOf(await at(2, 1));
  // A normal has one component that is not 0; those of positions are 0.5 or 1.
  const sizes = [x, y, z].map(Math.abs).toSorted((one, other) => one - other);
  expect(sizes[2]).toBeGreaterThan(2);
  expect(sizes[1]).toBeLessThan(2);
});

const REFUSALS = [
  ['an empty line', kernel('«»\n'), /^Nothing on this line has a value/],
  [
    'an import',
    kernel('').replace('rendering', '«rendering»'),
    /^Only expressions inside functions/,
  ],
  ['half an expression', kernel('float a = at.«x +» 1;'), /^The compiler refuses to record this:/],
] as const;

it.each(REFUSALS)('says why it cannot paint %s', async (_, source, reason) => {
  await expect(painted(source)).rejects.toThrow(reason);
});

it.each([
  ['nothing();', 'void nothing() {}'],
  ['makePair();', 'struct Pair { float a; }\nPair makePair() { Pair p; p.a = 1; return p; }'],
])('%s is no number, so it has no colour', async (call, declared) => {
  const { state, at } = await painted(kernel(`«${call}»`, declared));
  expect(await at(3, 2)).toBe('no number');
  expect(emptyText(state)).toMatch(/^This is no number, vector or bool/);
});
