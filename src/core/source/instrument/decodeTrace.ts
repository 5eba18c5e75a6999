import type { Step, Thread, Trace, TracedValue } from '#core/source/instrument/trace.ts';
import type { Sliced } from '#core/util/slices.ts';
import { decodeValueAt, endOfValue } from './decodeValue.ts';
import type { InstrumentedProgram, Site, TracedType } from './site.ts';
import { TRACE_LAYOUT as AT } from './traceLayout.ts';

/** Records that are read without a pause. */
const SLICE = 8192;

/** Reads the records of one thread. Where words stop in a record, the trace is cut before it. */
export function* decodeTrace(
  program: InstrumentedProgram,
  words: Uint32Array,
  { entryPoint, thread }: { readonly entryPoint: string; readonly thread: Thread },
): Sliced<Trace> {
  const written = words[AT.end] ?? 0;
  // What no longer fits goes to the last word.
  const end = Math.min(written, Math.min(words[AT.capacity] ?? 0, words.length) - 1);
  const limit = words[AT.limit] ?? 0;
  const records: Records = { words, types: program.types };
  const withValue = Uint8Array.from(program.sites, (site) => (hasValue(site) ? 1 : 0));
  const steps: Step[] = [];
  let at: number = AT.first;
  let isCut = written > end;
  while (at < end) {
    const site = words[at] ?? 0;
    const isPlain = withValue[site] === 0;
    const next = isPlain ? at + 1 : endOfValue(words, at + 1, end, program.types);
    if (site >= withValue.length || next < 0 || steps.length >= limit) {
      isCut = true;
      break;
    }
    steps.push(isPlain ? { site, value: null } : new RecordedStep(site, records, at + 1));
    at = next;
    if (steps.length % SLICE === 0) yield;
  }
  return { program, entryPoint, thread, steps, isCut };
}

interface Records {
  readonly words: Uint32Array;
  readonly types: readonly TracedType[];
}

/** A record with a value, which is read when somebody asks for it: few of a long trace are seen. */
class RecordedStep implements Step {
  readonly site: number;
  readonly #records: Records;
  readonly #at: number;
  #value: TracedValue | null = null;

  constructor(site: number, records: Records, at: number) {
    this.site = site;
    this.#records = records;
    this.#at = at;
  }

  /** The same object each time. */
  get value(): TracedValue | null {
    const { words, types } = this.#records;
    this.#value ??= decodeValueAt(words, this.#at, types) ?? null;
    return this.#value;
  }
}

/** Whether a record of the site has a value. */
export function hasValue({ event }: Site): boolean {
  switch (event.kind) {
    case 'value':
    case 'condition':
    case 'store':
      return true;
    case 'return':
      return event.hasValue;
    case 'enter':
    case 'statement':
    case 'iteration':
      return false;
  }
}
