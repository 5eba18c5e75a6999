import type { LineOrigin } from '#core/output/lineMap/lineMap.ts';
import type { LineRole } from '#core/source/lineRole.ts';
import { assertNever } from '#core/util/assertNever.ts';
import type { Links } from './linkedTo.ts';

export const APPROXIMATE =
  'Approximate: this line belongs to the marked function, but its exact counterpart is not certain.';

/** Tooltip text for what the highlighting does not show; null if there is nothing to add. */
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

/** Says where a line of target code comes from. */
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

/**
 * Explains why no code comes from a line; null if that is not certain.
 *
 * @param hasCode whether there is code from the line's function, or with the name that the line
 * declares
 */
export function noCodeText(role: LineRole, hasCode: boolean): string | null {
  const why = reasonOf(role, hasCode);
  return why && `No target code comes from this line: ${why}.`;
}

const REASONS = {
  empty: 'it’s empty',
  brackets: 'it has nothing but brackets',
  comment: 'it’s a comment',
  directive: 'it’s a preprocessor directive',
  inactive: 'a preprocessor condition leaves it out',
  import: 'it only says which modules belong together',
  interface: 'it belongs to an interface, which has no code of its own',
  extension: 'it extends a type, and only the functions in it have code',
  enum: 'the values of an enumeration are plain numbers in the code',
  namespace: 'a namespace is only a part of names',
  alias: 'it only gives a type another name',
  prototype: 'it only announces a function',
} as const;

function reasonOf(role: LineRole, hasCode: boolean): string | null {
  switch (role.kind) {
    case 'attributes':
      return role.arePlaygrounds
        ? 'its attributes are for the playground'
        : 'this output needs no code for its attributes';
    case 'declaration':
      if (hasCode) return null;
      return role.isConstant
        ? `the compiler writes the value of “${role.name}” where it’s used`
        : `nothing in this output uses “${role.name}”`;
    case 'header':
    case 'statement':
      if (!hasCode) {
        return `this output has no code of “${role.function.name}”, because nothing calls it here or the compiler computed its result`;
      }
      return role.kind === 'statement' && role.unused
        ? `nothing uses “${role.unused}”, so the compiler removed it`
        : null;
    case 'other':
      return null;
    default:
      return REASONS[role.kind];
  }
}

/** Says where a line's code may be; null if unknown. */
export function somewhereText(role: LineRole): string | null {
  switch (role.kind) {
    case 'header':
      return `That line is part of the header of “${role.function.name}”, whose code begins here.`;
    case 'statement':
      return `${UNCERTAIN} The code of “${role.function.name}” begins here.`;
    case 'declaration':
      return `${UNCERTAIN} “${role.name}” is named here first.`;
    default:
      return null;
  }
}

const UNCERTAIN = 'It isn’t certain which code comes from that line.';
