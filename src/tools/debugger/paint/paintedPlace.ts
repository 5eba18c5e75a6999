import { projectIdentity } from '#core/project/project.ts';
import { type FoundCall, findCalls } from '#core/source/instrument/calls.ts';
import { hasValue } from '#core/source/instrument/decodeTrace.ts';
import { instrumentWithout } from '#core/source/instrument/instrumentSource.ts';
import type { Texts } from '#core/source/instrument/modules.ts';
import { placeOf, placeText } from '#core/source/instrument/places.ts';
import type { InstrumentedProgram, Site, TracedFunction } from '#core/source/instrument/site.ts';
import { NOTHING_REFUSED } from '#core/source/instrument/writer.ts';
import { lineCounter, type Span } from '#core/source/tokens.ts';
import { fail, ok, type Result } from '#core/util/result.ts';
import { runInSlices } from '#core/util/slices.ts';
import { brief } from '#core/util/text.ts';
import type { PaintedPlace } from '#tools/debugger/session/programs.ts';

interface NamedCall extends FoundCall {
  /** Such as `line 12: wave(x)`. */
  readonly text: string;
}

/** An expression in a file, or the cursor's place if it is empty. */
export interface SelectedPlace extends Span {
  /** The path in the project. */
  readonly path: string;
}

/** A value in the source that can be painted. */
export interface FoundPlace extends PaintedPlace {
  /** The calls of its function, of which one may be chosen; empty for entry points. */
  readonly calls: readonly NamedCall[];
  /** The path of its file in the project. */
  readonly path: string;
  /** In its file. */
  readonly span: Span;
  /** Where its file begins in the program's source. */
  readonly fileFrom: number;
  /** What it is called, such as `height` or `return`. */
  readonly name: string;
  /** One-based, in its file. */
  readonly line: number;
}

/** In characters. */
const MOST_CODE = 32;

const NO_VALUE =
  'Nothing on this line has a value that can be painted. Put the cursor on a variable, a condition or a returned value, or select an expression.';
const NOT_USED =
  'The main file does not use this file, so nothing in it has a value. Import it, run the shader, then paint.';
const OUTSIDE = 'Only expressions inside functions have values that can be painted.';

/**
 * Returns a function that finds the value that a selection in a file stands for: the selected
 * expression, or the value at or before the cursor on its line. Fails with a sentence if there is
 * none.
 */
export function createPlaceFinder() {
  /** Of the newest texts, in which the cursor may rest in many places. */
  let known: { readonly identity: string; readonly program: InstrumentedProgram } | null = null;
  return async (texts: Texts, { path, from, to }: SelectedPlace): Promise<Result<FoundPlace>> => {
    const identity = projectIdentity({ ...texts, assets: [] });
    const program = known?.identity === identity ? known.program : await readSites(texts);
    known = { identity, program };
    const file = program.files.find((each) => each.path === path);
    if (!file) return fail(NOT_USED);
    const expression = trimmed(program.source, { from: from + file.from, to: to + file.from });
    const found = expression
      ? placeOfExpression(program, expression)
      : placeAt(program, from + file.from);
    if (!found.ok) return found;
    const { around, span, ...place } = found.value;
    const entryPoint =
      around.entryPoint === null ? null : (program.entryPoints[around.entryPoint] ?? null);
    return ok({
      ...{ ...place, path, fileFrom: file.from },
      span: { from: span.from - file.from, to: span.to - file.from },
      line: program.source.slice(file.from, span.from).split('\n').length,
      calls: entryPoint === null ? await callsOf(program, around) : [],
      entryPoint,
    });
  };
}

async function callsOf(program: InstrumentedProgram, { name }: TracedFunction) {
  const calls = await runInSlices(findCalls(program, name));
  const lineOf = lineCounter(program.source);
  return calls.map((call) => {
    const place = placeText(placeOf(program, lineOf(call.from)));
    const code = program.source.slice(call.from, call.to).replaceAll(/\s+/g, ' ');
    return { ...call, text: `${place}: ${brief(code, MOST_CODE)}` };
  });
}

async function readSites(texts: Texts): Promise<InstrumentedProgram> {
  return (await runInSlices(instrumentWithout(texts, 'records', NOTHING_REFUSED))).program;
}

function trimmed(source: string, { from, to }: Span): Span | null {
  const text = source.slice(from, to).replace(/;\s*$/, '');
  const start = from + (text.length - text.trimStart().length);
  const end = start + text.trim().length;
  return end > start ? { from: start, to: end } : null;
}

/** A place in the program's source. */
type ProgramPlace = Pick<FoundPlace, 'key' | 'others' | 'expression' | 'span' | 'name'> & {
  readonly around: TracedFunction;
};

function placeOfExpression(program: InstrumentedProgram, span: Span): Result<ProgramPlace> {
  const same = program.sites.find((site) => {
    const own = hasValue(site) ? trimmed(program.source, site) : null;
    return own?.from === span.from && own.to === span.to;
  });
  if (same) return placeOfSite(program, same);
  const around = program.functions.findLast(({ from, to }) => from <= span.from && span.to <= to);
  if (!around) return fail(OUTSIDE);
  const { source } = program;
  return ok({
    key: `${span.from} ${span.to}`,
    others: withoutSites(program, null),
    ...{ expression: span, span, name: source.slice(span.from, span.to), around },
  });
}

function placeAt(program: InstrumentedProgram, at: number): Result<ProgramPlace> {
  const valued = program.sites.filter(hasValue);
  const around = valued
    .filter(({ from, to, event }) => from <= at && at <= to && event.kind === 'value')
    .sort((one, other) => one.to - one.from - (other.to - other.from));
  const site = around[0] ?? lastOfVariable(program, valued, at) ?? lastOfLine(program, valued, at);
  return site ? placeOfSite(program, site) : fail(NO_VALUE);
}

/** The value that the variable under the cursor got last before it, in the source's order. */
function lastOfVariable({ source }: InstrumentedProgram, sites: readonly Site[], at: number) {
  let from = at;
  while (/\w/.test(source[from - 1] ?? '')) from -= 1;
  let to = at;
  while (/\w/.test(source[to] ?? '')) to += 1;
  if (from === to || source[from - 1] === '.') return undefined;
  const name = source.slice(from, to);
  const own = sites.findLast((site) => site.from <= at);
  return sites.findLast(
    (site) =>
      site.event.kind === 'value' &&
      site.event.name === name &&
      site.from <= at &&
      site.function === own?.function,
  );
}

function lastOfLine({ source }: InstrumentedProgram, sites: readonly Site[], at: number) {
  const line = source.slice(0, at).split('\n').length;
  const own = sites.filter((site) => site.line === line);
  // The condition of a `for` follows its variable.
  return own.findLast(({ event }) => event.kind !== 'condition') ?? own.at(-1);
}

function placeOfSite(program: InstrumentedProgram, site: Site): Result<ProgramPlace> {
  const { id, from, to, event } = site;
  const around = program.functions[site.function];
  if (!around) return fail(OUTSIDE);
  return ok({
    key: `site ${id}`,
    others: withoutSites(program, id),
    ...{ expression: null, span: { from, to }, name: nameOf(event), around },
  });
}

function nameOf(event: Site['event']): string {
  switch (event.kind) {
    case 'value':
      return event.name;
    case 'condition':
      return event.text;
    case 'store':
      return 'stored colour';
    default:
      return event.kind;
  }
}

function withoutSites({ sites }: InstrumentedProgram, kept: number | null) {
  const others = sites.filter(({ id }) => id !== kept).map(({ id }) => [id, ''] as const);
  return { ...NOTHING_REFUSED, sites: new Map(others) };
}
