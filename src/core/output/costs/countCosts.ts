import { sourceName } from '#core/output/lineMap/sourceName.ts';
import { readSpirv, type SpirvFunction } from '#core/output/spirv/readSpirv.ts';
import {
  addCosts,
  type Cost,
  type CostKind,
  type FunctionCost,
  NO_COST,
  type ProgramCost,
} from './cost.ts';
import { kindOf, type Pointee } from './kindOf.ts';
import { findPointees } from './pointees.ts';

interface Counted {
  readonly cost: Cost;
  readonly loops: number;
  /** Ids of functions, once for each call. */
  readonly calls: readonly string[];
}

/** Counts the instructions of a module, in the form that `disassembleSpirv` gives it. */
export function countCosts(spirv: string): ProgramCost {
  const module = readSpirv(spirv);
  const pointees = findPointees(module);
  const counted = new Map(module.functions.map((each) => [each.id, count(each, pointees)]));
  const functions = module.functions.map(({ id }) => {
    const { cost, loops } = counted.get(id) ?? NOTHING;
    return { name: sourceName(module.names.get(id) ?? id.slice(1)), cost, loops };
  });
  const total = totals(counted);
  const entryPoints = module.declarations
    .filter(({ op }) => op === 'OpEntryPoint')
    .map(({ operands: [, id = '', text = ''] }): FunctionCost => {
      const name = sourceName(module.names.get(id) ?? text.slice(1, -1));
      return { name, ...total(id) };
    });
  return { functions, entryPoints };
}

const NOTHING: Counted = { cost: NO_COST, loops: 0, calls: [] };

function count({ instructions }: SpirvFunction, pointee: (id?: string) => Pointee): Counted {
  const cost: Record<CostKind, number> = { ...NO_COST };
  const calls: string[] = [];
  let loops = 0;
  for (const instruction of instructions) {
    const { op, operands } = instruction;
    const kind = kindOf(instruction, pointee);
    if (kind) cost[kind] += 1;
    if (op === 'OpLoopMerge') loops += 1;
    if (op === 'OpFunctionCall' && operands[1] !== undefined) calls.push(operands[1]);
  }
  return { cost, loops, calls };
}

type Total = Pick<Counted, 'cost' | 'loops'>;

/** Adds to each function those that it calls. */
function totals(counted: ReadonlyMap<string, Counted>) {
  const known = new Map<string, Total>();
  return function total(id: string): Total {
    const found = known.get(id);
    if (found) return found;
    const { calls, ...own } = counted.get(id) ?? NOTHING;
    // SPIR-V has no recursion; a module that has it all the same must not hang.
    known.set(id, own);
    const all = calls.map(total).reduce(add, own);
    known.set(id, all);
    return all;
  };
}

function add(one: Total, other: Total): Total {
  return { cost: addCosts(one.cost, other.cost), loops: one.loops + other.loops };
}
