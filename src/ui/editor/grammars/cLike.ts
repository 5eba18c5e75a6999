import { StreamLanguage, type StreamParser, type StringStream } from '@codemirror/language';
import { ownValue } from '#core/util/ownValue.ts';
import type { CLikeSpec } from './spec.ts';
import {
  ATTRIBUTE_END,
  type CLikeState,
  closeBracket,
  endStatement,
  type Inside,
  indentation,
  type Kind,
  NOTHING,
  type Open,
  openBracket,
  startState,
} from './state.ts';

const NAME = /^[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*/;

const OPERATOR =
  /^(?:<<=|>>=|<=>|\.\.\.|->|::|=>|&&|\|\||\+\+|--|<<|>>|##|[-+*/%&|^=!<>]=|[-+*/%&|^=!<>~?:.,;#])/;

const PUNCTUATION = new Set([',', ';', ':', '::', '.']);

/**
 * Defines a language of the C family by its words and rules. Everything except spaces becomes a
 * token; `invalid` is only for text that the language does not allow.
 */
export function defineCLike(spec: CLikeSpec): StreamLanguage<CLikeState> {
  return StreamLanguage.define(cLikeParser(spec));
}

function cLikeParser(spec: CLikeSpec): StreamParser<CLikeState> {
  const fixed = fixedNames(spec);
  return {
    name: spec.name,
    startState,
    copyState: (state) => ({ ...state }),
    blankLine(state) {
      startLine(state);
      if (state.inside?.tag === 'string' || state.inside?.tag === 'line comment')
        state.inside = null;
    },
    token(stream, state) {
      if (stream.sol()) {
        startLine(state);
        if (!state.inside) state.lineIndent = stream.indentation();
      }
      if (state.inside) return continueInside(spec, stream, state, state.inside);
      if (stream.eatSpace()) return null;
      return readToken(spec, fixed, stream, state);
    },
    indent: indentation,
    languageData: {
      commentTokens: { line: '//', block: { open: '/*', close: '*/' } },
      indentOnInput: /^\s*(?:[{})\]]|#)$/,
      closeBrackets: { brackets: ['(', '[', '{', '"'] },
    },
  };
}

/** A directive ends with its line, unless the line ends in `\`. */
function startLine(state: CLikeState): void {
  if (state.directive !== null && !state.continued && !state.inside) {
    state.directive = null;
    state.previous = NOTHING;
  }
  state.continued = false;
}

function readToken(
  spec: CLikeSpec,
  fixed: ReadonlyMap<string, NameToken>,
  stream: StringStream,
  state: CLikeState,
): string {
  const comment = readComment(spec, stream, state);
  if (comment) return comment;
  if (spec.preprocessor) {
    const token = readPreprocessor(stream, state);
    if (token) return token;
    const string = readString(spec, stream, state);
    if (string) return follow(state, '"', 'value', string);
  }
  if (
    /[\d.]/.test(stream.peek() ?? '') &&
    /^\.?\d/.test(stream.string.slice(stream.pos, stream.pos + 2))
  ) {
    return follow(state, '0', 'value', readNumber(spec, stream));
  }
  if (spec.attributes === 'at' && stream.match(/^@\s*\w+/)) {
    // The attribute's name determines the kind of its arguments.
    return follow(state, stream.current().replace(/^@\s*/, ''), 'operator', 'attributeName');
  }
  if (stream.match(NAME)) {
    const name = stream.current();
    const { token, kind } = classifyName(spec, fixed, name, stream, state);
    if (kind === 'keyword' && state.directive === null) noteKeyword(spec, state, name);
    return follow(state, name, kind, token);
  }
  const bracket = stream.eat(/[()[\]{}]/);
  if (bracket) return readBracket(spec, stream, state, bracket);
  if (stream.match(OPERATOR)) return readOperator(spec, stream, state);
  const splices = stream.next() === '$' && spec.inlineAssembly;
  return follow(state, '$', 'operator', splices ? 'operator' : 'invalid');
}

/** Remembers the token as context for the next ones. */
function follow(state: CLikeState, text: string, kind: Kind, token: string): string {
  state.previous = { text, kind };
  if (state.directive === null) state.statement ??= state.lineIndent;
  return token;
}

function noteKeyword({ definers }: CLikeSpec, state: CLikeState, name: string): void {
  if (name === 'case' || name === 'default') state.label = true;
  if (ownValue(definers, name) === 'function') state.declares = 'function';
  if (name === 'enum') state.declares = 'enumeration';
}

function readNumber(spec: CLikeSpec, stream: StringStream): string {
  stream.match(spec.number) || stream.next();
  return stream.match(/^\w+/) ? 'invalid' : 'number';
}

/** Reads directives, their text arguments and escaped line ends; null for other tokens. */
function readPreprocessor(stream: StringStream, state: CLikeState): string | null {
  if (stream.match(/^\\$/)) {
    state.continued = true;
    return 'punctuation';
  }
  const { directive } = state;
  if (directive === null) {
    if (stream.peek() !== '#' || stream.string.slice(0, stream.pos).trim() !== '') return null;
    const start = stream.match(/^#\s*(\w*)/);
    if (!start || start === true) return null;
    state.directive = start[1] ?? '';
    state.previous = { text: '#', kind: 'operator' };
    return 'processingInstruction';
  }
  if ((directive === 'include' || directive === 'import') && stream.match(/^<[^>]*>/))
    return 'string';
  // A version of the language, such as `202c`.
  if (/^lang(?:uage)?$/.test(directive) && stream.match(/^\d\w*/)) return 'number';
  // Prose, which may contain apostrophes.
  if (/^(?:error|warning)$/.test(directive) && stream.match(/^(?:(?!\/[/*]|\\$).)+/))
    return 'string';
  return null;
}

function readBracket(
  spec: CLikeSpec,
  stream: StringStream,
  state: CLikeState,
  bracket: string,
): string {
  if (state.directive !== null) return follow(state, bracket, 'operator', 'bracket');
  if (')]}'.includes(bracket)) {
    const closed = state.open;
    closeBracket(state, bracket);
    const isAttribute = bracket === ']' && closed?.names === 'attributeName';
    // The end of an attribute is not a value, so no operator follows.
    if (isAttribute) state.previous = ATTRIBUTE_END;
    else state.previous = { text: bracket, kind: bracket === '}' ? 'none' : 'value' };
    return 'bracket';
  }
  const isLast = stream.match(/^\s*(?:\/\/.*)?$/, false) !== null;
  openBracket(
    state,
    bracket,
    isLast ? null : stream.column() + 1,
    namesInside(spec, stream, state, bracket),
  );
  state.previous = { text: bracket, kind: 'operator' };
  return 'bracket';
}

function namesInside(
  { attributes, listing }: CLikeSpec,
  stream: StringStream,
  { previous: { text, kind }, open, declares }: CLikeState,
  bracket: string,
): Open['names'] {
  if (bracket === '(') return (listing && ownValue(listing, text)) ?? null;
  if (bracket === '{') return declares === 'enumeration' ? 'variableName.constant' : null;
  if (bracket !== '[') return null;
  const opensAttribute =
    (attributes === 'brackets' && kind !== 'name' && kind !== 'type' && kind !== 'value') ||
    (attributes !== 'none' && attributes !== 'at' && stream.peek() === '[') ||
    open?.names === 'attributeName';
  return opensAttribute ? 'attributeName' : null;
}

function readOperator(spec: CLikeSpec, stream: StringStream, state: CLikeState): string {
  const { previous } = state;
  if (state.angles > 0 && stream.current() === '>>') stream.backUp(1);
  const operator = stream.current();
  if (previous.text === 'operator') {
    return follow(state, operator, 'name', 'variableName.function.definition');
  }
  if (operator === '<' && opensList(spec, stream, state)) {
    state.angles += 1;
    return follow(state, '<', 'operator', 'angleBracket');
  }
  if (operator === '>' && state.angles > 0) {
    state.angles -= 1;
    return follow(state, '>', 'type', 'angleBracket');
  }
  const endsLabel = operator === ':' && state.label && state.questions === 0;
  follow(state, operator, 'operator', '');
  if (state.directive === null) {
    if (operator === '?') state.questions += 1;
    if (operator === ':' && state.questions > 0) {
      state.questions -= 1;
      state.previous = { text: '?:', kind: 'operator' };
    }
    if (operator === ';' && state.open?.closing !== ')') endStatement(state);
    if (endsLabel) {
      endStatement(state);
      state.previous = NOTHING;
    }
  }
  return PUNCTUATION.has(operator) ? 'punctuation' : 'operator';
}

/** Whether the `<` just read opens a list of types. */
function opensList({ listOpeners }: CLikeSpec, stream: StringStream, state: CLikeState): boolean {
  const { text, kind } = state.previous;
  if (listOpeners?.has(text)) return true;
  if (kind !== 'type' && kind !== 'name') return false;
  return stream.start > 0 && endOfList(stream.string, stream.start) > 0;
}

/** Reads a comment, or the part of it on this line; null if there is none. */
function readComment(spec: CLikeSpec, stream: StringStream, state: CLikeState): string | null {
  if (stream.match('//')) {
    const doc = /^(?:\/(?!\/)|!)/.test(stream.string.slice(stream.pos));
    return continueInside(spec, stream, state, { tag: 'line comment', doc });
  }
  if (stream.match('/*')) {
    const doc = /^(?:\*(?!\/)|!)/.test(stream.string.slice(stream.pos));
    return continueInside(spec, stream, state, { tag: 'block comment', depth: 1, doc });
  }
  return null;
}

/** Reads a string or character, or the part of it on this line; null if there is none. */
function readString(spec: CLikeSpec, stream: StringStream, state: CLikeState): string | null {
  const raw = spec.rawStrings ? stream.match(/^R"([^()\\\s]{0,16})\(/) : null;
  if (raw && raw !== true) {
    return continueInside(spec, stream, state, { tag: 'raw string', end: `)${raw[1]}"` });
  }
  const quote = stream.eat(/["']/);
  return quote ? continueInside(spec, stream, state, { tag: 'string', quote }) : null;
}

/** Reads to the end of the comment or string, or to the end of the line. */
function continueInside(
  spec: CLikeSpec,
  stream: StringStream,
  state: CLikeState,
  inside: Inside,
): string {
  switch (inside.tag) {
    case 'line comment': {
      stream.skipToEnd();
      const goesOn = spec.preprocessor && stream.string.endsWith('\\');
      state.inside = goesOn ? inside : null;
      return inside.doc ? 'docComment' : 'lineComment';
    }
    case 'block comment': {
      const depth = skipBlockComment(stream, inside.depth, spec.nestedComments === true);
      state.inside = depth > 0 ? { ...inside, depth } : null;
      return inside.doc ? 'docComment' : 'blockComment';
    }
    case 'raw string': {
      const end = stream.string.indexOf(inside.end, stream.pos);
      if (end < 0) stream.skipToEnd();
      else stream.pos = end + inside.end.length;
      state.inside = end < 0 ? inside : null;
      return 'string';
    }
    case 'string':
      return continueString(stream, state, inside);
  }
}

function continueString(
  stream: StringStream,
  state: CLikeState,
  inside: Inside & { tag: 'string' },
): string {
  state.inside = inside;
  const isStart = stream.pos > stream.start;
  if (!isStart && stream.eat('\\')) {
    // A backslash at the end of a line continues the string.
    stream.match(/^(?:x[\da-fA-F]+|u[\da-fA-F]{4}|U[\da-fA-F]{8}|[0-7]{1,3}|.)/);
    return 'escape';
  }
  stream.match(inside.quote === '"' ? /^[^"\\]*/ : /^[^'\\]*/);
  if (stream.eat(inside.quote) || stream.eol()) state.inside = null;
  return inside.quote === '"' ? 'string' : 'character';
}

/** @returns the nesting depth afterwards */
function skipBlockComment(stream: StringStream, open: number, nested: boolean): number {
  let depth = open;
  while (depth > 0 && !stream.eol()) {
    if (stream.match('*/')) depth -= 1;
    else if (nested && stream.match('/*')) depth += 1;
    else stream.next();
  }
  return depth;
}

interface NameToken {
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

function fixedNames(spec: CLikeSpec): ReadonlyMap<string, NameToken> {
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

/** Classifies a name by its text, the previous token and the rest of the line. */
function classifyName(
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

/** Whether a contextual keyword is a keyword here: before a name, and not after a type. */
function introduces(stream: StringStream, { previous }: CLikeState): boolean {
  return previous.kind !== 'type' && stream.match(/^\s+[A-Za-z_]/, false) !== null;
}

function isSemantic(name: string): boolean {
  return /^(?:[A-Z][A-Z0-9_]+|[Ss][Vv]_\w+)$/.test(name);
}

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

/** Whether a name follows, as in `Ball ball`, `Ball* ball`, `Ball<int> ball` and `Ball[2] ball`. */
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
 * The end of a list of types that begins at `<`; -1 if this is a comparison, which has spaces
 * around it, or contains operators that a list cannot have.
 */
function endOfList(text: string, at: number): number {
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
