import { animationLimits, SET_UNIFORMS } from '#tools/export/program/animationLimits.ts';
import { deviceLimits } from '#tools/export/program/deviceLimits.ts';
import type { ExportedProgram } from '#tools/export/program/exportedProgram.ts';

/** What of a program its module cannot contain. */
export function moduleLimits(program: ExportedProgram): readonly string[] {
  return [
    'Canvas, mouse, keys and the loop of frames: the page that uses the module has them.',
    ...animationLimits(program, SET_UNIFORMS),
    ...deviceLimits(program),
  ];
}
