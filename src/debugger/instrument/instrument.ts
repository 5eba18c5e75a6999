import { readTokens, type Token } from '#program/source/tokens.ts';
import { type Body, findBodies } from './bodies.ts';
import { readParameters } from './parameters.ts';
import type { Insertion, Site, SiteEvent, TracedFunction, Variable } from './site.ts';
import { createStatementReader } from './statements.ts';
import { tracedTypes } from './tracedTypes.ts';

/** A source that tells what it does, line for line as it was. */
export interface Instrumented {
  readonly text: string;
  readonly sites: readonly Site[];
  readonly variables: readonly Variable[];
  readonly functions: readonly TracedFunction[];
  /** Names of the compute entry points, by their index. */
  readonly entryPoints: readonly string[];
}

export interface InstrumentOptions {
  /** Sites that the compiler has refused. They keep their ids, so that others do too. */
  readonly without?: ReadonlySet<number>;
}

/** Collects what is put into a source. */
export interface Collector {
  readonly tokens: readonly Token[];
  readonly text: string;
  insert(at: number, text: string): void;
  /** Adds a site, and gives the call that stands for it; null if it is left out. */
  addSite(span: { readonly from: number; readonly to: number }, event: SiteEvent): number | null;
  addVariable(variable: Omit<Variable, 'function'>): number;
  /** Sites belong to this function from now on; the returned function goes back to the one before. */
  enterFunction(traced: TracedFunction): () => void;
  lineAt(offset: number): number;
}

/** Instruments a source for the debugger. Pure; the text may be anything. */
export function instrument(text: string, { without = new Set() }: InstrumentOptions = {}): Instrumented {
  const tokens = readTokens(text);
  const insertions: Insertion[] = [];
  const sites: Site[] = [];
  const variables: Variable[] = [];
  const functions: TracedFunction[] = [];
  const lineStarts = lineStartsOf(text);
  let current = 0;
  const collector: Collector = {
    tokens,
    text,
    insert: (at, inserted) => void insertions.push({ at, text: inserted }),
    addSite({ from, to }, event) {
      const id = sites.length;
      sites.push({ id, from, to, line: lineAt(from), function: current, event });
      return without.has(id) ? null : id;
    },
    addVariable: (variable) => variables.push({ ...variable, function: current }) - 1,
    enterFunction(traced) {
      const before = current;
      current = functions.push(traced) - 1;
      return () => {
        current = before;
      };
    },
    lineAt,
  };
  function lineAt(offset: number): number {
    let low = 0;
    let high = lineStarts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((lineStarts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return low + 1;
  }
  const entryPoints: string[] = [];
  const read = createStatementReader(collector);
  for (const body of findBodies(tokens)) {
    const isEntryPoint = body.attributes.get('shader') === '"compute"' || body.attributes.has('numthreads');
    const entryPoint = isEntryPoint ? entryPoints.push(body.name) - 1 : null;
    readBody(body, entryPoint, collector, read);
  }
  const first = tokens[0];
  const { at, separator } = importPlace(tokens);
  if (first) insertions.push({ at, text: `${separator}import playground_trace;` });
  insertions.push({ at: text.length, text: `\n${tracedTypes(tokens)}` });
  return { text: withInsertions(text, insertions), sites, variables, functions, entryPoints };
}

function lineStartsOf(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

/** Behind `module …;` or `implementing …;`, which have to come first. */
function importPlace(tokens: readonly Token[]): { at: number; separator: string } {
  const first = tokens[0];
  if (first && /^(?:module|implementing)$/.test(first.text)) {
    const end = tokens.find(({ text }) => text === ';');
    return { at: end?.to ?? first.from, separator: ' ' };
  }
  return { at: first?.from ?? 0, separator: '' };
}

function readBody(
  body: Body,
  entryPoint: number | null,
  collector: Collector,
  read: ReturnType<typeof createStatementReader>,
): void {
  const { tokens, insert, addSite, addVariable, enterFunction, lineAt } = collector;
  const name = tokens[body.nameAt];
  const open = tokens[body.open];
  const close = tokens[body.end - 1];
  if (!name || !open || !close || close.text !== '}') return;
  const leave = enterFunction({
    name: body.name,
    line: lineAt(name.from),
    entryPoint,
    from: name.from,
    to: close.to,
  });
  const parameters = readParameters(tokens, body.parameters, body.isModern);
  const calls: string[] = [];
  if (entryPoint !== null) calls.push(beginCall(body, parameters, entryPoint, collector));
  const enter = addSite(name, { kind: 'enter' });
  if (enter !== null) calls.push(`trace_at(${enter});`);
  const scope = { from: open.from, to: close.to };
  const locals = new Map<string, number>();
  for (const { name: written, direction } of parameters) {
    const variable = addVariable({ name: written.text, scope });
    locals.set(written.text, variable);
    if (direction === 'out') continue;
    const site = addSite(written, { kind: 'value', name: written.text, variable });
    if (site !== null) calls.push(`trace_value(${site}, ${written.text});`);
  }
  insert(open.to, calls.join(' '));
  read.block(body, locals);
  leave();
}

function beginCall(
  { parameters: [start, end] }: Body,
  parameters: ReturnType<typeof readParameters>,
  entryPoint: number,
  { tokens, insert }: Collector,
): string {
  const thread = parameters.find(({ semantic }) => /^SV_DispatchThreadID$/i.test(semantic));
  if (thread) return `trace_begin(${entryPoint}, ${thread.name.text});`;
  const at = tokens[start - 1]?.to ?? 0;
  insert(at, `uint3 trace_thread : SV_DispatchThreadID${start < end ? ', ' : ''}`);
  return `trace_begin(${entryPoint}, trace_thread);`;
}

function withInsertions(text: string, insertions: readonly Insertion[]): string {
  // Sorting keeps the order of those at one place.
  const sorted = insertions.toSorted((one, other) => one.at - other.at);
  const parts: string[] = [];
  let end = 0;
  for (const { at, text: inserted } of sorted) {
    parts.push(text.slice(end, at), inserted);
    end = at;
  }
  parts.push(text.slice(end));
  return parts.join('');
}
