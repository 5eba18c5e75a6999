import { animationLimits } from '#tools/export/program/animationLimits.ts';
import type { ExportedProgram } from '#tools/export/program/exportedProgram.ts';

/** For formats that refer to the program's images and data without including them. */
export function fileLimits({ contents }: Pick<ExportedProgram, 'contents'>): readonly string[] {
  if (contents.size === 0) return [];
  return [
    `The ${contents.size === 1 ? 'file' : `${contents.size} files`} that URL and DATA attributes load: the header names them only.`,
  ];
}

/** For formats meant for C++ hosts. */
export function hostLimits(program: ExportedProgram): readonly string[] {
  const limits = [
    'The host: it makes the device, the buffers and the pipelines, and reads keys and mouse.',
  ];
  if (program.descriptor.outputTypes.includes('printing')) {
    limits.push('The formatting of printed text: the host reads the records of g_printedBuffer.');
  }
  return [...limits, ...animationLimits(program, 'the host sets their values in each frame')];
}
