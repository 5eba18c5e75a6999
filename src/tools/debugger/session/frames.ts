import { meshComponents, meshResource } from '#core/plan/draw/meshParts.ts';
import {
  type CallCommand,
  type DrawCommand,
  entryPointsOf as entryPointsOfCall,
  OUTPUT_TEXTURE,
} from '#core/plan/runDescriptor.ts';
import { ownValue } from '#core/util/ownValue.ts';
import { fail, ok, type Result } from '#core/util/result.ts';
import { runs } from '#engine/gpu/dispatch.ts';
import type { BoundResources } from '#engine/gpu/frame.ts';
import { pictureOf } from '#engine/gpu/resources/pictureOf.ts';
import type { Size } from '#engine/gpu/screen.ts';
import { createFrameRecorder, type FrameRecord } from '#engine/gpu/trace/frameRecorder.ts';
import { drawsOf } from '#engine/gpu/trace/tracedVertices.ts';
import type { DebuggedEntryPoint } from '#tools/debugger/state.ts';
import { type RunState, shownRun } from '#workspace/runState.ts';
import type { DebuggerContext } from './context.ts';

const NOTHING_RUNS =
  'There is nothing to trace: no shader is running. Run the shader, then try again.';

/** A frame that may not have been recorded. */
export type Framed = Pick<FrameRecord, 'frame'>;

export type Frames = ReturnType<typeof createFrames>;

export function createFrames(
  { workspace, observers }: DebuggerContext,
  onRecorded: (record: FrameRecord) => void,
) {
  const { store } = workspace;
  let isRedrawing = false;
  const recorder = createFrameRecorder((record) => {
    isRedrawing = false;
    onRecorded(record);
  });
  const stopObserving = observers.add(recorder);
  const draw = async (ask: () => void, signal: AbortSignal) => {
    if (!isDrawing(store.getState().run)) return fail(NOTHING_RUNS);
    const ended = new AbortController();
    const unsubscribe = store.subscribe(({ run }) => {
      if (isDrawing(run)) return;
      isRedrawing = false;
      ended.abort();
    });
    const coming = recorder.next(AbortSignal.any([signal, ended.signal]));
    ask();
    const record = await coming;
    unsubscribe();
    if (signal.aborted) return null;
    return record ? ok(record) : fail(NOTHING_RUNS);
  };
  /**
   * Redraws the current frame, but once for all callers, because a frame changes its own buffers.
   */
  const redraw = () => {
    if (isRedrawing || shownRun(store.getState()).playback !== 'paused') return;
    isRedrawing = true;
    workspace.step(0);
  };
  return {
    setOn(on: boolean) {
      recorder.setOn(on);
      if (!on) isRedrawing = false;
    },
    /**
     * Gets the current frame. If it was not recorded, redraws it while paused, or records the next
     * one while playing. Null if the signal was aborted.
     */
    async obtain(signal: AbortSignal): Promise<Result<FrameRecord> | null> {
      recorder.setOn(true);
      const known = recorder.current();
      const shown = known ? ok(known) : await draw(redraw, signal);
      if (!shown?.ok || dispatches(shown.value)) return shown;
      // The program dispatches only in frame 0.
      return draw(workspace.resetFrame, signal);
    },
    /** Whether no later frame has been drawn. */
    isNewest: (record: FrameRecord): boolean => recorder.current() === record,
    /** Draws the next frame. Pauses afterwards. */
    advance(signal: AbortSignal): Promise<Result<FrameRecord> | null> {
      recorder.setOn(true);
      return draw(() => workspace.step(1), signal);
    },
    /** Draws another frame than the current one, which may be earlier. Pauses afterwards. */
    goTo(frame: number, signal: AbortSignal): Promise<Result<FrameRecord> | null> {
      recorder.setOn(true);
      const now = observers.newest()?.inputs.frame ?? 0;
      return draw(() => workspace.step(frame - now), signal);
    },
    dispose() {
      stopObserving();
      recorder.dispose();
    },
  };
}

function isDrawing(run: RunState): boolean {
  return run.kind === 'running' || run.kind === 'starting';
}

function dispatches({ frame: { calls, once } }: FrameRecord): boolean {
  return calls.some((call) => runs(call, once));
}

export function isDispatched(record: FrameRecord, name: string): boolean {
  const call = callOf(record, name);
  return call !== undefined && runs(call, record.frame.once);
}

/** The call that executes an entry point. */
export function callOf({ frame }: Framed, name: string): CallCommand | undefined {
  return frame.descriptor.callCommands.find((call) => entryPointsOfCall(call).includes(name));
}

/** The entry points that the run calls, without duplicates, in call order. */
export function entryPointsOf(record: Framed): DebuggedEntryPoint[] {
  const { frame } = record;
  const drawing = drawingEntryPoint(record);
  const { threadGroupSizes } = frame.descriptor.shader;
  const found = new Map<string, DebuggedEntryPoint>();
  for (const call of frame.calls) {
    if (!('groups' in call)) continue;
    const { entryPoint: name, groups } = call;
    const groupSize = ownValue(threadGroupSizes, name) ?? [1, 1, 1];
    const [x, y, z] = groupSize;
    const threads =
      groups.kind === 'direct' ? ([groups.x * x, groups.y * y, groups.z * z] as const) : null;
    found.set(name, { name, stage: 'compute', groupSize, threads, draws: name === drawing });
  }
  for (const draw of drawsOf(frame.descriptor)) {
    for (const each of entryPointsOfDraw(draw, frame.resources)) {
      found.set(each.name, { ...each, groupSize: [1, 1, 1], draws: each.name === drawing });
    }
  }
  const order = frame.descriptor.callCommands.flatMap(entryPointsOfCall);
  return [...new Set(order)].flatMap((name) => found.get(name) ?? []);
}

type DrawnEntryPoint = Pick<DebuggedEntryPoint, 'name' | 'stage' | 'threads'>;

function entryPointsOfDraw(
  { vertex, fragment, vertices, indirect, instanceCount, inputs, targets }: DrawCommand,
  resources: BoundResources,
): DrawnEntryPoint[] {
  const target = resources.get(targets[0] ?? '');
  const size = target?.kind === 'texture' ? target.texture : null;
  const semantic = inputs[0]?.semantic ?? '';
  const part = vertices.kind === 'mesh' && resources.get(meshResource(vertices.mesh, semantic));
  const ofMesh =
    part && part.kind === 'buffer' ? part.buffer.size / 4 / meshComponents(semantic) : 0;
  const count = vertices.kind === 'count' ? vertices.count : ofMesh;
  return [
    ...(vertex === null
      ? []
      : [
          {
            name: vertex,
            stage: 'vertex' as const,
            threads: indirect || count === 0 ? null : ([count, instanceCount, 1] as const),
          },
        ]),
    ...(fragment === null
      ? []
      : [
          {
            name: fragment,
            stage: 'fragment' as const,
            threads: size && ([size.width, size.height, 1] as const),
          },
        ]),
  ];
}

/**
 * The entry point that draws the picture, judging by its call; the last one if no call indicates
 * it.
 */
export function drawingEntryPoint({ frame }: Framed): string | null {
  const { callCommands } = frame.descriptor;
  const drawing = callCommands.findLast((call) =>
    call.type === 'DRAW'
      ? call.fragment !== null && call.targets.includes(OUTPUT_TEXTURE)
      : call.type === 'RESOURCE_BASED' && call.resourceName === OUTPUT_TEXTURE,
  );
  const call = drawing ?? callCommands.at(-1);
  return (call?.type === 'DRAW' ? call.fragment : null) ?? call?.entryPoint ?? null;
}

/** In texels; null if the run draws no picture. */
export function pictureSizeOf({ frame }: Framed): Size | null {
  const picture = pictureOf(frame.resources);
  return picture && { width: picture.width, height: picture.height };
}
