import type { LineOrigin } from '#program/lineMap/lineMap.ts';
import { assertNever } from '#shared/assertNever.ts';
import type { Links } from './linkedTo.ts';

export const APPROXIMATE =
  'Approximate: this line belongs to the marked function, but its exact counterpart is not certain.';

/** Tells what the marks leave open, for a tooltip; null if they tell it all. */
export function linkHint(links: Links, shownPath: string | null): string | null {
  const { file, place, sources, isApproximate } = links;
  if (place.side === 'source') return isApproximate ? APPROXIMATE : null;
  const isElsewhere = file.kind !== 'project' || file.path !== shownPath;
  const others = sources.filter(
    ({ path }) => path !== shownPath && !(file.kind === 'project' && file.path === path),
  );
  const sentences = [
    ...(isElsewhere ? [originText(links)] : isApproximate ? [APPROXIMATE] : []),
    ...others.map(({ path, lines }) => `Also from ${path.slice(1)}, ${listOf(lines)}.`),
  ];
  return sentences.length > 0 ? sentences.join(' ') : null;
}

function listOf(lines: readonly number[]): string {
  const last = lines.at(-1);
  return lines.length === 1 ? `line ${last}` : `lines ${lines.slice(0, -1).join(', ')} and ${last}`;
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
