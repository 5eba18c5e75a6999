import { watchKeyboard } from '#engine/gpu/input/keyboard.ts';
import { type MousePosition, watchMouse } from '#engine/gpu/input/mouse.ts';
import type { FrameInputs } from '#tools/export/runtime/program.ts';
import type { ProgramData } from '#tools/export/runtime/programData.ts';

/** Mouse and keys, as frames read them. */
export interface PageInputs {
  at(frame: number, time: number): FrameInputs;
  /** Forgets what the mouse did. */
  reset(): void;
}

export function watchInputs(canvas: HTMLCanvasElement, { uniformBlocks }: ProgramData): PageInputs {
  const position: MousePosition = [0, 0, 0, 0];
  const mouse = watchMouse(canvas, position);
  const keyboard = watchKeyboard(window);
  const names = uniformBlocks
    .flatMap(({ fields }) => fields)
    .flatMap((field) => (field.kind === 'key' ? [field.key] : []));
  return {
    at: (frame, time) => ({
      frame,
      time,
      mouse: position,
      keys: new Set(names.filter(keyboard.isDown)),
    }),
    reset: mouse.reset,
  };
}

/** Of frames that are drawn without a user. */
export function inputsWithoutUser(frame: number, time: number): FrameInputs {
  return { frame, time, mouse: [0, 0, 0, 0], keys: new Set() };
}
