import { readdirSync } from 'node:fs';
import path from 'node:path';

const folder = path.resolve(import.meta.dirname, '../../src/core/slang/demos');

/** The names of the demos in `src/core/slang/demos`, listed or not, without extension. */
export function demoNames(): string[] {
  const files = readdirSync(folder).filter((file) => file.endsWith('.slang'));
  return files.map((file) => path.basename(file, '.slang')).sort();
}

/**
 * Where a page is shown each of them, these stand for all demos: they print, draw, load an image, draw
 * random numbers, run kernels in the first frame only, and keep what earlier frames wrote.
 */
export const SIX_DEMOS = [
  ...['bitonic-sort', 'image-from-url', 'ocean', 'path-tracer', 'reaction-diffusion'],
  'simple-print',
];

/** What Run says of demos that are not for running; their opening comments say so, too. */
export const NOT_RUN: Readonly<Record<string, string>> = {};

/** The names of the demos that Run runs. */
export function runnableDemos(): string[] {
  return demoNames().filter((name) => NOT_RUN[name] === undefined);
}
