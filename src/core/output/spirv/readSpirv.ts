export interface SpirvInstruction {
  /** The one-based line on which it starts. A string in it may span further lines. */
  readonly line: number;
  /** The id before `=`, such as `%7`; null if it has none. */
  readonly result: string | null;
  /** Such as `OpLoad`. */
  readonly op: string;
  /** In order. Strings are quoted. */
  readonly operands: readonly string[];
}

export interface SpirvFunction {
  readonly id: string;
  /** From `OpFunction` to `OpFunctionEnd`. */
  readonly instructions: readonly SpirvInstruction[];
}

export interface SpirvModule {
  /** The instructions before the first function. */
  readonly declarations: readonly SpirvInstruction[];
  readonly functions: readonly SpirvFunction[];
  /** The names of ids from `OpName`. */
  readonly names: ReadonlyMap<string, string>;
}

const INSTRUCTION = /^\s*(?:(%\w+)\s*=\s*)?(Op\w+)(.*)$/s;
const OPERAND = /"(?:[^"\\]|\\.)*"?|[^\s";]+|;.*/gs;
const QUOTES = /\\.|"/gs;

/** Parses text from `disassembleSpirv`. Lines without an instruction are skipped. */
export function readSpirv(text: string): SpirvModule {
  const declarations: SpirvInstruction[] = [];
  const functions: { id: string; instructions: SpirvInstruction[] }[] = [];
  const names = new Map<string, string>();
  let open: SpirvInstruction[] | null = null;
  for (const instruction of readInstructions(text)) {
    const { op, result, operands } = instruction;
    if (op === 'OpFunction' && result !== null) {
      open = [];
      functions.push({ id: result, instructions: open });
    }
    (open ?? declarations).push(instruction);
    if (op === 'OpFunctionEnd') open = null;
    const [target, name] = operands;
    if (op === 'OpName' && target !== undefined && name !== undefined && !names.has(target)) {
      names.set(target, unquote(name));
    }
  }
  return { declarations, functions, names };
}

function* readInstructions(text: string): Iterable<SpirvInstruction> {
  const lines = text.split('\n');
  for (let at = 0; at < lines.length; at += 1) {
    const line = at + 1;
    const first = at;
    for (let open = opensString(lines[at]); open && at + 1 < lines.length; ) {
      at += 1;
      if (opensString(lines[at])) open = false;
    }
    const content = first === at ? (lines[at] ?? '') : lines.slice(first, at + 1).join('\n');
    const [, result = null, op, rest = ''] = INSTRUCTION.exec(content) ?? [];
    if (op === undefined) continue;
    yield { line, result, op, operands: readOperands(rest) };
  }
}

function readOperands(text: string): string[] {
  const trimmed = text.trim();
  if (trimmed === '') return [];
  // Most instructions have neither strings nor comments.
  if (!/[";]/.test(trimmed)) return trimmed.split(/\s+/);
  return (trimmed.match(OPERAND) ?? []).filter((operand) => !operand.startsWith(';'));
}

/** Whether a string starts or ends on this line, but not both. */
function opensString(line = ''): boolean {
  if (!line.includes('"')) return false;
  const quotes = (line.match(QUOTES) ?? []).filter((each) => each === '"');
  return quotes.length % 2 === 1;
}

export function unquote(quoted: string): string {
  return quoted.replace(/^"|"$/g, '').replace(/\\(.)/gs, '$1');
}

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
