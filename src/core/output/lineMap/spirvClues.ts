import type { ModuleFacts, SpirvFunction, SpirvInstruction } from '#core/output/spirv/readSpirv.ts';
import { ownValue } from '#core/util/ownValue.ts';
import { wordsOfCode } from './codeWords.ts';

/** What an instruction reveals about its source line. */
export interface Clue {
  readonly word: string;
  readonly weight: number;
}

/** From this weight on, a line that lacks the clue cannot be the instruction's origin. */
export const STRONG = 3;
const NAME = 4;
const WEAK = 0.8;
const MEDIUM = 1.5;

const FUNCTIONS: Readonly<Record<string, string>> = {
  ...{ Atan2: 'atan2', InverseSqrt: 'rsqrt', Fract: 'frac', SmoothStep: 'smoothstep' },
  ...{ FindILsb: 'firstbitlow', FindUMsb: 'firstbithigh', FindSMsb: 'firstbithigh' },
  ...{ FMix: 'lerp', RoundEven: 'round', MatrixInverse: 'inverse', FaceForward: 'faceforward' },
};

const ATOMICS: Readonly<Record<string, string>> = {
  ...{ IAdd: 'InterlockedAdd', FAddEXT: 'InterlockedAdd', And: 'InterlockedAnd' },
  ...{ Or: 'InterlockedOr', Xor: 'InterlockedXor', Exchange: 'InterlockedExchange' },
  ...{ UMin: 'InterlockedMin', SMin: 'InterlockedMin', UMax: 'InterlockedMax' },
  ...{ SMax: 'InterlockedMax', CompareExchange: 'InterlockedCompareExchange' },
};

/** The source operator for each SPIR-V operation. */
const OPERATORS: readonly (readonly [RegExp, string])[] = [
  [/^Op[IF]Add$/, '+'],
  [/^Op(?:[IF]Sub|[SF]Negate)$/, '-'],
  [/^Op(?:[IF]Mul|VectorTimes\w+|MatrixTimes\w+)$/, '*'],
  [/^Op[USF]Div$/, '/'],
  [/^Op[USF](?:Mod|Rem)$/, '%'],
  [/^Op(?:[US]|FOrd|FUnord)LessThan/, '<'],
  [/^Op(?:[US]|FOrd|FUnord)GreaterThan/, '>'],
  [/^OpShiftLeft/, '<'],
  [/^OpShiftRight/, '>'],
  [/^Op(?:Bitwise|Logical)And$/, '&'],
  [/^Op(?:Bitwise|Logical)Or$/, '|'],
  [/^OpBitwiseXor$/, '^'],
  [/^OpNot$/, '~'],
  [/^Op(?:LogicalNot|[IF]\w*NotEqual)$/, '!'],
];

const CALLS: Readonly<Record<string, string>> = {
  OpDot: 'dot',
  OpAny: 'any',
  OpAll: 'all',
  OpTranspose: 'transpose',
  OpControlBarrier: 'GroupMemoryBarrierWithGroupSync',
  OpImageQuerySize: 'GetDimensions',
  OpImageQuerySizeLod: 'GetDimensions',
};

interface ClueContext {
  readonly facts: ModuleFacts;
  readonly names: ReadonlyMap<string, string>;
  /** A cache of each id's clues. */
  readonly ofIds: Map<string, readonly Clue[]>;
}

export function cluesOf(of: SpirvFunction, context: ClueContext): Clue[][] {
  const types = new Map<string, string>();
  /** Names of textures by the ids of their loaded handles. */
  const handles = new Map<string, string>();
  const continues = new Set<string>();
  let isContinue = false;
  return of.instructions.map((instruction) => {
    const { op, result, operands } = instruction;
    if (op === 'OpLoopMerge') continues.add(operands[1] ?? '');
    if (op === 'OpLabel') isContinue = continues.has(result ?? '');
    const clues = nameClues(instruction, context);
    clues.push(...operationClues(instruction, context), ...partClues(instruction, context, types));
    for (const operand of op.startsWith('OpImage') ? operands : []) {
      const handle = handles.get(operand);
      if (handle !== undefined) clues.push({ word: handle, weight: NAME });
    }
    if (isContinue && op !== 'OpLabel') clues.push({ word: 'loop', weight: STRONG });
    if (result !== null) {
      types.set(result, operands[0] ?? '');
      const loaded = op === 'OpLoad' ? context.names.get(operands[1] ?? '') : undefined;
      const handle =
        loaded ?? (op === 'OpSampledImage' ? handles.get(operands[1] ?? '') : undefined);
      if (handle !== undefined) handles.set(result, handle);
    }
    return clues;
  });
}

/** Names of variables and numbers among the operands, and the name of the result. */
function nameClues({ op, result, operands }: SpirvInstruction, context: ClueContext): Clue[] {
  const clues: Clue[] = [];
  const inputs = operands.slice(op === 'OpFunctionCall' ? 2 : 1);
  const ids = result === null ? operands : [result, ...inputs];
  // Member indices do not occur in the source.
  const values = isChain(op) ? ids.slice(0, 2) : ids;
  for (const id of values) {
    if (id.startsWith('%')) clues.push(...idClues(id, context));
  }
  if (op === 'OpFunctionCall')
    clues.push(...calleeClues(context.names.get(operands[1] ?? '') ?? ''));
  for (const id of isChain(op) ? operands.slice(2) : []) {
    const index = nameOf(id, context);
    if (index !== null) clues.push({ word: index, weight: NAME });
  }
  if (op === 'OpStore') {
    const name = nameOf(operands[0] ?? '', context);
    if (name !== null) clues.push({ word: `set ${name}`, weight: MEDIUM });
  }
  return clues;
}

const isChain = (op: string) => op.endsWith('AccessChain');

/** The name of a variable, or the numbers in a constant. */
function idClues(id: string, context: ClueContext): readonly Clue[] {
  const known = context.ofIds.get(id);
  if (known) return known;
  const name = nameOf(id, context);
  const clues = context.facts.numbersOf(id).map(numberClue);
  if (name !== null) clues.push({ word: name, weight: NAME });
  context.ofIds.set(id, clues);
  return clues;
}

function nameOf(id: string, { names }: ClueContext): string | null {
  const name = names.get(id);
  if (name !== undefined) return /^\w+$/.test(name) ? name : (name.split('.').at(-1) ?? null);
  if (!id.startsWith('%gl_')) return null;
  const [word] = wordsOfCode(id.slice(1));
  return word ?? null;
}

/** 0 and 1 are often implicit in the source, so they weigh less. */
function numberClue(number: number): Clue {
  return { word: `#${Math.fround(number)}`, weight: number > 1 || number % 1 > 0 ? NAME : MEDIUM };
}

function calleeClues(name: string): Clue[] {
  if (name.includes('_slang_Lambda_')) return [{ word: '=>', weight: MEDIUM }];
  if (/^[^\w.]+$/.test(name)) return [{ word: `op ${name.charAt(0)}`, weight: MEDIUM }];
  const parts = name.split('.').filter((part) => /^\w+$/.test(part) && !/^[gs]et$/.test(part));
  const last = parts.at(-1);
  if (last === undefined) return [];
  return [{ word: last, weight: name.includes('$') ? MEDIUM : NAME }];
}

function operationClues({ op, operands }: SpirvInstruction, { facts }: ClueContext): Clue[] {
  if (op === 'OpExtInst') {
    const name = operands[2] ?? '';
    const plain = name.replace(/^[FSUN](?=[A-Z])/, '');
    return [{ word: ownValue(FUNCTIONS, name) ?? plain.toLowerCase(), weight: STRONG }];
  }
  const call = ownValue(CALLS, op) ?? ownValue(ATOMICS, op.replace(/^OpAtomic/, ''));
  if (call !== undefined) return [{ word: call, weight: STRONG }];
  if (op === 'OpReturnValue') return [{ word: 'return', weight: STRONG }];
  if (op === 'OpReturn') return [{ word: 'return', weight: MEDIUM }];
  if (op === 'OpBranchConditional' || op === 'OpSelect')
    return [{ word: 'choice', weight: MEDIUM }];
  if (op === 'OpSwitch' && operands.length > 2) return [{ word: 'choice', weight: MEDIUM }];
  if (/^OpConvert|^OpCompositeConstruct$/.test(op)) {
    const type = typeName(operands[0] ?? '', facts);
    return type === null ? [] : [{ word: `type ${type}`, weight: WEAK }];
  }
  const operator = operatorOf(op);
  return operator === '' ? [] : [{ word: `op ${operator}`, weight: WEAK }];
}

const operators = new Map<string, string>();

function operatorOf(op: string): string {
  const operator = operators.get(op) ?? OPERATORS.find(([pattern]) => pattern.test(op))?.[1] ?? '';
  operators.set(op, operator);
  return operator;
}

/** `float3` for `%v3float`. */
function typeName(id: string, facts: ModuleFacts): string | null {
  const [, size = '', scalar] = /^%(?:v(\d))?(float|half|u?int|bool)$/.exec(id) ?? [];
  if (scalar === undefined) return null;
  return facts.isVector(id) || size === '' ? `${scalar}${size}` : null;
}

/** Struct members and vector components that an instruction accesses. */
function partClues(
  { op, operands }: SpirvInstruction,
  { facts }: ClueContext,
  types: ReadonlyMap<string, string>,
): Clue[] {
  if (op === 'OpVectorShuffle') {
    const word = operands.slice(3).map(componentOf).join('');
    return [{ word, weight: MEDIUM }];
  }
  const hasIds = isChain(op);
  if (!hasIds && op !== 'OpCompositeExtract' && op !== 'OpCompositeInsert') return [];
  const at = op === 'OpCompositeInsert' ? 2 : 1;
  const base = operands[at] ?? '';
  const indices = operands
    .slice(at + 1)
    .map((each) => (hasIds ? facts.indexOf(each) : Number(each)));
  let type: string | null = facts.pointee(types.get(base) ?? facts.typeOf(base));
  const clues: Clue[] = [];
  for (const index of indices) {
    if (type === null) break;
    const name = facts.memberName(type, index);
    if (name !== null) clues.push({ word: name, weight: NAME });
    else if (facts.isVector(type) && index !== null) {
      clues.push({ word: componentOf(String(index)), weight: WEAK });
    }
    type = facts.partOf(type, index);
  }
  return clues;
}

function componentOf(index: string): string {
  return 'xyzw'.charAt(Number(index));
}
