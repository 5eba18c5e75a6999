import { describe, expect, it } from 'vitest';
import { instrumentSource } from '#core/source/instrument/instrumentSource.ts';
import type { Trace, TracedValue } from '#core/source/instrument/trace.ts';
import { runAtOnce } from '#core/util/slices.ts';
import { alignTraces } from './alignTraces.ts';

const SOURCE = `float part(float x)
{
    if (x > 1.0)
        return 1.0;
    float half = x / 2.0;
    return half;
}
[shader("compute")] [numthreads(8, 1, 1)]
void main(uint at : SV_DispatchThreadID)
{
    float sum = 0.0;
    for (uint i = 0; i < at; i++)
        sum += part(sum);
    if (at > 3)
        sum = 3.0;
    else
        sum = 4.0;
    float last = sum;
}
`;
const program = instrumentSource(SOURCE);

type Told = readonly [text: string, value?: number | boolean];

/** A trace of the sites with these texts; a text with `#2` is the second site with that text. */
function traceOf(steps: readonly Told[]): Trace {
  const sites = program.sites.map((site) => SOURCE.slice(site.from, site.to));
  return {
    ...{ program, entryPoint: 'main', thread: [0, 0, 0], isCut: false },
    steps: steps.map(([text, value]) => {
      const [name = '', number = '1'] = text.split('#');
      const found = sites.flatMap((each, id) => (each === name ? id : []))[Number(number) - 1];
      if (found === undefined)
        throw new Error(`No site is ${text}. There are: ${sites.join(' | ')}`);
      return { site: found, value: value === undefined ? null : tracedValue(value) };
    }),
  };
}

function tracedValue(value: number | boolean): TracedValue {
  if (typeof value === 'boolean') return { kind: 'bool', value };
  return { kind: 'number', type: 'float', value };
}

const aligned = (one: readonly Told[], other: readonly Told[]) => {
  const { others, differences } = runAtOnce(alignTraces(traceOf(one), traceOf(other)));
  return { others: [...others], differences };
};

const START: readonly Told[] = [['main'], ['at', 2], ['sum', 0]];

describe('two threads', () => {
  it('have no difference if they do the same', () => {
    expect(aligned(START, START)).toEqual({ others: [0, 1, 2], differences: [] });
  });

  it('differ where a value differs, and stay side by side', () => {
    const other: readonly Told[] = [['main'], ['at', 5], ['sum', 0]];
    expect(aligned(START, other)).toEqual({
      others: [0, 1, 2],
      differences: [{ kind: 'value', step: 1, other: 1 }],
    });
  });

  it('find no difference between two NaN', () => {
    const nan: readonly Told[] = [['sum', Number.NaN]];
    expect(aligned(nan, nan).differences).toEqual([]);
  });

  it('meet again after two branches', () => {
    const one: readonly Told[] = [
      ['at > 3', true],
      ['sum#3', 3],
      ['last', 3],
    ];
    const other: readonly Told[] = [
      ['at > 3', false],
      ['sum#4', 4],
      ['last', 4],
    ];
    expect(aligned(one, other)).toEqual({
      others: [0, 0, 2],
      differences: [
        { kind: 'value', step: 0, other: 0 },
        { kind: 'path', step: 1, other: 1 },
        { kind: 'value', step: 2, other: 2 },
      ],
    });
  });

  it('meet again in the caller if one returns early', () => {
    const call: readonly Told[] = [['part'], ['x', 2]];
    const one: readonly Told[] = [...call, ['x > 1.0', true], ['return 1.0;', 1], ['sum#2', 1]];
    const other: readonly Told[] = [
      ...[...call, ['x > 1.0', false] as const, ['half', 1] as const],
      ...[['return half;', 1] as const, ['sum#2', 1] as const],
    ];
    expect(aligned(one, other)).toEqual({
      others: [0, 1, 2, 2, 5],
      differences: [
        { kind: 'value', step: 2, other: 2 },
        { kind: 'path', step: 3, other: 3 },
      ],
    });
  });

  it('meet again after loops with different numbers of iterations', () => {
    const body: readonly Told[] = [
      ['i < at', true],
      ['for (uint i = 0; i < at; i++)'],
      ['sum#2', 0],
    ];
    const after: readonly Told[] = [
      ['i < at', false],
      ['at > 3', false],
    ];
    const { others, differences } = aligned([...body, ...after], [...body, ...body, ...after]);
    expect(others).toEqual([0, 1, 2, 3, 7]);
    expect(differences).toEqual([
      { kind: 'value', step: 3, other: 3 },
      { kind: 'path', step: 4, other: 4 },
    ]);
  });

  it('differ where one of them ends', () => {
    expect(aligned(START, START.slice(0, 2))).toEqual({
      others: [0, 1, 1],
      differences: [{ kind: 'path', step: 2, other: 1 }],
    });
  });
});
