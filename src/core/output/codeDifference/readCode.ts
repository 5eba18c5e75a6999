import type { CompileTarget } from '#core/output/compileTarget.ts';
import { type Meaning, withoutLambdaNumber } from './meaning.ts';
import { isDeclaration, spirvMeanings } from './spirvMeanings.ts';
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
