import type { ExportedProgram } from './exportedProgram.ts';

/**
 * What the sliders that move by themselves lose.
 *
 * @param instead what they do, or what has to be done, as a clause
 */
export function animationLimits(
  { animated }: Pick<ExportedProgram, 'animated'>,
  instead: string,
): readonly string[] {
  return animated.length === 0 ? [] : [`The movement of ${animated.join(', ')}: ${instead}.`];
}

/** What a page in TypeScript can do instead. */
export const SET_UNIFORMS = 'set the values with setUniforms in each frame';
