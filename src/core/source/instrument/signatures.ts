import type { Token } from '#core/source/tokens.ts';
import type { Body } from './bodies.ts';
import { readParameters } from './parameters.ts';

/** Which arguments each function writes, by its unqualified name. */
export type Signatures = ReturnType<typeof readSignatures>;

const BUILT_IN: ReadonlyMap<string, readonly number[] | 'all'> = new Map<
  string,
  readonly number[] | 'all'
>([
  ['sincos', [1, 2]],
  ['modf', [1]],
  ['frexp', [1]],
  ['GetDimensions', 'all'],
]);

export function readSignatures(tokens: readonly Token[], bodies: readonly Body[]) {
  const written = new Map<string, Set<number>>();
  const mutating = new Set<string>();
  for (const body of bodies) {
    const name = tokens[body.nameAt]?.text ?? '';
    if (body.attributes.has('mutating')) mutating.add(name);
    const known = written.get(name) ?? new Set<number>();
    for (const [index, { direction }] of readParameters(
      tokens,
      body.parameters,
      body.isModern,
    ).entries()) {
      if (direction !== 'in') known.add(index);
    }
    written.set(name, known);
  }
  return {
    /** Indices of arguments; undefined if nothing is known. */
    written(name: string): ReadonlySet<number> | 'all' | undefined {
      const own = written.get(name);
      if (own) return own;
      const builtIn = BUILT_IN.get(name);
      return builtIn === 'all' || builtIn === undefined ? builtIn : new Set(builtIn);
    },
    isMutating: (name: string): boolean => mutating.has(name),
    isOwn: (name: string): boolean => written.has(name),
  };
}
