import { decodeFindings, decodeHeat } from '#core/source/instrument/decodeFindings.ts';
import type { SearchKind } from '#core/source/instrument/search.ts';
import { FINDING_WORDS, FINDINGS_PER_SITE } from '#core/source/instrument/traceLayout.ts';
import { fail, ok, type Result } from '#core/util/result.ts';
import type { FrameRecord } from '#engine/gpu/trace/frameRecorder.ts';
import type { FrameTracer, TracedProgram } from '#engine/gpu/trace/frameTracer.ts';
import type { SearchResult } from '#tools/debugger/state.ts';
import { drawingEntryPoint, entryPointsOf, pictureSizeOf } from './frames.ts';
import { type TraceRequest, traceHeader, wordsFor } from './traceRequest.ts';

/** Runs a recorded frame again and looks at all threads. */
export async function runSearch(
  tracer: FrameTracer,
  { program, version }: TracedProgram,
  record: FrameRecord,
  kind: SearchKind,
): Promise<Result<SearchResult>> {
  const request = requestOf(kind, program, record);
  if (!request.ok) return request;
  const repeated = await tracer.repeat(record, version, {
    header: traceHeader(request.value),
    words: wordsFor(request.value),
    texel: null,
  });
  if (!repeated.ok) return repeated;
  const { words } = repeated.value;
  if (request.value.mode === 'cost') {
    const { entryPoint, width, height } = request.value;
    const name = program.entryPoints[entryPoint] ?? '';
    const heat = decodeHeat(words, { entryPoint: name, width, height });
    return ok({ kind: 'cost', heat, picture: pictureSizeOf(record) });
  }
  const search = kind === 'out-of-range' ? kind : 'non-finite';
  return ok({ kind: 'values', search, findings: decodeFindings(program, words, search) });
}

function requestOf(
  kind: SearchKind,
  { entryPoints, sites }: TracedProgram['program'],
  record: FrameRecord,
): Result<Exclude<TraceRequest, { mode: 'oneThread' }>> {
  const words = sites.length * FINDINGS_PER_SITE * FINDING_WORDS;
  if (kind === 'non-finite') return ok({ mode: 'nonFinite', words });
  if (kind === 'out-of-range') return ok({ mode: 'outOfRange', words });
  const name = drawingEntryPoint(record);
  const threads = entryPointsOf(record).find((each) => each.name === name)?.threads;
  if (name === null || !threads) return fail('There is no picture whose cost could be shown.');
  const [width, height] = threads;
  return ok({ mode: 'cost', entryPoint: entryPoints.indexOf(name), width, height });
}
