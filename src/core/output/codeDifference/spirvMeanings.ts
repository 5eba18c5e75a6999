import { type Meaning, withoutLambdaNumber } from './meaning.ts';
import type { Vocabulary } from './vocabulary.ts';

/** Instructions whose result is what they say, wherever they stand. */
const IS_VALUE = /^Op(?:Type|Constant|SpecConstant|ExtInstImport|Undef|String)/;

const DECLARATION =
  /^\s*(?:%\w+ = )?Op(?:Type|Constant|SpecConstant|Name|MemberName|Decorate|MemberDecorate|Capability|Extension)/;

const NAME = /^\s*OpName (%\w+) "((?:[^"\\]|\\.)*)"/;
const DEFINITION = /^\s*(%\w+) = (Op\w+)(.*)$/;

/** An id that says nothing. Others are the disassembler's names of types and constants. */
const NUMBER = /^%\d+$/;

/**
 * What the tokens of SPIR-V text stand for, however their ids are numbered: a type or a constant with
 * a name such as `%float_1` is its value, what the source names is its name, and any other id is one
 * of many. So a constant that has changed counts where its text is another, and not wherever an id
 * that only has a number leads to it.
 */
export function spirvMeanings(
  lines: readonly string[],
  vocabulary: Vocabulary,
): (token: string) => Meaning {
  const names = new Map<string, string>();
  const values = new Map<string, string>();
  const operations = new Map<string, string>();
  for (const line of lines) {
    const name = NAME.exec(line);
    if (name) names.set(name[1] ?? '', withoutLambdaNumber(name[2] ?? ''));
    const [, id, operation, operands] = DEFINITION.exec(line) ?? [];
    if (id === undefined || operation === undefined || names.has(id)) continue;
    if (!IS_VALUE.test(operation)) continue;
    values.set(id, describe(operation, operands ?? ''));
    operations.set(id, operation);
  }
  /** Values refer to values by number, so that none of them is long. */
  function describe(operation: string, operands: string): string {
    const known = operands.replace(/%\w+/g, (id) => names.get(id) ?? values.get(id) ?? '%');
    return `#${vocabulary.wordOf(`${operation}${known}`)}`;
  }
  return (token) => {
    if (!token.startsWith('%')) return { kind: 'word', text: withoutLambdaNumber(token) };
    const value = values.get(token);
    if (value !== undefined && !NUMBER.test(token)) return { kind: 'word', text: value };
    return { kind: 'name', root: `%${names.get(token) ?? operations.get(token) ?? ''}` };
  };
}

/** Whether a line declares something whose order means nothing. */
export function isDeclaration(line: string): boolean {
  return DECLARATION.test(line);
}
