import type { Token } from '#core/source/tokens.ts';

/** What types say that they are, by their names without what they are members of. */
export type Bases = ReadonlyMap<string, readonly string[]>;

/** Of structs, interfaces and extensions: `struct Square : IShape`. */
export function readBases(tokens: readonly Token[]): Bases {
  const bases = new Map<string, readonly string[]>();
  for (const [at, { text }] of tokens.entries()) {
    if (!/^(?:struct|interface|extension)$/.test(text)) continue;
    const { own, named } = readHead(tokens, at + 1);
    if (own !== undefined) bases.set(own, [...(bases.get(own) ?? []), ...named]);
  }
  return bases;
}

/** The last name before the colon, and those behind it. Names between angles are none. */
function readHead(tokens: readonly Token[], start: number) {
  let own: string | undefined;
  let isBehind = false;
  let depth = 0;
  const named: string[] = [];
  for (let at = start; at < tokens.length; at += 1) {
    const { text = '', kind } = tokens[at] ?? {};
    if (/^(?:where|[{};=])$/.test(text)) break;
    if (text === '<') depth += 1;
    else if (text === '>') depth -= 1;
    else if (depth > 0) continue;
    else if (text === ':') isBehind = true;
    else if (kind === 'word' && !/^(?:\.|::)$/.test(tokens[at + 1]?.text ?? '')) {
      if (isBehind) named.push(text);
      else own = text;
    }
  }
  return { own, named };
}

/** Whether a type is an interface, by itself or by what it says that it is. */
export function isA(bases: Bases, type: string, name: string): boolean {
  const seen = new Set<string>([type]);
  for (const each of seen) {
    if (each === name) return true;
    for (const base of bases.get(each) ?? []) seen.add(base);
  }
  return false;
}
