import type { InstrumentedProgram, Site, Variable } from '#core/source/instrument/site.ts';
import type { Span } from '#core/source/tokens.ts';
import { runAtOnce, type Sliced } from '#core/util/slices.ts';
import { NONE } from './activations.ts';
import { type LoopExtent, loopExtents } from './loopExtents.ts';
import { plainName, readWrittenName, type WrittenPart } from './writtenNames.ts';

/** A site that records all or part of a variable. */
interface VariableSite {
  readonly site: number;
  readonly name: string;
  /** The path after the variable's name; null if not only members and indices. */
  readonly parts: readonly WrittenPart[] | null;
}

interface NamingPlace extends Span {
  readonly function: number;
}

/** Relates a program's sites, variables and loops. */
export interface ProgramIndex {
  readonly program: InstrumentedProgram;
  /** The loops whose iterations are recorded. */
  readonly loops: readonly LoopExtent[];
  /** By function. */
  readonly sitesOfFunction: readonly (readonly Site[])[];
  /** By variable. */
  readonly sitesOfVariable: readonly (readonly VariableSite[])[];
  /** By variable: whether any of its sites records only a part of it. */
  readonly hasParts: readonly boolean[];
  /** By function: the names of recorded values that are not local variables, with their sites. */
  readonly othersOfFunction: readonly ReadonlyMap<string, readonly number[]>[];
  /**
   * By variable: the site that records iterations of the innermost loop whose body declares it, or
   * NONE.
   */
  readonly loopOfVariable: readonly number[];
  /** The variables in scope at a place, in declaration order. An inner one shadows an outer one. */
  visibleAt(place: NamingPlace): readonly number[];
  /** The variable in scope with this name; NONE if there is none. */
  variableNamed(name: string, place: NamingPlace): number;
}

const KNOWN = new WeakMap<InstrumentedProgram, ProgramIndex>();

export function indexProgram(program: InstrumentedProgram): ProgramIndex {
  return runAtOnce(indexProgramInSlices(program));
}

/** Cached per program, for all of its traces. */
export function* indexProgramInSlices(program: InstrumentedProgram): Sliced<ProgramIndex> {
  const index = KNOWN.get(program) ?? (yield* makeIndex(program));
  KNOWN.set(program, index);
  return index;
}

function* makeIndex(program: InstrumentedProgram): Sliced<ProgramIndex> {
  const sitesOfFunction: Site[][] = program.functions.map(() => []);
  const sitesOfVariable: VariableSite[][] = program.variables.map(() => []);
  const othersOfFunction: Map<string, number[]>[] = program.functions.map(() => new Map());
  for (const [id, site] of program.sites.entries()) {
    sitesOfFunction[site.function]?.push(site);
    if (site.event.kind !== 'value') continue;
    const { name, variable } = site.event;
    const sites = sitesOfVariable[variable ?? NONE];
    const declared = program.variables[variable ?? NONE];
    if (sites && declared) sites.push(variableSite(id, name, declared.name));
    else {
      const others = othersOfFunction[site.function];
      const plain = plainName(name);
      const known = others?.get(plain);
      if (known) known.push(id);
      else others?.set(plain, [id]);
    }
  }
  const hasParts = sitesOfVariable.map((sites) => sites.some(({ parts }) => parts?.length !== 0));
  yield;
  const loops = yield* loopExtents(program.source, program.sites);
  yield;
  const loopsOfFunction: LoopExtent[][] = program.functions.map(() => []);
  for (const loop of loops) loopsOfFunction[loop.site.function]?.push(loop);
  const loopsOf = (variable: Variable) => loopsOfFunction[variable.function] ?? [];
  const scopes = program.variables.map((each) => scopeWithin(each.scope, loopsOf(each)));
  const known = new WeakMap<NamingPlace, ReadonlyMap<string, number>>();
  const visibleAt = (place: NamingPlace) => {
    const visible = known.get(place) ?? visibleVariables(program, scopes, place);
    known.set(place, visible);
    return visible;
  };
  return {
    program,
    loops,
    sitesOfFunction,
    sitesOfVariable,
    hasParts,
    othersOfFunction,
    loopOfVariable: program.variables.map(
      (variable) => loopAround(variable.scope, loopsOf(variable))?.site.id ?? NONE,
    ),
    visibleAt: (place) => [...visibleAt(place).values()],
    variableNamed: (name, place) => visibleAt(place).get(name) ?? NONE,
  };
}

function variableSite(site: number, name: string, variable: string): VariableSite {
  const written = readWrittenName(name);
  const parts = written?.root === variable ? written.parts : null;
  return { site, name: plainName(name), parts };
}

/** A variable declared in a loop's head goes out of scope at the end of the loop. */
function scopeWithin(scope: Span, loops: readonly LoopExtent[]): Span {
  const loop = loops.find(({ site }) => site.from <= scope.from && scope.from < site.to);
  return loop ? { from: scope.from, to: Math.min(scope.to, loop.to) } : scope;
}

function loopAround(scope: Span, loops: readonly LoopExtent[]): LoopExtent | undefined {
  return loops
    .filter(({ site, to }) => site.to <= scope.from && scope.from < to)
    .reduce<LoopExtent | undefined>(
      (inner, loop) => (inner && inner.from > loop.from ? inner : loop),
      undefined,
    );
}

function isAround(outer: Span | undefined, inner: Span | undefined): boolean {
  if (!outer || !inner) return false;
  return outer === inner || (outer.from <= inner.from && inner.to <= outer.to);
}

function visibleVariables(
  { variables, functions }: InstrumentedProgram,
  scopes: readonly Span[],
  place: NamingPlace,
): ReadonlyMap<string, number> {
  const startOf = (variable: number) => scopes[variable]?.from ?? 0;
  const byName = new Map<string, number>();
  for (const [index, { from, to }] of scopes.entries()) {
    if (from > place.to || to < place.from) continue;
    const { name = '', function: owner = NONE } = variables[index] ?? {};
    // Each accessor of a subscript has its own parameters, all declared at the same place.
    if (!isAround(functions[owner], functions[place.function])) continue;
    const known = byName.get(name);
    if (known === undefined || from >= startOf(known)) byName.set(name, index);
  }
  const inOrder = [...byName].sort(
    ([, one], [, other]) => startOf(one) - startOf(other) || one - other,
  );
  return new Map(inOrder);
}
