import { assertNever } from '#core/util/assertNever.ts';
import { ownValue } from '#core/util/ownValue.ts';
import type { Difference } from '#engine/gpu/differ.ts';
import type { Size } from '#engine/gpu/screen.ts';
import type { CompareState, Comparison, PictureOrigin, Pin } from '#tools/capture/compare/state.ts';

/** Such as `Pinned: frame 120, 2.00 s (other source)`. The parentheses name what differs now. */
export function pinText({
  pin,
  isPinning,
  comparison,
}: Pick<CompareState, 'pin' | 'isPinning' | 'comparison'>): string {
  if (isPinning) return 'Pinning…';
  if (!pin) return 'Nothing is pinned.';
  const { frame, seconds } = pin.origin;
  const changes = comparison.kind === 'computed' ? changesSince(pin.origin, comparison.live) : [];
  const among = changes.length > 0 ? ` (other ${changes.join(' and ')})` : '';
  return `Pinned: frame ${frame}, ${seconds.toFixed(2)} s${among}`;
}

export function comparisonText(comparison: Comparison, { pixels }: Pin): string {
  switch (comparison.kind) {
    case 'none':
      return '';
    case 'computed':
      return differenceText(comparison.difference);
    case 'sizes differ':
      return `Not computed: pinned at ${sizeText(pixels)}, now ${sizeText(comparison.live)}. Pin again.`;
    case 'failed':
      return comparison.reason;
    default:
      return assertNever(comparison);
  }
}

/** `equal`, or such as `largest 37 of 255, mean 1.2`, in steps of 8-bit channels. */
export function differenceText({ largest, mean }: Difference): string {
  return largest === 0 ? 'equal' : `largest ${largest} of 255, mean ${meanText(mean)}`;
}

/** Rounds, but keeps at least one nonzero digit. */
function meanText(mean: number): string {
  if (mean >= 0.05) return String(Number(mean.toFixed(1)));
  return mean < 0.001 ? 'below 0.001' : String(Number(mean.toPrecision(1)));
}

function sizeText({ width, height }: Size): string {
  return `${width} × ${height}`;
}

/** What differs between two pictures' origins, apart from the frame. */
function changesSince(before: PictureOrigin, now: PictureOrigin): readonly string[] {
  const changes: readonly (readonly [name: string, differs: boolean])[] = [
    ['source', before.code !== now.code],
    ['uniform values', haveOtherValues(before, now)],
  ];
  return changes.filter(([, differs]) => differs).map(([name]) => name);
}

/** A uniform that exists in only one of them counts as a source change. */
function haveOtherValues(before: PictureOrigin, now: PictureOrigin): boolean {
  return Object.entries(before.values).some(([name, value]) => {
    const other = ownValue(now.values, name);
    return other !== undefined && String(other) !== String(value);
  });
}
