import { describe, expect, it } from 'vitest';
import { MAIN_FILE } from '#core/project/project.ts';
import { createPlaceFinder } from './paintedPlace.ts';

const findPlace = createPlaceFinder();

const SOURCE = `float wave(float x)
{
    float twice = x * 2;
    twice += 1;
    return twice;
}
[shader("compute")] [numthreads(8, 8, 1)]
void draw(uint2 at : SV_DispatchThreadID)
{
    float height = wave(at.x);
    if (height > 3)
        height = 3;
    for (int i = 0; i < 3; i++)
        height *= 2;
}
`;

const placeAt = (from: number, to: number) =>
  findPlace({ text: SOURCE, files: [] }, { from, to, path: MAIN_FILE });

/** The place that the cursor stands for, before a text. */
async function atCursor(text: string, within = 0) {
  const from = SOURCE.indexOf(text) + within;
  const found = await placeAt(from, from);
  return found.ok ? `${found.value.name}, line ${found.value.line}` : found.error;
}

async function selecting(text: string) {
  const from = SOURCE.indexOf(text);
  const found = await placeAt(from, from + text.length);
  if (!found.ok) throw new Error(found.error);
  const { name, line, entryPoint, expression } = found.value;
  return { name, line, entryPoint, isSite: expression === null };
}

describe('the cursor stands for', () => {
  it.each([
    ['a declared variable', 'twice = x', 'twice, line 3'],
    ['an assigned one', 'twice += 1', 'twice, line 4'],
    ['the last value of a variable that is read', 'twice;', 'twice, line 4'],
    ['a parameter', 'x * 2', 'x, line 1'],
    ['a returned value', 'return', 'return, line 5'],
    ['a condition', 'if (height', 'height > 3, line 11'],
    ['the last value of its line', ' = wave', 'height, line 10'],
    ['the variable of a loop', 'for (', 'i, line 13'],
  ])('%s', async (_, text, expected) => {
    expect(await atCursor(text)).toBe(expected);
  });

  it('nothing on a line without values', async () => {
    expect(await atCursor('{')).toMatch(/^Nothing on this line has a value/);
  });
});

describe('a selection stands for', () => {
  it('the expression, in its entry point', async () => {
    expect(await selecting('wave(at.x)')).toEqual({
      ...{ name: 'wave(at.x)', line: 10, entryPoint: 'draw', isSite: false },
    });
    expect(await selecting(' x * 2;')).toMatchObject({ name: 'x * 2', entryPoint: null });
  });

  it('a value that is recorded anyway', async () => {
    expect(await selecting('height > 3')).toMatchObject({ isSite: true, line: 11 });
    expect(await selecting('return twice;')).toMatchObject({ isSite: true, name: 'return' });
  });

  it('nothing outside functions', async () => {
    const from = SOURCE.indexOf('numthreads');
    const found = await placeAt(from, from + 3);
    expect(found).toMatchObject({ ok: false });
  });
});

describe('in another file', () => {
  const NOISE = `float noise(float x)
{
    float twice = x * 2;
    return twice;
}
`;
  const MAIN = `import noise;
[shader("compute")] [numthreads(8, 8, 1)]
void draw(uint2 at : SV_DispatchThreadID)
{
    float height = noise(at.x) + noise(1);
}
`;
  const inNoise = (text: string) => {
    const path = 'noise.slang';
    const from = NOISE.indexOf('twice');
    return findPlace({ text, files: [{ path, text: NOISE }] }, { from, to: from, path });
  };

  it('places and lines are those of the file, and calls those of all files', async () => {
    const found = await inNoise(MAIN);
    expect(found).toMatchObject({
      ok: true,
      value: { path: 'noise.slang', name: 'twice', line: 3, span: { from: 33, to: 38 } },
    });
    expect(found.ok && found.value.calls.map(({ text }) => text)).toEqual([
      'line 5: noise(at.x)',
      'line 5: noise(1)',
    ]);
  });

  it('nothing has a value if the main file does not use it', async () => {
    expect(await inNoise(MAIN.replace('import noise;', ''))).toMatchObject({ ok: false });
  });
});
