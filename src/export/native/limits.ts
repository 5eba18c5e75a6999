import type { ExportedProgram } from '#export/program/exportedProgram.ts';

/** For formats that name the program's images and data, and do not contain them. */
export function fileLimits({ contents }: Pick<ExportedProgram, 'contents'>): readonly string[] {
  if (contents.size === 0) return [];
  return [
    `The ${contents.size === 1 ? 'file' : `${contents.size} files`} that URL and DATA attributes load: the header names them only.`,
  ];
}
