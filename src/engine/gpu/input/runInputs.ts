import type { Animate, ReplayedInputs, UniformValues } from '#core/plan/runControls.ts';
import type { Keyboard } from './keyboard.ts';
import type { MousePosition } from './mouse.ts';

/** What frames read of the user: as it is, or as it was in a frame that is shown again. */
export interface RunInputs {
  readonly mouse: MousePosition;
  isKeyDown(name: string): boolean;
  /** Of a frame at this time of the run, if the user has set these. */
  valuesAt(values: UniformValues, seconds: number): UniformValues;
  /** Null for what the user does now. The mouse stays where it was until it moves. */
  replay(inputs: ReplayedInputs | null): void;
  /** The user has set a value: from now on, frames read what is set. */
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
