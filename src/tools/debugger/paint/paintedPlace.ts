import { projectIdentity } from '#core/project/project.ts';
import { hasValue } from '#core/source/instrument/decodeTrace.ts';
import { instrumentWithout } from '#core/source/instrument/instrumentSource.ts';
import type { Texts } from '#core/source/instrument/modules.ts';
import type { InstrumentedProgram, Site } from '#core/source/instrument/site.ts';
import { NOTHING_REFUSED } from '#core/source/instrument/writer.ts';
import type { Span } from '#core/source/tokens.ts';
import { fail, ok, type Result } from '#core/util/result.ts';
import { runInSlices } from '#core/util/slices.ts';
import type { PaintedPlace } from '#tools/debugger/session/programs.ts';

/** A value in the source that can be painted. */
export interface FoundPlace extends PaintedPlace {
  readonly span: Span;
  /** What it is called, such as `height` or `return`. */
  readonly name: string;
  /** One-based. */
  readonly line: number;
}

const NO_VALUE =
  'Nothing on this line has a value that can be painted. Put the cursor on a variable, a condition or a returned value, or select an expression.';
const OUTSIDE = 'Only expressions inside functions have values that can be painted.';

/**
 * Returns a function that finds the value that a selection stands for: the selected expression, or
 * the value at or before the cursor on its line. Fails with a sentence if there is none.
 */
export function createPlaceFinder() {
  /** Of the newest texts, in which the cursor may rest in many places. */
  let known: { readonly identity: string; readonly program: InstrumentedProgram } | null = null;
  return async (texts: Texts, selected: Span): Promise<Result<FoundPlace>> => {
    const identity = projectIdentity({ ...texts, assets: [] });
    const program = known?.identity === identity ? known.program : await readSites(texts);
    known = { identity, program };
    const expression = trimmed(texts.text, selected);
    return expression ? placeOfExpression(program, expression) : placeAt(program, selected.from);
  };
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

function placeOfExpression(program: InstrumentedProgram, span: Span): Result<FoundPlace> {
  const same = program.sites.find((site) => {
    const own = hasValue(site) ? trimmed(program.source, site) : null;
    return own?.from === span.from && own.to === span.to;
  });
  if (same) return ok(placeOfSite(program, same));
  const around = program.functions.findLast(({ from, to }) => from <= span.from && span.to <= to);
  if (!around) return fail(OUTSIDE);
  const { source } = program;
  return ok({
    key: `${span.from} ${span.to}`,
    others: withoutSites(program, null),
    ...{ expression: span, span, name: source.slice(span.from, span.to) },
    line: source.slice(0, span.from).split('\n').length,
    entryPoint: nameOfEntryPoint(program, around.entryPoint),
  });
}

function placeAt(program: InstrumentedProgram, at: number): Result<FoundPlace> {
  const valued = program.sites.filter(hasValue);
  const around = valued
    .filter(({ from, to, event }) => from <= at && at <= to && event.kind === 'value')
    .sort((one, other) => one.to - one.from - (other.to - other.from));
  const site = around[0] ?? lastOfVariable(program, valued, at) ?? lastOfLine(program, valued, at);
  return site ? ok(placeOfSite(program, site)) : fail(NO_VALUE);
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
  return sites.findLast((site) => site.line === line);
}

function placeOfSite(program: InstrumentedProgram, site: Site): FoundPlace {
  const { id, from, to, line, event } = site;
  const of = program.functions[site.function];
  return {
    key: `site ${id}`,
    others: withoutSites(program, id),
    ...{ expression: null, span: { from, to }, line },
    name: nameOf(event),
    entryPoint: nameOfEntryPoint(program, of?.entryPoint ?? null),
  };
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

function nameOfEntryPoint({ entryPoints }: InstrumentedProgram, index: number | null) {
  return index === null ? null : (entryPoints[index] ?? null);
}

function withoutSites({ sites }: InstrumentedProgram, kept: number | null) {
  const others = sites.filter(({ id }) => id !== kept).map(({ id }) => [id, ''] as const);
  return { ...NOTHING_REFUSED, sites: new Map(others) };
}
