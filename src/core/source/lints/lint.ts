import type { Declaration, Source } from '#core/source/declarations.ts';
import type { Span } from '#core/source/tokens.ts';

/** Something that prevents the source from running in the playground, with fixes. */
export interface Lint extends Span {
  /**
   * `warning`: the compiler accepts it, but it does not run or does not do what it says. `info`: a
   * fix for a problem that the compiler itself reports there.
   */
  readonly severity: 'warning' | 'info';
  readonly message: string;
  /** Such as `playground/never-dispatched`. */
  readonly code: LintCode;
  readonly fixes: readonly Fix[];
}

type LintCode = `playground/${LintName}`;

type LintName =
  | 'never-dispatched'
  | 'wrong-call'
  | 'wrong-draw'
  | 'never-drawn'
  | 'unread-value'
  | 'unknown-resource'
  | 'no-initial-content'
  | 'wrong-attribute'
  | 'unknown-attribute'
  | 'missing-import'
  | 'no-entry-point'
  | 'read-write-texture'
  | 'old-style-main'
  | 'printf-arguments'
  | 'beyond-default-limits';

/** Edits that fix the fault together. They do not overlap. */
export interface Fix {
  /** What the fix does, as a command: `Add [playground::ZEROS(1024)]`. */
  readonly label: string;
  /** In source order. */
  readonly edits: readonly TextEdit[];
}

export interface TextEdit extends Span {
  readonly insert: string;
}

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

/** Adds an attribute after a declaration's other attributes, on its own line if possible. */
export function addAttribute({ text }: Source, { start }: Declaration, written: string): TextEdit {
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const before = text.slice(lineStart, start);
  const separator = /^[ \t]*$/.test(before) ? `\n${before}` : ' ';
  return { from: start, to: start, insert: written + separator };
}

/** Removes an attribute, with its brackets if nothing else is in them, and its line if empty. */
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

/** Removes several attributes of a declaration; others in the same brackets stay. */
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

/** Imports the modules that the source does not import yet; undefined if it imports all. */
export function addImports(source: Source, names: readonly string[]): TextEdit | undefined {
  const { text, tokens, imports } = source;
  const imported = new Set(imports.map(({ name }) => name));
  const lines = names.filter((name) => !imported.has(name)).map((name) => `import ${name};`);
  if (lines.length === 0) return undefined;
  const last = imports.at(-1);
  if (last) return { from: last.to, to: last.to, insert: `\n${lines.join('\n')}` };
  if (tokens[0]?.text === 'module') {
    const { to } = tokens.find((token) => token.text === ';') ?? tokens[0];
    return { from: to, to, insert: `\n\n${lines.join('\n')}` };
  }
  const start = tokens[0]?.from ?? text.length;
  // The line of the first token may begin with a comment.
  const at = text.slice(0, start).endsWith('\n') || start === 0 ? start : lineStartOf(text, start);
  return { from: at, to: at, insert: `${lines.join('\n')}\n\n` };
}

function lineStartOf(text: string, at: number): number {
  const lineStart = text.lastIndexOf('\n', at - 1) + 1;
  return text.slice(lineStart, at).trim() === '' ? lineStart : at;
}
