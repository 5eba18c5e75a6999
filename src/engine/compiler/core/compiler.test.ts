import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type CompileRequest, USER_SHADER_PATH } from '#core/output/compileResult.ts';
import { readReflection } from '#core/plan/reflection/reflection.ts';
import { createTestCompiler, readDemo } from '../../../../tests/support/compiler.ts';
import { MACRO_BOMB } from '../../../../tests/support/shaders.ts';
import type { Compiler } from './compiler.ts';

let compiler: Compiler;
beforeAll(async () => {
  compiler = await createTestCompiler();
});

function compile(sourceCode: string, request: Partial<CompileRequest> = {}) {
  return compiler.compile({
    target: 'WGSL',
    entrypoint: null,
    sourceCode,
    shaderPath: USER_SHADER_PATH,
    ...request,
  });
}

const ENTRY_POINT = '[shader("compute")] [numthreads(4, 2, 1)]';

describe('compiling the whole program to WGSL', () => {
  it('returns the code, reflection and thread-group sizes of the default demo', async () => {
    const { result, ...answer } = await compile(await readDemo('circle'));
    expect(answer).toEqual({ succ: true, message: '', log: '', diagnostics: [] });
    expect(result?.code).toContain('texture_storage_2d<rgba8unorm, write>');
    expect(result?.threadGroupSizes).toEqual({ drawRing: [16, 16, 1] });
    expect(readReflection(result?.reflection ?? null).parameters).toMatchObject([
      { name: 'time', attributes: [{ name: 'playground_TIME' }] },
      { name: 'outputTexture', format: 'rgba8' },
    ]);
  });

  it('compiles all entry points together', async () => {
    const { result } = await compile(`
      RWStructuredBuffer<int> data;
      ${ENTRY_POINT} void first() { data[0] = 1; }
      ${ENTRY_POINT} void second() { data[1] = 2; }`);
    expect(result?.code).toMatch(/fn first\(.*fn second\(/s);
    expect(result?.threadGroupSizes).toEqual({ first: [4, 2, 1], second: [4, 2, 1] });
  });

  it('maps the hashes of strings, as unsigned numbers, to their texts', async () => {
    const { result } = await compile(`
      RWStructuredBuffer<int> data;
      ${ENTRY_POINT} void main() { data[0] = getStringHash("a text"); }`);
    const [[hash, text] = []] = Object.entries(result?.hashedStrings ?? {});
    expect(text).toBe('a text');
    expect(Number(hash)).toBeGreaterThanOrEqual(0);
    expect(result?.code).toContain(String(Number(hash) | 0));
  });

  it.each(["it's", 'café 😀', String.raw`a\tb`])('preserves the string %s', async (text) => {
    const { result } = await compile(`
      RWStructuredBuffer<int> data;
      ${ENTRY_POINT} void main() { data[0] = getStringHash("${text}"); }`);
    expect(Object.values(result?.hashedStrings ?? {})).toEqual([
      text.replace(String.raw`\t`, '\t'),
    ]);
  });

  it('reports the warnings of a source that compiles, with their positions', async () => {
    const { succ, log, diagnostics } = await compile(
      `RWStructuredBuffer<int> data;\n${ENTRY_POINT} void main()\n{\n    if (1) data[0] = 1;\n}`,
    );
    expect(succ).toBe(true);
    expect(log).toMatch(/^\/user\.slang\(4\): warning 30081: /);
    expect(diagnostics).toMatchObject([{ severity: 'warning', line: 4, column: 9 }]);
  });
});

describe('a source that does not compile', () => {
  it('gets errors with file, line and column, in the compiler’s own words', async () => {
    const answer = await compile('float f()\n{\n    return missing;\n}\n');
    expect(answer).toEqual({
      succ: false,
      message: 'USER error: see log for more information',
      log: "/user.slang(3): error 30015: undefined identifier 'missing'.\n    return missing;\n           ^~~~~~~",
      diagnostics: [
        {
          severity: 'error',
          code: 30015,
          path: '/user.slang',
          line: 3,
          column: 12,
          length: 7,
          message: "undefined identifier 'missing'.",
          notes: [],
        },
      ],
      result: null,
    });
  });

  it.each([
    ['unbalanced braces', 'void f() { if (true) {', /\/user\.slang\(1\): error 20001/],
    ['an unterminated string', 'string s = "and then\n', /\/user\.slang\(1\): error/],
    ['a missing module', 'import nowhere;', /\/user\.slang\(1\): error 1: cannot open file/],
    ['an import of itself', 'import user;', /error/],
  ])('gets an explanation for %s', async (_, source, expected) => {
    const answer = await compile(source);
    expect(answer.succ).toBe(false);
    expect(answer.log).toMatch(expected);
    expect(answer.log).not.toContain('playground_probe');
  });

  it.each([
    ['an empty file', ''],
    ['a file without an entry point', 'float f() { return 1.0; }'],
  ])('gets the message about a missing entry point for %s', async (_, source) => {
    expect(await compile(source)).toMatchObject({
      succ: false,
      message: expect.stringMatching(/^The source defines no entry point\./),
    });
  });

  it('lists an internal error that arrives as a note as an error', async () => {
    const { diagnostics } = await compile(`
      RWStructuredBuffer<int> data;
      void f(inout uint x) { x = x + 1; }
      ${ENTRY_POINT} void main() { f(3); data[0] = 1; }`);
    expect(diagnostics).toMatchObject([
      { severity: 'error', line: 4, message: expect.stringContaining('unimplemented: assignment') },
    ]);
  });

  it('lists an error without a position beside a warning that has one', async () => {
    const { diagnostics } = await compile(
      '[shader("vertex")] float4 main(uint c : SV_Nonsense) : SV_Position { if (1) return c; return 0; }',
      { target: 'SPIRV' },
    );
    expect(diagnostics.map(({ severity, line }) => [severity, line])).toEqual([
      ['warning', 1],
      ['error', 0],
    ]);
  });

  it('has its problems on the real lines, despite #line', async () => {
    const { diagnostics } = await compile(
      '#line 100\nint a = one;\n#line 7 "other.slang"\n\tint b = two;\n#line default\nint c = three;\n',
    );
    expect(diagnostics.map(({ path, line, column }) => [path, line, column])).toEqual([
      ['/user.slang', 2, 9],
      ['/user.slang', 4, 10],
      ['/user.slang', 6, 9],
    ]);
  });

  it('may fail only in code generation', async () => {
    const { log, diagnostics } = await compile(`
RWStructuredBuffer<int> data;
void again(int depth) { if (depth > 0) { data[depth] = 1; again(depth - 1); } }
${ENTRY_POINT} void main() { again(5); }`);
    expect(log).toContain('/user.slang(3): error 55201: recursion detected');
    expect(diagnostics).toMatchObject([{ line: 3, code: 55201 }]);
  });

  it('may have a megabyte of text', async () => {
    const { diagnostics } = await compile(`${'// padding padding padding\n'.repeat(40_000)}oops`);
    expect(diagnostics).toMatchObject([{ line: 40_001 }]);
  });
});

describe('the compiler’s limits and exceptions', () => {
  it('reject a target that this build lacks', async () => {
    expect(await compile('', { target: 'DXIL' as CompileRequest['target'] })).toMatchObject({
      succ: false,
      message: 'unknown compile target: DXIL',
    });
  });

  it('report the reason of an exception after the warnings, and continue', async () => {
    const doubles = `RWStructuredBuffer<double> data;
      ${ENTRY_POINT} void main() { if (1) data[0] = 1.0lf * data[1]; }`;
    const { log, ...answer } = await compile(doubles);
    expect(answer).toMatchObject({
      succ: false,
      message: 'Slang internal error occurred.',
      diagnostics: [
        { severity: 'warning', code: 30081, line: 2 },
        { severity: 'fatal', line: 0, message: "unexpected: 'double' type emitted" },
      ],
    });
    expect(log).toMatch(/^\/user\.slang\(2\): warning 30081: [\s\S]*'double' type emitted\n/);
    expect(await compile(`${ENTRY_POINT} void main() {}`)).toMatchObject({ succ: true });
  });

  it('place an exception at the position that it names', async () => {
    const source = `RWStructuredBuffer<int> data;
      ${ENTRY_POINT} void main()
      {
          data[0] = spirv_asm { result:$$int = OpIAdd $(1) $(2) };
      }`;
    const { diagnostics } = await compile(source, { target: 'HLSL', entrypoint: 'main' });
    expect(diagnostics).toMatchObject([
      {
        severity: 'fatal',
        path: '/user.slang',
        line: 4,
        column: 21,
        message: expect.stringContaining('unexpected IR opcode during code emit'),
      },
    ]);
  });

  it('return the code of a program whose layout crashes the compiler, and request a replacement', async () => {
    const own = await createTestCompiler();
    const answer = await own.compile({
      target: 'SPIRV',
      entrypoint: null,
      sourceCode: `
        [SpecializationConstant] const uint width = 4;
        RWStructuredBuffer<uint> data;
        [shader("compute")] [numthreads(width, 1, 1)] void main() { data[0] = width; }`,
      shaderPath: USER_SHADER_PATH,
    });
    expect(answer).toMatchObject({
      succ: true,
      log: expect.stringMatching(/^The compiler crashed while it described the layout/),
      result: { reflection: null, code: expect.stringContaining('OpEntryPoint GLCompute') },
    });
    expect(own.isSpent()).toBe(true);
  });
});

describe('running out of memory', () => {
  const { grow } = WebAssembly.Memory.prototype;
  /** Limits the memory of new instances, like a browser that has run out of memory. */
  const limitMemory = (bytes: number) =>
    vi.spyOn(WebAssembly.Memory.prototype, 'grow').mockImplementation(function (
      this: WebAssembly.Memory,
      pages,
    ) {
      if (this.buffer.byteLength + pages * 2 ** 16 <= bytes) return grow.call(this, pages);
      throw new RangeError('WebAssembly.Memory.grow(): Unable to grow instance memory');
    });
  afterEach(() => vi.restoreAllMocks());

  it('names the cause, and ends the instance', async () => {
    const own = await createTestCompiler();
    limitMemory(150 * 2 ** 20);
    const request = { target: 'WGSL', entrypoint: null, shaderPath: USER_SHADER_PATH } as const;
    const noMore = /^there is no more memory for it than the 1[0-5]\d MB that it has\./;
    expect(() => own.compile({ ...request, sourceCode: MACRO_BOMB })).toThrow(noMore);
    expect(() => own.findEntryPoints({ ...request, sourceCode: 'int x;' })).toThrow(noMore);
  });

  it('names the cause if there is too little memory to start', async () => {
    limitMemory(40 * 2 ** 20);
    await expect(createTestCompiler()).rejects.toThrow(/^there is no more memory for it than/);
  });

  it('names the cause if there is too little memory for an instance', async () => {
    const refused = new RangeError('WebAssembly.Instance(): Out of memory');
    vi.spyOn(WebAssembly, 'instantiate').mockRejectedValue(refused);
    await expect(createTestCompiler()).rejects.toThrow(refused);
  });
});
