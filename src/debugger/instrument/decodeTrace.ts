import type { Step, Thread, Trace } from '#debugger/trace/trace.ts';
import { decodeValue } from './decodeValue.ts';
import type { InstrumentedProgram, Site } from './site.ts';
import { TRACE_LAYOUT as AT } from './traceLayout.ts';

/** Reads the records of one thread. Where words stop in a record, the trace is cut before it. */
export function decodeTrace(
  program: InstrumentedProgram,
  words: Uint32Array,
  request: { readonly entryPoint: string; readonly thread: Thread },
): Trace {
  const written = words[AT.end] ?? 0;
  // What no longer fits goes to the last word.
  const end = Math.min(written, Math.min(words[AT.capacity] ?? 0, words.length) - 1);
  const limit = words[AT.limit] ?? 0;
  const steps: Step[] = [];
  let at: number = AT.first;
  const reader = { next: () => (at < end ? words[at++] : undefined) };
  let isCut = written > end;
  while (at < end) {
    const step = steps.length < limit ? decodeStep(program, reader) : undefined;
    if (!step) {
      isCut = true;
      break;
    }
    steps.push(step);
  }
  const { entryPoint, thread } = request;
  return { program, entryPoint, thread, steps, isCut };
}

function decodeStep(
  { sites, types }: InstrumentedProgram,
  reader: { next(): number | undefined },
): Step | undefined {
  const index = reader.next();
  const site = index === undefined ? undefined : sites[index];
  if (!site) return undefined;
  if (!hasValue(site)) return { site: site.id, value: null };
  const value = decodeValue(reader, types);
  return value && { site: site.id, value };
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
