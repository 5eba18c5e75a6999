import type { JsonValue } from '#core/util/json.ts';
import { ownValue } from '#core/util/ownValue.ts';
import type { CompilerContext } from './session.ts';
import type { ProgramLayout } from './slangModule.ts';

/** Null if the binary traps, as it does on the layouts of some programs that compile fine. */
export function readLayoutOrSpend(context: CompilerContext, layout: ProgramLayout): JsonValue {
  try {
    return readLayoutJson(layout);
  } catch (thrown) {
    if (!(thrown instanceof WebAssembly.RuntimeError)) throw thrown;
    context.spent = true;
    return null;
  }
}

/** The part of embind's `ProgramLayout` used here. */
interface Layout {
  toJsonObject(): unknown;
}

/**
 * The compiler's layout as JSON.
 *
 * The binary writes strings with C escapes (`\'`, `\a`, `\303\251`) and infinite floats as `inf`,
 * then calls `JSON.parse`, which rejects both: any apostrophe or accent in the user's string
 * literals would throw. So this function intercepts the text and rewrites it.
 */
export function readLayoutJson(layout: Layout): JsonValue {
  const { parse } = JSON;
  let text = 'null';
  JSON.parse = (json: string) => {
    text = json;
    return null;
  };
  try {
    layout.toJsonObject();
  } finally {
    JSON.parse = parse;
  }
  return parse(text.replace(STRING_OR_INFINITY, rewrite));
}

/** A string, with its text in the first group, or a float that JSON cannot represent. */
const STRING_OR_INFINITY = /"((?:[^"\\]|\\[\s\S])*)"|-?\b(?:inf|nan)\b/g;
const ESCAPE = /\\([0-7]{1,3}|[\s\S])/g;

const CONTROL: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};

/**
 * Converts a C string literal to JSON; octal escapes are UTF-8 bytes. Infinities and NaN become
 * strings.
 */
function rewrite(match: string, text: string | undefined): string {
  if (text === undefined) return JSON.stringify(match);
  if (!text.includes('\\')) return match;
  const bytes = text.replace(ESCAPE, (__, code: string) =>
    /^[0-7]/.test(code)
      ? String.fromCharCode(Number.parseInt(code, 8) & 0xff)
      : (ownValue(CONTROL, code) ?? code),
  );
  return JSON.stringify(decodeUtf8(bytes));
}

/** Decodes characters up to U+00FF as bytes of UTF-8; other text is already decoded. */
function decodeUtf8(bytes: string): string {
  const codes = Array.from(bytes, (character) => character.codePointAt(0) ?? 0);
  if (codes.some((code) => code > 0xff)) return bytes;
  return new TextDecoder().decode(Uint8Array.from(codes));
}
