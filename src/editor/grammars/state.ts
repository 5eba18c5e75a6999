import type { IndentContext } from '@codemirror/language';

export type NamesInside = 'attributeName' | 'attributeValue' | 'variableName.constant';

/** A bracket that is open. */
export interface Open {
  readonly outer: Open | null;
  readonly closing: string;
  /** Indentation of the line at which the statement with the bracket begins, in columns. */
  readonly indent: number;
  /** Column of what follows the bracket on its line; null if nothing does. */
  readonly column: number | null;
  /** What names directly inside are, if not what they are elsewhere. */
  readonly names: NamesInside | null;
  /** The statement that goes on behind the closing bracket. */
  readonly statement: number | null;
}

/** What goes on over the end of a line. */
export type Inside =
  | { readonly tag: 'block comment'; readonly depth: number; readonly doc: boolean }
  | { readonly tag: 'line comment'; readonly doc: boolean }
  | { readonly tag: 'string'; readonly quote: string }
  | { readonly tag: 'raw string'; readonly end: string };

export type Kind = 'name' | 'type' | 'keyword' | 'value' | 'operator' | 'none';

/** Where the tokenizer is. Its fields are replaced and never changed inside, so a shallow copy does. */
export interface CLikeState {
  inside: Inside | null;
  /** Name of the directive that the line belongs to. */
  directive: string | null;
  /** The line before ended in `\`. */
  continued: boolean;
  open: Open | null;
  /** The token before, comments and spaces left aside. */
  previous: { readonly text: string; readonly kind: Kind };
  /** Indentation of the line on which the unfinished statement began. */
  statement: number | null;
  lineIndent: number;
  /** `?` whose `:` is awaited. */
  questions: number;
  /** `<` whose `>` are awaited. */
  angles: number;
  /** The statement began with `case` or `default`: its `:` ends it. */
  label: boolean;
  /**
   * What a keyword at the statement's start declares: behind a function's `->` is a type, and the
   * names between an enumeration's braces are its cases.
   */
  declares: 'function' | 'enumeration' | null;
}

/** The end of an attribute, which is no value that something could be done with. */
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
  const closing = CLOSING[bracket] ?? '';
  state.statement ??= state.lineIndent;
  const { open: outer, statement } = state;
  state.open = { outer, closing, indent: statement, column, names, statement };
  if (bracket === '{') endStatement(state);
}

/** Takes the brackets along that were not closed before it; one that was never opened counts for nothing. */
export function closeBracket(state: CLikeState, bracket: string): void {
  let open = state.open;
  while (open && open.closing !== bracket) open = open.outer;
  if (!open) return;
  state.open = open.outer;
  if (bracket !== '}') return;
  endStatement(state);
  // A block in parentheses is a part of what is around it.
  if (open.outer && open.outer.closing !== '}') state.statement = open.statement;
}

/** Columns that a line begins with; null for lines whose text is not code. */
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

/** Behind a list's comma, a label or an attribute, the next line is no continuation. */
function endsClause({ previous: { text }, statement }: CLikeState): boolean {
  return statement === null || text === ',' || text === ':' || text === ATTRIBUTE_END.text;
}
