import { StreamLanguage, type StreamParser, type StringStream } from '@codemirror/language';
import { ownValue } from '#core/util/ownValue.ts';
import { classifyName, endOfList, fixedNames, type NameToken } from './names.ts';
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
 * A language of the C family, from its words and rules. Everything except spaces becomes a token;
 * `invalid` is only for text that the language does not allow.
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

/** A directive ends with its line, unless that ends in `\`. */
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

/** Remembers the token for the following ones. */
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

/** Directives, their text arguments, and escaped line ends; null for other tokens. */
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

/** Reads the start of a comment, or all of it; null if there is none. */
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

/** Reads the start of a string or character, or all of it; null if there is none. */
function readString(spec: CLikeSpec, stream: StringStream, state: CLikeState): string | null {
  const raw = spec.rawStrings ? stream.match(/^R"([^()\\\s]{0,16})\(/) : null;
  if (raw && raw !== true) {
    return continueInside(spec, stream, state, { tag: 'raw string', end: `)${raw[1]}"` });
  }
  const quote = stream.eat(/["']/);
  return quote ? continueInside(spec, stream, state, { tag: 'string', quote }) : null;
}

/** Reads the rest of it, at most up to the end of the line. */
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
    // At the end of a line, it continues the string.
    stream.match(/^(?:x[\da-fA-F]+|u[\da-fA-F]{4}|U[\da-fA-F]{8}|[0-7]{1,3}|.)/);
    return 'escape';
  }
  stream.match(inside.quote === '"' ? /^[^"\\]*/ : /^[^'\\]*/);
  if (stream.eat(inside.quote) || stream.eol()) state.inside = null;
  return inside.quote === '"' ? 'string' : 'character';
}

/** @returns the number of open comments */
function skipBlockComment(stream: StringStream, open: number, nested: boolean): number {
  let depth = open;
  while (depth > 0 && !stream.eol()) {
    if (stream.match('*/')) depth -= 1;
    else if (nested && stream.match('/*')) depth += 1;
    else stream.next();
  }
  return depth;
}
