import { type DrawCommand, entryPointsOf } from '#core/plan/runDescriptor.ts';
import type { Writer } from '#core/source/instrument/accesses/writers.ts';
import type { InstrumentedProgram } from '#core/source/instrument/site.ts';
import { fail, ok, type Result } from '#core/util/result.ts';
import { runs } from '#engine/gpu/dispatch.ts';
import type { FrameRecord } from '#engine/gpu/trace/frameRecorder.ts';
import { drawsOf } from '#engine/gpu/trace/tracedVertices.ts';
import {
  clears,
  depthOf,
  drawsTo,
  fragmentsInOrder,
} from '#tools/debugger/session/pixelFragments.ts';
import { onDevice } from '#tools/debugger/session/programs.ts';
import type { Repeating } from '#tools/debugger/session/repeating.ts';
import { type ListedFragments, listFragments, pixelOf } from '#tools/debugger/session/tracing.ts';
import type { PixelFragment } from '#tools/debugger/state.ts';

/** What draws did to a texel. */
export interface DrawnTexel {
  /** The fragments that it keeps, in the order in which they were drawn. */
  readonly writers: readonly Writer[];
  /** The last draw that cleared it; null if none did. */
  readonly clearedBy: { readonly entryPoint: string; readonly call: number } | null;
  /** The entry points that drew it, if not all of their fragments are recorded; otherwise empty. */
  readonly unknown: readonly string[];
}

interface FrameOfTexels {
  readonly record: FrameRecord;
  /** The calls of the program that logs accesses: writers have their numbers. */
  readonly calls: readonly CallOfProgram[];
}

type CallOfProgram = Parameters<typeof entryPointsOf>[0];

interface SoughtTexel {
  /** The name of the texture. */
  readonly texture: string;
  readonly texel: readonly [x: number, y: number];
}

/** Fragments of a pixel; more are left out. */
const MOST_FRAGMENTS = 2 ** 16;

/** Whether any draw of a frame changes a texture. */
export function isDrawnTo({ frame }: FrameRecord, texture: string): boolean {
  return drawsOf(frame.descriptor).some((draw) => drawsTo(draw, texture));
}

/**
 * Finds the fragments that texels keep, by repeating the frame once for each pixel. Null if
 * aborted.
 *
 * @param before only calls before this one count
 */
export async function drawnTexels(
  { context, programs, tracer }: Repeating,
  { record, calls }: FrameOfTexels,
  sought: readonly SoughtTexel[],
  before: number,
  signal: AbortSignal,
): Promise<Result<readonly DrawnTexel[]> | null> {
  const { text: source, files } = context.workspace.project();
  const request = { source, files, record, kind: 'records', onCompiling() {} } as const;
  const made = await programs.obtain(request, signal);
  if (!made?.ok) return made;
  const { program } = made.value;
  const lists = new Map<string, ListedFragments>();
  const found: DrawnTexel[] = [];
  for (const { texture, texel } of sought) {
    const key = texel.join(' ');
    const known = lists.get(key);
    const listing = known
      ? ok(known)
      : await onDevice(context, record.frame.device, () =>
          listFragments(tracer, made.value, record, { texel, limit: MOST_FRAGMENTS }),
        );
    if (signal.aborted) return null;
    if (!listing.ok) return fail(listing.error);
    lists.set(key, listing.value);
    found.push(drawnTexel(listing.value, { record, calls, program, texture, before }));
  }
  return ok(found);
}

interface TexelParts extends FrameOfTexels {
  readonly program: InstrumentedProgram;
  readonly texture: string;
  readonly before: number;
}

function drawnTexel(
  list: ListedFragments,
  { record, calls, program, texture, before }: TexelParts,
): DrawnTexel {
  const callOf = (name: string) =>
    calls.findIndex((call) => call.type === 'DRAW' && entryPointsOf(call).includes(name));
  const isBefore = ({ entryPoint }: DrawCommand) => callOf(entryPoint) < before;
  const { descriptor, once } = record.frame;
  const earlier = drawsOf(descriptor).filter((draw) => isBefore(draw) && runs(draw, once));
  const drawing = earlier.filter((draw) => drawsTo(draw, texture));
  const clearing = drawing.findLast((draw) => clears(draw, texture));
  const kept = fragmentsInOrder(list.listed, pixelOf(record, list, texture, isBefore)).filter(
    ({ kind }) => kind === 'kept',
  );
  return {
    writers: kept.map((fragment) => ({
      ...{ entryPoint: fragment.entryPoint, thread: fragment.thread },
      fragment: { isDrawn: true, details: detailsOf(fragment, drawing) },
      ...{ site: null, place: null, call: callOf(fragment.entryPoint), barriers: 0 },
    })),
    clearedBy: clearing
      ? { entryPoint: nameOf(clearing), call: callOf(clearing.entryPoint) }
      : null,
    unknown: hidesFragments(earlier, drawing, program) ? drawing.map(nameOf) : [],
  };
}

/** Whether fragments that are not recorded may decide what draws leave in a texture. */
function hidesFragments(
  earlier: readonly DrawCommand[],
  drawing: readonly DrawCommand[],
  { functions }: InstrumentedProgram,
): boolean {
  const depths = new Set(drawing.flatMap((draw) => (draw.depth ? [depthOf(draw)] : [])));
  return earlier.some((draw) => {
    if (functions.some(({ name }) => name === draw.fragment)) return false;
    return drawing.includes(draw) || (draw.depth?.write === true && depths.has(depthOf(draw)));
  });
}

function nameOf({ fragment, entryPoint }: DrawCommand): string {
  return fragment ?? entryPoint;
}

/** Where a fragment is from, and how much of the pixel has it. */
function detailsOf(
  { entryPoint, vertices, instance, samples }: PixelFragment,
  draws: readonly DrawCommand[],
): string[] {
  const [first] = vertices;
  const draw = draws.find(({ fragment }) => fragment === entryPoint);
  const primitive = draw ? PRIMITIVES[draw.topology] : 'triangle';
  return [
    ...(first === undefined ? [] : [`${primitive} of vertex ${first.toLocaleString('en')}`]),
    ...(instance > 0 ? [`instance ${instance.toLocaleString('en')}`] : []),
    ...(samples.kept < samples.all ? [`${samples.kept} of ${samples.all} samples`] : []),
  ];
}

const PRIMITIVES: Readonly<Record<GPUPrimitiveTopology, string>> = {
  'point-list': 'point',
  'line-list': 'line',
  'line-strip': 'line',
  'triangle-list': 'triangle',
  'triangle-strip': 'triangle',
};
