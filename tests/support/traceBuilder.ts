import type {
  InstrumentedProgram,
  Site,
  SiteEvent,
  TracedFunction,
  TracedType,
  Variable,
} from '#core/source/instrument/site.ts';
import type { Step, Trace, TracedValue } from '#core/source/instrument/trace.ts';
import type { Span } from '#core/source/tokens.ts';

/**
 * A site as tests write it: its name, its kind, and a piece of the source in which ⟦…⟧ marks its
 * span. `declare` is a value that declares a variable, `parameter` a value of one of the function's
 * parameters.
 */
export type SiteSpec = readonly [
  key: string,
  kind: SiteEvent['kind'] | 'declare' | 'parameter',
  marked: string,
];

export interface BuiltProgram {
  readonly program: InstrumentedProgram;
  /** @param steps keys of sites, with values */
  trace(steps: readonly (readonly [key: string, value?: TracedValue])[], isCut?: boolean): Trace;
}

/** Builds a program manually. The first function is the entry point; `(` follows function names. */
export function buildProgram(
  source: string,
  functionNames: readonly string[],
  specs: readonly SiteSpec[],
  types: readonly TracedType[] = [],
): BuiltProgram {
  const functions = functionNames.map((name, index) => functionNamed(source, name, index === 0));
  const variables: Variable[] = [];
  const ids = new Map<string, number>();
  const sites: Site[] = [];
  for (const [key, kind, marked] of specs) {
    const span = markedSpan(source, marked);
    const owner = innermost(functions, span);
    const body = functions[owner];
    const name = source.slice(span.from, span.to);
    if (kind === 'declare' || kind === 'parameter') {
      const start = source.indexOf('{', body?.from ?? 0);
      const scope =
        kind === 'parameter'
          ? { from: start, to: body?.to ?? start }
          : { from: span.from, to: endOfScope(source, span.from) };
      variables.push({ name, function: owner, scope });
    }
    const isNew = kind === 'declare' || kind === 'parameter';
    const variable = isNew ? variables.length - 1 : innermostNamed(variables, name, span);
    const event = eventOf(kind, name, variable);
    const line = source.slice(0, span.from).split('\n').length;
    ids.set(key, sites.push({ id: sites.length, ...span, line, function: owner, event }) - 1);
  }
  const program: InstrumentedProgram = {
    source,
    text: source,
    files: [{ path: 'user.slang', text: source, from: 0, to: source.length, firstLine: 1 }],
    otherFiles: [],
    sites,
    variables: variables.map((variable) => widened(source, variable)),
    functions,
    entryPoints: functionNames.slice(0, 1),
    types,
    unseen: [],
    vertexKernels: [],
    bufferName: 'trace_buffer',
  };
  return { program, trace: (steps, isCut) => traceOf(program, steps.map(stepOf), isCut) };

  function stepOf([key, value]: readonly [string, TracedValue?]): Step {
    const site = ids.get(key);
    if (site === undefined) throw new Error(`The program has no site “${key}”.`);
    return { site, value: value ?? null };
  }
}

export function traceOf(
  program: InstrumentedProgram,
  steps: readonly Step[],
  isCut = false,
): Trace {
  const entryPoint = program.entryPoints[0] ?? 'main';
  return { program, entryPoint, thread: [0, 0, 0], steps, isCut };
}

function functionNamed(source: string, name: string, isEntryPoint: boolean): TracedFunction {
  const short = name.split('.').at(-1) ?? name;
  const from = source.search(new RegExp(`\\b${short}\\(`));
  const open = source.indexOf('{', from);
  if (from < 0 || open < 0) throw new Error(`The source has no function ${name}.`);
  const line = source.slice(0, from).split('\n').length;
  const to = endOfBlock(source, open + 1) + 1;
  return { name, line, entryPoint: isEntryPoint ? 0 : null, from, to };
}

function markedSpan(source: string, marked: string): Span {
  const open = marked.indexOf('⟦');
  const close = marked.indexOf('⟧');
  const at = source.indexOf(marked.replace(/[⟦⟧]/g, ''));
  if (at < 0 || open < 0 || close < open) throw new Error(`The source does not hold “${marked}”.`);
  return { from: at + open, to: at + close - 1 };
}

function endOfBlock(source: string, from: number): number {
  let depth = 0;
  for (let at = from; at < source.length; at += 1) {
    if (source[at] === '{') depth += 1;
    if (source[at] === '}') depth -= 1;
    if (depth < 0) return at;
  }
  return source.length;
}

/** The end of the scope of a variable declared here: if in a loop's head, the end of the loop. */
function endOfScope(source: string, from: number): number {
  return endOfBlock(source, isInHead(source, from) ? source.indexOf('{', from) + 1 : from);
}

/** As in instrumented programs, extends a loop head's variables to the end of the block. */
function widened(source: string, variable: Variable): Variable {
  const { from } = variable.scope;
  if (!isInHead(source, from)) return variable;
  return { ...variable, scope: { from, to: endOfBlock(source, from) } };
}

function isInHead(source: string, at: number): boolean {
  return /for \([^)]*$/.test(source.slice(0, at));
}

function innermost(functions: readonly TracedFunction[], { from }: Span): number {
  const around = functions.filter((each) => each.from <= from && from < each.to);
  const [best] = around.toSorted((one, other) => other.from - one.from);
  return best ? functions.indexOf(best) : 0;
}

function innermostNamed(variables: readonly Variable[], text: string, { from }: Span) {
  const root = /^\w+/.exec(text)?.[0];
  const found = variables.findLastIndex(
    ({ name, scope }) => name === root && scope.from <= from && from <= scope.to,
  );
  return found >= 0 ? found : null;
}

function eventOf(kind: SiteSpec[1], text: string, variable: number | null): SiteEvent {
  switch (kind) {
    case 'declare':
    case 'parameter':
    case 'value':
      return { kind: 'value', name: text, variable };
    case 'return':
      return { kind, hasValue: /^return\s*[^;\s]/.test(text) };
    case 'condition':
      return { kind, text };
    default:
      return { kind };
  }
}
