import type { Compare } from '#compare/compare.ts';

/** What the comparison puts over the picture. */
export function CompareOverlay(
  _: Pick<Compare, 'session'> & { readonly canvas: HTMLCanvasElement },
) {
  return null;
}
