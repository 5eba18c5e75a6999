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

export interface FrameRecord {
  /** With its own copy of the inputs, which later frames do not change. */
  readonly frame: ObservedFrame;
  /** What the frame may write, as it was before; null if the device has no memory for copies. */
  readonly copies: Promise<readonly ResourceCopy[] | null>;
}

/** Records the newest frame of the run while switched on. */
interface FrameRecorder extends FrameObserver {
  /** Switching it off frees the copies. */
  setOn(on: boolean): void;
  readonly isOn: boolean;
  /** The newest frame if it was recorded and is completely submitted; otherwise null. */
  current(): FrameRecord | null;
  /** The next recorded frame, or the one that is being submitted. Null if aborted. */
  next(signal: AbortSignal): Promise<FrameRecord | null>;
  dispose: Dispose;
}

/** @param onRecorded called when a recorded frame is completely submitted */
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

/** Restores everything that the frame may have written. */
export function encodeRestore(
  encoder: GPUCommandEncoder,
  { frame }: FrameRecord,
  copies: readonly ResourceCopy[],
): void {
  for (const { restore } of copies) restore(encoder);
  const printed = frame.resources.get(PRINT_BUFFER);
  if (printed?.kind === 'buffer') encoder.clearBuffer(printed.buffer);
}
