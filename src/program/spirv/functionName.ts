const LAMBDA = /^(.*?)\.?_slang_Lambda_(\w+?)_\d+/;

/**
 * A function's name as in the source, from that in a SPIR-V module: `lambda in drawRing` for
 * `drawRing._slang_Lambda_drawRing_2.()`, and `Fraction.init` for `Fraction.$init`.
 */
export function functionName(name: string): string {
  const [, outer, inner] = LAMBDA.exec(name) ?? [];
  if (inner !== undefined) return `lambda in ${outer || inner}`;
  return name.replace(/\$(?:__syn_)?/g, '');
}
