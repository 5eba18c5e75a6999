import { functionLines } from '#core/source/declarations.ts';
import { readTokens, type Token } from '#core/source/tokens.ts';
import type { InstrumentedProgram, TracedFunction } from './site.ts';

/** Built-in functions that store something, or wait for other threads. */
const WRITES =
  /^(?:Interlocked\w*|Store[1-4]?|Append|Consume|(?:In|De)crementCounter|\w*MemoryBarrier\w*|printf|drawPixel|clip|abort)$/;
/** Built-in functions that need the values of neighbouring threads. */
const OF_OTHERS = /^(?:Wave\w+|Quad\w+|ddx\w*|ddy\w*|fwidth\w*)$/;
/** Methods of atomics, which a source may use for its own functions too. */
const ATOMIC =
  /^(?:add|sub|min|max|and|or|xor|store|exchange|compareExchange|increment|decrement)$/;

const NO_EXPRESSION = 'Type a single expression, such as dot(normal, light) or heights[i] * 0.5.';
const ASSIGNS =
  'This changes a variable. Only expressions without side effects can be computed, since the frame must stay as it is.';

/**
 * Why an expression cannot be computed besides what a program does, as a sentence; null if it can.
 * Careful: it also rejects calls that only might change something.
 *
 * @param others texts of the project's other files
 */
export function whyNotComputed(
  expression: string,
  program: InstrumentedProgram,
  others: readonly string[],
): string | null {
  if (/[;{}#\n\r\\]|\/[/*]/.test(expression)) return NO_EXPRESSION;
  const tokens = readTokens(expression);
  if (tokens.length === 0 || !isBalanced(tokens)) return NO_EXPRESSION;
  if (assignedIn(tokens).length > 0) return ASSIGNS;
  const foreign = new Set(others.flatMap((text) => functionLines(text).map(({ name }) => name)));
  return refusedCall(tokens, { program, foreign, known: new Map() });
}

function isBalanced(tokens: readonly Token[]): boolean {
  const open: string[] = [];
  for (const { text } of tokens) {
    if (text === '(' || text === '[') open.push(text);
    else if (text === ')' && open.pop() !== '(') return false;
    else if (text === ']' && open.pop() !== '[') return false;
  }
  return open.length === 0;
}

interface Looking {
  readonly program: InstrumentedProgram;
  /** Names of functions in other files. */
  readonly foreign: ReadonlySet<string>;
  /** Whether functions change something, by name; true while unknown. */
  readonly known: Map<string, boolean>;
}

/** Why the first call that cannot be repeated is refused. */
function refusedCall(tokens: readonly Token[], looking: Looking): string | null {
  for (const [at, { kind, text }] of tokens.entries()) {
    if (kind !== 'word' || tokens[at + 1]?.text !== '(') continue;
    const isMethod = tokens[at - 1]?.text === '.';
    if (OF_OTHERS.test(text)) {
      return `${text} needs the values of other threads, but only the traced thread computes this.`;
    }
    if (changes(text, isMethod, looking)) {
      return `${text} may change something. Only expressions without side effects can be computed, since the frame must stay as it is.`;
    }
  }
  return null;
}

function changes(name: string, isMethod: boolean, looking: Looking): boolean {
  if (WRITES.test(name)) return true;
  const { program, foreign, known } = looking;
  const own = program.functions.filter((each) => lastName(each.name) === name);
  if (own.length === 0) return foreign.has(name) || (isMethod && ATOMIC.test(name));
  const found = known.get(name);
  if (found !== undefined) return found;
  // A function that calls itself changes nothing by that.
  known.set(name, false);
  known.set(
    name,
    own.some((each) => functionChanges(each, looking)),
  );
  return known.get(name) ?? true;
}

const lastName = (name: string) => name.slice(name.lastIndexOf('.') + 1);

/** Whether a function changes more than its own variables, judging by its text. */
function functionChanges(traced: TracedFunction, looking: Looking): boolean {
  const { program } = looking;
  const tokens = readTokens(program.source.slice(traced.from, traced.to));
  if (tokens.some(({ text }) => /^(?:out|inout|ref|mutating)$/.test(text))) return true;
  const inside = new Set(
    program.functions.flatMap(({ from, to }, index) =>
      traced.from <= from && to <= traced.to ? index : [],
    ),
  );
  const locals = new Set(
    program.variables.flatMap((each) => (inside.has(each.function) ? each.name : [])),
  );
  if (assignedIn(tokens).some((root) => !locals.has(root))) return true;
  // The name at the start is no call.
  return refusedCall(tokens.slice(1), looking) !== null;
}

/** The first names of what a text assigns to, increments or decrements. */
function assignedIn(tokens: readonly Token[]): string[] {
  const touches = (at: number) => tokens[at - 1]?.to === tokens[at]?.from;
  const roots: string[] = [];
  for (const [at, { text }] of tokens.entries()) {
    const before = touches(at) ? (tokens[at - 1]?.text ?? '') : '';
    const next = touches(at + 1) ? (tokens[at + 1]?.text ?? '') : '';
    if (text === '=' && !/^[=>]$/.test(next) && !isComparison(tokens, at, before)) {
      roots.push(rootBefore(tokens, at));
    }
    if (/^[+-]$/.test(text) && next === text) {
      const isPrefix = /^(?:[^\w)\]]|return)$/.test(tokens[at - 1]?.text ?? '(');
      roots.push(isPrefix ? (tokens[at + 2]?.text ?? '') : rootBefore(tokens, at));
    }
  }
  return roots;
}

/** Whether the `=` at an index ends `==`, `!=`, `<=` or `>=`. */
function isComparison(tokens: readonly Token[], at: number, before: string): boolean {
  if (/^[=!]$/.test(before)) return true;
  const isShift = tokens[at - 2]?.text === before && tokens[at - 2]?.to === tokens[at - 1]?.from;
  return /^[<>]$/.test(before) && !isShift;
}

/** The first name of the path before an operator: `a` for `a.b[i] +`. */
function rootBefore(tokens: readonly Token[], operator: number): string {
  let at = operator - 1;
  while (/^[+\-*/%&|^<>]$/.test(tokens[at]?.text ?? '')) at -= 1;
  for (; at >= 0; at -= 1) {
    if (tokens[at]?.text === ']') {
      at = openingBefore(tokens, at);
    } else if (tokens[at - 1]?.text !== '.') {
      return tokens[at]?.text ?? '';
    } else {
      at -= 1;
    }
  }
  return '';
}

/** The index of the bracket that the one at `close` closes. */
function openingBefore(tokens: readonly Token[], close: number): number {
  let depth = 0;
  for (let at = close; at >= 0; at -= 1) {
    if (tokens[at]?.text === ']') depth += 1;
    else if (tokens[at]?.text === '[') depth -= 1;
    if (depth === 0) return at;
  }
  return 0;
}
