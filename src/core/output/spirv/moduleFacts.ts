import type { SpirvInstruction, SpirvModule } from './readSpirv.ts';

/** What a module's declarations say about its ids. */
export interface ModuleFacts {
  /** Absolute values of the numbers in a constant, including those in a composite's parts. */
  numbersOf(id: string): readonly number[];
  /** The absolute value of a scalar constant; null for anything else. */
  indexOf(id: string): number | null;
  /** The type of a global variable or constant; empty for other ids. */
  typeOf(id: string): string;
  /** The pointee type of a pointer type; any other type unchanged. */
  pointee(type: string): string;
  /** The type of a value's member or element; null if unknown. */
  partOf(type: string, index: number | null): string | null;
  /** The name of a struct member; null if it has none or the type is not a struct. */
  memberName(type: string, index: number | null): string | null;
  isVector(type: string): boolean;
  parametersOf(functionType: string): readonly string[];
}

/** Reads the facts from the declarations. Ids and types are as in the text, such as `%7`. */
export function readFacts({ declarations }: SpirvModule): ModuleFacts {
  const types = new Map<string, SpirvInstruction>();
  const numbers = new Map<string, readonly number[]>();
  const globals = new Map<string, string>();
  const members = new Map<string, string>();
  for (const instruction of declarations) {
    const { op, result, operands } = instruction;
    if (op === 'OpMemberName') {
      members.set(`${operands[0]} ${operands[1]}`, (operands[2] ?? '').slice(1, -1));
    }
    if (result === null) continue;
    if (op.startsWith('OpType')) {
      types.set(result, instruction);
      continue;
    }
    globals.set(result, operands[0] ?? '');
    if (/^Op(?:Spec)?Constant/.test(op)) {
      numbers.set(result, constantNumbers(instruction, numbers));
    }
  }
  return {
    numbersOf: (id) => numbers.get(id) ?? [],
    indexOf(id) {
      const [only, ...others] = numbers.get(id) ?? [];
      return only === undefined || others.length > 0 ? null : only;
    },
    typeOf: (id) => globals.get(id) ?? '',
    pointee(type) {
      const known = types.get(type);
      return known?.op === 'OpTypePointer' ? (known.operands[1] ?? type) : type;
    },
    partOf(type, index) {
      const known = types.get(type);
      if (known?.op === 'OpTypeStruct') return known.operands[index ?? -1] ?? null;
      return known?.operands[0] ?? null;
    },
    memberName(type, index) {
      return types.get(type)?.op === 'OpTypeStruct'
        ? (members.get(`${type} ${index}`) ?? null)
        : null;
    },
    isVector: (type) => types.get(type)?.op === 'OpTypeVector',
    parametersOf: (type) => types.get(type)?.operands.slice(1) ?? [],
  };
}

/** More numbers would not help locate a constant's source line. */
const MAX_NUMBERS = 16;

function constantNumbers(
  { op, operands }: SpirvInstruction,
  known: ReadonlyMap<string, readonly number[]>,
): readonly number[] {
  if (op.endsWith('Composite')) {
    return operands
      .slice(1)
      .flatMap((part) => known.get(part) ?? [])
      .slice(0, MAX_NUMBERS);
  }
  const value = Math.abs(Number(operands[1]));
  return Number.isFinite(value) ? [value] : [];
}
