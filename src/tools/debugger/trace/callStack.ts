import type { Site } from '#core/source/instrument/site.ts';
import type { Trace } from '#core/source/instrument/trace.ts';
import type { Span } from '#core/source/tokens.ts';
import { type Activations, NONE } from './activations.ts';

/** A position in a function. */
export interface Place extends Span {
  readonly function: number;
  /** One-based. */
  readonly line: number;
}

/** A call in progress. */
export interface Call {
  readonly activation: number;
  readonly place: Place;
}

const UNKNOWN_PLACE: Place = { function: NONE, from: 0, to: 0, line: 1 };

/** The calls in progress at a step, innermost first. */
export function callsAt(trace: Trace, activations: Activations, step: number): readonly Call[] {
  const calls: Call[] = [];
  for (let call = callAt(trace, activations, step); call; ) {
    calls.push(call);
    call = callerOf(trace, activations, call.activation);
  }
  return calls;
}

/** The call at index `frame` of the stack; 0 is the innermost. */
export function callAt(
  trace: Trace,
  activations: Activations,
  step: number,
  frame = 0,
): Call | undefined {
  let activation = activations.ofStep[step] ?? NONE;
  if (activation === NONE) return undefined;
  if (frame === 0) return { activation, place: placeOf(trace, activations, step) };
  for (let at = 1; at < frame; at += 1) activation = activations.parents[activation] ?? NONE;
  return callerOf(trace, activations, activation);
}

function callerOf(trace: Trace, activations: Activations, called: number): Call | undefined {
  const activation = activations.parents[called] ?? NONE;
  if (activation === NONE) return undefined;
  return { activation, place: callPlace(trace, activations, called) };
}

function placeOf({ program }: Trace, { siteOf }: Activations, step: number): Place {
  const site = program.sites[siteOf[step] ?? NONE];
  if (!site) return UNKNOWN_PLACE;
  const variable = site.event.kind === 'value' ? site.event.variable : null;
  const scope = program.variables[variable ?? NONE]?.scope;
  // Parameters are recorded at their declarations, but are in scope only in the body.
  const isBefore = scope !== undefined && site.to < scope.from;
  return isBefore ? { ...site, from: scope.from, to: scope.from } : site;
}

/**
 * Where an activation was called. Statements are recorded before their calls, values after them.
 * The call is therefore at the caller's record before it or after it. If neither fits, take the
 * next place where the function's name occurs.
 */
function callPlace(trace: Trace, activations: Activations, activation: number): Place {
  const { program } = trace;
  const { siteOf, after, callerSteps, functions } = activations;
  const before = callerSteps[activation] ?? NONE;
  const previous = program.sites[siteOf[before] ?? NONE];
  const next = program.sites[siteOf[after[before] ?? NONE] ?? NONE];
  const name = program.functions[functions[activation] ?? NONE]?.name.split('.').at(-1) ?? '';
  if (!previous) return next ?? UNKNOWN_PLACE;
  const isNamed = findName(program.source, name, previous.from, previous.to) !== undefined;
  if (previous.event.kind === 'statement' && isNamed) return previous;
  if (next && followsItsCalls(next)) return next;
  const end = program.functions[previous.function]?.to ?? previous.to;
  const from = findName(program.source, name, previous.to, end);
  if (from === undefined) return previous;
  const line = previous.line + countBreaks(program.source, previous.from, from);
  return { function: previous.function, from, to: from + name.length, line };
}

function followsItsCalls({ event }: Site): boolean {
  if (event.kind === 'return') return event.hasValue;
  return event.kind === 'value' || event.kind === 'condition' || event.kind === 'store';
}

/** Finds a function's name followed by an opening parenthesis or angle bracket. */
function findName(source: string, name: string, from: number, to: number): number | undefined {
  // Browsers may reject a longer regular expression.
  if (!/^[\w\u0080-\uffff]{1,1000}$/.test(name)) return undefined;
  const called = new RegExp(`(?<![\\w\\u0080-\\uffff])${name}\\s*[(<]`);
  const found = called.exec(source.slice(from, to));
  return found ? from + found.index : undefined;
}

function countBreaks(source: string, from: number, to: number): number {
  let count = 0;
  for (let at = source.indexOf('\n', from); at >= 0 && at < to; at = source.indexOf('\n', at + 1)) {
    count += 1;
  }
  return count;
}
