import type { SpirvInstruction, SpirvModule } from './readSpirv.ts';

/** What the declarations of a module say of its ids. */
export interface ModuleFacts {
  /** The numbers in a constant, without signs, also in the parts of a composite one. */
  numbersOf(id: string): readonly number[];
  /** The value of a scalar constant, without its sign; null for anything else. */
  indexOf(id: string): number | null;
  /** The type of a global variable or a constant; empty for other ids. */
  typeOf(id: string): string;
  /** The type that a pointer's type leads to; any other type as it is. */
  pointee(type: string): string;
  /** The type of a member or element of a value; null for one that is not known. */
  partOf(type: string, index: number | null): string | null;
  /** The name of a member of a structure; null for parts of anything else, and without a name. */
  memberName(type: string, index: number | null): string | null;
  /** Whether a type is a vector. */
  isVector(type: string): boolean;
  /** The types of a function's parameters, by the id of its type. */
  parametersOf(functionType: string): readonly string[];
}

/** Reads the facts from the declarations; ids and types are as the text has them, such as `%7`. */
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

/** More numbers say no more of where a constant comes from. */
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
