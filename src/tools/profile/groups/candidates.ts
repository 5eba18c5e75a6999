import type { ThreadGroupSize } from '#core/output/compileResult.ts';
import type { DeviceLimits } from '#core/plan/deviceLimits.ts';

export type GroupLimits = Pick<
  DeviceLimits,
  | 'maxComputeInvocationsPerWorkgroup'
  | 'maxComputeWorkgroupSizeX'
  | 'maxComputeWorkgroupSizeY'
  | 'maxComputeWorkgroupSizeZ'
>;

export interface Candidate {
  readonly size: ThreadGroupSize;
  /** For example, `16 × 8`. */
  readonly text: string;
  readonly isPresent: boolean;
  /** Why the device rejects the size; null if the size is within its limits. */
  readonly excess: string | null;
}

type Dimensions = 1 | 2 | 3;

const SIZES: Readonly<Record<Dimensions, readonly ThreadGroupSize[]>> = {
  1: [
    [32, 1, 1],
    [64, 1, 1],
    [128, 1, 1],
    [256, 1, 1],
    [512, 1, 1],
  ],
  2: [
    [32, 1, 1],
    [64, 1, 1],
    [8, 4, 1],
    [8, 8, 1],
    [16, 8, 1],
    [16, 16, 1],
    [32, 8, 1],
    [8, 32, 1],
    [32, 16, 1],
  ],
  3: [
    [8, 8, 1],
    [4, 4, 4],
    [8, 4, 4],
    [8, 8, 2],
    [8, 8, 4],
    [16, 16, 1],
    [8, 8, 8],
  ],
};

/**
 * The current size and the sizes that suit the dispatch, sorted by number of threads.
 *
 * @param groups dispatched groups of the current size; null if the counts are in a buffer
 */
export function candidateSizes(
  present: ThreadGroupSize,
  groups: ThreadGroupSize | null,
  limits: GroupLimits,
): Candidate[] {
  const dimensions = dimensionsOf(present, groups);
  const others = SIZES[dimensions].filter(
    (size) => !isSameSize(size, present) && isFilled(size, present, groups),
  );
  return [present, ...others].toSorted(byThreads).map((size) => ({
    size,
    text: sizeText(size, dimensions),
    isPresent: size === present,
    excess: excessOf(size, limits),
  }));
}

/** The number of dimensions with more than one thread. */
function dimensionsOf(present: ThreadGroupSize, groups: ThreadGroupSize | null): Dimensions {
  const isUsed = (axis: number) => (present[axis] ?? 1) > 1 || (groups?.[axis] ?? 1) > 1;
  if (isUsed(2)) return 3;
  return isUsed(1) ? 2 : 1;
}

/**
 * Whether a group is no larger than the dispatch along each axis. Excess threads would do no work.
 */
function isFilled(
  size: ThreadGroupSize,
  present: ThreadGroupSize,
  groups: ThreadGroupSize | null,
): boolean {
  return size.every(
    (threads, axis) => !groups || threads <= (groups[axis] ?? 1) * (present[axis] ?? 1),
  );
}

export function isSameSize(one: ThreadGroupSize, other: ThreadGroupSize): boolean {
  return one.every((threads, axis) => threads === other[axis]);
}

function threadsIn([x, y, z]: ThreadGroupSize): number {
  return x * y * z;
}

function byThreads(one: ThreadGroupSize, other: ThreadGroupSize): number {
  return threadsIn(one) - threadsIn(other) || one[1] - other[1] || one[2] - other[2];
}

function sizeText([x, y, z]: ThreadGroupSize, dimensions: Dimensions): string {
  if (dimensions === 1) return String(x);
  return z === 1 ? `${x} × ${y}` : `${x} × ${y} × ${z}`;
}

function excessOf(size: ThreadGroupSize, limits: GroupLimits): string | null {
  const most = limits.maxComputeInvocationsPerWorkgroup;
  if (threadsIn(size) > most) {
    return `It has ${threadsIn(size)} threads, but this device allows ${most} in a group.`;
  }
  const sides = [
    ['x', limits.maxComputeWorkgroupSizeX],
    ['y', limits.maxComputeWorkgroupSizeY],
    ['z', limits.maxComputeWorkgroupSizeZ],
  ] as const;
  for (const [index, [axis, allowed]] of sides.entries()) {
    const threads = size[index] ?? 1;
    if (threads > allowed) {
      return `It has ${threads} threads along ${axis}, but this device allows ${allowed}.`;
    }
  }
  return null;
}
