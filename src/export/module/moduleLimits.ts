import { deviceLimits } from '#export/program/deviceLimits.ts';
import type { ExportedProgram } from '#export/program/exportedProgram.ts';

/** What of a program its module cannot contain. */
export function moduleLimits(program: ExportedProgram): readonly string[] {
  return [
    'Canvas, mouse, keys and the loop of frames: the page that uses the module has them.',
    ...stillSliders(program),
    ...deviceLimits(program),
  ];
}

export function stillSliders({ animated }: Pick<ExportedProgram, 'animated'>): readonly string[] {
  if (animated.length === 0) return [];
  return [`The movement of ${animated.join(', ')}: set the values with setUniforms in each frame.`];
}
