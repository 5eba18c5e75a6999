import { expect, it } from 'vitest';
import { readFacts } from '#core/output/spirv/moduleFacts.ts';
import { readSpirv } from '#core/output/spirv/readSpirv.ts';
import type { GlslFunction } from './glslFunctions.ts';
import { choosePartner, glslName } from './pairFunctions.ts';
import { cluesOf } from './spirvClues.ts';

it.each([
  ['ring', 'ring'],
  ['draw._slang_Lambda_draw_2.()', 'draw_slang_Lambda_draw_2_x28x29'],
  ['draw._slang_Lambda_draw_2.$__syn_()', 'draw_slang_Lambda_draw_2_x24_syn_x28x29'],
  ['Rectangle.center.get', 'Rectangle_center_get'],
  ['Box.operator[].get', 'Box_operatorx5Bx5D_get'],
  ['+', 'x2B'],
  ['/', ''],
])('the compiler writes %s as %s in GLSL', (name, written) => {
  expect(glslName(name)).toBe(written);
});

const MODULE = readSpirv(`%float = OpTypeFloat 32
%v2float = OpTypeVector %float 2
%in_function = OpTypePointer Function %v2float
%one = OpTypeFunction %float %float
%other = OpTypeFunction %float %in_function
%two = OpConstant %float 2.5
%first = OpFunction %float None %one
%a = OpFAdd %float %x %two
OpFunctionEnd
%second = OpFunction %float None %other
OpFunctionEnd`);

const glsl = (parameters: string[], ...words: string[]): GlslFunction => ({
  ...{ name: 'sum', header: null, origins: [], parameters },
  words: new Set(words),
});

it('chooses the function with the same parameters, or else with the same words', () => {
  const facts = readFacts(MODULE);
  const context = { facts, names: MODULE.names, ofIds: new Map() };
  const [first, second] = MODULE.functions.map((body) => ({
    ...{ body, name: 'sum' },
    clues: cluesOf(body, context),
  }));
  if (!first || !second) throw new Error('The module has two functions.');
  const scalar = glsl(['float'], '#1.5');
  const vector = glsl(['vec2']);
  const alike = glsl(['float'], '#2.5');
  expect(choosePartner(first, [vector, scalar, alike], facts)).toBe(alike);
  expect(choosePartner(second, [scalar, vector, alike], facts)).toBe(vector);
  expect(choosePartner(first, [], facts)).toBeNull();
});
