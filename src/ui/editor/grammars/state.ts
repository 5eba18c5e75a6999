import type { IndentContext } from '@codemirror/language';
import { ownValue } from '#core/util/ownValue.ts';

type NamesInside = 'attributeName' | 'attributeValue' | 'variableName.constant';

export interface Open {
  readonly outer: Open | null;
  readonly closing: string;
  /** Indentation in columns of the line on which the statement with the bracket begins. */
  readonly indent: number;
  /** Column of the text after the bracket on its line; null if there is none. */
  readonly column: number | null;
  /** The meaning of names directly inside the bracket, if it differs from elsewhere. */
  readonly names: NamesInside | null;
  /** The statement that continues after the closing bracket. */
  readonly statement: number | null;
}

/** What continues across a line's end. */
export type Inside =
  | { readonly tag: 'block comment'; readonly depth: number; readonly doc: boolean }
  | { readonly tag: 'line comment'; readonly doc: boolean }
  | { readonly tag: 'string'; readonly quote: string }
  | { readonly tag: 'raw string'; readonly end: string };

export type Kind = 'name' | 'type' | 'keyword' | 'value' | 'operator' | 'none';

/** The tokenizer's state. Fields are replaced and never mutated, so a shallow copy is enough. */
export interface CLikeState {
  inside: Inside | null;
  /** Name of the directive on this line. */
  directive: string | null;
  /** Whether the previous line ended in `\`. */
  continued: boolean;
  open: Open | null;
  /** The previous token, ignoring comments and spaces. */
  previous: { readonly text: string; readonly kind: Kind };
  /** Indentation of the line on which the unfinished statement began. */
  statement: number | null;
  lineIndent: number;
  /** The number of `?` without a matching `:`. */
  questions: number;
  /** The number of `<` without a matching `>`. */
  angles: number;
  /** Whether the statement began with `case` or `default` and ends at its `:`. */
  label: boolean;
  /**
   * What the keyword at the statement's start declares: a type follows a function's `->`, and the
   * names between an enumeration's braces are its cases.
   */
  declares: 'function' | 'enumeration' | null;
}

/** The end of an attribute, which is not a value, so no operator follows. */
export const ATTRIBUTE_END = { text: '@', kind: 'none' } as const;

export const NOTHING = { text: '', kind: 'none' } as const;

export function startState(): CLikeState {
  return {
    inside: null,
    directive: null,
    continued: false,
    open: null,
    previous: NOTHING,
    statement: null,
    lineIndent: 0,
    questions: 0,
    angles: 0,
    label: false,
    declares: null,
  };
}

export function endStatement(state: CLikeState): void {
  state.statement = null;
  state.questions = 0;
  state.angles = 0;
  state.label = false;
  state.declares = null;
}

const CLOSING: Readonly<Record<string, string>> = { '{': '}', '(': ')', '[': ']' };

export function openBracket(
  state: CLikeState,
  bracket: string,
  column: number | null,
  names: Open['names'],
): void {
  const closing = ownValue(CLOSING, bracket) ?? '';
  state.statement ??= state.lineIndent;
  const { open: outer, statement } = state;
  state.open = { outer, closing, indent: statement, column, names, statement };
  if (bracket === '{') endStatement(state);
}

/** Closes a bracket and the unclosed ones inside it. Ignores a bracket that was never opened. */
export function closeBracket(state: CLikeState, bracket: string): void {
  let open = state.open;
  while (open && open.closing !== bracket) open = open.outer;
  if (!open) return;
  state.open = open.outer;
  if (bracket !== '}') return;
  endStatement(state);
  // A block in parentheses is part of the surrounding statement.
  if (open.outer && open.outer.closing !== '}') state.statement = open.statement;
}

/** The indentation of a line; null for lines whose text is not code. */
export function indentation(
  state: CLikeState,
  after: string,
  { unit }: IndentContext,
): number | null {
  if (state.inside || state.continued) return null;
  const { open } = state;
  if (open && after.startsWith(open.closing)) return open.indent;
  if (open && open.closing !== '}') return open.column ?? open.indent + unit;
  if (after.startsWith('#')) return 0;
  const base = open ? open.indent + unit : 0;
  const goesOn = state.statement !== null && !after.startsWith('{') && !endsClause(state);
  return goesOn ? base + unit : base;
}

/**
 * Whether a list's comma, a label or an attribute ends the line, so that the next line is no
 * continuation.
 */
function endsClause({ previous: { text }, statement }: CLikeState): boolean {
  return statement === null || text === ',' || text === ':' || text === ATTRIBUTE_END.text;
}
