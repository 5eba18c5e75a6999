const COMMENT_OR_STRING = /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|"(?:[^"\\\n]|\\.)*"/g;

/**
 * The one-based line of the first `case true` or `case false`; null if there is none. Slang allows
 * a `switch` over a bool, but WGSL does not, and compiling it to SPIR-V never ends.
 */
export function lineOfBoolCase(source: string): number | null {
  const code = source.replace(COMMENT_OR_STRING, (text) => text.replace(/[^\n]/g, ' '));
  const at = code.search(/\bcase\s*(?:\(\s*)?(?:true|false)\b/);
  return at < 0 ? null : code.slice(0, at).split('\n').length;
}
