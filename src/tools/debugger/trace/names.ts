import type { InstrumentedProgram } from '#core/source/instrument/site.ts';
import type { Trace, TracedValue } from '#core/source/instrument/trace.ts';
import { type Activations, NONE } from './activations.ts';
import type { Call } from './callStack.ts';
import { unknownNames } from './condition/evaluate.ts';
import { parseCondition } from './condition/parseCondition.ts';
import type { Occurrences } from './occurrences.ts';
import type { ProgramIndex } from './programIndex.ts';
import type { VariableValues } from './variableValues.ts';
import { readWrittenName, rootOf } from './writtenNames.ts';

export type Names = ReturnType<typeof createNames>;

export function createNames(
  trace: Trace,
  activations: Activations,
  occurrences: Occurrences,
  index: ProgramIndex,
  valuesOf: VariableValues,
) {
  const { program, steps } = trace;
  const cases = enumCases(program);
  const sitesOfOthers = new Map<string, number[]>();
  for (const names of index.othersOfFunction) {
    for (const [name, sites] of names) {
      sitesOfOthers.set(name, [...(sitesOfOthers.get(name) ?? []), ...sites]);
    }
  }
  const local = (name: string, call: Call, step: number) => {
    const root = rootOf(name);
    const variable = index.variableNamed(root, call.place);
    if (variable === NONE) return undefined;
    const owner = ownerOf(trace, activations, variable, call.activation);
    const { whole, rest } = valuesOf(variable, owner, step);
    if (name === root) return whole;
    return rest.find((row) => row.name === name)?.value ?? null;
  };
  /** Resolves a member of the object, a global variable or a buffer. */
  const other = (name: string, call: Call, step: number) => {
    const sites = sitesOfOthers.get(name);
    if (!sites) return null;
    let last = NONE;
    for (const site of sites) {
      last = Math.max(last, occurrences.last(site, call.activation, step));
    }
    if (last === NONE && !isMember(program, name)) {
      for (const site of sites) last = Math.max(last, occurrences.lastOfAny(site, step));
    }
    return steps[last]?.value ?? null;
  };
  return {
    /** The value of a name in a call in progress; null if it has none. */
    valueOf(name: string, call: Call, step: number): TracedValue | null {
      const found = local(name, call, step);
      if (found !== undefined) return found;
      return other(name, call, step) ?? cases.get(name) ?? null;
    },
  };
}

/** The activation that owns a variable. Lambdas can use variables of the enclosing function. */
export function ownerOf(
  { program }: Trace,
  { functions, parents }: Activations,
  variable: number,
  activation: number,
): number {
  const wanted = program.variables[variable]?.function;
  let owner = activation;
  while (owner !== NONE && functions[owner] !== wanted) owner = parents[owner] ?? NONE;
  return owner;
}

function isMember({ types }: InstrumentedProgram, name: string): boolean {
  const root = rootOf(name);
  return (
    root === 'this' || types.some((type) => type.kind === 'struct' && type.fields.includes(root))
  );
}

function enumCases({ types }: InstrumentedProgram): ReadonlyMap<string, TracedValue> {
  const cases = new Map<string, TracedValue>();
  for (const type of types) {
    if (type.kind !== 'enum') continue;
    for (const { name, value } of type.cases) {
      cases.set(`${type.name}.${name}`, { kind: 'enum', type: type.name, name, value });
    }
  }
  return cases;
}

/** Whether a program has this name, so that a condition can use it. */
function isKnownName(program: InstrumentedProgram, name: string): boolean {
  const root = rootOf(name);
  if (program.variables.some((variable) => variable.name === root)) return true;
  if (enumCases(program).has(name)) return true;
  return program.sites.some(
    ({ event }) => event.kind === 'value' && readWrittenName(event.name)?.root === root,
  );
}

/** The trace that a condition refers to. */
interface ConditionContext {
  readonly replay: { readonly trace: Trace };
  /** The source has been edited since, and may contain new names. */
  readonly isDated: boolean;
}

/** What is wrong with a condition, as a sentence; null if it is valid. */
export function conditionProblem(text: string, shown: ConditionContext | null): string | null {
  const parsed = parseCondition(text);
  if (!parsed.ok) return parsed.error;
  if (!shown || shown.isDated) return null;
  const { program } = shown.replay.trace;
  const [unknown] = unknownNames(parsed.value, (name) => isKnownName(program, name));
  return unknown === undefined ? null : `The trace has no variable named ${unknown}.`;
}
