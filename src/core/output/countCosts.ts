import { sourceName } from '#core/output/lineMap/codeWords.ts';
import {
  readSpirv,
  type SpirvFunction,
  type SpirvInstruction,
  type SpirvModule,
} from '#core/output/spirv/readSpirv.ts';

/** Kinds of instructions, in display order. */
export const COST_KINDS = ['arithmetic', 'transcendental', 'memory', 'texture', 'branch'] as const;

export type CostKind = (typeof COST_KINDS)[number];

/** Static instruction counts, not execution times. */
type Cost = Readonly<Record<CostKind, number>>;

export interface FunctionCost {
  /** The name in the source, if the module has it. */
  readonly name: string;
  readonly cost: Cost;
  /** The number of loops. The instructions of a loop count once. */
  readonly loops: number;
}

export interface ProgramCost {
  /** Each function on its own, without the functions that it calls. */
  readonly functions: readonly FunctionCost[];
  /** Each entry point with the functions that it calls, counted once per call. */
  readonly entryPoints: readonly FunctionCost[];
}

export const NO_COST: Cost = { arithmetic: 0, transcendental: 0, memory: 0, texture: 0, branch: 0 };

export function addCosts(one: Cost, other: Cost): Cost {
  return {
    arithmetic: one.arithmetic + other.arithmetic,
    transcendental: one.transcendental + other.transcendental,
    memory: one.memory + other.memory,
    texture: one.texture + other.texture,
    branch: one.branch + other.branch,
  };
}

export function totalOf(cost: Cost): number {
  return COST_KINDS.reduce((sum, kind) => sum + cost[kind], 0);
}

interface Counted {
  readonly cost: Cost;
  readonly loops: number;
  /** Ids of the called functions, one for each call. */
  readonly calls: readonly string[];
}

/** Counts the instructions of a module, given as text from `disassembleSpirv`. */
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

/** Adds the costs of called functions to each function. */
function totals(counted: ReadonlyMap<string, Counted>) {
  const known = new Map<string, Total>();
  return function total(id: string): Total {
    const found = known.get(id);
    if (found) return found;
    const { calls, ...own } = counted.get(id) ?? NOTHING;
    // SPIR-V forbids recursion, but an invalid module that recurses must not hang.
    known.set(id, own);
    const all = calls.map(total).reduce(add, own);
    known.set(id, all);
    return all;
  };
}

function add(one: Total, other: Total): Total {
  return { cost: addCosts(one.cost, other.cost), loops: one.loops + other.loops };
}

/** Storage classes of local variables, and of texture and sampler handles. */
const NO_MEMORY = new Set(['Function', 'Private', 'UniformConstant']);

const ACCESS = /^Op(?:InBounds)?(?:Ptr)?AccessChain$/;

function findPointees({ declarations, functions }: SpirvModule) {
  /** By the id of the pointer type. */
  const storages = new Map<string, Pointee>();
  const pointees = new Map<string, Pointee>();
  const constants = new Set<string>();
  const read = ({ op, result, operands }: SpirvInstruction) => {
    const [type = '', base = '', ...indices] = operands;
    if (result === null) return;
    if (op === 'OpTypePointer') storages.set(result, pointeeIn(type));
    if (/^Op(?:Spec)?Constant/.test(op)) constants.add(result);
    const storage = storages.get(type);
    if (storage === undefined) return;
    // An array indexed by a non-constant must be in memory.
    const isComputed = ACCESS.test(op) && indices.some((index) => !constants.has(index));
    pointees.set(result, isComputed || pointees.get(base) === 'memory' ? 'memory' : storage);
  };
  declarations.forEach(read);
  for (const { instructions } of functions) instructions.forEach(read);
  return (id: string | undefined): Pointee => pointees.get(id ?? '') ?? 'variable';
}

function pointeeIn(storage: string): Pointee {
  if (storage === 'Image') return 'texel';
  return NO_MEMORY.has(storage) ? 'variable' : 'memory';
}

/** GLSL.std.450 functions that compute a transcendental function or a root. */
const TRANSCENDENTAL = new Set(
  `Sin Cos Tan Asin Acos Atan Sinh Cosh Tanh Asinh Acosh Atanh Atan2
  Pow Exp Log Exp2 Log2 Sqrt InverseSqrt Length Distance Normalize Refract`.split(/\s+/),
);

/**
 * Instructions that only move, regroup or name values, and those that give the module its
 * structure: blocks and their jumps, returns, and calls, whose functions are counted separately.
 */
const FREE = new RegExp(
  `^Op(?:${[
    'Function\\w*|Label|Variable|Line|NoLine|Nop|Undef|Phi|Unreachable',
    'Branch|SelectionMerge|LoopMerge|Return|ReturnValue|Lifetime\\w+',
    'Composite\\w+|Copy(?:Object|Logical)|VectorShuffle|Bitcast',
    '(?:InBounds)?(?:Ptr)?AccessChain|ImageTexelPointer|SampledImage|Image',
  ].join('|')})$`,
);

const BRANCH = /^Op(?:BranchConditional|Switch|Kill|TerminateInvocation|Demote\w+)$/;
const TEXTURE = /^OpImage\w+/;
const ATOMIC = /^OpAtomic/;
const OTHER_MEMORY = /^Op(?:CopyMemory\w*|ArrayLength|ControlBarrier|MemoryBarrier)$/;

/** What a pointer points to, as far as costs are concerned. */
type Pointee = 'memory' | 'texel' | 'variable';

/**
 * The kind of an instruction; null if it is free.
 *
 * @param pointee of the instruction's pointer
 */
function kindOf(
  { op, operands }: SpirvInstruction,
  pointee: (id: string | undefined) => Pointee,
): CostKind | null {
  if (op === 'OpLoad') return pointee(operands[1]) === 'memory' ? 'memory' : null;
  if (op === 'OpStore') return pointee(operands[0]) === 'memory' ? 'memory' : null;
  if (ATOMIC.test(op)) {
    const pointer = operands[op === 'OpAtomicStore' || op === 'OpAtomicFlagClear' ? 0 : 1];
    return pointee(pointer) === 'texel' ? 'texture' : 'memory';
  }
  if (op === 'OpExtInst') {
    return TRANSCENDENTAL.has(operands[2] ?? '') ? 'transcendental' : 'arithmetic';
  }
  // The compiler wraps a loop body in a switch without cases, which is only a jump.
  if (FREE.test(op) || (op === 'OpSwitch' && operands.length < 3)) return null;
  if (BRANCH.test(op)) return 'branch';
  if (OTHER_MEMORY.test(op)) return 'memory';
  return TEXTURE.test(op) ? 'texture' : 'arithmetic';
}
