import type { LineOrigin } from '#program/lineMap/lineMap.ts';
import { assertNever } from '#shared/assertNever.ts';
import type { Links } from './linkedTo.ts';

export const APPROXIMATE =
  'Approximate: this line belongs to the marked function, but its exact counterpart is not certain.';

/** Tells what the marks leave open, for a tooltip; null if they tell it all. */
export function linkHint(links: Links, shownPath: string | null): string | null {
  const { file, place, isApproximate } = links;
  const isElsewhere = file.kind !== 'project' || file.path !== shownPath;
  if (place.side === 'code' && isElsewhere) return originText(links);
  return isApproximate ? APPROXIMATE : null;
}

/** A sentence about where a line of target code comes from. */
export function originText({ file, origin }: Pick<Links, 'file' | 'origin'>): string {
  const lines = linesText(origin);
  switch (file.kind) {
    case 'project':
      return `From ${file.path.slice(1)}, ${lines}.`;
    case 'library':
      return `From the playground’s module ${file.name}, ${lines}.`;
    case 'core':
      return `From the compiler's core library (${file.name}, ${lines}), whose text is not part of the page.`;
    default:
      return assertNever(file);
  }
}

function linesText(origin: LineOrigin): string {
  return origin.kind === 'line'
    ? `line ${origin.line}`
    : `approximate: lines ${origin.from} to ${origin.to}`;
}
