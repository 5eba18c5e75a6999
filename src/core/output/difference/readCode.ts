import type { CompileTarget } from '#core/output/compileTarget.ts';

/** Assigns numbers to texts, starting at 1: equal texts get equal numbers. */
export type Vocabulary = ReturnType<typeof createVocabulary>;

export function createVocabulary() {
  const words = new Map<string, number>();
  return {
    wordOf(text: string): number {
      const word = words.get(text) ?? words.size + 1;
      words.set(text, word);
      return word;
    },
  };
}

/**
 * A line of code to compare. A positive token is a word of the vocabulary; a negative one is the
 * bitwise complement of the index of a name that the compiler numbers.
 */
export interface CodeLine {
  /** One-based. */
  readonly line: number;
  readonly text: string;
  readonly tokens: readonly number[];
  /** Whether the line means the same anywhere among the declarations. */
  readonly isUnordered: boolean;
}

/** Generated code without blank lines, line directives and SPIR-V comments. */
export interface Code {
  readonly lines: readonly CodeLine[];
  /** Each name without its number, as a word of the vocabulary. */
  readonly roots: readonly number[];
}

const C_LIKE_TOKEN = /[A-Za-z_$][\w$]*|\.?\d(?:[eE][+-]|[\w.])*|"(?:[^"\\]|\\.)*"|\S/g;
const SPIRV_TOKEN = /"(?:[^"\\]|\\.)*"|[^\s"]+/g;

/** A name with a number appended by the compiler. Names of temporaries are nothing else. */
const NUMBERED = /^(?:_S|\w*_)\d+$/;

export function tokenPattern(target: CompileTarget): RegExp {
  return target === 'SPIRV' ? SPIRV_TOKEN : C_LIKE_TOKEN;
}

/** Reads code for comparison. All code to be compared must share one vocabulary. */
export function readCode(target: CompileTarget, text: string, vocabulary: Vocabulary): Code {
  const pattern = tokenPattern(target);
  const texts = text.split('\n');
  const meaningOf = target === 'SPIRV' ? spirvMeanings(texts, vocabulary) : cLikeMeaning;
  const ignored = target === 'SPIRV' ? /^\s*(?:;|$)/ : /^\s*(?:#line\b|$)/;
  const lines: CodeLine[] = [];
  const roots: number[] = [];
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

/** Instructions whose result depends only on the instruction itself, not on its position. */
const IS_VALUE = /^Op(?:Type|Constant|SpecConstant|ExtInstImport|Undef|String)/;

const DECLARATION =
  /^\s*(?:%\w+ = )?Op(?:Type|Constant|SpecConstant|Name|MemberName|Decorate|MemberDecorate|Capability|Extension)/;

const NAME = /^\s*OpName (%\w+) "((?:[^"\\]|\\.)*)"/;
const DEFINITION = /^\s*(%\w+) = (Op\w+)(.*)$/;

/** An id without a meaningful name. The disassembler names the ids of types and constants. */
const NUMBER = /^%\d+$/;

/**
 * Identifies the tokens of SPIR-V text independently of how their ids are numbered. A type or
 * constant with a name such as `%float_1` is identified by its value, anything that the source
 * names by its name, and any other id only by its kind. So a changed constant counts where its text
 * differs, not at every purely numeric id that depends on it.
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
  /** Values refer to other values by number, so that descriptions stay short. */
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

function isDeclaration(line: string): boolean {
  return DECLARATION.test(line);
}

/** The meaning of a token: a fixed word, or a numbered name with its root, the name alone. */
type Meaning =
  | { readonly kind: 'word'; readonly text: string }
  | { readonly kind: 'name'; readonly root: string };

const LAMBDA = '_slang_Lambda_';

/** Removes a lambda's number, which is in the middle of its name: `draw_slang_Lambda_draw_2_0`. */
function withoutLambdaNumber(name: string): string {
  const end = name.indexOf(LAMBDA) + LAMBDA.length;
  if (end < LAMBDA.length) return name;
  return name.slice(0, end) + name.slice(end).replace(/_\d+/, '_');
}
