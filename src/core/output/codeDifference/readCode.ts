import type { CompileTarget } from '#core/output/compileTarget.ts';
import type { Vocabulary } from './vocabulary.ts';

/**
 * A line of code that counts. A positive token is a word of the vocabulary; a negative one is a
 * name that the compiler numbers, as the complement of its index.
 */
export interface CodeLine {
  /** One-based. */
  readonly line: number;
  readonly text: string;
  readonly tokens: readonly number[];
  /** The line means the same wherever it stands among declarations. */
  readonly isUnordered: boolean;
}

/** Generated code without blank lines, line directives and SPIR-V's comments. */
export interface Code {
  readonly lines: readonly CodeLine[];
  /** What stays of each name without its number, as a word of the vocabulary. */
  readonly roots: readonly number[];
}

const C_LIKE_TOKEN = /[A-Za-z_$][\w$]*|\.?\d(?:[eE][+-]|[\w.])*|"(?:[^"\\]|\\.)*"|\S/g;
const SPIRV_TOKEN = /"(?:[^"\\]|\\.)*"|[^\s"]+/g;

/** A number that the compiler appends. The names of its temporaries are nothing else. */
const NUMBERED = /^(?:_S|\w*_)\d+$/;

export function tokenPattern(target: CompileTarget): RegExp {
  return target === 'SPIRV' ? SPIRV_TOKEN : C_LIKE_TOKEN;
}

/** The vocabulary is shared by the codes that are compared. */
export function readCode(target: CompileTarget, text: string, vocabulary: Vocabulary): Code {
  const pattern = tokenPattern(target);
  const texts = text.split('\n');
  const meaningOf = target === 'SPIRV' ? spirvMeanings(texts, vocabulary) : cLikeMeaning;
  const ignored = target === 'SPIRV' ? /^\s*(?:;|$)/ : /^\s*(?:#line\b|$)/;
  const lines: CodeLine[] = [];
  const roots: number[] = [];
  /** The token of each text that was seen. */
  const known = new Map<string, number>();
  const tokenOf = (token: string) => {
    const found = known.get(token);
    if (found !== undefined) return found;
    const meaning = meaningOf(token);
    const made =
      meaning.kind === 'word'
        ? vocabulary.wordOf(meaning.text)
        : ~(roots.push(vocabulary.wordOf(meaning.root)) - 1);
    known.set(token, made);
    return made;
  };
  for (const [index, line] of texts.entries()) {
    if (ignored.test(line)) continue;
    const tokens = line.match(pattern)?.map(tokenOf) ?? [];
    const isUnordered = target === 'SPIRV' && isDeclaration(line);
    lines.push({ line: index + 1, text: line, tokens, isUnordered });
  }
  return { lines, roots };
}

function cLikeMeaning(token: string): Meaning {
  const text = withoutLambdaNumber(token);
  if (!NUMBERED.test(token) && text === token) return { kind: 'word', text };
  return { kind: 'name', root: text.replace(/(?<!\d)\d+$/, '') };
}

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
function spirvMeanings(
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
function isDeclaration(line: string): boolean {
  return DECLARATION.test(line);
}

/** What a token is: a fixed word, or a numbered name and what stays of it without the number. */
type Meaning =
  | { readonly kind: 'word'; readonly text: string }
  | { readonly kind: 'name'; readonly root: string };

const LAMBDA = '_slang_Lambda_';

/** Lambdas are numbered in the middle of their names, such as `draw_slang_Lambda_draw_2_0`. */
function withoutLambdaNumber(name: string): string {
  const end = name.indexOf(LAMBDA) + LAMBDA.length;
  if (end < LAMBDA.length) return name;
  return name.slice(0, end) + name.slice(end).replace(/_\d+/, '_');
}
