import { type RunProgram, uniformComponents } from '#core/plan/runDescriptor.ts';
import { type MousePosition, watchKeyboard, watchMouse } from '#engine/gpu/runInputs.ts';
import type { FrameInputs } from '#tools/export/runtime/program.ts';

export type PageInputs = ReturnType<typeof watchInputs>;

export function watchInputs(canvas: HTMLCanvasElement, program: RunProgram) {
  const position: MousePosition = [0, 0, 0, 0];
  const mouse = watchMouse(canvas, position);
  const keyboard = watchKeyboard(window);
  const names = uniformComponents(program).flatMap((component) =>
    component.type === 'KEY' ? [component.key] : [],
  );
  return {
    at: (frame: number, time: number): FrameInputs => ({
      frame,
      time,
      mouse: position,
      keys: new Set(names.filter(keyboard.isDown)),
    }),
    reset: mouse.reset,
  };
}

/** Inputs for frames that are drawn without a user. */
export function inputsWithoutUser(frame: number, time: number): FrameInputs {
  return { frame, time, mouse: [0, 0, 0, 0], keys: new Set() };
}
