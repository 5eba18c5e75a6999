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
  const records = words[AT.records] ?? 0;
  const end = Math.min(words[AT.end] ?? 0, words.length);
  const steps: Step[] = [];
  let at: number = AT.first;
  const reader = { next: () => (at < end ? words[at++] : undefined) };
  while (steps.length < records) {
    const step = decodeStep(program, reader);
    if (!step) break;
    steps.push(step);
  }
  const isCut = words[AT.isCut] === 1 || steps.length < records;
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
