import { animationLimits, SET_UNIFORMS } from '#tools/export/program/animationLimits.ts';
import { deviceLimits } from '#tools/export/program/deviceLimits.ts';
import type { ExportedProgram } from '#tools/export/program/exportedProgram.ts';

/** What of a program its project cannot contain. */
export function projectLimits(program: ExportedProgram): readonly string[] {
  return [...animationLimits(program, SET_UNIFORMS), ...deviceLimits(program)];
}
