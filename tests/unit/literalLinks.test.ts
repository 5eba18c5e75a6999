import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { CompileTarget } from '#core/output/compileTarget.ts';
import { type MappedDemo, mapSource } from '../support/lineMaps.ts';
import { type LiteralProgram, literalLinks, readLiteralPrograms } from '../support/literalLinks.ts';

/** Enough time to compile a program to six targets, which takes a second or two. */
const TIMEOUT = 120_000;

const TARGETS: readonly CompileTarget[] = ['HLSL', 'GLSL', 'METAL', 'CUDA', 'WGSL', 'SPIRV'];

const LACKING: Readonly<Record<string, readonly CompileTarget[]>> = {
  // CUDA has no vertex and fragment entry points.
  stages: ['CUDA'],
  lighting: ['CUDA'],
  // WGSL has no 64-bit integers.
  ints: ['WGSL'],
};

/** How many linked source lines may share no literal with a line of code. */
const MAX_OTHERS = 6;

const programs = await readLiteralPrograms(
  path.resolve(import.meta.dirname, '../support/literalPrograms'),
);

describe.each(programs)('the linked lines of the program $name', (program: LiteralProgram) => {
  let mapped: MappedDemo;
  beforeAll(async () => {
    mapped = await mapSource(program.source, program.files);
  }, TIMEOUT);
  const targets = TARGETS.filter((target) => !LACKING[program.name]?.includes(target));

  it.each(targets)(
    'connect each literal in %s with its source line, in both directions',
    (target) => {
      const { pairs, missed, found, literals } = literalLinks(mapped, target);
      expect(missed).toEqual([]);
      // The compiler computes or changes a few of the numbers.
      expect(found).toBeGreaterThanOrEqual(literals - 2);
      expect(pairs).toBeGreaterThanOrEqual(found);
    },
  );

  it.each(targets)('connect each line of %s with few others', (target) => {
    const { widths } = literalLinks(mapped, target);
    const excess = widths.map(({ linked, has }) => linked - has);
    expect(widths.filter((_, at) => (excess[at] ?? 0) > MAX_OTHERS)).toEqual([]);
    const sum = excess.reduce((all, each) => all + each, 0);
    expect(sum / widths.length).toBeLessThan(1);
  });
});
