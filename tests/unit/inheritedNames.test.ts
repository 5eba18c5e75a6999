import { expect, test } from 'vitest';
import { cudaLanguage } from '#editor/grammars/cuda.ts';
import { glslLanguage } from '#editor/grammars/glsl.ts';
import { hlslLanguage } from '#editor/grammars/hlsl.ts';
import { metalLanguage } from '#editor/grammars/metal.ts';
import { slangLanguage } from '#editor/grammars/slang.ts';
import { wgslLanguage } from '#editor/grammars/wgsl.ts';

/** Names that every object has, which a source may give to anything. */
const NAMES = Object.getOwnPropertyNames(Object.prototype);

const GRAMMARS = [
  ['slang', slangLanguage],
  ['hlsl', hlslLanguage],
  ['glsl', glslLanguage],
  ['metal', metalLanguage],
  ['wgsl', wgslLanguage],
  ['cuda', cudaLanguage],
] as const;

/** A name in each place where a grammar looks names up. */
function sourceWith(name: string): string {
  return [
    `#define ${name}(x) ${name}##x`,
    `struct ${name} : ${name} { float ${name} : ${name}; };`,
    `layout(${name}) uniform ${name}; [${name}(1)] [[${name}(1)]] @${name}(1)`,
    `float4 ${name}(float2 ${name} : ${name}(b0)) : ${name} { return ${name}.${name}(${name}[0]); }`,
  ].join('\n');
}

test.each(GRAMMARS)('the grammar of %s reads names that every object has', (_, grammar) => {
  for (const name of NAMES) {
    const source = sourceWith(name);
    expect(grammar.parser.parse(source).length, name).toBe(source.length);
  }
});
