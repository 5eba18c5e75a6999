import type { StringStream } from '@codemirror/language';
import { ownValue } from '#core/util/ownValue.ts';
import type { CLikeSpec } from './spec.ts';
import type { CLikeState, Kind } from './state.ts';

/** A name's style, and its meaning for the next token. */
export interface NameToken {
  readonly token: string;
  readonly kind: Kind;
}

const FUNCTION: NameToken = { token: 'variableName.function', kind: 'name' };
const TYPE: NameToken = { token: 'typeName', kind: 'type' };
const BUILT_IN_TYPE: NameToken = { token: 'typeName.standard', kind: 'type' };
const VARIABLE: NameToken = { token: 'variableName', kind: 'name' };
const MACRO: NameToken = { token: 'macroName', kind: 'name' };

const DEFINED: Readonly<Record<string, NameToken>> = {
  type: { token: 'typeName.definition', kind: 'type' },
  block: { token: 'typeName.definition', kind: 'type' },
  function: { token: 'variableName.function.definition', kind: 'name' },
  variable: { token: 'variableName.definition', kind: 'name' },
  namespace: { token: 'namespace', kind: 'name' },
};

/** Words with the same meaning everywhere. */
export function fixedNames(spec: CLikeSpec): ReadonlyMap<string, NameToken> {
  const names = new Map<string, NameToken>();
  const add = (list: Iterable<string>, token: string, kind: Kind) => {
    for (const word of list) names.set(word, { token, kind });
  };
  add(spec.types, 'typeName.standard', 'type');
  add(spec.constants ?? [], 'atom', 'value');
  add(spec.modifiers, 'modifier', 'keyword');
  add(spec.keywords, 'keyword', 'keyword');
  add(['true', 'false'], 'bool', 'value');
  return names;
}

/** Classifies a name by itself, the previous token and the rest of the line. */
export function classifyName(
  spec: CLikeSpec,
  fixed: ReadonlyMap<string, NameToken>,
  name: string,
  stream: StringStream,
  state: CLikeState,
): NameToken {
  const { text: before } = state.previous;
  const isCalled = stream.match(/^\s*\(/, false) !== null;
  if (state.directive !== null) {
    const known = directiveName(state, name);
    if (known) return known;
  } else if (state.open?.names && before !== '=') {
    return { token: state.open.names, kind: 'name' };
  }
  if (before === '.' || (before === '->' && state.declares !== 'function')) {
    return { token: isCalled ? 'propertyName.function' : 'propertyName', kind: 'name' };
  }
  if (spec.semantics && before === ':' && spec.listing && ownValue(spec.listing, name)) {
    return { token: 'keyword', kind: 'keyword' };
  }
  if (spec.semantics && before === ':' && state.questions === 0 && isSemantic(name) && !isCalled) {
    return { token: 'attributeValue', kind: 'name' };
  }
  if ((state.angles > 0 || before === '::') && spec.enumerants?.has(name)) {
    return { token: 'atom', kind: 'value' };
  }
  if (spec.macroPattern?.test(name)) return MACRO;
  const word = before === '::' ? undefined : fixed.get(name);
  if (word && (!spec.contextual?.has(name) || introduces(stream, state))) return word;
  if (spec.typePattern?.test(name)) return BUILT_IN_TYPE;
  if (spec.variablePattern?.test(name)) return { token: 'variableName.standard', kind: 'name' };
  if (stream.match('::', false)) return { token: 'namespace', kind: 'name' };
  return (
    declaredName(spec, fixed, stream, state, isCalled) ??
    usedName(spec, name, stream, state, isCalled)
  );
}

/** Whether a word that may be a plain name is a keyword here: before a name, and not after a type. */
function introduces(stream: StringStream, { previous }: CLikeState): boolean {
  return previous.kind !== 'type' && stream.match(/^\s+[A-Za-z_]/, false) !== null;
}

function isSemantic(name: string): boolean {
  return /^(?:[A-Z][A-Z0-9_]+|[Ss][Vv]_\w+)$/.test(name);
}

/** Classifies a name in a directive's condition or in a macro definition. */
function directiveName({ directive, previous }: CLikeState, name: string): NameToken | null {
  switch (directive) {
    case 'if':
    case 'elif':
      if (name === 'defined' || name.startsWith('__has_'))
        return { token: 'keyword', kind: 'keyword' };
      return MACRO;
    case 'define':
      return previous.text === '#' ? MACRO : null;
    case 'ifdef':
    case 'ifndef':
    case 'elifdef':
    case 'elifndef':
    case 'undef':
    case 'extension':
    case 'pragma':
    case 'version':
      return MACRO;
    default:
      return null;
  }
}

/** Classifies a name that is declared here; null for other names. */
function declaredName(
  spec: CLikeSpec,
  fixed: ReadonlyMap<string, NameToken>,
  stream: StringStream,
  state: CLikeState,
  isCalled: boolean,
): NameToken | null {
  const { text: before, kind } = state.previous;
  const definition = kind === 'keyword' ? ownValue(spec.definers, before) : undefined;
  // `uniform Block {` names a type, `uniform Type name` uses one.
  if (definition && (definition !== 'block' || stream.match(/^\s*(?:\{|$)/, false))) {
    return ownValue(DEFINED, definition) ?? null;
  }
  if (isCalled) return kind === 'type' ? (DEFINED['function'] ?? null) : null;
  if (spec.typesAfterColon && before === ':' && state.questions === 0 && !state.label) return TYPE;
  if (before === '->') return TYPE;
  return standsBeforeName(fixed, stream) ? TYPE : null;
}

/** Whether a name follows as in `Ball ball`, `Ball* ball`, `Ball<int> ball` and `Ball[2] ball`. */
function standsBeforeName(fixed: ReadonlyMap<string, NameToken>, stream: StringStream): boolean {
  let at = stream.pos;
  if (stream.string[at] === '<') {
    const end = endOfList(stream.string, at);
    if (end < 0) return false;
    at = end;
  }
  const rest = stream.string.slice(at, at + 100);
  const next = /^(?:\[\w*\])?(?:\s+|[*&]{1,2}\s+|\s[*&]{1,2})([A-Za-z_]\w*)/.exec(rest)?.[1];
  return next !== undefined && fixed.get(next)?.token !== 'keyword';
}

function usedName(
  spec: CLikeSpec,
  name: string,
  stream: StringStream,
  state: CLikeState,
  isCalled: boolean,
): NameToken {
  const isListed = stream.string[stream.pos] === '<' && endOfList(stream.string, stream.pos);
  const calls = isCalled || (isListed && isListed > 0 && stream.string[isListed] === '(');
  if (calls) {
    const isBuiltIn = spec.functions.has(name) || spec.functionPattern?.test(name);
    return isBuiltIn ? { token: 'variableName.function.standard', kind: 'name' } : FUNCTION;
  }
  if (isListed && isListed > 0) return TYPE;
  const { text: before, kind } = state.previous;
  if (state.angles > 0 && (before === '<' || before === ',' || kind === 'keyword')) return TYPE;
  if (spec.capitalTypes && /^[A-Z][A-Z0-9]*[a-z]\w*$/.test(name)) return TYPE;
  return VARIABLE;
}

/**
 * The end of a list of types that begins at `<`, or -1 if it is not a list: comparisons have spaces
 * around them, and operators that a list does not have.
 */
export function endOfList(text: string, at: number): number {
  if (text[at + 1] === ' ' || text[at + 1] === '=' || text[at + 1] === '<') return -1;
  let depth = 0;
  for (let index = at; index < text.length && index < at + 200; index += 1) {
    const character = text[index] ?? '';
    if (character === '<') depth += 1;
    else if (character === '>' && text[index - 1] !== '-') depth -= 1;
    else if (!/[\w\s,.:*&()[\]+=-]/.test(character) || text.startsWith('&&', index)) return -1;
    if (depth === 0) return index + 1;
  }
  return -1;
}
