import { type Declaration, type FunctionLines, readSource, type Source } from './declarations.ts';
import { type Directive, lineCounter, readTokens, type Token } from './tokens.ts';

/** What a line of source is, in order to explain why no code comes from it. */
export type LineRole =
  | {
      readonly kind:
        | 'empty'
        | 'brackets'
        | 'comment'
        | 'directive'
        | 'inactive'
        | 'import'
        | 'other'
        | DeclaredKind;
    }
  /** Only attributes. */
  | { readonly kind: 'attributes'; readonly arePlaygrounds: boolean }
  /** A global, a type, or a member of one. */
  | { readonly kind: 'declaration'; readonly name: string; readonly isConstant: boolean }
  /** The head of a function, before its body. May span several lines. */
  | { readonly kind: 'header'; readonly function: FunctionLines }
  | {
      readonly kind: 'statement';
      readonly function: FunctionLines;
      /** The variable that it declares, if the rest of the function does not use it. */
      readonly unused: string | null;
    };

/** Declarations that only the compiler uses. */
type DeclaredKind = 'interface' | 'extension' | 'enum' | 'namespace' | 'alias' | 'prototype';

const DECLARED: ReadonlyMap<string, DeclaredKind> = new Map([
  ['interface', 'interface'],
  ['extension', 'extension'],
  ['enum', 'enum'],
  ['namespace', 'namespace'],
  ['using', 'namespace'],
  ['typealias', 'alias'],
  ['typedef', 'alias'],
  ['associatedtype', 'alias'],
]);

const MODULE_WORDS = /^(?:import|__import|module|__include|implementing)$/;
const MODIFIERS = /^(?:public|internal|private|export|extern|dyn)$/;

/** @param line one-based */
export function lineRole(text: string, line: number): LineRole {
  const raw = text.split(/\r\n?|\n/)[line - 1] ?? '';
  if (raw.trim() === '') return { kind: 'empty' };
  const lineOf = lineCounter(text);
  const isAt = ({ from, to }: { readonly from: number; readonly to: number }) =>
    lineOf(from) <= line && line <= lineOf(to - 1);
  const directives: Directive[] = [];
  const tokens = readTokens(text, (directive) => directives.push(directive));
  // `directives` lacks those in inactive text.
  if (raw.trimStart().startsWith('#') || directives.some(isAt)) return { kind: 'directive' };
  const own = tokens.filter(isAt);
  if (own.length === 0) return { kind: isComment(text, tokens, line) ? 'comment' : 'inactive' };
  if (own.every(({ text: each }) => /^[{}()[\];,]$/.test(each))) return { kind: 'brackets' };
  return roleOfTokens(own, readSource(text), isAt, lineOf);
}

type IsAt = (span: { readonly from: number; readonly to: number }) => boolean;

function roleOfTokens(
  own: readonly Token[],
  source: Source,
  isAt: IsAt,
  lineOf: (offset: number) => number,
): LineRole {
  const around = declarationsAround(source.declarations, isAt);
  const attributes = around
    .flatMap((declaration) => declaration.attributes)
    .filter(({ group }) => isAt(group));
  const isOfAttribute = ({ from }: Token) =>
    attributes.some(({ group }) => group.from <= from && from < group.to);
  if (own.every(isOfAttribute)) {
    const arePlaygrounds = attributes.every(({ name }) => name.startsWith('playground_'));
    return { kind: 'attributes', arePlaygrounds };
  }
  const found = around.findLast(({ kind, hasBody }) => kind === 'function' && hasBody);
  if (found) return roleInFunction(own, found, source.tokens, lineOf);
  const first = own.find((token) => !isOfAttribute(token) && !MODIFIERS.test(token.text));
  if (first && MODULE_WORDS.test(first.text)) return { kind: 'import' };
  const declared = DECLARED.get(first?.text ?? '');
  if (declared) return { kind: declared };
  const declaration = around.at(-1);
  if (!declaration) return { kind: 'other' };
  return roleOfDeclaration(declaration, around, source.tokens);
}

/** Outermost first. */
function declarationsAround(declarations: readonly Declaration[], isAt: IsAt): Declaration[] {
  const found = declarations.find((each) => each.kind !== 'special' && isAt(each));
  return found ? [found, ...declarationsAround(found.members, isAt)] : [];
}

function roleInFunction(
  own: readonly Token[],
  { name, start, to, parameters, nameSpan }: Declaration,
  tokens: readonly Token[],
  lineOf: (offset: number) => number,
): LineRole {
  const lines = { name, from: lineOf(start), to: lineOf(to - 1) };
  const afterParameters = parameters.at(-1)?.at(-1)?.to ?? nameSpan.to;
  const body = tokens.find(({ text, from }) => text === '{' && from >= afterParameters);
  if (body && own.every(({ from }) => from <= body.from))
    return { kind: 'header', function: lines };
  const inFunction = tokens.filter(({ from }) => start <= from && from < to);
  return { kind: 'statement', function: lines, unused: unusedVariable(own, inFunction) };
}

function roleOfDeclaration(
  { kind, name, type }: Declaration,
  around: readonly Declaration[],
  tokens: readonly Token[],
): LineRole {
  // Members of an interface or an enum have its role.
  for (const outer of around) {
    const word = tokens.find(({ from, text }) => from >= outer.start && !MODIFIERS.test(text));
    const declared = DECLARED.get(word?.text ?? '');
    if (declared) return { kind: declared };
  }
  if (kind === 'function') return { kind: 'prototype' };
  const isConstant = kind === 'variable' && type.some(({ text }) => text === 'const');
  return { kind: 'declaration', name, isConstant };
}

const COMMENT = /\/\/.*|\/\*[\s\S]*?(?:\*\/|$)/g;

/** Whether a line without tokens is only comments, rather than inactive code. */
function isComment(text: string, tokens: readonly Token[], line: number): boolean {
  const lineOf = lineCounter(text);
  const before = tokens.findLast(({ to }) => lineOf(to - 1) < line)?.to ?? 0;
  const blank = (comment: string) => comment.replace(/[^\r\n]/g, ' ');
  const rest =
    text.slice(0, before).replace(/[^\r\n]/g, ' ') + text.slice(before).replace(COMMENT, blank);
  return (rest.split(/\r\n?|\n/)[line - 1] ?? '').trim() === '';
}

/** The unused name that a line such as `float x = …;` declares. */
function unusedVariable(own: readonly Token[], inFunction: readonly Token[]): string | null {
  const at = own.findIndex(({ text }) => text === '=' || text === ';');
  const name = own[at - 1];
  const isDeclared =
    at >= 2 && name?.kind === 'word' && /^(?:\w+|[>\]])$/.test(own[at - 2]?.text ?? '');
  if (!isDeclared || own[0]?.text === 'return') return null;
  const uses = inFunction.filter(({ text }) => text === name.text).length;
  return uses === 1 ? name.text : null;
}
