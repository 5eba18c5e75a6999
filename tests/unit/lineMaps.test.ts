import { beforeAll, describe, expect, it } from 'vitest';
import type { CompileTarget } from '#core/output/compileTarget.ts';
import { SIX_DEMOS } from '../support/demos.ts';
import { type MappedDemo, mapsOf, textOf } from '../support/lineMaps.ts';
import { LINE_PAIRS, type LinePair } from '../support/linePairs.ts';
import { compareLines, countLines, type Sharing } from '../support/lineSharing.ts';
import { spirvSharing } from '../support/spirvSharing.ts';

/** Enough time to compile a demo to six targets, which takes several seconds. */
const TIMEOUT = 120_000;

/** With fewer mapped lines than this, the share is mostly chance. */
const FEW = 20;

const WITH_DIRECTIVES = ['HLSL', 'GLSL', 'METAL', 'CUDA'] as const;

/** The numbers of compared lines of each kind, over all outputs for a target. */
function sharingOf(mapped: MappedDemo, target: CompileTarget): Sharing {
  const outputs = mapped.outputs.filter((output) => output.target === target);
  return countLines(outputs.flatMap((output) => compareLines(mapped, output)));
}

/** The share of lines with something in common with their source, from 0 to 1. */
function shareOf({ shared, inlined, neither, approximate }: Sharing): number {
  const all = shared + inlined + neither + approximate;
  return all === 0 ? 1 : (shared + inlined) / all;
}

/** Output lines of a pair that are mapped elsewhere, and pairs whose output line does not exist. */
function mismatchesOf(
  { sources, outputs }: MappedDemo,
  [, source, target, output]: LinePair,
): string[] {
  const text = sources['/user.slang']?.split('\n') ?? [];
  const found = outputs.flatMap(({ target: of, code, map }) =>
    (of === target ? code.split('\n') : []).flatMap((line, at) => {
      if (!line.trim().startsWith(output)) return [];
      const origin = map.origins[at];
      return [origin?.kind === 'line' ? text[origin.line - 1]?.trim() : JSON.stringify(origin)];
    }),
  );
  if (found.length === 0) return [`${target} has no line ${output}`];
  return found.flatMap((line) => (line === source ? [] : [`${target} ${output} <- ${line}`]));
}

const DEMOS = new Set([...SIX_DEMOS, ...LINE_PAIRS.map(([demo]) => demo)]);

// All checks of the demos' maps are in this file because the demos compile slowly.
describe.each([...DEMOS])('the line maps of the demo %s', (demo) => {
  let mapped: MappedDemo;
  beforeAll(async () => {
    mapped = await mapsOf(demo);
  }, TIMEOUT);

  it('have one origin for each line, which exists', () => {
    for (const { code, map } of mapped.outputs) {
      expect(map.origins).toHaveLength(code.split('\n').length);
      for (const origin of map.origins) {
        const file = origin && map.files[origin.file];
        if (!file || file.kind === 'core') continue;
        const text = textOf(mapped, file);
        const last = origin.kind === 'line' ? origin.line : origin.to;
        expect(last).toBeLessThanOrEqual(text?.split('\n').length ?? 0);
      }
    }
  });

  it.each(WITH_DIRECTIVES)(
    'share an identifier or a literal with the source in 95 % of the lines of %s',
    (target) => expect(shareOf(sharingOf(mapped, target))).toBeGreaterThanOrEqual(0.95),
  );

  it('share an identifier or a literal with the source in 85 % of the lines of WGSL', () => {
    expect(shareOf(sharingOf(mapped, 'WGSL'))).toBeGreaterThanOrEqual(0.85);
  });

  it('share a name or a literal with the source in 80 % of the mapped lines of SPIRV', () => {
    for (const output of mapped.outputs.filter(({ target }) => target === 'SPIRV')) {
      const { shared, neither } = spirvSharing(mapped, output);
      // A few lines have nothing in common with the demo.
      if (shared + neither >= FEW) expect(shared / (shared + neither)).toBeGreaterThanOrEqual(0.8);
    }
  });

  const pairs = LINE_PAIRS.filter(([name]) => name === demo);
  it.skipIf(pairs.length === 0)('agree with manually mapped lines', () => {
    expect(pairs.flatMap((pair) => mismatchesOf(mapped, pair))).toEqual([]);
  });
});
