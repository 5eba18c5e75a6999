import type { ExportedProgram } from '#export/program/exportedProgram.ts';

/** For formats that name the program's images and data, and do not contain them. */
export function fileLimits({ contents }: Pick<ExportedProgram, 'contents'>): readonly string[] {
  if (contents.size === 0) return [];
  return [
    `The ${contents.size === 1 ? 'file' : `${contents.size} files`} that URL and DATA attributes load: the header names them only.`,
  ];
}

/** For formats that a program in C++ uses. */
export function hostLimits({ animated, descriptor }: ExportedProgram): readonly string[] {
  const limits = [
    'The host: it makes the device, the buffers and the pipelines, and reads keys and mouse.',
  ];
  if (descriptor.outputTypes.includes('printing')) {
    limits.push('The formatting of printed text: the host reads the records of g_printedBuffer.');
  }
  return [...limits, ...animationLimits(animated, 'the host sets their values in each frame')];
}

/** @param instead what has to be done, as a clause */
export function animationLimits(animated: readonly string[], instead: string): readonly string[] {
  return animated.length === 0 ? [] : [`The movement of ${animated.join(', ')}: ${instead}.`];
}
