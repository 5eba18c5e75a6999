import { describe, expect, it } from 'vitest';
import { createReplay } from './createReplay.ts';
import { shortText } from './formatValue.ts';
import type { Movement, Replay } from './replay.ts';
import { buildProgram, traceOf } from './traceBuilder.ts';
import { array, bool, float, floats, int, struct } from './tracedValues.ts';

const CALLS = buildProgram(
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

const SQUARE = (n: number) =>
  [['square'], ['n', float(n)], ['r', float(n * n)], ['return r', float(n * n)]] as const;

const CALLS_TRACE = CALLS.trace([
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

function stackAt(replay: Replay, step: number): string {
  return replay
    .callStackAt(step)
    .map((frame) => `${frame.function}:${frame.line}@${frame.enteredAt}`)
    .join(' ');
}

function variablesAt(replay: Replay, step: number, frame?: number): string {
  return replay
    .variablesAt(step, frame)
    .map(({ name, value, before }) => {
      const changed = before ? ` (${shortText(before)})` : '';
      return `${name} = ${shortText(value)}${changed}`;
    })
    .join(', ');
}

function linesAt(replay: Replay, step: number): Record<number, string> {
  const lines = replay.valuesAt(step).map(({ line, values, count }) => {
    const texts = values.map(({ name, value }) => `${name} = ${shortText(value)}`);
    return [line, `${texts.join(', ')} ×${count}`] as const;
  });
  return Object.fromEntries(lines);
}

describe('the call stack', () => {
  const replay = createReplay(CALLS_TRACE);
  it.each([
    [0, 'main:10@0'],
    [3, 'main:15@0'],
    [4, 'square:1@4 main:15@0'],
    [7, 'square:3@4 main:15@0'],
    [8, 'both:5@8 main:16@0'],
    [11, 'square:1@10 both:6@8 main:16@0'],
    [16, 'square:2@14 both:6@8 main:16@0'],
    [18, 'both:6@8 main:16@0'],
    [19, 'main:16@0'],
    [21, 'main:18@0'],
    [99, 'main:18@0'],
    [-5, 'main:10@0'],
  ])('at step %i is %s', (step, expected) => {
    expect(stackAt(replay, step)).toBe(expected);
  });

  it('finds the line of a call whose end was cut off by the name that it calls', () => {
    const cut = CALLS.trace([['main'], ['k', float(2)], ['k > 9', bool(false)], ['both']], true);
    expect(stackAt(createReplay(cut), 3)).toBe('both:5@3 main:16@0');
  });

  it('ends calls without a recorded end when their caller goes on', () => {
    const trace = CALLS.trace([
      ['main'],
      ['square'],
      ['n', float(1)],
      ['square'],
      ['n', float(2)],
      ['sum', float(5)],
      ['end'],
    ]);
    const replayed = createReplay(trace);
    expect([1, 4, 5].map((step) => stackAt(replayed, step))).toEqual([
      'square:1@1 main:16@0',
      'square:1@3 main:16@0',
      'main:16@0',
    ]);
  });

  it('nests a function in itself if its ends are recorded', () => {
    const trace = CALLS.trace([
      ['main'],
      ['square'],
      ['n', float(1)],
      ['square'],
      ['n', float(2)],
      ['return r', float(4)],
      ['r', float(5)],
      ['return r', float(6)],
      ['end'],
    ]);
    const replayed = createReplay(trace);
    expect([4, 6, 8].map((step) => stackAt(replayed, step))).toEqual([
      'square:1@3 square:2@1 main:15@0',
      'square:2@1 main:15@0',
      'main:18@0',
    ]);
    expect(variablesAt(replayed, 6)).toBe('n = 1, r = 5');
    expect(linesAt(replayed, 6)).toMatchObject({ 1: 'n = 1 ×1', 2: 'r = 5 ×1' });
  });

  it('starts calls that were entered without a record', () => {
    const trace = CALLS.trace([['main'], ['r', float(1)], ['return r', float(1)], ['end']]);
    expect(stackAt(createReplay(trace), 1)).toBe('square:2@1 main:15@0');
  });
});

describe('variables', () => {
  const replay = createReplay(CALLS_TRACE);
  it.each<[step: number, frame: number, expected: string]>([
    [0, 0, ''],
    [1, 0, 'k = 2'],
    [6, 0, 'n = 7, r = 49'],
    [11, 0, 'n = 2'],
    [16, 0, 'n = 3, r = 9'],
    [16, 1, 'a = 2'],
    [16, 2, 'k = 2'],
    [16, 3, ''],
    [20, 0, 'k = 2, sum = 14 (13)'],
    [21, 0, 'k = 2, sum = 14'],
  ])('at step %i in frame %i: %s', (step, frame, expected) => {
    expect(variablesAt(replay, step, frame)).toBe(expected);
  });
});

describe('accessors', () => {
  it('have parameters of their own, though both are written once', () => {
    const built = buildProgram(
      'void main() {\n}\n__subscript(int power) -> int {\n  get() { return power; }\n  set() { power; }\n}\n',
      ['main', 'get', 'set'],
      [
        ['get', 'enter', '⟦get⟧()'],
        ['power of get', 'declare', 'get() {⟦ ⟧return'],
        ['set', 'enter', '⟦set⟧()'],
        ['power of set', 'declare', 'set() {⟦ ⟧power'],
      ],
    );
    const from = built.program.source.indexOf('power');
    const program = {
      ...built.program,
      variables: built.program.variables.map((variable) => ({
        ...variable,
        name: 'power',
        scope: { from, to: variable.scope.to },
      })),
      sites: built.program.sites.map((site) =>
        site.event.kind === 'value'
          ? { ...site, from, to: from + 5, event: { ...site.event, name: 'power' } }
          : site,
      ),
    };
    const { steps } = built.trace([
      ['get'],
      ['power of get', int(1)],
      ['set'],
      ['power of set', int(2)],
    ]);
    const replay = createReplay(traceOf(program, steps));
    expect([1, 3].map((step) => variablesAt(replay, step))).toEqual(['power = 1', 'power = 2']);
  });
});

describe('values of lines', () => {
  const replay = createReplay(CALLS_TRACE);

  it('are those of the last call of each function until the step', () => {
    expect(linesAt(replay, 12)).toEqual({
      1: 'n = 2 ×1',
      2: 'r = 4 ×1',
      5: 'a = 2 ×1',
      10: ' ×1',
      11: 'k = 2 ×1',
      12: ' ×1',
      15: ' ×1',
    });
    expect(linesAt(replay, 21)).toMatchObject({
      1: 'n = 3 ×1',
      3: 'return = 9 ×1',
      6: 'return = 13 ×1',
      16: 'sum = 13 ×1',
      17: 'sum = 14 ×1',
    });
  });

  it('leave out what a call that has just begun has not reached', () => {
    expect(linesAt(replay, 14)).not.toHaveProperty('2');
  });

  it('tells lines that the thread did not execute', () => {
    expect([...replay.notExecuted]).toEqual([13]);
  });

  it('counts lines of functions that were never entered as not executed', () => {
    const short = createReplay(CALLS.trace([['main'], ['k', float(1)]]));
    expect([...short.notExecuted]).toEqual([1, 2, 3, 5, 6, 12, 13, 15, 16, 17, 18]);
  });

  it('does not count lines of which nothing could be recorded', () => {
    const { program } = CALLS;
    const site = program.sites[10];
    const unseen = site ? [{ from: site.from, to: site.to, line: site.line, reason: 'No.' }] : [];
    const trace = { ...CALLS_TRACE, program: { ...program, unseen } };
    expect([...createReplay(trace).notExecuted]).toEqual([]);
  });
});

const LOOP = buildProgram(
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

const PASS = (i: number) =>
  [
    ['test', bool(true)],
    ['again'],
    ['i', int(i)],
    ['inner x', int(i)],
    ['if', bool(i === 1)],
    i === 1 ? (['continue'] as const) : (['x +=', int(i + 10)] as const),
  ] as const;

const LOOP_TRACE = LOOP.trace([
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

const FRESH = buildProgram(
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

describe('variables of an iteration', () => {
  const replay = createReplay(
    FRESH.trace([
      ['main'],
      ['outer i', float(7)],
      ['again'],
      ['i', int(0)],
      ['best', float(3)],
      ['v.x', float(0)],
      ['v', floats(8, 9)], // 6
      ['i;'],
      ['again'],
      ['i', int(1)],
      ['v.x', float(1)], // 10
      ['i;'],
      ['i = 8', float(8)], // 12
    ]),
  );
  it.each([
    [7, 'i = 0, best = 3, v = (8, 9)'],
    [10, 'i = 1, v.x = 1'],
    [11, 'i = 1, v.x = 1'],
    [12, 'i = 8 (7)'],
  ])('at step %i: %s', (step, expected) => {
    expect(variablesAt(replay, step)).toBe(expected);
  });

  it('have the same values when the steps are asked for in another order', () => {
    const other = createReplay(replay.trace);
    const steps = Array.from({ length: 13 }, (_, step) => step);
    const forward = steps.map((step) => variablesAt(replay, step));
    expect(steps.toReversed().map((step) => variablesAt(other, step))).toEqual(
      forward.toReversed(),
    );
  });
});

describe('loops and shadowing', () => {
  const replay = createReplay(LOOP_TRACE);

  it('names the inner variable in its scope, and the outer one behind it', () => {
    expect([1, 4, 5, 7, 19, 20, 24].map((step) => variablesAt(replay, step))).toEqual([
      'x = 5',
      'x = 5, i = 0',
      'i = 0, x = 0',
      'i = 0, x = 10 (0)',
      'i = 2, x = 12 (2)',
      'x = 5, i = 2',
      'x = 3 (4)',
    ]);
  });

  it('counts how often lines were executed', () => {
    expect(linesAt(replay, 26)).toEqual({
      1: ' ×1',
      2: 'x = 5 ×1',
      3: 'i = 2 ×3',
      4: 'x = 2 ×3',
      5: ' ×3',
      6: ' ×1',
      7: 'x = 12 ×2',
      9: 'x = 3 ×3',
      10: ' ×1',
    });
    expect(linesAt(replay, 8)).toMatchObject({ 3: 'i = 0 ×1', 7: 'x = 10 ×1' });
  });
});

const MEMBERS = buildProgram(
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
    ['other', 'declare', 'Ray ⟦other⟧;'],
    ['other.origin', 'value', '⟦other.origin⟧ ='],
    ['other.origin.y', 'value', '⟦other.origin.y⟧ ='],
    ['total', 'value', '⟦total⟧ +='],
  ],
);

const ZEROS = array(
  Array.from({ length: 16 }, () => int(0)),
  20,
);

const MEMBERS_TRACE = MEMBERS.trace([
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
  ['other.origin', floats(1, 2, 3)], // 10
  ['other.origin.y', float(7)],
  ['total', int(1)], // 12
]);

describe('parts of variables', () => {
  const replay = createReplay(MEMBERS_TRACE);
  it.each<[number, string]>([
    [2, 'ray = {origin: (4, 2, 3), length: 1} ({origin: (1, 2, 3), length: 1})'],
    [3, 'ray = {origin: (4, 9, 8), length: 1} ({origin: (4, 2, 3), length: 1})'],
    [6, 'ray = {origin: (4, 9, 8), length: 1}, cells = [3, 0, 0, … 20] ([0, 0, 0, … 20]), j = 1'],
    [8, 'ray = {origin: (4, 9, 8), length: 1}, cells = [3, 4, 0, … 20], j = 1'],
    [
      11,
      'ray = {origin: (4, 9, 8), length: 1}, cells = [3, 4, 0, … 20], cells[j + 1] = 6, j = 1, other.origin = (1, 7, 3) ((1, 2, 3))',
    ],
  ])('at step %i: %s', (step, expected) => {
    expect(variablesAt(replay, step)).toBe(expected);
  });

  it.each<[string, string | null]>([
    ['ray.origin.y', '9'],
    ['ray.origin.xz', '(4, 8)'],
    [' ray . length ', '1'],
    ['cells[1]', '4'],
    ['cells[j]', '4'],
    ['cells[18]', null],
    ['other.origin.y', '7'],
    ['other', null],
    ['total', '1'],
    ['nothing', null],
    ['ray.nothing', null],
    ['ray +', null],
    ['', null],
  ])('watches %s', (expression, expected) => {
    const value = replay.watch(replay.last, expression);
    expect(value && shortText(value)).toBe(expected);
  });

  it('keeps up with thousands of records of parts', () => {
    const written = Array.from({ length: 5000 }, (_, at) => ['cells[0]', int(at)] as const);
    const long = createReplay(MEMBERS.trace([['main'], ['cells', ZEROS], ...written]));
    const first = (step: number) => long.watch(step, 'cells[0]');
    expect([1, 2, 65, 66, 4000, 3, 5001].map(first)).toEqual(
      [0, 0, 63, 64, 3998, 1, 4999].map(int),
    );
  });
});

const MOVE = (kind: Exclude<Movement['kind'], 'to-line' | 'continue' | 'continue-back'>) =>
  ({ kind }) as const;

describe('movements', () => {
  const calls = createReplay(CALLS_TRACE);
  const loop = createReplay(LOOP_TRACE);
  it.each<[Movement, from: number, to: number]>([
    [MOVE('forward'), 0, 1],
    [MOVE('forward'), 21, 21],
    [MOVE('back'), 1, 0],
    [MOVE('back'), 0, 0],
    [MOVE('first'), 12, 0],
    [MOVE('last'), 12, 21],
    [MOVE('over'), 2, 3],
    [MOVE('over'), 3, 19],
    [MOVE('over'), 7, 8],
    [MOVE('over'), 9, 18],
    [MOVE('over'), 13, 14],
    [MOVE('over'), 18, 19],
    [MOVE('over'), 21, 21],
    [MOVE('over-back'), 19, 3],
    [MOVE('over-back'), 18, 9],
    [MOVE('over-back'), 14, 13],
    [MOVE('over-back'), 8, 7],
    [MOVE('over-back'), 4, 3],
    [MOVE('over-back'), 0, 0],
    [MOVE('out'), 11, 14],
    [MOVE('out'), 9, 19],
    [MOVE('out'), 2, 2],
    [MOVE('next-non-finite'), 0, 0],
    [{ kind: 'to-line', line: 2 }, 0, 6],
    [{ kind: 'to-line', line: 2 }, 6, 12],
    [{ kind: 'to-line', line: 2 }, 20, 16],
    [{ kind: 'to-line', line: 13 }, 5, 5],
  ])('%j from %i leads to %i', (movement, from, to) => {
    expect(calls.move(from, movement)).toBe(to);
  });

  const continued = (line: number, condition: string | null = null): Movement => ({
    kind: 'continue',
    breakpoints: [{ line, condition }],
  });
  const continuedBack = (line: number, condition: string | null = null): Movement => ({
    kind: 'continue-back',
    breakpoints: [{ line, condition }],
  });
  it.each<[Movement, from: number, to: number]>([
    [continued(7), 0, 7],
    [continued(7), 7, 19],
    [continued(7), 19, 19],
    [continued(3), 0, 2],
    [continued(3), 2, 8],
    [continued(9), 0, 21],
    [continued(9), 21, 23],
    [continued(4, 'i == 2'), 0, 17],
    [continued(4, 'x > 100'), 0, 0],
    [continued(4, 'unknown > 1'), 0, 0],
    [continued(4, 'i =='), 0, 0],
    [continued(4, ' '), 0, 5],
    [continuedBack(3), 26, 20],
    [continuedBack(3), 20, 14],
    [continuedBack(3, 'i == 0'), 26, 8],
    [continuedBack(9), 2, 2],
    [{ kind: 'continue', breakpoints: [] }, 3, 3],
    [
      {
        kind: 'continue',
        breakpoints: [
          { line: 7, condition: 'i == 2' },
          { line: 6, condition: null },
        ],
      },
      0,
      13,
    ],
  ])('%j from %i leads to %i', (movement, from, to) => {
    expect(loop.move(from, movement)).toBe(to);
  });

  it('finds non-finite values one after the other', () => {
    const trace = CALLS.trace([
      ['main'],
      ['k', float(Number.NaN)],
      ['sum', float(1)],
      ['sum += 1', float(Number.NEGATIVE_INFINITY)],
      ['end'],
    ]);
    const replay = createReplay(trace);
    const next = (step: number) => replay.move(step, MOVE('next-non-finite'));
    expect([0, 1, 3].map(next)).toEqual([1, 3, 3]);
  });
});

describe('a trace without records', () => {
  const replay = createReplay(CALLS.trace([]));

  it('has no stack, no values and nowhere to go', () => {
    expect(replay.last).toBe(-1);
    expect(replay.callStackAt(0)).toEqual([]);
    expect(replay.variablesAt(0)).toEqual([]);
    expect(replay.valuesAt(-1)).toEqual([]);
    expect(replay.watch(-1, 'k')).toBeNull();
    expect(replay.lineAt(-1)).toBe(1);
    for (const kind of ['forward', 'back', 'over', 'out', 'first', 'last'] as const) {
      expect(replay.move(-1, { kind })).toBe(-1);
    }
  });

  it('has executed no line', () => {
    expect(replay.notExecuted.size).toBe(13);
  });
});

describe('any records', () => {
  const kinds = ['forward', 'back', 'over', 'over-back', 'out', 'next-non-finite'] as const;
  it.each(Array.from({ length: 40 }, (_, seed) => seed))('do not throw (seed %i)', (seed) => {
    const random = randomNumbers(seed + 1);
    const { program } = [CALLS, LOOP, MEMBERS][seed % 3] ?? CALLS;
    const values = [
      null,
      int(1),
      float(Number.NaN),
      floats(1, 2),
      ZEROS,
      { kind: 'opaque' } as const,
    ];
    const steps = Array.from({ length: random(80) }, () => ({
      site: random(program.sites.length + 2) - 1,
      value: values[random(values.length)] ?? null,
    }));
    const replay = createReplay(traceOf(program, steps, seed % 2 === 0));
    for (let step = -1; step <= steps.length; step += 1) {
      const stack = replay.callStackAt(step);
      for (const frame of stack.keys()) replay.variablesAt(step, frame);
      replay.valuesAt(step);
      replay.watch(step, 'ray.origin.x');
      const at = Math.min(Math.max(step, 0), replay.last);
      for (const kind of kinds) {
        const to = replay.move(at, { kind });
        expect(to).toBeGreaterThanOrEqual(Math.min(0, replay.last));
        expect(to).toBeLessThanOrEqual(replay.last);
        if (kind === 'over' && to !== at) {
          expect(replay.callStackAt(to).length).toBeLessThanOrEqual(stack.length);
        }
      }
      const next = replay.move(at, { kind: 'forward' });
      if (next !== at) expect(replay.move(next, { kind: 'back' })).toBe(at);
      for (const line of [1, 3, 9]) {
        const breakpoints = [{ line, condition: 'x < i || k > 1' }];
        const stop = replay.move(at, { kind: 'continue', breakpoints });
        if (stop !== at) expect(replay.lineAt(stop)).toBe(line);
      }
    }
  });
});

describe('a million records', () => {
  it('are read', () => {
    const passes = [0, 1, 2].flatMap((i) => PASS(i));
    const once = LOOP.trace(passes).steps;
    const start = LOOP.trace([['main'], ['x', int(5)]]).steps;
    const steps = start.slice();
    const long = [...steps];
    while (long.length < 1_000_000) long.push(...once);
    const replay = createReplay(traceOf(LOOP.program, long, true));
    expect(stackAt(replay, 500_000)).toBe('main:3@0');
    expect(replay.valuesAt(replay.last)).toHaveLength(7);
    expect(
      replay.move(0, { kind: 'continue', breakpoints: [{ line: 4, condition: 'i > 5' }] }),
    ).toBe(0);
  });
});

/** Whole numbers from 0 up to a limit, the same for each seed. */
function randomNumbers(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}
