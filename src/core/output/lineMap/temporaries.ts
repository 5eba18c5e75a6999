import type { LineOrigin } from './lineMap.ts';

type Origins = (LineOrigin | null)[];

const TEMPORARY = /\b_S\d+\b/g;
const DEFINITION = /^(?:var|const|let) (_S\d+) : /;
const DECLARATION = /^var (\w+) : [^=]*;$/;
const MEMBER = /^(\w+)[.[].* = /;

/**
 * Fills in the origins of statements that the compiler adds, because WGSL cannot, for example, copy
 * whole structs or make a vector from a scalar. A temporary comes from the statement that first
 * uses it; a statement that uses a temporary comes from its definition; values for a variable's
 * members come from its declaration directly above.
 *
 * @param texts the statements of a function in order, without indentation
 */
export function fillTemporaries(texts: readonly string[], known: Origins): Origins {
  const origins = fillMembers(texts, known);
  const uses = texts.map((text) => text.match(TEMPORARY) ?? []);
  const defined = texts.map((text) => DEFINITION.exec(text)?.[1]);
  const takeFirstUses = () => {
    const next = new Map<string, LineOrigin | null>();
    for (let at = texts.length - 1; at >= 0; at -= 1) {
      const own = defined[at];
      if (own !== undefined) origins[at] ??= next.get(own) ?? null;
      for (const name of uses[at] ?? []) next.set(name, origins[at] ?? null);
    }
  };
  const takeDefinitions = () => {
    const last = new Map<string, LineOrigin | null>();
    for (const [at, names] of uses.entries()) {
      for (const name of names) origins[at] ??= last.get(name) ?? null;
      const own = defined[at];
      if (own !== undefined) last.set(own, origins[at] ?? null);
    }
  };
  takeFirstUses();
  takeDefinitions();
  takeFirstUses();
  return origins;
}

function fillMembers(texts: readonly string[], known: Origins): Origins {
  const origins = [...known];
  let declared = '';
  let origin: LineOrigin | null = null;
  for (const [at, text] of texts.entries()) {
    if (MEMBER.exec(text)?.[1] === declared && !origins[at]) {
      origins[at] = origin;
      continue;
    }
    declared = DECLARATION.exec(text)?.[1] ?? '';
    origin = origins[at] ?? null;
  }
  return origins;
}
