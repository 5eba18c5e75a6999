const COMMENT_OR_STRING = /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|"(?:[^"\\\n]|\\.)*"/g;

/**
 * The one-based line of the first `case true` or `case false`; null if there is none. Slang allows
 * a `switch` over a bool, but no WGSL has one, and the compiler's SPIR-V of it never comes to an end.
 */
export function lineOfBoolCase(source: string): number | null {
  const code = source.replace(COMMENT_OR_STRING, (text) => text.replace(/[^\n]/g, ' '));
  const at = code.search(/\bcase\s*\(?\s*(?:true|false)\b/);
  return at < 0 ? null : code.slice(0, at).split('\n').length;
}
