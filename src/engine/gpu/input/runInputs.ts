import type { Animate, ReplayedInputs, UniformValues } from '#core/plan/runControls.ts';
import type { Keyboard } from './keyboard.ts';
import type { MousePosition } from './mouse.ts';

/** The user's inputs for frames: the current ones, or those of a frame that is shown again. */
export interface RunInputs {
  readonly mouse: MousePosition;
  isKeyDown(name: string): boolean;
  /** The values in a frame at this time of the run. `values` are those that the user has set. */
  valuesAt(values: UniformValues, seconds: number): UniformValues;
  /** Null returns to the user's current inputs. The mouse stays where it is until it moves. */
  replay(inputs: ReplayedInputs | null): void;
  /** The user has set a value: frames read the current values again. */
  forgetValues(): void;
  setAnimation(animate: Animate | null): void;
}

export function createRunInputs(keyboard: Pick<Keyboard, 'isDown'>): RunInputs {
  const mouse: MousePosition = [0, 0, 0, 0];
  let replayed: ReplayedInputs | null = null;
  let animate: Animate | null = null;
  return {
    mouse,
    isKeyDown: (name) => (replayed ? replayed.keys.has(name) : keyboard.isDown(name)),
    valuesAt(set, seconds) {
      const values = replayed?.values ?? set;
      return animate ? animate(values, seconds) : values;
    },
    replay(inputs) {
      replayed = inputs;
      if (inputs) [mouse[0], mouse[1], mouse[2], mouse[3]] = inputs.mouse;
    },
    forgetValues() {
      if (replayed) replayed = { ...replayed, values: null };
    },
    setAnimation(next) {
      animate = next;
    },
  };
}
