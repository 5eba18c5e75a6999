import type { LineOrigin } from '#program/lineMap/lineMap.ts';
import type { LineRole } from '#program/source/lineRole.ts';
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

/** Says why no code comes from a line; null if its function has code, so that it may be part of that. */
export function noCodeText(role: LineRole, hasFunctionCode: boolean): string | null {
  const why = reasonOf(role, hasFunctionCode);
  return why && `No target code comes from this line: ${why}.`;
}

function reasonOf(role: LineRole, hasFunctionCode: boolean): string | null {
  switch (role.kind) {
    case 'empty':
      return 'it’s empty';
    case 'brackets':
      return 'it has nothing but brackets';
    case 'comment':
      return 'it’s a comment';
    case 'directive':
      return 'it’s a preprocessor directive';
    case 'inactive':
      return 'a preprocessor condition leaves it out';
    case 'declaration':
      return 'it declares something that has no code of its own, or that this output doesn’t use';
    case 'statement':
      if (!hasFunctionCode) {
        return `this output has no code of “${role.function.name}”, because nothing calls it here or the compiler computed its result`;
      }
      return role.unused && `nothing uses “${role.unused}”, so the compiler removed it`;
    default:
      return assertNever(role);
  }
}

/** Says that the code of a line is somewhere in that of its function. */
export function somewhereText(name: string): string {
  return `It isn’t certain which code comes from that line. The code of “${name}” begins here.`;
}
