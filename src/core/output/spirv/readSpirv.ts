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
