import { describe, expect, it } from 'vitest';
import { createRandom, type Random } from '../../../../tests/support/random.ts';
import { isTooLarge, MAX_MESSAGE_TEXT, readRequest } from './serveParent.ts';

const ask = (method: unknown, ...params: unknown[]) => readRequest({ id: 7, method, params });

describe('a request', () => {
  it.each([
    ['state', []],
    ['setProject', [{ source: 'a' }]],
    ['setProject', [{ source: 'a', files: { 'lib/b.slang': 'b' } }]],
    ['compile', ['HLSL']],
    ['compile', ['HLSL', 'main']],
    ['setUniform', ['speed', 0.5]],
    ['setUniform', ['tint', [1, 0.5, 0]]],
    ['subscribe', ['frame']],
  ])('%s is read with its parameters', (method, params) => {
    expect(ask(method, ...params)).toEqual({ ok: true, value: { id: 7, method, params } });
  });

  it('contains only the parameters that its method takes', () => {
    const read = readRequest({ id: 1, method: 'pause', params: ['more'], extra: true });
    expect(read).toEqual({ ok: true, value: { id: 1, method: 'pause', params: [] } });
  });

  it.each(['exportProject', 'version', 'on', '__proto__', 'constructor', 12, undefined])(
    'for %s is rejected, because it is not a method',
    (method) => {
      const error = { id: 7, error: expect.stringContaining('There is no method') };
      expect(ask(method, 'frame')).toMatchObject({ ok: false, error });
    },
  );

  it.each([
    ['setProject', []],
    ['setProject', [null]],
    ['setProject', ['source']],
    ['setProject', [{ source: 'a', files: { b: 1 } }]],
    ['setProject', [{ source: 'a', files: ['b'] }]],
    ['compile', ['toString']],
    ['compile', ['WGSL', 3]],
    ['setUniform', ['speed']],
    ['setUniform', ['speed', Number.NaN]],
    ['setUniform', ['tint', [1, 2]]],
    ['setUniform', ['tint', [1, 2, '3']]],
    ['setUniform', [5, 5]],
    ['subscribe', ['constructor']],
    ['unsubscribe', []],
  ])('%s with %j is rejected with a message that says what it takes', (method, params) => {
    expect(ask(method, ...params)).toMatchObject({ ok: false, error: { id: 7 } });
  });

  it('has a number as its id', () => {
    const method = 'run';
    for (const data of [null, 'text', [], { method }, { id: 'one', method }, { id: Number.NaN }])
      expect(readRequest(data)).toMatchObject({ ok: false, error: { id: null } });
  });

  it('with more than 8 MB of text is rejected with its id and the limit', () => {
    const error = 'The message is too large: at most 8388608 characters are read. Send less.';
    const read = ask('setProject', { source: 'x'.repeat(MAX_MESSAGE_TEXT) });
    expect(read).toEqual({ ok: false, error: { id: 7, error } });
  });
});

describe('the size of a message', () => {
  it('counts texts, names and bytes at any depth', () => {
    const half = MAX_MESSAGE_TEXT / 2;
    expect(isTooLarge(['x'.repeat(half), { y: 'x'.repeat(half - 1) }])).toBe(false);
    expect(isTooLarge(['x'.repeat(half), { yy: 'x'.repeat(half - 1) }])).toBe(true);
    expect(isTooLarge({ bytes: [new Uint8Array(MAX_MESSAGE_TEXT + 1)] })).toBe(true);
  });

  it('also limits the number of values, so that cycles and long arrays end', () => {
    const circle: unknown[] = [];
    circle.push(circle, circle);
    expect(isTooLarge(circle)).toBe(true);
    expect(isTooLarge(Array(1_000_000))).toBe(true);
    let deep: unknown = 'end';
    for (let depth = 0; depth < 1000; depth += 1) deep = [deep];
    expect(isTooLarge(deep)).toBe(false);
  });
});

it('handles any message without throwing', () => {
  const random = createRandom(22);
  for (let round = 0; round < 20_000; round += 1) {
    const message = structuredClone(randomValue(random, 4));
    const read = readRequest(message);
    if (!read.ok) expect(read.error.error).toMatch(/\.$/);
  }
});

const NAMES = ['id', 'method', 'params', 'source', 'files', 'length', 'constructor', 'toString'];
const TEXTS = ['run', 'setProject', 'compile', 'setUniform', 'subscribe', 'frame', 'HLSL', ''];

/** About half of the values look like requests. */
function randomValue(random: Random, depth: number): unknown {
  const text = () => TEXTS[random(TEXTS.length)];
  const inner = () => randomValue(random, depth - 1);
  const flat = [
    ...[null, undefined, random(2) === 0, random(1000) - 500, text(), new Uint8Array(random(9))],
    [Number.NaN, Number.POSITIVE_INFINITY, -0, 2 ** 60][random(4)],
    [12n, new Date(0), /a/, new Map([[1, 2]]), new Set([1]), new Error('a')][random(6)],
  ];
  const kind = depth === 0 ? 0 : random(14);
  if (kind === 8) return Array.from({ length: random(4) }, inner);
  if (kind === 9)
    return Object.fromEntries([0, 1, 2].map(() => [NAMES[random(NAMES.length)], inner()]));
  if (kind > 9)
    return { id: random(9), method: text(), params: [inner(), inner()].slice(random(3)) };
  return flat[random(flat.length)];
}
