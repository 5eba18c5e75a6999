import { afterClosing, type Token } from '#program/source/tokens.ts';

/** What is appended to the source: the module that writes traces, and how its own types are written. */
export function tracedTypes(tokens: readonly Token[]): string {
  return ['import playground_trace;', ...extensions(tokens)].join('\n');
}

function extensions(_tokens: readonly Token[]): string[] {
  return [];
}

export { afterClosing };
