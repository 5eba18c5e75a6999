import { PRINT_BUFFER, uniformComponents } from '#core/plan/runDescriptor.ts';
import type { Dispose } from '#core/util/disposer.ts';
import { catchRefusals } from '#engine/gpu/errorScopes.ts';
import type { FrameObserver, ObservedFrame } from '#engine/gpu/frameObserver.ts';
import {
  copyResource,
  type ResourceCopy,
  writableResources,
} from '#engine/gpu/replay/resourceCopies.ts';
import type { UniformInputs } from '#engine/gpu/resources/uniforms.ts';

/** All that is needed to draw a frame again. */
export interface FrameRecord {
  /** With inputs of its own, which no later frame changes. */
  readonly frame: ObservedFrame;
  /** What the frame may write to, as it was before; null where the device has no memory for that. */
  readonly copies: Promise<readonly ResourceCopy[] | null>;
}

/** Records the newest frame of the run while it is switched on. */
interface FrameRecorder extends FrameObserver {
  /** Switching it off frees the copies. */
  setOn(on: boolean): void;
  readonly isOn: boolean;
  /** The newest frame, if it was recorded and is submitted to its end; null if not. */
  current(): FrameRecord | null;
  /** The frame that is recorded next or, if one is being submitted, that one. */
  next(signal: AbortSignal): Promise<FrameRecord | null>;
  dispose: Dispose;
}

/** @param onRecorded a frame was recorded and is submitted to its end */
export function createFrameRecorder(onRecorded: (record: FrameRecord) => void): FrameRecorder {
  const state: RecorderState = {
    isOn: false,
    begun: null,
    done: null,
    waiting: new Set(),
    keeper: null,
  };
  const forget = () => {
    state.begun = null;
    state.done = null;
    state.keeper?.dispose();
    state.keeper = null;
  };
  return {
    get isOn() {
      return state.isOn;
    },
    setOn(on) {
      state.isOn = on;
      if (!on) forget();
    },
    frameBegins(frame) {
      if (!state.isOn) return;
      if (state.keeper?.device !== frame.device) {
        state.keeper?.dispose();
        state.keeper = createKeeper(frame.device);
      }
      state.done = null;
      const copies = state.keeper.copy(frame);
      const inputs = copyInputs(frame);
      state.begun = { frame: { ...frame, inputs, once: copyOnce(frame) }, copies };
    },
    frameSubmitted() {
      const { begun } = state;
      state.begun = null;
      state.done = begun;
      if (!begun) return;
      for (const resolve of state.waiting) resolve(begun);
      state.waiting.clear();
      onRecorded(begun);
    },
    current: () => state.done,
    next: (signal) =>
      new Promise((resolve) => {
        if (signal.aborted) return resolve(null);
        state.waiting.add(resolve);
        signal.addEventListener('abort', () => {
          state.waiting.delete(resolve);
          resolve(null);
        });
      }),
    dispose: forget,
  };
}

interface RecorderState {
  isOn: boolean;
  begun: FrameRecord | null;
  done: FrameRecord | null;
  readonly waiting: Set<(record: FrameRecord) => void>;
  keeper: Keeper | null;
}

/** Keeps copies from frame to frame, so that each is allocated once. */
type Keeper = ReturnType<typeof createKeeper>;

function createKeeper(device: GPUDevice) {
  let copies: readonly ResourceCopy[] = [];
  let hasMemory = true;
  const drop = () => {
    for (const { destroy } of copies) destroy();
    copies = [];
  };
  return {
    device,
    copy(frame: ObservedFrame): FrameRecord['copies'] {
      if (!hasMemory) return Promise.resolve(null);
      const refused = catchRefusals(device);
      const encoder = device.createCommandEncoder({ label: 'copy what the frame may write to' });
      const before = copies;
      copies = writableResources(frame.descriptor, frame.resources).flatMap(([name, resource]) => {
        const known = before.find((each) => each.of === resource);
        const copy = known ?? copyResource(device, name, resource);
        copy?.encode(encoder);
        return copy ?? [];
      });
      for (const old of before) if (!copies.includes(old)) old.destroy();
      device.queue.submit([encoder.finish()]);
      const made = copies;
      return refused().then((refusal) => {
        if (!refusal || refusal.kind === 'lost') return made;
        hasMemory = false;
        drop();
        return null;
      });
    },
    dispose: drop,
  };
}

/** Mouse, keys and animated values change with the frames; the record keeps those of its frame. */
function copyInputs({ inputs, descriptor }: ObservedFrame): UniformInputs {
  const keys = new Set<string>();
  for (const component of uniformComponents(descriptor)) {
    if (component.type === 'KEY' && inputs.isKeyDown(component.key)) keys.add(component.key);
  }
  return {
    ...inputs,
    mouse: [...inputs.mouse],
    values: { ...inputs.values },
    isKeyDown: (name) => keys.has(name),
  };
}

function copyOnce({ once }: ObservedFrame): ObservedFrame['once'] {
  return once === 'all' ? once : new Set(once);
}

/** Puts back what the frame may have written to. */
export function encodeRestore(
  encoder: GPUCommandEncoder,
  { frame }: FrameRecord,
  copies: readonly ResourceCopy[],
): void {
  for (const { restore } of copies) restore(encoder);
  const printed = frame.resources.get(PRINT_BUFFER);
  if (printed?.kind === 'buffer') encoder.clearBuffer(printed.buffer);
}
