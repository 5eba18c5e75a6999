import { decodeHits } from '#core/source/instrument/decodeTrace.ts';
import { instrumentWithout } from '#core/source/instrument/instrumentSource.ts';
import type { Texts } from '#core/source/instrument/modules.ts';
import { lineOf, type SourcePlace } from '#core/source/instrument/places.ts';
import type { InstrumentedProgram, Site } from '#core/source/instrument/site.ts';
import { FINDING_WORDS, FINDINGS_PER_SITE } from '#core/source/instrument/traceLayout.ts';
import { type Beside, NOTHING_REFUSED } from '#core/source/instrument/writer.ts';
import { ok, type Result } from '#core/util/result.ts';
import { runInSlices } from '#core/util/slices.ts';
import type { FrameRecord } from '#engine/gpu/trace/frameRecorder.ts';
import type { FrameTracer, TracedProgram } from '#engine/gpu/trace/frameTracer.ts';
import type { BreakpointHits, CountedHits } from '#tools/debugger/state.ts';
import type { Breakpoint } from '#tools/debugger/trace/replay.ts';
import type { Asked } from './programs.ts';
import { traceHeader, wordsFor } from './tracing.ts';

const NOTHING_RECORDED =
  'Nothing on this line is recorded, so its threads cannot be counted. Move the breakpoint to a statement.';

/** The program that counts the threads that come to these breakpoints. */
export async function askForHits(texts: Texts, breakpoints: readonly Breakpoint[]): Promise<Asked> {
  const { program } = await runInSlices(instrumentWithout(texts, 'records', NOTHING_REFUSED));
  const beside = new Map<number, Beside>();
  const others = new Map(program.sites.map(({ id }) => [id, '']));
  for (const [index, { condition, ...place }] of breakpoints.entries()) {
    const text = `${index}, ${condition ?? 'true'}`;
    for (const { id } of sitesAt(program, place)) {
      beside.set(id, { name: 'hit', site: id, text });
      others.delete(id);
    }
  }
  return {
    key: JSON.stringify(breakpoints),
    others: { ...NOTHING_REFUSED, sites: others },
    beside,
  };
}

function sitesAt(program: InstrumentedProgram, place: SourcePlace): readonly Site[] {
  const line = lineOf(program, place);
  return program.sites.filter((site) => site.line === line);
}

/** Repeats a recorded frame, and counts the threads that come to each breakpoint. */
export async function countHits(
  tracer: FrameTracer,
  { program, version }: TracedProgram,
  record: FrameRecord,
  breakpoints: readonly Breakpoint[],
): Promise<Result<CountedHits>> {
  const words = breakpoints.length * FINDINGS_PER_SITE * FINDING_WORDS;
  const request = { mode: 'hits', words, picture: [] } as const;
  const repeated = await tracer.repeat(record, version, {
    ...{ header: traceHeader(request), words: wordsFor(request) },
    ...{ texel: null, vertices: 'all' },
  });
  if (!repeated.ok) return repeated;
  const counted = decodeHits(program, repeated.value.words, breakpoints.length);
  return ok({
    frame: record.frame.inputs.frame,
    breakpoints: breakpoints.map((breakpoint, index) => ({
      breakpoint,
      found: foundAt(program, breakpoint, counted[index] ?? null),
    })),
  });
}

function foundAt(
  program: InstrumentedProgram,
  place: SourcePlace,
  threads: ReturnType<typeof decodeHits>[number],
): BreakpointHits['found'] {
  const sites = sitesAt(program, place);
  const line = lineOf(program, place);
  const refused = program.unseen.filter((each) => each.line === line && each.reason !== '');
  const [first] = refused;
  // A condition may use a variable that only some of the line's sites know.
  const isCounted = sites.some(({ from }) => refused.every((each) => each.from !== from));
  if (isCounted) return { kind: 'counted', threads };
  return { kind: 'problem', text: first?.reason ?? NOTHING_RECORDED };
}
