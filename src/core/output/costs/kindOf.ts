import type { SpirvInstruction } from '#core/output/spirv/readSpirv.ts';
import type { CostKind } from './cost.ts';

/** Functions of GLSL.std.450 that contain a transcendental function or a root. */
const TRANSCENDENTAL = new Set(
  `Sin Cos Tan Asin Acos Atan Sinh Cosh Tanh Asinh Acosh Atanh Atan2
  Pow Exp Log Exp2 Log2 Sqrt InverseSqrt Length Distance Normalize Refract`.split(/\s+/),
);

/**
 * What moves, regroups or names values, and what the module's structure needs: blocks with their jumps,
 * calls (whose functions count) and returns.
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

/** Where a pointer leads, as far as it matters here. */
export type Pointee = 'memory' | 'texel' | 'variable';

/**
 * The kind of an instruction, or null for one that does not count.
 *
 * @param pointee of its pointer
 */
export function kindOf(
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
  // The compiler wraps the body of a loop into a switch without cases, which is a jump.
  if (FREE.test(op) || (op === 'OpSwitch' && operands.length < 3)) return null;
  if (BRANCH.test(op)) return 'branch';
  if (OTHER_MEMORY.test(op)) return 'memory';
  return TEXTURE.test(op) ? 'texture' : 'arithmetic';
}
