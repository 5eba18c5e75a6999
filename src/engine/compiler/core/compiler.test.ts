import { afterEach, describe, expect, it, vi } from 'vitest';
import { type CompileRequest, runRequest } from '#core/output/compileResult.ts';
import { readReflection } from '#core/plan/reflection/reflection.ts';
import { createTestCompiler, readDemo } from '../../../../tests/support/compiler.ts';
import { MACRO_BOMB } from '../../../../tests/support/shaders.ts';

const compiler = await createTestCompiler();

function compile(sourceCode: string, request: Partial<CompileRequest> = {}) {
  return compiler.compile({ ...runRequest(sourceCode), ...request });
}

const ENTRY_POINT = '[shader("compute")] [numthreads(4, 2, 1)]';
const DATA = 'RWStructuredBuffer<int> data;';
const mainOf = (body: string) => `${DATA} ${ENTRY_POINT} void main() { ${body} }`;

describe('compiling the whole program to WGSL', () => {
  it('returns the code, reflection and thread-group sizes of the default demo', async () => {
    const { result, ...answer } = compile(await readDemo('circle'));
    expect(answer).toEqual({ succ: true, message: '', log: '', diagnostics: [] });
    expect(result?.code).toContain('texture_storage_2d<rgba8unorm, write>');
    expect(result?.threadGroupSizes).toEqual({ drawRing: [16, 16, 1] });
    expect(readReflection(result?.reflection ?? null).parameters).toMatchObject([
      { name: 'time', attributes: [{ name: 'playground_TIME' }] },
      { name: 'outputTexture', format: 'rgba8' },
    ]);
  });

  it('compiles all entry points together', () => {
    const first = `${ENTRY_POINT} void first() { data[0] = 1; }`;
    const { result } = compile(`${DATA} ${first} ${first.replace('first', 'second')}`);
    expect(result?.code).toMatch(/fn first\(.*fn second\(/s);
    expect(result?.threadGroupSizes).toEqual({ first: [4, 2, 1], second: [4, 2, 1] });
  });

  it('maps the hashes of strings, as unsigned numbers, to their texts', () => {
    const { result } = compile(mainOf('data[0] = getStringHash("a text");'));
    const [[hash, text] = []] = Object.entries(result?.hashedStrings ?? {});
    expect(text).toBe('a text');
    expect(Number(hash)).toBeGreaterThanOrEqual(0);
    expect(result?.code).toContain(String(Number(hash) | 0));
  });

  it.each(["it's", 'café 😀', String.raw`a\tb`])('preserves the string %s', (text) => {
    const { result } = compile(mainOf(`data[0] = getStringHash("${text}");`));
    const strings = [text.replace(String.raw`\t`, '\t')];
    expect(Object.values(result?.hashedStrings ?? {})).toEqual(strings);
  });

  it('reports the warnings of a source that compiles, with their positions', () => {
    const { succ, log, diagnostics } = compile(
      `RWStructuredBuffer<int> data;\n${ENTRY_POINT} void main()\n{\n    if (1) data[0] = 1;\n}`,
    );
    expect(succ).toBe(true);
    expect(log).toMatch(/^\/user\.slang\(4\): warning 30081: /);
    expect(diagnostics).toMatchObject([{ severity: 'warning', line: 4, column: 9 }]);
  });
});

describe('a source that does not compile', () => {
  it('gets errors with file, line and column, in the compiler’s own words', () => {
    const answer = compile('float f()\n{\n    return missing;\n}\n');
    const message = "undefined identifier 'missing'.";
    const place = { path: '/user.slang', line: 3, column: 12, length: 7 };
    expect(answer).toEqual({
      succ: false,
      message: 'USER error: see log for more information',
      log: `/user.slang(3): error 30015: ${message}\n    return missing;\n           ^~~~~~~`,
      diagnostics: [{ severity: 'error', code: 30015, ...place, message, notes: [] }],
      result: null,
    });
  });

  it.each([
    ['unbalanced braces', 'void f() { if (true) {', /\/user\.slang\(1\): error 20001/],
    ['an unterminated string', 'string s = "and then\n', /\/user\.slang\(1\): error/],
    ['an import of itself', 'import user;', /error/],
  ])('gets an explanation for %s', (_, source, expected) => {
    const answer = compile(source);
    expect(answer.succ).toBe(false);
    expect(answer.log).toMatch(expected);
    expect(answer.log).not.toContain('playground_probe');
  });

  it('is told which targets have its stage, if WebGPU has none', () => {
    const { log } = compile('[shader("raygeneration")] void cast() {}');
    expect(log).toContain('WebGPU has no raygeneration stage. Choose SPIRV or HLSL');
    expect(compile('[shader("vertex")] void place( {}').log).not.toContain('WebGPU');
  });

  it('has the code of each stage on its own, if it draws', () => {
    const vertex = '[shader("vertex")] float4 place() : SV_Position { return 1; }';
    const fragment = '[shader("fragment")] float4 paint() : SV_Target { return 1; }';
    expect(Object.keys(compile(`${vertex} ${fragment}`).result?.stages ?? {})).toEqual([
      'place',
      'paint',
    ]);
    expect(compile(mainOf('data[0] = 1;')).result).not.toHaveProperty('stages');
  });

  it('gets a message if it has no entry point', () => {
    for (const source of ['', 'float f() { return 1.0; }']) {
      const { succ, message } = compile(source);
      expect(succ).toBe(false);
      expect(message).toMatch(/^The source defines no entry point\./);
    }
  });

  it('lists an internal error that arrives as a note as an error', () => {
    const source = `void f(inout uint x) { x = x + 1; }\n${mainOf('f(3); data[0] = 1;')}`;
    const message = expect.stringContaining('unimplemented: assignment');
    const { diagnostics } = compile(source);
    expect(diagnostics).toMatchObject([{ severity: 'error', line: 2, message }]);
  });

  it('lists an error without a position beside a warning that has one', () => {
    const { diagnostics } = compile(
      '[shader("vertex")] float4 main(uint c : SV_Nonsense) : SV_Position { if (1) return c; return 0; }',
      { target: 'SPIRV' },
    );
    const listed = diagnostics.map(({ severity, line }) => `${severity} ${line}`);
    expect(listed).toEqual(['warning 1', 'error 0']);
  });

  it('has its problems on the real lines, despite #line', () => {
    const { diagnostics } = compile(
      '#line 100\nint a = one;\n#line 7 "other.slang"\n\tint b = two;\n#line default\nint c = three;\n',
    );
    const places = diagnostics.map(({ path, line, column }) => `${path}:${line}:${column}`);
    expect(places).toEqual(['/user.slang:2:9', '/user.slang:4:10', '/user.slang:6:9']);
  });

  it('may fail only in code generation', () => {
    const { log, diagnostics } = compile(`${DATA}
void again(int depth) { if (depth > 0) { data[depth] = 1; again(depth - 1); } }
${ENTRY_POINT} void main() { again(5); }`);
    expect(log).toContain('/user.slang(2): error 55201: recursion detected');
    expect(diagnostics).toMatchObject([{ line: 2, code: 55201 }]);
  });

  it('may have a megabyte of text', () => {
    const { diagnostics } = compile(`${'// padding padding padding\n'.repeat(40_000)}oops`);
    expect(diagnostics).toMatchObject([{ line: 40_001 }]);
  });
});

describe('the compiler’s limits and exceptions', () => {
  it('reject a target that this build lacks', () => {
    expect(compile('', { target: 'DXIL' as CompileRequest['target'] })).toMatchObject({
      succ: false,
      message: 'unknown compile target: DXIL',
    });
  });

  it('report the reason of an exception after the warnings, and continue', () => {
    const doubles = `RWStructuredBuffer<double> data;
      ${ENTRY_POINT} void main() { if (1) data[0] = 1.0lf * data[1]; }`;
    const { log, ...answer } = compile(doubles);
    expect(answer).toMatchObject({
      succ: false,
      message: 'Slang internal error occurred.',
      diagnostics: [
        { severity: 'warning', code: 30081, line: 2 },
        { severity: 'fatal', line: 0, message: "unexpected: 'double' type emitted" },
      ],
    });
    expect(log).toMatch(/^\/user\.slang\(2\): warning 30081: [\s\S]*'double' type emitted\n/);
    expect(compile(`${ENTRY_POINT} void main() {}`)).toMatchObject({ succ: true });
  });

  it('place an exception at the position that it names', () => {
    const source = mainOf('\n\ndata[0] = spirv_asm { result:$$int = OpIAdd $(1) $(2) };');
    const { diagnostics } = compile(source, { target: 'HLSL', entrypoint: 'main' });
    const message = expect.stringContaining('unexpected IR opcode during code emit');
    expect(diagnostics).toMatchObject([
      { severity: 'fatal', path: '/user.slang', line: 3, column: 11, message },
    ]);
  });

  it('return the code of a program whose layout crashes the compiler, and request a replacement', async () => {
    const own = await createTestCompiler();
    const source = `[SpecializationConstant] const uint width = 4; RWStructuredBuffer<uint> data;
      [shader("compute")] [numthreads(width, 1, 1)] void main() { data[0] = width; }`;
    expect(own.compile({ ...runRequest(source), target: 'SPIRV' })).toMatchObject({
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
    const noMore = /^there is no more memory for it than the 1[0-5]\d MB that it has\./;
    expect(() => own.compile(runRequest(MACRO_BOMB))).toThrow(noMore);
    expect(() => own.findEntryPoints(runRequest('int x;'))).toThrow(noMore);
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
