import type { Declaration, Source } from '#program/source/declarations.ts';
import type { Span } from '#program/source/tokens.ts';

/** Something that stands in the way of running the source in the playground, and ways out. */
export interface Lint extends Span {
  /**
   * `warning`: the compiler takes it, but it does not run or does not do what it says. `info`: a
   * way out of what the compiler itself complains about at that place.
   */
  readonly severity: 'warning' | 'info';
  readonly message: string;
  /** Such as `playground/never-dispatched`. */
  readonly code: LintCode;
  readonly fixes: readonly Fix[];
}

export type LintCode = `playground/${LintName}`;

type LintName =
  | 'never-dispatched'
  | 'wrong-call'
  | 'unknown-resource'
  | 'no-initial-content'
  | 'wrong-attribute'
  | 'unknown-attribute'
  | 'missing-import'
  | 'read-write-texture'
  | 'old-style-main'
  | 'printf-arguments'
  | 'beyond-default-limits';

/** All of its edits together mend the fault. They do not overlap. */
export interface Fix {
  /** What it does, as a command: `Add [playground::ZEROS(1024)]`. */
  readonly label: string;
  /** In the order of the text. */
  readonly edits: readonly TextEdit[];
}

/** Puts `insert` in the place of a part of the text. */
export interface TextEdit extends Span {
  readonly insert: string;
}

/** The text with the fix in it. */
export function applyFix(text: string, { edits }: Fix): string {
  return edits.reduceRight(
    (edited, { from, to, insert }) => edited.slice(0, from) + insert + edited.slice(to),
    text,
  );
}

export function fixOf(label: string, edits: readonly (TextEdit | undefined)[]): Fix {
  const given = edits.filter((edit) => edit !== undefined);
  return { label, edits: given.toSorted((one, other) => one.from - other.from) };
}

/** Writes an attribute before a declaration, behind those it has, on a line of its own if it can. */
export function addAttribute({ text }: Source, { start }: Declaration, written: string): TextEdit {
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const before = text.slice(lineStart, start);
  const separator = /^[ \t]*$/.test(before) ? `\n${before}` : ' ';
  return { from: start, to: start, insert: written + separator };
}

/** Takes an attribute away, with its brackets if nothing else is in them, and its line if empty. */
export function removeAttribute(
  { text }: Source,
  { from, to, group }: Declaration['attributes'][number],
): TextEdit {
  if (group.size > 1) {
    const comma = /^\s*,\s*/.exec(text.slice(to));
    if (comma) return { from, to: to + comma[0].length, insert: '' };
    const before = /,\s*$/.exec(text.slice(0, from));
    return { from: from - (before?.[0].length ?? 0), to, insert: '' };
  }
  const space = /^[ \t]*\n?/.exec(text.slice(group.to))?.[0] ?? '';
  const lineStart = text.lastIndexOf('\n', group.from - 1) + 1;
  const isLine = space.includes('\n') && text.slice(lineStart, group.from).trim() === '';
  const end = group.to + (isLine ? space.length : space.replace('\n', '').length);
  return { from: isLine ? lineStart : group.from, to: end, insert: '' };
}

/** Takes several attributes of a declaration away; those that share brackets with them stay. */
export function removeAttributes(
  source: Source,
  { attributes }: Declaration,
  names: ReadonlySet<string>,
): TextEdit[] {
  const groups = new Map<number, Declaration['attributes'][number][]>();
  for (const attribute of attributes) {
    const { from } = attribute.group;
    groups.set(from, [...(groups.get(from) ?? []), attribute]);
  }
  return [...groups.values()].flatMap((group) => {
    const rest = group.filter(({ name }) => !names.has(name));
    const [first] = group;
    const last = group.at(-1);
    if (!first || !last || rest.length === group.length) return [];
    if (rest.length === 0) {
      return [removeAttribute(source, { ...first, group: { ...first.group, size: 1 } })];
    }
    const insert = rest.map(({ from, to }) => source.text.slice(from, to)).join(', ');
    return [{ from: first.from, to: last.to, insert }];
  });
}

/** Adds the modules that the source does not import yet; undefined if it imports all. */
export function addImports(source: Source, names: readonly string[]): TextEdit | undefined {
  const { text, imports, afterModule, start } = source;
  const imported = new Set(imports.map(({ name }) => name));
  const lines = names.filter((name) => !imported.has(name)).map((name) => `import ${name};`);
  if (lines.length === 0) return undefined;
  const last = imports.at(-1);
  if (last) return { from: last.to, to: last.to, insert: `\n${lines.join('\n')}` };
  if (afterModule > start) {
    return { from: afterModule, to: afterModule, insert: `\n\n${lines.join('\n')}` };
  }
  // The line that the first token is on may begin with a comment.
  const at = text.slice(0, start).endsWith('\n') || start === 0 ? start : lineStartOf(text, start);
  return { from: at, to: at, insert: `${lines.join('\n')}\n\n` };
}

function lineStartOf(text: string, at: number): number {
  const lineStart = text.lastIndexOf('\n', at - 1) + 1;
  return text.slice(lineStart, at).trim() === '' ? lineStart : at;
}
