import { describe, expect, it } from 'vitest';
import { type CompileRequest, runRequest, USER_SHADER_PATH } from '#core/output/compileResult.ts';
import { COMPILE_TARGETS } from '#core/output/compileTarget.ts';
import { readReflection } from '#core/plan/reflection/reflection.ts';
import { createTestCompiler } from '../../../../tests/support/compiler.ts';

const compiler = await createTestCompiler();

const ENTRY_POINT = '[shader("compute")] [numthreads(4, 2, 1)]';

/** A main file that uses `one` from another file. */
const main = (head: string) =>
  `${head}\nRWStructuredBuffer<int> data;\n${ENTRY_POINT} void main() { data[0] = one(); }\n`;

function request(
  sourceCode: string,
  files: Readonly<Record<string, string>>,
  more: Partial<CompileRequest> = {},
): CompileRequest {
  const list = Object.entries(files).map(([path, text]) => ({ path, text }));
  return { ...runRequest(sourceCode, list), ...more };
}

const compile = (...given: Parameters<typeof request>) => compiler.compile(request(...given));

function problems(...given: Parameters<typeof request>) {
  const { succ, diagnostics } = compile(...given);
  expect(succ).toBe(false);
  return diagnostics.map(({ path, line, message }) => `${path}:${line} ${message}`);
}

const ONE = 'public int one() { return 1; }\n';

describe('a project', () => {
  it.each<[string, Record<string, string>]>([
    ['import noise;', { 'noise.slang': ONE }],
    ['import "noise.slang";', { 'noise.slang': ONE }],
    ['import lib.noise;', { 'lib/noise.slang': ONE }],
    ['import "lib/noise.slang";', { 'lib/noise.slang': ONE }],
    ['import "lib/../noise";', { 'noise.slang': ONE, 'lib/other.slang': '' }],
    ['import my_noise;', { 'my-noise.slang': ONE }],
    ['#include "noise.slang"', { 'noise.slang': ONE }],
    ['#include "deep/down/noise.h"', { 'deep/down/noise.h': ONE }],
    ['module user;\n__include noise;', { 'noise.slang': `implementing user;\n${ONE}` }],
    ['import m;', { 'm.slang': 'module m; __include n;', 'n.slang': `implementing m;\n${ONE}` }],
    ['import lib.all;', { 'lib/all.slang': '__exported import part;', 'lib/part.slang': ONE }],
  ])('with %s finds the file', (head, files) => {
    const answer = compile(main(head), files);
    expect(answer).toMatchObject({ succ: true, log: '' });
    expect(answer.result?.code).toContain('fn one_0');
  });

  it('finds modules from the root in files of folders, like the language server', () => {
    const files = {
      'lib/a.slang':
        'import lib.b; import c; import "d.slang"; public int one() { return two() + d(); }',
      'lib/b.slang': 'import c; import playground; public int two() { return three(); }',
      'c.slang': 'public int three() { return 3; }',
      'd.slang': 'public int d() { return 4; }',
    };
    expect(compile(main('import lib.a;'), files)).toMatchObject({ succ: true, log: '' });
    expect(compile(main('import lib.b; import lib.a;'), files)).toMatchObject({ succ: true });
  });

  it('does not find files of another request', () => {
    expect(compile(main('import lib.noise;'), { 'lib/noise.slang': ONE }).succ).toBe(true);
    expect(problems(main('import lib.noise;'), {})).toContain(
      "/user.slang:1 cannot open file 'lib/noise.slang'.",
    );
    // The earlier file's folder was removed too.
    expect(compile(main('#include "lib"'), { lib: ONE }).succ).toBe(true);
  });

  it('uses the newest text of a file', () => {
    for (const value of [1, 2]) {
      const text = `public int one() { return ${value}; }`;
      expect(compile(main('import noise;'), { 'noise.slang': text }).result?.code).toContain(
        `i32(${value})`,
      );
    }
  });
});

describe('diagnostics of a project', () => {
  it('contain the full path of the file, with columns of its text', () => {
    const noise = 'import "../other.slang";\nint f()\n{\n\treturn "é" + missing;\n}';
    const files = { 'lib/noise.slang': noise, 'other.slang': 'int g() { return lost; }' };
    const answer = compile(main('import lib.noise;'), files);
    expect(answer.log).toMatch(/^\/other\.slang\(1\): error 30015: /);
    expect(answer.diagnostics).toMatchObject([
      { path: '/other.slang', line: 1, column: 18, message: "undefined identifier 'lost'." },
    ]);
    const alone = compile(main('import lib.noise;'), { ...files, 'other.slang': '' });
    expect(alone.diagnostics).toMatchObject([
      { path: '/lib/noise.slang', line: 4, column: 15, length: 7 },
    ]);
  });

  it('contain the warnings of compiled modules at any depth', () => {
    const warns = 'if (1) return 1; return 2;';
    const { succ, diagnostics } = compile(main('import a;'), {
      'a.slang': `import lib.b;\npublic int one() { ${warns} }`,
      'lib/b.slang': `\n\n#include "c.slang"\nint b() { ${warns} }`,
      'lib/c.slang': `int c() { ${warns} }`,
    });
    expect(succ).toBe(true);
    expect(diagnostics.map(({ path, line }) => `${path}:${line}`).toSorted()).toEqual([
      '/a.slang:2',
      '/lib/b.slang:4',
      '/lib/c.slang:1',
    ]);
  });

  it('contain notes in other files', () => {
    const files = { 'a.slang': ONE, 'b.slang': `\n${ONE}` };
    const { diagnostics } = compile(main('import a; import b;'), files);
    const places = diagnostics[0]?.notes.map(({ path, line, column }) => [path, line, column]);
    expect(places?.join(' ')).toBe('/b.slang,2,12 /a.slang,1,12');
    expect(diagnostics.map(({ path }) => path)).toEqual([USER_SHADER_PATH]);
  });
});

describe('files that do not fit together', () => {
  /** Expects this problem, and a compiler that continues. */
  function expectProblem(head: string, problem: string, files: Record<string, string> = {}) {
    expect(problems(main(head), files)).toContain(problem);
    expect(compile(main('import a;'), { 'a.slang': ONE }).succ).toBe(true);
  }
  const own = 'int one() { return 1; }';

  it('are reported if one is missing', () => {
    expectProblem(`import nothing; ${own}`, "/user.slang:1 cannot open file 'nothing.slang'.");
    expectProblem('import a;', "/a.slang:1 cannot open file 'nothing.slang'.", {
      'a.slang': `import nothing;\n${ONE}`,
    });
    const problem = "/user.slang:1 failed to find include file 'nothing.h'";
    expectProblem('#include "nothing.h"', problem, { 'a.slang': '' });
  });

  it('are reported if modules import each other or the main file', () => {
    expectProblem('import a;', '/b.slang:1 module `a` recursively imports itself', {
      'a.slang': `import b;\n${ONE}`,
      'b.slang': 'import a;',
    });
    expectProblem('import a;', '/a.slang:1 module `user` recursively imports itself', {
      'a.slang': 'import user;',
    });
    const problem =
      '/lib/b.slang:1 The modules import each other, /lib/a.slang → /lib/b.slang → /lib/a.slang. Move what they share into a module of its own.';
    expectProblem('import lib.a;', problem, {
      'lib/a.slang': `import lib.b;\n${ONE}`,
      'lib/b.slang': 'import lib.a;',
    });
  });

  it('are reported if a part and its module do not name each other', () => {
    const other =
      "/user.slang:2 the included source file is expected to implement module 'user', but it is implementing 'other' instead.";
    expectProblem(`module user;\n__include a;\n${own}`, other, {
      'a.slang': 'implementing other;',
    });
    const missing =
      "/user.slang:1 missing 'implementing' declaration in the included source file 'a'.";
    expectProblem(`__include a;\n${own}`, missing, { 'a.slang': 'int two() { return 2; }' });
    const imported = '/a.slang:1 implementing is not allowed here.';
    expectProblem(`import a; ${own}`, imported, { 'a.slang': 'implementing b;' });
  });

  /** Otherwise, the binary would use one function, or one module, for both. */
  it('are reported if a name stands for two modules', () => {
    const twice = (place: string, name: string, one: string, other: string) =>
      `${place} Two modules are named ${name}: ${one} and ${other}. Give one of them another name after module.`;
    expectProblem('import a; import b;', twice('/b.slang:2', 'x', '/a.slang', '/b.slang'), {
      'a.slang': `module x;\n${ONE}`,
      'b.slang': '\nmodule x;',
    });
    expectProblem('import a; import b;', twice('/b.slang:1', 'a', '/a.slang', '/b.slang'), {
      'a.slang': ONE,
      'b.slang': 'module a;',
    });
    expectProblem('module a;\nimport a;', twice('/user.slang:1', 'a', '/user.slang', '/a.slang'), {
      'a.slang': ONE,
    });
    const library = 'a module of the playground';
    expectProblem('import a;', twice('/a.slang:1', 'rendering', library, '/a.slang'), {
      'a.slang': `module rendering;\n${ONE}`,
    });
    const problem =
      '/user.slang:1 The name b stands for two modules: for /lib/b.slang in /lib/a.slang, and for /b.slang here. Rename one of the files.';
    expectProblem('import lib.a; import b;', problem, {
      ...{ 'lib/a.slang': `import b;\n${ONE}`, 'lib/b.slang': '', 'b.slang': '' },
    });
  });

  it('are reported if they include each other, or one includes itself', () => {
    const endless = 'The files include each other without end,';
    const files = { 'a.slang': `#include "b.slang"\n${ONE}`, 'b.slang': '\n#include "a.slang"' };
    const cycle = `/b.slang:2 ${endless} /a.slang → /b.slang → /a.slang.`;
    expectProblem('#include "a.slang"', `${cycle} Begin /a.slang with #pragma once.`, files);
    const self = `/user.slang:1 ${endless} /user.slang → /user.slang.`;
    expectProblem('#include "user.slang"', `${self} Begin /user.slang with #pragma once.`);
  });

  it('are marked at their position in the text', () => {
    const { diagnostics } = compile(main('import a;'), {
      'a.slang': `/* é */\tmodule\trendering;\n${ONE}`,
    });
    expect(diagnostics).toMatchObject([{ line: 1, column: 16, length: 9 }]);
  });

  it('are not reported if #pragma once, a guard or a comment ends a cycle of includes', () => {
    for (const text of [
      `#pragma once\n#include "b.slang"\n${ONE}`,
      `#ifndef A\n#define A\n#include "b.slang"\n${ONE}\n#endif`,
      `/*\n#include "a.slang"\n*/ // #include "a.slang"\n${ONE}`,
    ]) {
      const files = { 'a.slang': text, 'b.slang': '#include "a.slang"' };
      expect(compile(main('#include "a.slang"'), files).succ).toBe(true);
    }
  });

  it.each(['user.slang', 'playground.slang', 'playground_probe.slang', '../a.slang', 'dev/null'])(
    'cannot be named %s',
    (path) => {
      const message = `No file can be named /${path} here. Give it another name.`;
      const answer = compile(main(''), { 'b.slang': ONE, [path]: ONE });
      expect(answer).toMatchObject({ succ: false, message });
      expect(compile(main('import b;'), { 'b.slang': ONE }).succ).toBe(true);
    },
  );

  it('cannot be named like a folder', () => {
    expect(compile(main(''), { 'b.slang': ONE, 'b.slang/c.slang': ONE })).toMatchObject({
      succ: false,
      message: 'The file /b.slang/c.slang cannot be where another file is. Give it another name.',
    });
    expect(compile(main('import b;'), { 'b.slang': ONE }).succ).toBe(true);
  });
});

describe('entry points of imported files', () => {
  const files = {
    'noise.slang':
      'import lib.more; import playground;\n' +
      '[playground::ZEROS(AMOUNT * 4)] RWStructuredBuffer<int> noise;\n' +
      `public int one() { return 1; } ${ENTRY_POINT} void fill() { noise[0] = 2; }\n` +
      `${ENTRY_POINT} void main() { noise[0] = 99; }`,
    'lib/more.slang':
      'public static const int AMOUNT = 8;\nRWStructuredBuffer<int> more;\n' +
      '[numthreads(1, 1, 1)] void refill() { more[0] = 3; }\n' +
      `${ENTRY_POINT} void again() { more[0] = 4; }`,
    'unused.slang': `${ENTRY_POINT} void unused() {}`,
  };
  const source = main('import noise; // import unused;');
  const NAMES = ['again', 'fill', 'main', 'refill'];

  it.each(COMPILE_TARGETS)('are found, and compile to %s', (target) => {
    const found = compiler.findEntryPoints(request(source, files, { target }));
    const names = found.result?.map(({ name }) => name);
    expect(names?.toSorted()).toEqual(NAMES);
    expect(names?.[0]).toBe('main');
    for (const entrypoint of names ?? []) {
      const { succ, result } = compile(source, files, { target, entrypoint });
      expect([entrypoint, succ, result?.code.includes('99')]).toEqual([entrypoint, true, false]);
    }
  });

  it('are part of the whole program, with the parameters and constants of their files', () => {
    const { result } = compile(source, files);
    const { parameters, entryPoints } = readReflection(result?.reflection ?? null);
    expect(entryPoints.map(({ name }) => name).toSorted()).toEqual(NAMES);
    expect(parameters).toMatchObject([
      { name: 'data' },
      { name: 'noise', attributes: [{ name: 'playground_ZEROS', arguments: [32] }] },
      { name: 'more' },
    ]);
  });

  it('have problems at positions in their file if an argument is not constant', () => {
    const { result } = compile(main('import noise;'), {
      'noise.slang':
        `import playground; uniform float start; ${ONE}` +
        '[playground::SLIDER(start + 1, 0, 4)] uniform float level;',
    });
    const { parameters } = readReflection(result?.reflection ?? null);
    const sum = { expression: 'start + 1', line: 2, path: '/noise.slang' };
    expect(parameters.find(({ name }) => name === 'level')?.attributes).toEqual([
      { name: 'playground_SLIDER', arguments: [sum, 0, 4] },
    ]);
  });
});
