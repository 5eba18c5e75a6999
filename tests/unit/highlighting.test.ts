import { beforeAll, describe, expect, it } from 'vitest';
import type { Compiler } from '#compiler/core/compiler.ts';
import { USER_SHADER_PATH } from '#program/compileResult.ts';
import { COMPILE_TARGETS, type CompileTarget } from '#program/compileTarget.ts';
import { createTestCompiler, readDemo } from '../support/compiler.ts';
import { highlightingFaults, OUTPUT_LANGUAGES } from '../support/highlighting.ts';
import { tokensOf } from '../support/tokens.ts';

/*
 * The output of every demo is held against the rules of tests/support/highlighting.ts where it is
 * compiled, in demos.test.ts. Here are lines of real output, token by token, and what the rules refuse.
 */

/** Lines of the demo "circle", by how they begin, and their tokens; spaces are left out. */
const LINES: Readonly<Record<CompileTarget, Readonly<Record<string, string>>>> = {
  SPIRV: {
    '; Bound': '',
    '               OpEntryPoint': '',
    '    %v2float = ': '',
    '        %130 = OpExtInst': '',
  },
  HLSL: {
    'RWTexture2D<float4': '',
    'cbuffer': '',
    '[shader("compute")]': '',
    'void drawRing(': '',
    '#line 48 "user.slang"': '',
  },
  GLSL: { 'layout(rgba8)': '', '#extension': '', 'layout(std140)': '', '    uvec2 _S7': '' },
  METAL: { 'using namespace': '', '    texture2d<float': '', '[[kernel]]': '' },
  WGSL: { '@binding(1)': '', '@workgroup_size': '', 'fn drawRing(': '' },
  CUDA: { 'extern "C"': '', '    uint2  _S36': '', '#ifdef SLANG_CUDA_ENABLE_HALF': '' },
};

const code = new Map<CompileTarget, string>();

function codeOf(target: CompileTarget): string {
  const text = code.get(target);
  if (text === undefined) throw new Error(`There is no code for ${target}.`);
  return text;
}

beforeAll(async () => {
  const compiler: Compiler = await createTestCompiler();
  const sourceCode = await readDemo('circle');
  for (const target of COMPILE_TARGETS) {
    const request = { target, entrypoint: 'drawRing', sourceCode, shaderPath: USER_SHADER_PATH };
    const answer = compiler.compile(request);
    if (!answer.succ) throw new Error(answer.message);
    code.set(target, answer.result.code);
  }
});

/** `token` or `token:text` hmm */
function lineTokens(target: CompileTarget, start: string): string {
  const text = codeOf(target);
  const from = text.split('\n').findIndex((line) => line.startsWith(start));
  if (from < 0) throw new Error(`No line begins with ${start}`);
  const offset = text.split('\n').slice(0, from).join('\n').length + (from > 0 ? 1 : 0);
  const end = text.indexOf('\n', offset);
  return tokensOf(OUTPUT_LANGUAGES[target], text)
    .filter((token) => token.from >= offset && token.from < end && token.token !== null)
    .map(({ text: word, token }) => `${word} ${token}`)
    .join('\n');
}
