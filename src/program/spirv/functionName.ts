const LAMBDA = /^(.*?)\.?_slang_Lambda_(\w+?)_\d+/;

/**
 * A function's name as in the source, from that in a SPIR-V module: `lambda in drawRing` for
 * `drawRing._slang_Lambda_drawRing_2.()`, `Fraction.init` for `Fraction.$init`, and `operator+` for `+`.
 */
export function functionName(name: string): string {
  const [, outer, inner] = LAMBDA.exec(name) ?? [];
  if (inner !== undefined) return `lambda in ${outer || inner}`;
  if (/^[^\w.]+$/.test(name)) return `operator${name}`;
  return name.replace(/\$(?:__syn_)?/g, '');
}
