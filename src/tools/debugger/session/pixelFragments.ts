import type { DrawCommand } from '#core/plan/runDescriptor.ts';
import type { ListedFragment } from '#core/source/instrument/trace.ts';
import type { PixelFragment } from '#tools/debugger/state.ts';

/** What decides which fragments of a pixel are kept, beside the fragments. */
interface Pixel {
  /** The texture that is drawn: a target, or one that holds depth. */
  readonly target: string;
  /** By index in the program; null for those that do not run, or do not count. */
  readonly draws: readonly (DrawCommand | null)[];
  /** Samples of the pixel. */
  readonly samples: number;
  /** The numbers of the vertices of the primitive that begins with a vertex. */
  primitive(draw: DrawCommand, vertex: number): readonly number[];
}

interface Sample {
  /** By the name of the texture that holds it, or whose own depth it is. */
  readonly depths: Map<string, number>;
  /** The fragments whose colours, or depth, it holds. */
  owners: readonly ListedFragment[];
}

/** Finds out which fragments of a pixel its samples keep, and sorts all from front to back. */
export function arrangeFragments(
  listed: readonly ListedFragment[],
  pixel: Pixel,
): readonly PixelFragment[] {
  const arranged = fragmentsInOrder(listed, pixel);
  const compares = pixel.draws.flatMap((draw, index) => {
    const isSeen = draw !== null && drawsTo(draw, pixel.target) && hasFragment(listed, index);
    return isSeen ? [draw.depth?.compare ?? 'always'] : [];
  });
  if (compares.every((compare) => compare.startsWith('less'))) {
    return arranged.toSorted((one, other) => one.depth - other.depth);
  }
  if (compares.every((compare) => compare.startsWith('greater'))) {
    return arranged.toSorted((one, other) => other.depth - one.depth);
  }
  return arranged.toReversed();
}

function hasFragment(listed: readonly ListedFragment[], index: number): boolean {
  return listed.some(({ draw }) => draw === index);
}

/** The fragments of a pixel in the order in which they are drawn, with the samples that keep them. */
export function fragmentsInOrder(
  listed: readonly ListedFragment[],
  pixel: Pixel,
): readonly PixelFragment[] {
  const { draws, target, samples, primitive } = pixel;
  const inOrder = listed.toSorted(
    (one, other) =>
      one.draw - other.draw || one.instance - other.instance || one.vertex - other.vertex,
  );
  const kept = keptSamples(inOrder, pixel);
  return inOrder.flatMap((fragment): PixelFragment[] => {
    const draw = draws[fragment.draw];
    if (!draw || !drawsTo(draw, target)) return [];
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
}

/** Whether a draw changes a texture, by colours or by depth. */
export function drawsTo({ targets, depthTexture }: DrawCommand, texture: string): boolean {
  return targets.includes(texture) || depthTexture === texture;
}

/** The number of samples in which each fragment is seen, by its depth in the pixel's middle. */
function keptSamples(
  inOrder: readonly ListedFragment[],
  { draws, samples: count, target }: Pixel,
): ReadonlyMap<ListedFragment, number> {
  const samples = Array.from({ length: count }, (): Sample => ({ depths: new Map(), owners: [] }));
  for (const [index, draw] of draws.entries()) {
    if (!draw) continue;
    for (const sample of samples) {
      if (clears(draw, target)) sample.owners = [];
      if (draw.clearDepth !== null) sample.depths.set(depthOf(draw), draw.clearDepth);
    }
    for (const fragment of inOrder) {
      if (fragment.draw === index && !fragment.isDiscarded) {
        drawOver(samples, { draw, target }, fragment);
      }
    }
  }
  const kept = new Map<ListedFragment, number>();
  for (const owner of samples.flatMap(({ owners }) => owners)) {
    kept.set(owner, (kept.get(owner) ?? 0) + 1);
  }
  return kept;
}

/** Whether a texture is empty when a draw begins. */
export function clears(draw: DrawCommand, texture: string): boolean {
  const { targets, clear, depthTexture, clearDepth } = draw;
  return targets.includes(texture)
    ? clear !== null
    : depthTexture === texture && clearDepth !== null;
}

/** The name of the texture that holds a draw's depth, or whose own depth it is. */
export function depthOf({ depthTexture, targets }: DrawCommand): string {
  return depthTexture ?? targets[0] ?? '';
}

interface DrawnTarget {
  readonly draw: DrawCommand;
  readonly target: string;
}

function drawOver(
  samples: readonly Sample[],
  { draw, target }: DrawnTarget,
  fragment: ListedFragment,
): void {
  const { depth, blend, targets, written } = draw;
  const isColored = written.includes(targets.indexOf(target));
  const isDeeper = draw.depthTexture === target && depth?.write === true;
  for (const [bit, sample] of samples.entries()) {
    if (((fragment.coverage >>> bit) & 1) === 0) continue;
    const before = sample.depths.get(depthOf(draw)) ?? 1;
    if (depth && !PASSES[depth.compare](fragment.depth, before)) continue;
    if (depth?.write) sample.depths.set(depthOf(draw), fragment.depth);
    if (isColored || isDeeper) {
      sample.owners = blend && isColored ? [...sample.owners, fragment] : [fragment];
    }
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
