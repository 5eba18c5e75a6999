import { beforeAll, describe, expect, it } from 'vitest';
import { type CompileRequest, USER_SHADER_PATH } from '#core/output/compileResult.ts';
import { COMPILE_TARGETS } from '#core/output/compileTarget.ts';
import { readReflection } from '#core/plan/reflection/reflection.ts';
import { createTestCompiler } from '../../../../tests/support/compiler.ts';
import type { Compiler } from './compiler.ts';

let compiler: Compiler;
beforeAll(async () => {
  compiler = await createTestCompiler();
});

const ENTRY_POINT = '[shader("compute")] [numthreads(4, 2, 1)]';

/** A main file that uses `one` from another file. */
const main = (head: string) =>
  `${head}\nRWStructuredBuffer<int> data;\n${ENTRY_POINT} void main() { data[0] = one(); }\n`;

function request(
  sourceCode: string,
  files: Readonly<Record<string, string>>,
  more: Partial<CompileRequest> = {},
): CompileRequest {
  return {
    target: 'WGSL',
    entrypoint: null,
    sourceCode,
    shaderPath: USER_SHADER_PATH,
    files: Object.entries(files).map(([path, text]) => ({ path, text })),
    ...more,
  };
}

const compile = (...given: Parameters<typeof request>) => compiler.compile(request(...given));

function problems(...given: Parameters<typeof request>) {
  const { succ, diagnostics } = compile(...given);
  expect(succ).toBe(false);
  return diagnostics.map(({ path, line, message }) => `${path}:${line} ${message}`);
}

const ONE = 'public int one() { return 1; }\n';

describe('a project', () => {
  it.each([
    ['import noise;', { 'noise.slang': ONE }],
    ['import "noise.slang";', { 'noise.slang': ONE }],
    ['import lib.noise;', { 'lib/noise.slang': ONE }],
    ['import "lib/noise.slang";', { 'lib/noise.slang': ONE }],
    ['import "lib/../noise";', { 'noise.slang': ONE, 'lib/other.slang': '' }],
    ['import my_noise;', { 'my-noise.slang': ONE }],
    ['#include "noise.slang"', { 'noise.slang': ONE }],
    ['#include "deep/down/noise.h"', { 'deep/down/noise.h': ONE }],
    ['module user;\n__include noise;', { 'noise.slang': `implementing user;\n${ONE}` }],
    [
      'import all;',
      { 'all.slang': 'module all; __include part;', 'part.slang': `implementing all;\n${ONE}` },
    ],
    ['import lib.all;', { 'lib/all.slang': '__exported import part;', 'lib/part.slang': ONE }],
  ])('with %s finds the file', (head, files) => {
    const answer = compile(main(head), files as Record<string, string>);
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
    const files = {
      'lib/noise.slang': 'import "../other.slang";\nint f()\n{\n\treturn "é" + missing;\n}',
    };
    const answer = compile(main('import lib.noise;'), {
      ...files,
      'other.slang': 'int g() { return lost; }',
    });
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
    const { diagnostics } = compile(main('import a; import b;'), {
      'a.slang': ONE,
      'b.slang': `\n${ONE}`,
    });
    expect(diagnostics).toMatchObject([
      {
        path: USER_SHADER_PATH,
        notes: [
          { path: '/b.slang', line: 2, column: 12 },
          { path: '/a.slang', line: 1, column: 12 },
        ],
      },
    ]);
  });
});

describe('files that do not fit together', () => {
  it.each<[string, string, Record<string, string>, string[]]>([
    [
      'a missing module',
      'import nothing; int one() { return 1; }',
      {},
      ["/user.slang:1 cannot open file 'nothing.slang'."],
    ],
    [
      'a missing module of a module',
      'import a;',
      { 'a.slang': `import nothing;\n${ONE}` },
      ["/a.slang:1 cannot open file 'nothing.slang'."],
    ],
    [
      'a missing include file',
      '#include "nothing.h"',
      { 'a.slang': '' },
      ["/user.slang:1 failed to find include file 'nothing.h'"],
    ],
    [
      'a cycle of imports',
      'import a;',
      { 'a.slang': `import b;\n${ONE}`, 'b.slang': 'import a;' },
      ['/b.slang:1 module `a` recursively imports itself'],
    ],
    [
      'a cycle of imports by names from the root',
      'import lib.a;',
      { 'lib/a.slang': `import lib.b;\n${ONE}`, 'lib/b.slang': 'import lib.a;' },
      [
        '/lib/b.slang:1 The modules import each other, /lib/a.slang → /lib/b.slang → /lib/a.slang. Move what they share into a module of its own.',
      ],
    ],
    [
      'a module that imports the main file',
      'import a;',
      { 'a.slang': 'import user;' },
      ['/a.slang:1 module `user` recursively imports itself'],
    ],
    [
      'the wrong module in implementing',
      'module user;\n__include a;\nint one() { return 1; }',
      { 'a.slang': 'implementing other;' },
      [
        "/user.slang:2 the included source file is expected to implement module 'user', but it is implementing 'other' instead.",
      ],
    ],
    [
      'a missing implementing',
      '__include a;\nint one() { return 1; }',
      { 'a.slang': 'int two() { return 2; }' },
      ["/user.slang:1 missing 'implementing' declaration in the included source file 'a'."],
    ],
    [
      'an import of a part',
      'import a; int one() { return 1; }',
      { 'a.slang': 'implementing b;' },
      ['/a.slang:1 implementing is not allowed here.'],
    ],
    [
      'two modules with the same name, where the binary would use one function for both',
      'import a; import b;',
      { 'a.slang': `module x;\n${ONE}`, 'b.slang': '\nmodule x;' },
      [
        '/b.slang:2 Two modules are named x: /a.slang and /b.slang. Give one of them another name after module.',
      ],
    ],
    [
      'a module with the name of another file',
      'import a; import b;',
      { 'a.slang': ONE, 'b.slang': 'module a;' },
      [
        '/b.slang:1 Two modules are named a: /a.slang and /b.slang. Give one of them another name after module.',
      ],
    ],
    [
      'a main file with the name of a module',
      'module a;\nimport a;',
      { 'a.slang': ONE },
      [
        '/user.slang:1 Two modules are named a: /user.slang and /a.slang. Give one of them another name after module.',
      ],
    ],
    [
      'a module with the name of one of the playground’s',
      'import a;',
      { 'a.slang': `module rendering;\n${ONE}` },
      [
        '/a.slang:1 Two modules are named rendering: a module of the playground and /a.slang. Give one of them another name after module.',
      ],
    ],
    [
      'one name for two files, where the binary would use the first for both',
      'import lib.a; import b;',
      { 'lib/a.slang': `import b;\n${ONE}`, 'lib/b.slang': '', 'b.slang': '' },
      [
        '/user.slang:1 The name b stands for two modules: for /lib/b.slang in /lib/a.slang, and for /b.slang here. Rename one of the files.',
      ],
    ],
    [
      'files that include each other',
      '#include "a.slang"',
      { 'a.slang': `#include "b.slang"\n${ONE}`, 'b.slang': '// first\n#include "a.slang"' },
      [
        '/b.slang:2 The files include each other without end, /a.slang → /b.slang → /a.slang. Begin /a.slang with #pragma once.',
      ],
    ],
    [
      'a main file that includes itself',
      '#include "user.slang"',
      {},
      [
        '/user.slang:1 The files include each other without end, /user.slang → /user.slang. Begin /user.slang with #pragma once.',
      ],
    ],
  ])('are reported: %s', (_name, head, files, expected) => {
    expect(problems(main(head), files)).toEqual(expect.arrayContaining(expected));
    expect(compile(main('import a;'), { 'a.slang': ONE }).succ).toBe(true);
  });

  it('are marked at their position in the text', () => {
    const { diagnostics } = compile(main('import a;'), {
      'a.slang': `/* é */\tmodule\trendering;\n${ONE}`,
    });
    expect(diagnostics).toMatchObject([{ line: 1, column: 16, length: 9 }]);
  });

  it.each([
    [
      '#pragma once',
      { 'a.slang': `#pragma once\n#include "b.slang"\n${ONE}`, 'b.slang': '#include "a.slang"' },
    ],
    [
      'a guard',
      {
        'a.slang': `#ifndef A\n#define A\n#include "b.slang"\n${ONE}\n#endif`,
        'b.slang': '#include "a.slang"',
      },
    ],
    ['a comment', { 'a.slang': `/*\n#include "a.slang"\n*/ // #include "a.slang"\n${ONE}` }],
  ])('are not reported if %s ends a cycle of includes', (_name, files) => {
    expect(compile(main('#include "a.slang"'), files as Record<string, string>).succ).toBe(true);
  });

  it.each([
    ['user.slang', 'No file can be named /user.slang here. Give it another name.'],
    ['playground.slang', 'No file can be named /playground.slang here. Give it another name.'],
    [
      'playground_probe.slang',
      'No file can be named /playground_probe.slang here. Give it another name.',
    ],
    ['../a.slang', 'No file can be named /../a.slang here. Give it another name.'],
    ['dev/null', 'No file can be named /dev/null here. Give it another name.'],
    [
      'b.slang/c.slang',
      'The file /b.slang/c.slang cannot be where another file is. Give it another name.',
    ],
  ])('cannot be named %s', (path, message) => {
    const answer = compile(main(''), { 'b.slang': ONE, [path]: ONE });
    expect(answer).toMatchObject({ succ: false, message });
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

  it.each(COMPILE_TARGETS)('are found, and compile to %s', (target) => {
    const found = compiler.findEntryPoints(request(source, files, { target }));
    const names = found.result?.map(({ name }) => name);
    expect(names?.toSorted()).toEqual(['again', 'fill', 'main', 'refill']);
    expect(names?.[0]).toBe('main');
    for (const entrypoint of names ?? []) {
      const { succ, result } = compile(source, files, { target, entrypoint });
      expect([entrypoint, succ, result?.code.includes('99')]).toEqual([entrypoint, true, false]);
    }
  });

  it('are part of the whole program, with the parameters and constants of their files', () => {
    const { result } = compile(source, files);
    const { parameters, entryPoints } = readReflection(result?.reflection ?? null);
    expect(entryPoints.map(({ name }) => name).toSorted()).toEqual([
      'again',
      'fill',
      'main',
      'refill',
    ]);
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
    expect(parameters.find(({ name }) => name === 'level')?.attributes).toEqual([
      {
        name: 'playground_SLIDER',
        arguments: [{ expression: 'start + 1', line: 2, path: '/noise.slang' }, 0, 4],
      },
    ]);
  });
});
