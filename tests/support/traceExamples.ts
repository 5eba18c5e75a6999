import { shortText } from '#tools/debugger/trace/formatValue.ts';
import type { Replay } from '#tools/debugger/trace/replay.ts';
import { buildProgram } from './traceBuilder.ts';
import { array, bool, float, floats, int, struct } from './tracedValues.ts';

export const CALLS = buildProgram(
  `float square(float n) {
  float r = n * n;
  return r;
}
float both(float a) {
  return square(a)
    + square(a + 1);
}
[numthreads(1, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) {
  float k = 2;
  if (k > 9) {
    k = 0;
  }
  square(7);
  float sum = both(k);
  sum += 1;
}
`,
  ['main', 'square', 'both'],
  [
    ['square', 'enter', 'float ⟦square⟧(float n)'],
    ['n', 'parameter', 'square(float ⟦n⟧)'],
    ['r', 'declare', 'float ⟦r⟧ ='],
    ['return r', 'return', '⟦return r;⟧'],
    ['both', 'enter', 'float ⟦both⟧(float a)'],
    ['a', 'parameter', 'both(float ⟦a⟧)'],
    ['return both', 'return', '⟦return square(a)\n    + square(a + 1);⟧'],
    ['main', 'enter', 'void ⟦main⟧(uint3'],
    ['k', 'declare', 'float ⟦k⟧ = 2'],
    ['k > 9', 'condition', '⟦k > 9⟧'],
    ['k = 0', 'value', '⟦k⟧ = 0'],
    ['square(7)', 'statement', '⟦square(7);⟧'],
    ['sum', 'declare', 'float ⟦sum⟧ ='],
    ['sum += 1', 'value', '⟦sum⟧ += 1'],
    ['end', 'return', 'sum += 1;\n⟦}⟧'],
  ],
);

export const SQUARE = (n: number) =>
  [['square'], ['n', float(n)], ['r', float(n * n)], ['return r', float(n * n)]] as const;

export const CALLS_TRACE = CALLS.trace([
  ['main'], // 0
  ['k', float(2)],
  ['k > 9', bool(false)],
  ['square(7)'], // 3
  ...SQUARE(7), // 4–7
  ['both'], // 8
  ['a', float(2)],
  ...SQUARE(2), // 10–13
  ...SQUARE(3), // 14–17
  ['return both', float(13)], // 18
  ['sum', float(13)],
  ['sum += 1', float(14)], // 20
  ['end'],
]);

export function stackAt(replay: Replay, step: number): string {
  return replay
    .callStackAt(step)
    .map((frame) => `${frame.function}:${frame.line}@${frame.enteredAt}`)
    .join(' ');
}

export function variablesAt(replay: Replay, step: number, frame?: number): string {
  return replay
    .variablesAt(step, frame)
    .map(({ name, value, before }) => {
      const changed = before ? ` (${shortText(before)})` : '';
      return `${name} = ${shortText(value)}${changed}`;
    })
    .join(', ');
}

export function linesAt(replay: Replay, step: number): Record<number, string> {
  const lines = replay.valuesAt(step).map(({ line, values, count }) => {
    const texts = values.map(({ name, value }) => `${name} = ${shortText(value)}`);
    return [line, `${texts.join(', ')} ×${count}`] as const;
  });
  return Object.fromEntries(lines);
}

export const LOOP = buildProgram(
  `void main() {
  int x = 5;
  for (int i = 0; i < 3; i++) {
    int x = i;
    if (x == 1)
      continue;
    x += 10;
  }
  while (x > 3) x -= 1;
}
`,
  ['main'],
  [
    ['main', 'enter', 'void ⟦main⟧'],
    ['x', 'declare', 'int ⟦x⟧ = 5'],
    ['test', 'condition', '⟦i < 3⟧'],
    ['again', 'iteration', '⟦for (int i = 0; i < 3; i++)⟧'],
    ['i', 'declare', 'int ⟦i⟧ = 0'],
    ['inner x', 'declare', 'int ⟦x⟧ = i'],
    ['if', 'condition', '⟦x == 1⟧'],
    ['continue', 'statement', '⟦continue;⟧'],
    ['x +=', 'value', '⟦x⟧ += 10'],
    ['while', 'condition', '⟦x > 3⟧'],
    ['x -=', 'value', '⟦x⟧ -= 1'],
    ['end', 'return', 'x -= 1;\n⟦}⟧'],
  ],
);

export const PASS = (i: number) =>
  [
    ['test', bool(true)],
    ['again'],
    ['i', int(i)],
    ['inner x', int(i)],
    ['if', bool(i === 1)],
    i === 1 ? (['continue'] as const) : (['x +=', int(i + 10)] as const),
  ] as const;

export const LOOP_TRACE = LOOP.trace([
  ['main'], // 0
  ['x', int(5)],
  ...PASS(0), // 2–7
  ...PASS(1), // 8–13
  ...PASS(2), // 14–19
  ['test', bool(false)], // 20
  ['while', bool(true)],
  ['x -=', int(4)], // 22
  ['while', bool(true)],
  ['x -=', int(3)], // 24
  ['while', bool(false)],
  ['end'], // 26
]);

export const FRESH = buildProgram(
  `void main() {
  float i = 7;
  for (int i = 0; i < 2; i++)
  {
    float best;
    float2 v;
    if (i == 0) best = 3;
    v.x = i;
    if (i == 0) v = float2(8, 9);
    i;
  }
  i = 8;
}
`,
  ['main'],
  [
    ['main', 'enter', 'void ⟦main⟧'],
    ['outer i', 'declare', 'float ⟦i⟧ = 7'],
    ['again', 'iteration', '⟦for (int i = 0; i < 2; i++)⟧'],
    ['i', 'declare', 'int ⟦i⟧ = 0'],
    ['best;', 'declare', 'float ⟦best⟧;'],
    ['v;', 'declare', 'float2 ⟦v⟧;'],
    ['best', 'value', '⟦best⟧ = 3'],
    ['v.x', 'value', '⟦v.x⟧ = i'],
    ['v', 'value', '⟦v⟧ = float2'],
    ['i;', 'statement', '⟦i;⟧\n'],
    ['i = 8', 'value', '⟦i⟧ = 8'],
  ],
);

export const MEMBERS = buildProgram(
  `void main() {
  Ray ray = makeRay();
  ray.origin.x = 4;
  ray.origin.zy = float2(8, 9);
  int cells[20];
  cells = {};
  int j = 1;
  cells[ 0 ] = 3;
  cells[j] = 4;
  cells[17] = 5;
  cells[j + 1] = 6;
  cells[total] = 6;
  Ray other;
  other.origin = float3(1, 2, 3);
  other.origin.y = 7;
  total += 1;
}
`,
  ['main'],
  [
    ['main', 'enter', 'void ⟦main⟧'],
    ['ray', 'declare', 'Ray ⟦ray⟧ ='],
    ['ray.origin.x', 'value', '⟦ray.origin.x⟧ ='],
    ['ray.origin.zy', 'value', '⟦ray.origin.zy⟧ ='],
    ['cells[20]', 'declare', 'int ⟦cells⟧[20]'],
    ['cells', 'value', '⟦cells⟧ = {}'],
    ['j', 'declare', 'int ⟦j⟧ ='],
    ['cells[0]', 'value', '⟦cells[ 0 ]⟧ ='],
    ['cells[j]', 'value', '⟦cells[j]⟧ ='],
    ['cells[17]', 'value', '⟦cells[17]⟧ ='],
    ['cells[j + 1]', 'value', '⟦cells[j + 1]⟧ ='],
    ['cells[total]', 'value', '⟦cells[total]⟧ ='],
    ['other', 'declare', 'Ray ⟦other⟧;'],
    ['other.origin', 'value', '⟦other.origin⟧ ='],
    ['other.origin.y', 'value', '⟦other.origin.y⟧ ='],
    ['total', 'value', '⟦total⟧ +='],
  ],
);

export const ZEROS = array(
  Array.from({ length: 16 }, () => int(0)),
  20,
);

export const MEMBERS_TRACE = MEMBERS.trace([
  ['main'],
  ['ray', struct('Ray', { origin: floats(1, 2, 3), length: float(1) })],
  ['ray.origin.x', float(4)], // 2
  ['ray.origin.zy', floats(8, 9)],
  ['cells', ZEROS], // 4
  ['j', int(1)],
  ['cells[0]', int(3)], // 6
  ['cells[j]', int(4)],
  ['cells[17]', int(5)], // 8
  ['cells[j + 1]', int(6)],
  ['cells[total]', int(6)], // 10
  ['other.origin', floats(1, 2, 3)],
  ['other.origin.y', float(7)], // 12
  ['total', int(1)], // 13
]);
