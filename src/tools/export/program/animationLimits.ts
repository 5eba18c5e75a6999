import type { ExportedProgram } from './exportedProgram.ts';

/**
 * Describes how an export handles animated sliders.
 *
 * @param instead a clause that says what the sliders do instead, or what the user has to do
 */
export function animationLimits(
  { animated }: Pick<ExportedProgram, 'animated'>,
  instead: string,
): readonly string[] {
  return animated.length === 0 ? [] : [`The movement of ${animated.join(', ')}: ${instead}.`];
}

export const SET_UNIFORMS = 'set the values with setUniforms in each frame';
