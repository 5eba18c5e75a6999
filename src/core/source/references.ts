import { ownValue } from '#core/util/ownValue.ts';
import { type Directive, readTokens, type Span, type Token } from './tokens.ts';

/** A mention of another file. The span covers the name, as in the compiler's diagnostics. */
export interface Reference extends Span {
  readonly kind: 'import' | '__include' | '#include';
  /** The compiler's name: `lib/noise` for `import lib.noise`, or the text between quotes. */
  readonly name: string;
  readonly isQuoted: boolean;
  /** Whether an enclosing condition may make it inactive. */
  readonly isConditional: boolean;
}

interface ModuleName extends Span {
  readonly name: string;
}

export interface References {
  /** The name in `module …;`. */
  readonly module: ModuleName | null;
  /** The name in `implementing …;`. */
  readonly implementing: ModuleName | null;
  /** In source order. */
  readonly mentions: readonly Reference[];
  /** Whether `#pragma once` keeps it from being included twice. */
  readonly isOnce: boolean;
}

const ANY = /\b(?:import|__import|include|__include|module|implementing)\b|#[ \t]*pragma/;

const NONE: References = { module: null, implementing: null, mentions: [], isOnce: false };

/** Reads a source that may be half-typed. Ignores comments, strings and text in `#if 0`. */
export function readReferences(text: string): References {
  if (!ANY.test(text)) return NONE;
  const directives: Directive[] = [];
  const tokens = readTokens(text, (directive) => directives.push(directive));
  const mentions = [...importsIn(tokens), ...directives.flatMap(includeIn)];
  return {
    module: nameAfter(tokens, 'module'),
    implementing: nameAfter(tokens, 'implementing'),
    mentions: mentions.toSorted((one, other) => one.from - other.from),
    isOnce: directives.some((directive) => /^#\s*pragma\s+once\b/.test(directive.text)),
  };
}

const INCLUDE = /^#\s*include\s*("[^"\n]*"|<[^>\n]*>)/;

function includeIn({ text, from, isConditional }: Directive): Reference[] {
  const [whole = '', quoted] = INCLUDE.exec(text) ?? [];
  if (quoted === undefined) return [];
  const to = from + whole.length;
  const name = quoted.slice(1, -1);
  const span = { from: to - quoted.length, to };
  return [{ kind: '#include', name, isQuoted: true, isConditional, ...span }];
}

const KINDS: Readonly<Record<string, Reference['kind']>> = {
  import: 'import',
  __import: 'import',
  __include: '__include',
};

function importsIn(tokens: readonly Token[]): Reference[] {
  return tokens.flatMap((token, index) => {
    const kind = token.kind === 'word' && ownValue(KINDS, token.text);
    const path = kind ? readPath(tokens, index + 1) : null;
    return kind && path ? [{ kind, isConditional: false, ...path }] : [];
  });
}

function nameAfter(tokens: readonly Token[], keyword: string): ModuleName | null {
  return tokens[0]?.text === keyword ? readPath(tokens, 1) : null;
}

/** Reads words between dots, or a text in quotes. */
function readPath(
  tokens: readonly Token[],
  start: number,
): Pick<Reference, 'name' | 'isQuoted' | 'from' | 'to'> | null {
  const first = tokens[start];
  if (first?.kind === 'string' && /^"[^"]*"$/.test(first.text)) {
    return { name: first.text.slice(1, -1), isQuoted: true, from: first.from, to: first.to };
  }
  if (first?.kind !== 'word') return null;
  let last = first;
  let name = first.text;
  for (let at = start + 1; tokens[at]?.text === '.'; at += 2) {
    const word = tokens[at + 1];
    if (word?.kind !== 'word') break;
    name += `/${word.text}`;
    last = word;
  }
  return { name, isQuoted: false, from: first.from, to: last.to };
}
