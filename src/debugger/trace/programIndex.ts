import type { InstrumentedProgram, Site } from '#debugger/instrument/site.ts';
import type { Span } from '#program/source/tokens.ts';
import { NONE } from './activations.ts';
import { plainName, readWrittenName, type WrittenPart } from './writtenNames.ts';

/** A site that records a variable, or a part of it. */
export interface VariableSite {
  readonly site: number;
  /** As it is shown. */
  readonly name: string;
  /** What follows the variable's name; null if it is more than members and simple indices. */
  readonly parts: readonly WrittenPart[] | null;
}

/** What a program's sites and variables say about each other. */
export interface ProgramIndex {
  readonly program: InstrumentedProgram;
  /** By function. */
  readonly sitesOfFunction: readonly (readonly Site[])[];
  /** By variable. */
  readonly sitesOfVariable: readonly (readonly VariableSite[])[];
  /** By variable: some of its sites record only a part of it. */
  readonly hasParts: readonly boolean[];
  /** Sites of values that are no local variable's, by function: names, and the sites of each. */
  readonly othersOfFunction: readonly ReadonlyMap<string, readonly number[]>[];
  /** The variables that can be named at a place, in the order of declaration; of one name, the inner one. */
  visibleAt(place: Span): readonly number[];
  /** The one by this name among them; NONE if there is none. */
  variableNamed(name: string, place: Span): number;
}

export function indexProgram(program: InstrumentedProgram): ProgramIndex {
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
  const known = new WeakMap<Span, ReadonlyMap<string, number>>();
  const visibleAt = (place: Span) => {
    const visible = known.get(place) ?? visibleVariables(program, place);
    known.set(place, visible);
    return visible;
  };
  return {
    program,
    sitesOfFunction,
    sitesOfVariable,
    hasParts,
    othersOfFunction,
    visibleAt: (place) => [...visibleAt(place).values()],
    variableNamed: (name, place) => visibleAt(place).get(name) ?? NONE,
  };
}

function variableSite(site: number, name: string, variable: string): VariableSite {
  const written = readWrittenName(name);
  const parts = written?.root === variable ? written.parts : null;
  return { site, name: plainName(name), parts };
}

function visibleVariables(
  { variables }: InstrumentedProgram,
  place: Span,
): ReadonlyMap<string, number> {
  const byName = new Map<string, number>();
  for (const [index, { name, scope }] of variables.entries()) {
    if (scope.from > place.to || scope.to < place.from) continue;
    const known = variables[byName.get(name) ?? NONE];
    if (!known || scope.from >= known.scope.from) byName.set(name, index);
  }
  const startOf = (index: number) => variables[index]?.scope.from ?? 0;
  const inOrder = [...byName].sort(
    ([, one], [, other]) => startOf(one) - startOf(other) || one - other,
  );
  return new Map(inOrder);
}
