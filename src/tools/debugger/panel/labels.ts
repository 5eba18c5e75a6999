import { placeOf, placeText, type SourcePlace } from '#core/source/instrument/places.ts';
import type { Finding, SearchKind, Thread } from '#core/source/instrument/trace.ts';
import { assertNever } from '#core/util/assertNever.ts';
import { countText } from '#core/util/countText.ts';
import type { ListedRace } from '#tools/debugger/memory/races.ts';
import type {
  DebuggerSearch,
  DebuggerWork,
  PixelFragment,
  ShownTrace,
} from '#tools/debugger/state.ts';
import { shortText } from '#tools/debugger/trace/formatValue.ts';

/** Such as `Step 12 of 480, line 33, frame 7`. */
export function stepText({ replay, step, frame }: ShownTrace): string {
  if (step < 0) return `No steps, frame ${frame}`;
  const position = `${step.toLocaleString('en')} of ${replay.last.toLocaleString('en')}`;
  const place = placeText(placeOf(replay.trace.program, replay.lineAt(step)));
  return `Step ${position}, ${place}, frame ${frame}`;
}

/** Such as `line 33: 1,204 threads, NaN`. */
export function findingText({ count, what, ...place }: Finding): string {
  return `${placeText(place)}: ${countText(count, 'thread')}, ${what}`;
}

/** Such as `place, instance 3, depth 0.25, 2 of 4 samples`. */
export function fragmentText({ vertex, depth, instance, samples }: PixelFragment): string {
  const parts = vertex === null ? [] : [vertex];
  if (instance > 0) parts.push(`instance ${instance.toLocaleString('en')}`);
  parts.push(`depth ${shortText({ kind: 'number', type: 'float', value: depth })}`);
  if (samples.kept > 0 && samples.kept < samples.all) {
    parts.push(`${samples.kept} of ${samples.all} samples`);
  }
  return parts.join(', ');
}

/** Such as `lines 8 and 9, 1,204 elements`. */
export function raceText({ threads: [one, other], elements }: ListedRace): string {
  const places = [one.place, other.place].filter((place) => place !== null);
  const parts = [
    ...(places.length === 0 ? [] : [placesText(places)]),
    ...(elements > 1 ? [countText(elements, 'element')] : []),
  ];
  return parts.join(', ');
}

/** Such as `line 8`, `lines 8 and 9` or `line 8 and line 3 of noise.slang`. */
function placesText(places: readonly SourcePlace[]): string {
  const texts = [...new Set(places.map(placeText))];
  const isMain = texts.every((text) => /^line \d+$/.test(text));
  const lines = places.map(({ line }) => line);
  return texts.length > 1 && isMain ? `lines ${lines.join(' and ')}` : texts.join(' and ');
}

/** Such as `(12, 7, 0)`. */
export function threadText(thread: Thread): string {
  return `(${thread.join(', ')})`;
}

export const FINDINGS_NAME: Readonly<Record<Exclude<SearchKind, 'cost'>, string>> = {
  'non-finite': 'Non-finite values',
  'out-of-range': 'Colours out of range',
};

export const NOTHING_FOUND: Readonly<Record<Exclude<SearchKind, 'cost'>, string>> = {
  'non-finite': 'No thread of this frame had a NaN or an infinity.',
  'out-of-range': 'Every colour that this frame stored is within 0 to 1.',
};

/** Null if the debugger is idle. */
export function workText(work: DebuggerWork): string | null {
  switch (work.kind) {
    case 'idle':
      return null;
    case 'compiling':
      return 'Compiling the shader with recording…';
    case 'tracing':
      return 'Tracing the thread…';
    case 'searching':
      return searchingText(work.search);
    default:
      return assertNever(work);
  }
}

function searchingText(search: DebuggerSearch): string {
  switch (search) {
    case 'non-finite':
      return 'Searching all threads for non-finite values…';
    case 'out-of-range':
      return 'Searching all threads for colours out of range…';
    case 'cost':
      return 'Counting the statements of all threads…';
    case 'hits':
      return 'Counting the threads that come to the breakpoints…';
    case 'races':
      return 'Searching all threads for races…';
    default:
      return assertNever(search);
  }
}

export const RECORD_LIMITS = [
  { value: '65536', text: '64K' },
  { value: '262144', text: '256K' },
  { value: '1048576', text: '1M' },
] as const;

/** Null if the trace is complete. */
export function cutText({ replay }: ShownTrace, limit: number): string | null {
  if (!replay.trace.isCut) return null;
  const steps = countText(replay.trace.steps.length, 'step');
  const start = `This trace stops here: the thread continued after ${steps}.`;
  const largest = Number(RECORD_LIMITS.at(-1)?.value ?? 0);
  return limit < largest ? `${start} Choose more records to see further.` : start;
}
