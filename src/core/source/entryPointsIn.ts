import { readSource } from './declarations.ts';
import type { Span } from './tokens.ts';

/** Spans of the entry points' names, as far as they are recognisable without a compiler. */
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
