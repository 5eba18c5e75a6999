import { readSource } from './declarations.ts';
import type { Span } from './tokens.ts';

/** Where the names of entry points are in a source, as far as it can be told without a compiler. */
export function entryPointsIn(text: string): ReadonlyMap<string, Span> {
  const found = new Map<string, Span>();
  for (const { kind, name, nameSpan, attributes, hasBody } of readSource(text).declarations) {
    const isMarked = attributes.some(
      (each) => each.name === 'shader' || each.name === 'numthreads',
    );
    if (kind === 'function' && isMarked && (hasBody || !found.has(name))) found.set(name, nameSpan);
  }
  return found;
}
