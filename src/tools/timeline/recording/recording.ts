import type { InputChange } from '#core/plan/inputChange.ts';
import type { UniformValues } from '#core/plan/runControls.ts';
import type { UniformInputs } from '#engine/gpu/resources/uniforms.ts';
import { createFrameTimes, type FrameTimes } from './frameTimes.ts';
import { createInputLog, type InputLog } from './inputLog.ts';
import { createValueLog, type ValueLog } from './valueLog.ts';

/** What the frames of a run have read, so that they can be drawn again. */
export interface Recording extends Pick<FrameTimes, 'secondsOf'> {
  readonly watch: InputLog['watch'];
  /** Called in each frame. Drops what was recorded from this frame on. */
  record(frame: number, inputs: Inputs, values: UniformValues): void;
  /** As the frame has read them. */
  readonly inputsAt: InputLog['at'];
  readonly valuesAt: ValueLog['at'];
  /** What the user did up to this frame. */
  readonly changes: InputLog['changes'];
  /** From 0 to this frame: even steps, and these inputs. */
  replace(frame: number, seconds: number, inputs: readonly InputChange[]): void;
  clear(): void;
}

type Inputs = Pick<UniformInputs, 'mouse' | 'isKeyDown' | 'time'>;

export function createRecording(): Recording {
  const times = createFrameTimes();
  const inputs = createInputLog();
  const values = createValueLog();
  return {
    secondsOf: times.secondsOf,
    watch: inputs.watch,
    record(frame, read, set) {
      times.record(frame, read.time);
      inputs.record(frame, read);
      values.record(frame, set);
    },
    inputsAt: inputs.at,
    valuesAt: values.at,
    changes: inputs.changes,
    replace(frame, seconds, changes) {
      times.spread(frame, seconds);
      inputs.replace(changes);
      // A link carries one value for each uniform: those that are set now.
      values.truncate(0);
    },
    clear() {
      times.truncate(0);
      inputs.truncate(0);
      values.truncate(0);
    },
  };
}
