import type { CodeFunction, LineMap, LineOrigin } from '#core/output/lineMap/lineMap.ts';
import type { FunctionLines } from '#core/source/declarations.ts';

type FunctionsByPath = Readonly<Record<string, readonly FunctionLines[]>>;

export interface Stripes {
  /** The functions' names, ordered by file. */
  readonly names: readonly string[];
  /** By line of code: the function's index plus one; 0 for none. */
  readonly code: Uint16Array;
  /** The same, by compiled line of each file. */
  readonly source: Readonly<Record<string, Uint16Array>>;
}

/**
 * Numbers the source's functions, and assigns each line of code to the function that it comes from.
 */
export function stripesOf(map: LineMap, functions: FunctionsByPath): Stripes {
  const names: string[] = [];
  const stripesByPath = new Map<string, Uint16Array>();
  for (const [path, list] of Object.entries(functions)) {
    const last = list.reduce((line, { to }) => Math.max(line, to), 0);
    const stripes = new Uint16Array(last + 1);
    for (const { name, from, to } of list) stripes.fill(names.push(name), from, to + 1);
    stripesByPath.set(path, stripes);
  }
  const code = new Uint16Array(map.origins.length + 1);
  const stripeOf = (origin: LineOrigin | null | undefined) => {
    const file = origin && map.files[origin.file];
    if (!origin || file?.kind !== 'project') return 0;
    return stripesByPath.get(file.path)?.[origin.kind === 'line' ? origin.line : origin.from] ?? 0;
  };
  map.origins.forEach((origin, index) => {
    code[index + 1] = stripeOf(origin);
  });
  for (const each of map.functions) fillGaps(code, each, map);
  return { names, code, source: Object.fromEntries(stripesByPath) };
}

/** Braces and directives inside a function belong to the function of the preceding line. */
function fillGaps(code: Uint16Array, { from, to }: CodeFunction, { origins }: LineMap): void {
  let last = 0;
  for (let line = from; line <= to; line += 1) {
    if (origins[line - 1]) last = code[line] ?? 0;
    else code[line] = last;
  }
}
