import type { Random } from './random.ts';

/** Pieces of Slang, so that mutations reach the parser and the checker, not only the tokenizer. */
const PIECES = [
  ...['{', '}', '(', ')', '[', ']', '<', '>', ';', ',', '::', '->', '=>', '.', '?', ':', '&&'],
  ...['0', '-1', '0x7fffffff', '1e38', '0.0', '4294967296', '1.0h', '8u', 'true', 'none'],
  ...['float', 'int', 'uint', 'float4', 'float3x3', 'half', 'double', 'void', 'bool', 'This'],
  ...['struct S', 'interface I', 'extension float', 'enum E', 'typealias T =', 'namespace n'],
  ...['__generic<T>', 'where T : IFloat', 'each', 'expand', 'static const', 'let', 'var', 'func'],
  ...['if', 'else', 'for (;;)', 'while (true)', 'switch', 'return', 'discard', 'defer', 'throw'],
  ...['import playground;', 'import nothing;', '#include "a"', '#define X X X', '#if', '#endif'],
  ...['[shader("compute")]', '[shader("fragment")]', '[numthreads(8, 8, 1)]', '[numthreads(0)]'],
  ...['[ForceInline]', '[Differentiable]', '[mutating]', '[playground::CALL(1, 1, 1)]'],
  ...['[playground::URL("x.png")]', '[playground::SLIDER(1, 0, 2)]', '[playground::ZEROS(-1)]'],
  ...['RWStructuredBuffer<float>', 'Texture2D', 'SamplerState', 'ConstantBuffer<S>', 'Atomic<int>'],
  ...Object.getOwnPropertyNames(Object.prototype),
  ...['"', "'", '/*', '*/', '//', '\\', '\0', '🎉', '\u202e', '\r\n', '\t', '@', '$', '`'],
];

/** Longer texts take time and reveal nothing more. */
const MOST_CHARACTERS = 20_000;

/** Makes one change to the text. Some changes insert a part of `other`. */
export function mutateText(text: string, other: string, random: Random): string {
  const from = random.below(text.length + 1);
  const to = Math.min(text.length, from + random.below(random.chance(0.2) ? 400 : 12));
  const put = (insert: string) => text.slice(0, from) + insert + text.slice(to);
  const borrowed = () => {
    const start = random.below(other.length + 1);
    return other.slice(start, start + random.below(300));
  };
  const mutated = [
    () => put(''),
    () => put(` ${random.pick(PIECES)} `),
    () => put(random.pick(PIECES)),
    () => put(borrowed()),
    () => put(text.slice(from, to).repeat(1 + random.below(8))),
    () => put(String.fromCharCode(random.below(0x10000))),
    () => swapWords(text, random),
    () => swapWords(text, random),
    () => swapLines(text, random),
    () => changeNumber(text, random),
    () => changeNumber(text, random),
  ];
  return random.pick(mutated)().slice(0, MOST_CHARACTERS);
}

function swapWords(text: string, random: Random): string {
  const words = [...text.matchAll(/\w+/g)];
  if (words.length < 2) return text;
  const place = random.pick(words);
  const [word] = random.pick(words);
  return text.slice(0, place.index) + word + text.slice(place.index + place[0].length);
}

/** Replaces a number, such as a size, count, index or argument. */
function changeNumber(text: string, random: Random): string {
  const numbers = [...text.matchAll(/\b\d+(?:\.\d*)?/g)];
  if (numbers.length === 0) return text;
  const place = random.pick(numbers);
  const number = random.pick([
    '0',
    '1',
    '-1',
    '3',
    '7.5',
    '64',
    '1024',
    '65536',
    '4294967295',
    '1e38',
  ]);
  return text.slice(0, place.index) + number + text.slice(place.index + place[0].length);
}

function swapLines(text: string, random: Random): string {
  const lines = text.split('\n');
  const place = random.below(lines.length);
  const [line = ''] = lines.splice(place, 1);
  lines.splice(random.below(lines.length + 1), 0, line);
  return lines.join('\n');
}

export function randomBytes(length: number, random: Random): Uint8Array<ArrayBuffer> {
  return Uint8Array.from({ length }, () => random.below(256));
}

/** Changes a few bits, bytes or ranges, or truncates the bytes. */
export function mutateBytes(bytes: Uint8Array, random: Random): Uint8Array<ArrayBuffer> {
  let mutated = Uint8Array.from(bytes);
  for (let change = 0; change <= random.below(4); change += 1) {
    const place = random.below(mutated.length);
    const kind = random.below(5);
    if (mutated.length === 0) return randomBytes(random.below(64), random);
    if (kind === 0) mutated[place] = (mutated[place] ?? 0) ^ (1 << random.below(8));
    else if (kind === 1) mutated[place] = random.below(256);
    else if (kind === 2) mutated = mutated.slice(0, place);
    else if (kind === 3) mutated.copyWithin(place, random.below(mutated.length));
    else mutated.fill(random.chance(0.5) ? 0xff : 0, place, place + random.below(16));
  }
  return mutated;
}
