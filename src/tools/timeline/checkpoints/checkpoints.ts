import { catchRefusals } from '#engine/gpu/errorScopes.ts';
import type { ObservedFrame } from '#engine/gpu/frameObserver.ts';
import {
  copyResource,
  type ResourceCopy,
  writableResources,
} from '#engine/gpu/replay/resourceCopies.ts';
import { type Resource, texelBytes } from '#engine/gpu/resources/resource.ts';
import { checkpointsFor, isDue, leastUseful } from './policy.ts';

/** Copies of a run's writable resources, each from before some frame. */
export type Checkpoints = ReturnType<typeof createCheckpoints>;

/** For restarting a loop, or for returning after the user cancels. */
type Purpose = 'loop' | 'cancel';

interface Checkpoint {
  readonly frame: number;
  readonly copies: readonly ResourceCopy[];
}

/**
 * @param onRefused called when the device has no memory for checkpoints; none are then made until
 * they are cleared
 */
export function createCheckpoints(onRefused: () => void) {
  const state: State = { kept: [], frames: [], room: null, loop: null, cancel: null };
  const drop = (left: readonly Checkpoint[]) => {
    for (const each of state.kept) if (!left.includes(each)) destroy(each.copies);
    setKept(state, left);
  };
  const clear = () => {
    drop([]);
    state.room = null;
  };
  const refuse = () => {
    clear();
    state.room = 0;
    onRefused();
  };
  const take = (frame: number, resources: ObservedFrame, newest: number) => {
    state.room ??= roomFor(resources);
    if (state.room === 0) return false;
    const others = state.kept.filter((each) => each.frame !== frame);
    const reused = reusable(state, frame, newest);
    const { device } = resources;
    const refusal = reused ? null : catchRefusals(device);
    const copies = reused?.copies ?? allocate(resources);
    const encoder = device.createCommandEncoder({ label: 'a checkpoint' });
    for (const { encode } of copies) encode(encoder);
    device.queue.submit([encoder.finish()]);
    void refusal?.().then((refused) => {
      if (refused && refused.kind !== 'lost') refuse();
    });
    const left = others.filter((each) => each !== reused);
    setKept(
      state,
      [...left, { frame, copies }].toSorted((a, b) => a.frame - b.frame),
    );
    return true;
  };
  return {
    /**
     * The frames with checkpoints, in order. The same array until a checkpoint is added or dropped.
     */
    get frames(): readonly number[] {
      return state.frames;
    },
    /**
     * Makes a checkpoint before this frame if it is worth its memory; otherwise, allocates nothing.
     *
     * @param resources the run's current resources
     */
    offer(frame: number, resources: ObservedFrame, newest: number) {
      if (state.room !== 0 && isDue(frame, state.frames, frame === state.loop)) {
        take(frame, resources, newest);
      }
    },
    /** Like {@link offer}, but always makes a checkpoint. False if there is no room for any. */
    take,
    /** Restores the state before this frame, which must have a checkpoint. */
    restore(frame: number, device: GPUDevice) {
      const found = state.kept.find((each) => each.frame === frame);
      const encoder = device.createCommandEncoder({ label: 'back to a checkpoint' });
      for (const { restore } of found?.copies ?? []) restore(encoder);
      device.queue.submit([encoder.finish()]);
    },
    /** Drops checkpoints after this frame, since later frames have changed. */
    dropBehind(frame: number) {
      if ((state.frames.at(-1) ?? 0) > frame) {
        drop(state.kept.filter((each) => each.frame <= frame));
      }
    },
    /** Must be called when the run gets other resources. */
    clear,
    /**
     * Keeps the checkpoint before this frame until another one serves this purpose; null for none.
     */
    want(purpose: Purpose, frame: number | null) {
      state[purpose] = frame;
    },
  };
}

interface State {
  kept: readonly Checkpoint[];
  frames: readonly number[];
  /** Maximum number of checkpoints; null until known for these resources. */
  room: number | null;
  loop: number | null;
  cancel: number | null;
}

function setKept(state: State, kept: readonly Checkpoint[]): void {
  state.kept = kept;
  state.frames = kept.map(({ frame }) => frame);
}

/** The checkpoint whose memory to reuse; null if there is room for another. */
function reusable({ kept, frames, room, loop, cancel }: State, frame: number, newest: number) {
  const same = kept.find((each) => each.frame === frame);
  if (same) return same;
  if (kept.length < (room ?? 0)) return null;
  return kept[leastUseful(frames, newest, (each) => each === loop || each === cancel)] ?? null;
}

function allocate({ device, descriptor, resources }: ObservedFrame): readonly ResourceCopy[] {
  return writableResources(descriptor, resources).flatMap(
    ([name, resource]) => copyResource(device, name, resource) ?? [],
  );
}

function destroy(copies: readonly ResourceCopy[]): void {
  for (const copy of copies) copy.destroy();
}

function roomFor({ descriptor, resources }: ObservedFrame): number {
  const sizes = writableResources(descriptor, resources).map(([, resource]) => bytesOf(resource));
  return checkpointsFor(sizes.reduce((sum, bytes) => sum + bytes, 0));
}

function bytesOf(resource: Resource): number {
  switch (resource.kind) {
    case 'buffer':
      return resource.buffer.size;
    case 'texture': {
      const { width, height, depthOrArrayLayers, format } = resource.texture;
      return width * height * depthOrArrayLayers * texelBytes(format);
    }
    case 'sampler':
      return 0;
  }
}
