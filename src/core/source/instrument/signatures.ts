import type { Token } from '#core/source/tokens.ts';
import type { Body } from './bodies.ts';
import { readParameters } from './parameters.ts';

/** Which arguments a function writes, by its name without what it is a member of. */
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
    /** A method that changes what it is called on. */
    isMutating: (name: string): boolean => mutating.has(name),
    /** The source declares it. */
    isOwn: (name: string): boolean => written.has(name),
  };
}
