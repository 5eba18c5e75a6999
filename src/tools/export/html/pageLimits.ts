import { animationLimits } from '#tools/export/program/animationLimits.ts';
import { deviceLimits } from '#tools/export/program/deviceLimits.ts';
import type { ExportedProgram } from '#tools/export/program/exportedProgram.ts';

/** Bytes from which on a page's contents are worth a word. */
const LARGE = 2 ** 20;

/** What of a program its page cannot contain. */
export function pageLimits(program: ExportedProgram): readonly string[] {
  return [
    ...animationLimits(program, 'sliders stand still in the page'),
    ...sizeLimits(program),
    ...deviceLimits(program),
  ];
}

function sizeLimits(program: ExportedProgram): string[] {
  const bytes = contentBytes(program);
  // Base64 has four characters for three bytes.
  const megabytes = Math.round((bytes * 4) / 3 / 2 ** 20);
  if (bytes < LARGE) return [];
  return [`The page is ${megabytes} MB long, because it contains the images and data.`];
}

/** Of the images and data together. */
export function contentBytes({ contents }: ExportedProgram): number {
  return [...contents.values()].reduce((sum, { size }) => sum + size, 0);
}
