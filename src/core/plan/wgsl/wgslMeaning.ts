/** A top-level declaration as the Slang compiler writes it: it starts at the start of a line. */
const DECLARATION =
  /^(?:@(?:binding|group)\(\d+\) ){0,2}(?:struct (?<struct>\w+)\n\{[\s\S]*?(?:^\};?|(?![\s\S]))|(?:@.*\n){0,9}fn (?<fn>\w+)\([\s\S]*?(?:^\}|(?![\s\S]))|(?<kind>var|const|override|alias)(?:<[^>]*>)? (?<value>\w+)\b[\s\S]*?(?:;$|(?![\s\S])))/gm;

const BINDING = /^@binding\(\d+\) @group\(\d+\) /;

const IDENTIFIER = /\b[A-Za-z_]\w*\b/g;

/** A name that the compiler made unique: the user's with a number, or its own, such as `_S12`. */
const NUMBERED = /^(?<base>.*_S?)(?<number>\d+)$/;

/** Compares parts of shaders, ignoring the numbers that the compiler appended to names. */
export interface WgslMeaning {
  /**
   * The declaration with all that it refers to, as one text that is equal in two programs if
   * both mean the same. Omits the bindings of resources and the layout of uniform blocks.
   * Undefined if the code lacks it.
   */
  of(name: string): string | undefined;
  /** As `of`, with nothing omitted: equal results may share a pipeline. */
  exactly(name: string): string | undefined;
}

/**
 * Reads WGSL that the Slang compiler wrote.
 *
 * @param uniformBlocks the compiler's names for the uniform blocks, whose members may move
 */
export function readWgslMeaning(code: string, uniformBlocks: ReadonlySet<string>): WgslMeaning {
  const declarations = new Map(
    [...code.matchAll(DECLARATION)].map(({ 0: text, groups = {} }) => [
      groups['struct'] ?? groups['fn'] ?? groups['value'] ?? '',
      text,
    ]),
  );
  const essentials = new Map(
    [...declarations].map(([name, text]) => [
      name,
      uniformBlocks.has(name) ? name : text.replace(BINDING, ''),
    ]),
  );
  return {
    of: (name) => withReferences(name, essentials),
    exactly: (name) => withReferences(name, declarations),
  };
}

function withReferences(
  start: string,
  declarations: ReadonlyMap<string, string>,
): string | undefined {
  if (!declarations.has(start)) return undefined;
  const reached = new Set([start]);
  const rename = createRenaming();
  const texts: string[] = [];
  for (const name of reached) {
    const text = declarations.get(name) ?? '';
    texts.push(
      text.replace(IDENTIFIER, (identifier) => {
        if (declarations.has(identifier)) reached.add(identifier);
        return rename(identifier);
      }),
    );
  }
  return texts.join('\n');
}

/** Renumbers the names of one base in order of appearance. */
function createRenaming(): (identifier: string) => string {
  const renamed = new Map<string, string>();
  const counts = new Map<string, number>();
  return (identifier) => {
    const known = renamed.get(identifier);
    if (known !== undefined) return known;
    const base = NUMBERED.exec(identifier)?.groups?.['base'];
    if (base === undefined) return identifier;
    const count = counts.get(base) ?? 0;
    counts.set(base, count + 1);
    const name = `${base}${count}`;
    renamed.set(identifier, name);
    return name;
  };
}
