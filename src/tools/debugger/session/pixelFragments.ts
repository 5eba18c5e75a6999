import type { DrawCommand } from '#core/plan/runDescriptor.ts';
import type { ListedFragment } from '#core/source/instrument/trace.ts';
import type { PixelFragment } from '#tools/debugger/state.ts';

/** What the fragments of a pixel are made of, beside the fragments. */
interface Pixel {
  /** By index in the program; null for those that do not draw to the pixel in this frame. */
  readonly draws: readonly (DrawCommand | null)[];
  /** Samples of the pixel. */
  readonly samples: number;
  /** The numbers of the vertices of the primitive that begins with a vertex. */
  primitive(draw: DrawCommand, vertex: number): readonly number[];
}

interface Sample {
  depth: number;
  /** The fragments whose colours it holds. */
  owners: readonly ListedFragment[];
}

/** Finds out which fragments of a pixel its samples keep, and sorts all from front to back. */
export function arrangeFragments(
  listed: readonly ListedFragment[],
  { draws, samples, primitive }: Pixel,
): PixelFragment[] {
  const inOrder = listed
    .filter(({ draw }) => draws[draw])
    .toSorted(
      (one, other) =>
        one.draw - other.draw || one.instance - other.instance || one.vertex - other.vertex,
    );
  const kept = keptSamples(inOrder, draws, samples);
  const arranged = inOrder.flatMap((fragment): PixelFragment[] => {
    const draw = draws[fragment.draw];
    if (!draw) return [];
    const { entryPoint, thread, depth, instance, isDiscarded } = fragment;
    const count = kept.get(fragment) ?? 0;
    return [
      {
        kind: isDiscarded ? 'discarded' : count > 0 ? 'kept' : 'covered',
        ...{ entryPoint, thread, depth, instance },
        samples: { kept: count, all: samples },
        isBlended: draw.blend !== null,
        vertex: draw.vertex,
        vertices: draw.vertex === null ? [] : primitive(draw, fragment.vertex),
      },
    ];
  });
  const compares = inOrder.map(({ draw }) => draws[draw]?.depth?.compare ?? 'always');
  if (compares.every((compare) => compare.startsWith('less'))) {
    return arranged.toSorted((one, other) => one.depth - other.depth);
  }
  if (compares.every((compare) => compare.startsWith('greater'))) {
    return arranged.toSorted((one, other) => other.depth - one.depth);
  }
  return arranged.reverse();
}

/** The number of samples in which each fragment is seen, by its depth in the pixel's middle. */
function keptSamples(
  inOrder: readonly ListedFragment[],
  draws: Pixel['draws'],
  count: number,
): ReadonlyMap<ListedFragment, number> {
  const samples = Array.from({ length: count }, (): Sample => ({ depth: 1, owners: [] }));
  for (const [index, draw] of draws.entries()) {
    if (!draw) continue;
    for (const sample of samples) {
      if (draw.clear) sample.owners = [];
      if (draw.clearDepth !== null) sample.depth = draw.clearDepth;
    }
    for (const fragment of inOrder) {
      if (fragment.draw === index && !fragment.isDiscarded) drawOver(samples, draw, fragment);
    }
  }
  const kept = new Map<ListedFragment, number>();
  for (const owner of samples.flatMap(({ owners }) => owners)) {
    kept.set(owner, (kept.get(owner) ?? 0) + 1);
  }
  return kept;
}

function drawOver(
  samples: readonly Sample[],
  { depth, blend }: DrawCommand,
  fragment: ListedFragment,
): void {
  for (const [bit, sample] of samples.entries()) {
    if (((fragment.coverage >>> bit) & 1) === 0) continue;
    if (depth && !PASSES[depth.compare](fragment.depth, sample.depth)) continue;
    if (depth?.write) sample.depth = fragment.depth;
    sample.owners = blend ? [...sample.owners, fragment] : [fragment];
  }
}

const PASSES: Readonly<Record<GPUCompareFunction, (depth: number, before: number) => boolean>> = {
  never: () => false,
  always: () => true,
  less: (depth, before) => depth < before,
  'less-equal': (depth, before) => depth <= before,
  greater: (depth, before) => depth > before,
  'greater-equal': (depth, before) => depth >= before,
  equal: (depth, before) => depth === before,
  'not-equal': (depth, before) => depth !== before,
};

/** The fragment that is seen most, and in front of others that are seen as much. */
export function mostKept(fragments: readonly PixelFragment[]): PixelFragment | undefined {
  const [first] = fragments;
  return fragments.reduce(
    (most, each) => (each.samples.kept > (most?.samples.kept ?? 0) ? each : most),
    first,
  );
}
