import { scalarOf } from '#core/source/instrument/decodeTrace.ts';
import type { TracedValue } from '#core/source/instrument/trace.ts';
import { shortText } from '#tools/debugger/trace/formatValue.ts';
import type { PaintTime } from './paintState.ts';

const NOT_REACHED = 'not reached';

/** What is kept of a painted thread: see `CELL_WORDS`. */
interface Cell {
  /** How often the thread came to the place. */
  readonly times: number;
  readonly elements: readonly TracedValue[];
}

function readCell([times = 0, head = 0, ...bits]: Uint32Array): Cell {
  const values = bits.slice(0, head & 0xff);
  return { times, elements: values.flatMap((each) => scalarOf(each, head >>> 8) ?? []) };
}

/** The value in a thread's words, or how many there were. */
export function cellText(words: Uint32Array, time: PaintTime): string {
  const { times, elements } = readCell(words);
  if (times === 0) return NOT_REACHED;
  if (time === 'count') return times.toLocaleString('en');
  const [only, ...more] = elements;
  if (!only) return 'no number';
  return shortText(more.length === 0 ? only : { kind: 'vector', elements });
}

/** The same as numbers: NaN if the thread did not come there. */
export function cellNumbers(words: Uint32Array, time: PaintTime): number[] {
  const { times, elements } = readCell(words);
  if (time === 'count') return [times];
  if (times === 0 || elements.length === 0) return [Number.NaN];
  return elements.map((each) => {
    if (each.kind === 'bool') return Number(each.value);
    return each.kind === 'number' ? each.value : Number.NaN;
  });
}
