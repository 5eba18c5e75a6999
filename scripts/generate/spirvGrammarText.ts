/**
 * Converts the Khronos grammar files (JSON) to the compact text that
 * `src/core/output/spirv/grammar.ts` reads. The format is described there.
 */

export interface GrammarOperand {
  readonly kind: string;
  readonly quantifier?: '?' | '*';
}

export interface GrammarInstruction {
  readonly opname: string;
  readonly opcode: number;
  readonly operands?: readonly GrammarOperand[];
}

export interface GrammarEnumerant {
  readonly enumerant: string;
  /** Masks are hexadecimal text. */
  readonly value: number | string;
  readonly parameters?: readonly GrammarOperand[];
}

export interface GrammarOperandKind {
  readonly category: 'BitEnum' | 'ValueEnum' | 'Id' | 'Literal' | 'Composite';
  readonly kind: string;
  readonly enumerants?: readonly GrammarEnumerant[];
}

export interface Grammar {
  readonly instructions: readonly GrammarInstruction[];
  readonly operand_kinds?: readonly GrammarOperandKind[];
}

/** One letter per operand kind that has no named values; pairs are two letters. */
const LETTERS: Readonly<Record<string, string>> = {
  IdResultType: 't',
  IdResult: 'r',
  IdRef: 'i',
  IdScope: 'i',
  IdMemorySemantics: 'i',
  LiteralInteger: 'n',
  LiteralString: 's',
  LiteralContextDependentNumber: 'c',
  LiteralExtInstInteger: 'x',
  LiteralSpecConstantOpInteger: 'o',
  PairLiteralIntegerIdRef: 'ci',
  PairIdRefLiteralInteger: 'in',
  PairIdRefIdRef: 'ii',
};

/** Enumerations that an extension set defines get the set's prefix. */
export interface Scope {
  readonly prefix: string;
  readonly own: ReadonlySet<string>;
}

function operandToken(operand: GrammarOperand, scope: Scope): string {
  const kind = scope.own.has(operand.kind) ? scope.prefix + operand.kind : operand.kind;
  return (LETTERS[operand.kind] ?? kind) + (operand.quantifier ?? '');
}

/**
 * Joins consecutive plain letters into one word: `t r i i ImageOperands?` becomes `trii
 * ImageOperands?`.
 */
export function signature(operands: readonly GrammarOperand[], scope: Scope): string {
  const words: string[] = [];
  for (const operand of operands) {
    const token = operandToken(operand, scope);
    const last = words.at(-1);
    if (last !== undefined && /^[a-z]+$/.test(last) && /^[a-z]+$/.test(token)) {
      words[words.length - 1] = last + token;
    } else {
      words.push(token);
    }
  }
  return words.join(' ');
}

interface Entry {
  readonly value: number;
  readonly name: string;
  readonly signature: string;
}

/** Where an opcode has several names, `spirv-dis` prints the grammar's first, except for these. */
const PREFERRED: ReadonlySet<string> = new Set([
  'ReportIntersectionKHR',
  'TypeAccelerationStructureKHR',
]);

/** One line per entry, without its number if that is the previous entry's plus one. */
function section(title: string, entries: readonly Entry[]): string[] {
  const lines = [`= ${title}`];
  const seen = new Set<number>();
  let expected = 0;
  const rank = ({ name }: Entry): number => (PREFERRED.has(name) ? 0 : 1);
  for (const entry of entries.toSorted((a, b) => a.value - b.value || rank(a) - rank(b))) {
    if (seen.has(entry.value)) continue;
    seen.add(entry.value);
    const number = entry.value === expected ? '' : `${entry.value} `;
    lines.push(`${number}${entry.name} ${entry.signature}`.trimEnd());
    expected = entry.value + 1;
  }
  return lines;
}

/** `title` is `core`, or `set <name of the extended instruction set>`. */
export function instructionSection(title: string, grammar: Grammar, scope: Scope): string[] {
  return section(
    title,
    grammar.instructions.map((instruction) => ({
      value: instruction.opcode,
      name: title === 'core' ? instruction.opname.replace(/^Op/, '') : instruction.opname,
      signature: signature(instruction.operands ?? [], scope),
    })),
  );
}

export function enumSections(grammar: Grammar, scope: Scope, used: ReadonlySet<string>): string[] {
  const kinds = (grammar.operand_kinds ?? []).filter((kind) => kind.enumerants !== undefined);
  return kinds
    .filter((kind) => used.has(scope.prefix + kind.kind))
    .flatMap((kind) =>
      section(
        `${kind.category === 'BitEnum' ? 'mask' : 'enum'} ${scope.prefix}${kind.kind}`,
        (kind.enumerants ?? []).map((enumerant) => ({
          value: Number(enumerant.value),
          name: enumerant.enumerant,
          signature: signature(enumerant.parameters ?? [], scope),
        })),
      ),
    );
}

/** Every enumeration used by the grammar's operands, with the scope's prefix. */
export function usedEnums(grammar: Grammar, scope: Scope): Set<string> {
  const operands = [
    ...grammar.instructions.flatMap((instruction) => instruction.operands ?? []),
    ...(grammar.operand_kinds ?? []).flatMap((kind) =>
      (kind.enumerants ?? []).flatMap((enumerant) => enumerant.parameters ?? []),
    ),
  ];
  return new Set(operands.map((operand) => operandToken({ kind: operand.kind }, scope)));
}
