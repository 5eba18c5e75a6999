import type { CompareState, Comparison, Difference, PictureOrigin, Pin } from '#compare/state.ts';
import type { Size } from '#gpu/screen.ts';
import { assertNever } from '#shared/assertNever.ts';

/** Such as `Pinned: frame 120, 2.00 s, 800 × 450`. */
export function pinText({ pin, isPinning }: Pick<CompareState, 'pin' | 'isPinning'>): string {
  if (isPinning) return 'Pinning the next frame…';
  if (!pin) return 'Nothing is pinned.';
  const { frame, seconds } = pin.origin;
  return `Pinned: frame ${frame}, ${seconds.toFixed(2)} s, ${sizeText(pin.pixels)}`;
}

/** The difference, and what the two pictures do not have in common. */
export function comparisonText(comparison: Comparison, pin: Pin): string {
  switch (comparison.kind) {
    case 'none':
      return '';
    case 'computed': {
      const changes = changesSince(pin.origin, comparison.live);
      const among = changes.length > 0 ? ` (other ${changes.join(', ')})` : '';
      return `${differenceText(comparison.difference)}${among}`;
    }
    case 'sizes differ':
      return `Not computed: the picture is ${sizeText(comparison.live)} now. Pin again to compare.`;
    case 'failed':
      return comparison.reason;
    default:
      return assertNever(comparison);
  }
}

/** In steps of 8-bit channels: `equal`, or such as `largest 37 of 255, mean 1.2`. */
export function differenceText({ largest, mean }: Difference): string {
  return largest === 0 ? 'equal' : `largest ${largest} of 255, mean ${meanText(mean)}`;
}

/** With as many digits as tell it from 0. */
function meanText(mean: number): string {
  if (mean >= 0.05) return String(Number(mean.toFixed(1)));
  return mean < 0.001 ? 'below 0.001' : String(Number(mean.toPrecision(1)));
}

function sizeText({ width, height }: Size): string {
  return `${width} × ${height}`;
}

/** What differs between the origins of two pictures. */
export function changesSince(before: PictureOrigin, now: PictureOrigin): readonly string[] {
  const changes: readonly (readonly [name: string, differs: boolean])[] = [
    ['source', before.code !== now.code],
    ['uniform values', JSON.stringify(before.values) !== JSON.stringify(now.values)],
    ['frame', before.frame !== now.frame],
  ];
  return changes.filter(([, differs]) => differs).map(([name]) => name);
}
