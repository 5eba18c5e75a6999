import { describe, expect, it } from 'vitest';
import { createPlanner } from '../../../tests/support/planner.ts';
import { compareRuns } from './runChange.ts';
import type { RunChange } from './runDescriptor.ts';

const planner = await createPlanner();

const HEAD = 'import playground;\nimport rendering;\nimport printing;\n';
const ONE = '[shader("compute")] [numthreads(1, 1, 1)] [playground::CALL(1, 1, 1)]';
const ONCE = `${ONE} [playground::CALL::ONCE]`;
const DRAW = `[shader("compute")] [numthreads(8, 8, 1)] [playground::CALL::SIZE_OF("outputTexture")]
void draw(uint2 at : SV_DispatchThreadID) { drawPixel(at, (int2 screen) => float4(1.0)); }
`;

function change(before: string, after: string): RunChange {
  return compareRuns(planner.descriptor(HEAD + before), planner.descriptor(HEAD + after));
}

/** A buffer or texture with these attributes, and a kernel that uses it. */
const holding = (declaration: string, use = 'it[0] = it[0];') =>
  `${declaration} it;\n${ONE} void keep() { ${use} }\n${DRAW}`;
const TEXEL = 'it[uint2(0, 0)] = it[uint2(0, 0)];';
const SAMPLED = 'result[0] = it[uint2(0, 0)].x;';
const BUFFER = '[playground::ZEROS(4)] RWStructuredBuffer<float>';
const RESULT = `${BUFFER} result;\n`;

const isKept = (before: string, after: string) => change(before, after).kept.has('it');

describe('comparing two versions of a program', () => {
  it('finds no change in comments, spaces and unused functions', () => {
    const source = holding(BUFFER);
    for (const same of [source, `// new\n${source}`, `float unused() { return 1; }\n${source}`]) {
      expect(change(source, same)).toMatchObject({ isNone: true, keepsPipelines: true });
    }
  });

  it('finds a change in a number', () => {
    expect(change(DRAW, DRAW.replace('1.0', '0.5'))).toMatchObject({
      ...{ isNone: false, keepsPipelines: false, keepsLayout: true, keepsUniformBlocks: true },
      kept: new Set(['outputTexture', 'g_printedBuffer']),
    });
  });
});

describe('an entry point is unchanged', () => {
  const kernel = (name: string, body: string) => `${ONE} void ${name}() { ${body} }\n`;
  const same = (before: string, after: string) => [...change(before, after).sameEntryPoints];

  it('if another one or the unused rest of its code changed', () => {
    const source = `${BUFFER} it;\nfloat twice(float x) { return x * 2.0; }
${kernel('first', 'it[0] = it[1];')}${kernel('second', 'it[1] = twice(it[0]);')}${DRAW}`;
    expect(same(source, source.replace('= it[1]', '= it[2]'))).toEqual(['second', 'draw']);
    expect(same(source, source.replace('2.0', '3.0'))).toEqual(['first', 'draw']);
    expect(same(source, source)).toEqual(['first', 'second', 'draw']);
  });

  it('only if its targets have the same format', () => {
    const source = (format: string) => `[format("${format}")] Texture2D<float4> light;
[shader("fragment")] [playground::TARGET("light")] float4 fill() : SV_Target { return 1; }
[shader("fragment")] float4 show() : SV_Target { return light.Load(int3(0)); }`;
    expect(same(source('rgba8'), source('rgba8'))).toEqual(['fill', 'show']);
    expect(same(source('rgba8'), source('rgba16f'))).toEqual(['show']);
  });

  it('only if it uses the same resources', () => {
    const source = (to: string, from: string) =>
      `${BUFFER} one;\n${BUFFER} two;\n${kernel('copy', `${to}[0] = ${from}[0];`)}${DRAW}`;
    expect(same(source('one', 'two'), source('two', 'one'))).toEqual(['draw']);
  });

  it('only if its bindings and uniform offsets stay', () => {
    const time = '[playground::TIME] uniform float time;\n';
    const level = '[playground::SLIDER(0.5, 0, 1)] uniform float level;\n';
    const source = `${BUFFER} it;\n${kernel('tell', 'it[0] = time;')}`;
    expect(same(time + source + DRAW, level + time + source + DRAW)).toEqual(['draw']);
    const moved = RESULT + source.replace('time', 'result[0]');
    expect(same(source.replace('time', '1.0'), moved)).toEqual([]);
  });
});

describe('a resource is kept', () => {
  it('if its binding changes', () => {
    const source = holding(BUFFER);
    const moved = change(source, RESULT + source.replace('{ it', '{ result[0] = 1; it'));
    expect(moved).toMatchObject({ keepsLayout: false });
    expect([...moved.kept].sort()).toEqual(['g_printedBuffer', 'it', 'outputTexture']);
  });

  it('if it becomes read-only', () => {
    const source = RESULT + holding(BUFFER, 'result[0] = it[0];');
    expect(isKept(source, source.replace(/RW(?=\w+<\w+> it)/, ''))).toBe(true);
  });

  it('if only the code that uses it changes, or no code uses it for a while', () => {
    expect(isKept(holding(BUFFER), holding(BUFFER, 'it[1] = 2.0;'))).toBe(true);
    expect(isKept(holding(BUFFER), holding(BUFFER, ''))).toBe(true);
    expect(isKept(holding(BUFFER, ''), holding(BUFFER))).toBe(true);
  });

  it.each([
    ['BLACK', '[playground::BLACK(4, 4)] RWTexture2D<float>', TEXEL],
    ['BLACK_SCREEN', '[playground::BLACK_SCREEN(0.5, 0.5)] RWTexture2D<float>', TEXEL],
    ['BLACK_3D', '[playground::BLACK_3D(4, 4, 4)] RWTexture3D<float>', 'it[uint3(0)] = 1;'],
    ['RAND', '[playground::RAND(8)] RWStructuredBuffer<float>', 'it[0] = it[0];'],
    ['URL', '[playground::URL("a.png")] Texture2D<float4>', SAMPLED],
    ['DATA', '[playground::DATA("a.bin")] StructuredBuffer<float>', 'result[0] = it[0];'],
  ])('if it has the same arguments of %s', (_, declaration, use) => {
    const source = RESULT + holding(declaration, use);
    expect(isKept(source, `${source.replace('{ it', '{ result[1] = 3; it')}// edit`)).toBe(true);
  });
});

describe('a resource is recreated', () => {
  const SCREEN = '[playground::BLACK_SCREEN(1, 1)] RWTexture2D<float>';

  it.each([
    ['its count', BUFFER, '4)', '5)'],
    ['the size of its elements', BUFFER, 'float', 'float2'],
    ['the type of its elements', BUFFER, 'float', 'int'],
    ['its attribute', BUFFER, 'ZEROS', 'RAND'],
    ['its address', '[playground::DATA("a.bin")] RWStructuredBuffer<float>', 'a.bin', 'b.bin'],
    ['its width', '[playground::BLACK(4, 4)] RWTexture2D<float>', '4, 4', '8, 4'],
    ['its format', '[playground::BLACK(4, 4)] RWTexture2D<float>', 'float', 'uint'],
    ['its share of the screen', SCREEN, '1, 1', '0.5, 1'],
  ])('if %s changes', (_, declaration, from, to) => {
    const source = (text: string) => holding(text, text.includes('Texture') ? TEXEL : undefined);
    expect(isKept(source(declaration), source(declaration.replace(from, to)))).toBe(false);
  });

  it('if the type of a field of its struct changes, but not if only its code moved', () => {
    const source = (field: string) =>
      `struct Item { float3 place; ${field} id; };\n${holding(BUFFER.replace('float', 'Item'), 'it[0].id = 1;')}`;
    expect(isKept(source('uint'), source('int'))).toBe(false);
    expect(isKept(source('uint'), `float more() { return 2; }\n${source('uint')}`)).toBe(true);
  });

  it('if it did not exist before', () => {
    expect(isKept(DRAW, holding(BUFFER))).toBe(false);
    expect(isKept(holding(BUFFER), DRAW)).toBe(false);
  });

  const FILE = holding('[playground::DATA("a.bin")] RWStructuredBuffer<float>');

  it('if the shader has another address, which changes what it fetches', () => {
    const descriptor = planner.descriptor(HEAD + FILE);
    const elsewhere = { ...descriptor, uri: 'https://elsewhere.test/' };
    expect(compareRuns(descriptor, elsewhere).kept.has('it')).toBe(false);
    expect(compareRuns(descriptor, { ...descriptor }).kept.has('it')).toBe(true);
  });

  it('if the content of its project file changes', () => {
    const descriptor = planner.descriptor(HEAD + FILE);
    const own = { path: 'a.bin', type: 'application/octet-stream', size: 4 };
    const withOwn = (hash: string) => ({ ...descriptor, assets: { 'a.bin': { ...own, hash } } });
    const [one, two] = [withOwn('one'), withOwn('two')];
    expect(compareRuns(one, withOwn('one')).kept.has('it')).toBe(true);
    expect(compareRuns(one, two).kept.has('it')).toBe(false);
    expect(compareRuns(descriptor, one).kept.has('it')).toBe(false);
    expect(compareRuns(one, two).isNone).toBe(false);
  });
});

describe('the uniform block', () => {
  const uniforms = (declarations: string, value: string) =>
    `${declarations}${DRAW.replace('1.0', value)}`;
  const LEVEL = '[playground::SLIDER(0.5, 0, 1)] uniform float level;\n';

  it('is kept if its size stays the same', () => {
    const two = `${LEVEL}[playground::TIME] uniform float time;\n`;
    const after = uniforms(two, 'level + time');
    const { keepsUniformBlocks, isNone } = change(uniforms(LEVEL, 'level'), after);
    expect([keepsUniformBlocks, isNone]).toEqual([true, false]);
  });

  it('is recreated if it grows or is new', () => {
    const more = `${LEVEL}[playground::COLOR_PICK(1, 1, 1)] uniform float3 tint;\n`;
    const source = uniforms(LEVEL, 'level');
    expect(change(source, uniforms(more, 'level * tint.x')).keepsUniformBlocks).toBe(false);
    expect(change(DRAW, source).keepsUniformBlocks).toBe(false);
  });

  it('needs no new pipeline if only the range of a slider changes', () => {
    const source = uniforms(LEVEL, 'level');
    const { isNone, keepsPipelines } = change(source, source.replace('0, 1)', '0, 2)'));
    expect([isNone, keepsPipelines]).toEqual([false, true]);
  });
});

describe('a once-only entry point', () => {
  const DATA = `${BUFFER} data;\n`;
  const OTHER = `${BUFFER} other;\n`;
  const init = (body: string, name = 'init') => `${ONCE} void ${name}() { ${body} }\n`;
  const FILL = init('data[0] = 1;');
  const again = (before: string, after: string) => [...change(before, after).again];

  it('does not run again if something else changes', () => {
    const source = DATA + FILL + DRAW;
    expect(again(source, DATA + FILL + DRAW.replace('1.0', '0.5'))).toEqual([]);
    // The compiler renumbers its names, and the uniforms move.
    const more = `${DATA}float half(float x) { return x * 0.5; }
[playground::TIME] uniform float time;\n${ONE} void first() { other[0] = half(time); }\n`;
    expect(again(source, `${OTHER}${more}${FILL}${DRAW}`)).toEqual([]);
  });

  it('runs again if its body, a function, a constant or its call changes', () => {
    const before = `${DATA}static const float TABLE[2] = { 1, 2 };
float value(int x) { return TABLE[x & 1] * 3.0; }
${ONCE} void init(uint3 at : SV_DispatchThreadID) { data[0] = value(int(at.x)); }\n${DRAW}`;
    for (const [from, to] of [
      ['data[0]', 'data[1]'],
      ['3.0', '4.0'],
      ['{ 1, 2 }', '{ 1, 5 }'],
      [ONCE, ONCE.replace('CALL(1', 'CALL(2')],
      ['[numthreads(1, 1, 1)]', '[numthreads(4, 1, 1)]'],
    ] as const) {
      expect([to, again(before, before.replace(from, to))]).toEqual([to, ['init']]);
    }
  });

  it('runs again if it reads different uniforms or in a different order', () => {
    const sliders = `${DATA}[playground::SLIDER(0, 0, 1)] uniform float a;
[playground::SLIDER(0, 0, 1)] uniform float b;\n`;
    const source = (body: string) => `${sliders}${init(body)}${DRAW}`;
    expect(again(source('data[0] = a - b;'), source('data[0] = b - a;'))).toEqual(['init']);
    expect(again(source('data[0] = a;'), source('data[0] = b;'))).toEqual(['init']);
  });

  it('runs again if a resource that it uses is recreated', () => {
    const source = DATA + FILL + DRAW;
    expect(again(source, source.replace('ZEROS(4)', 'ZEROS(8)'))).toEqual(['init']);
  });

  it('runs again after another one that does, if it uses that one’s result', () => {
    const follow = init('other[0] = data[0];', 'follow') + init('other[3] = 2;', 'last');
    const source = (value: string) => DATA + OTHER + init(`data[0] = ${value};`) + follow + DRAW;
    expect(again(source('1'), source('2'))).toEqual(['init', 'follow', 'last']);
    const apart = DATA + OTHER + init('other[0] = 5;', 'free') + init('data[0] = 1;') + DRAW;
    expect(again(apart, apart.replace('data[0] = 1', 'data[0] = 7'))).toEqual(['init']);
  });

  it('runs if it is new, or becomes once-only', () => {
    expect(again(DATA + DRAW, DATA + FILL + DRAW)).toEqual(['init']);
    const always = DATA + FILL.replace(' [playground::CALL::ONCE]', '') + DRAW;
    expect(again(always, DATA + FILL + DRAW)).toEqual(['init']);
    expect(again(DATA + FILL + DRAW, always)).toEqual([]);
  });

  it('that prints runs again with every other one that prints', () => {
    const source = init('print("a");', 'one') + init('print("b");', 'two') + DATA + FILL;
    expect(again(source, source.replace('"b"', '"c"'))).toEqual(['one', 'two']);
    expect(again(source, source.replace('= 1', '= 2'))).toEqual(['init']);
  });
});

describe('printing', () => {
  const PRINTS = `${ONE} void tell() { print("hello"); }\n`;

  it('stops once no called code prints', () => {
    expect(change(PRINTS, PRINTS.replace('hello', 'bye')).silences).toBe(false);
    expect(change(PRINTS, `${ONE} void tell() {}\n`).silences).toBe(true);
  });
});
