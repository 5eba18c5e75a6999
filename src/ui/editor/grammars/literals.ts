import type { StringStream } from '@codemirror/language';
import type { CLikeSpec } from './spec.ts';
import type { CLikeState, Inside } from './state.ts';

/** Reads the start of a comment, or all of it; null if there is none. */
export function readComment(
  spec: CLikeSpec,
  stream: StringStream,
  state: CLikeState,
): string | null {
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
export function readString(
  spec: CLikeSpec,
  stream: StringStream,
  state: CLikeState,
): string | null {
  const raw = spec.rawStrings ? stream.match(/^R"([^()\\\s]{0,16})\(/) : null;
  if (raw && raw !== true) {
    return continueInside(spec, stream, state, { tag: 'raw string', end: `)${raw[1]}"` });
  }
  const quote = stream.eat(/["']/);
  return quote ? continueInside(spec, stream, state, { tag: 'string', quote }) : null;
}

/** Reads the rest of it, at most up to the end of the line. */
export function continueInside(
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
