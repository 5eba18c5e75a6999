import { describe, expect, it } from 'vitest';
import { readTokens } from '#core/source/tokens.ts';
import { createRandom, type Random } from '../../../../tests/support/random.ts';
import { applyEdits, type Reduction, removal, tidy } from './change.ts';
import { drive, type ReducedFiles, reduceFiles } from './reduceFiles.ts';
import {
  findExpressions,
  findParameters,
  itemLevels,
  readItems,
  reduceText,
} from './reduceText.ts';

/** Runs a reduction with an oracle that answers immediately. */
function run<Value>(reduction: Reduction<Value>, fails: (value: Value) => boolean): Value {
  let step = reduction.next();
  while (!step.done) step = reduction.next(fails(step.value));
  return step.value;
}

const SOURCE = `// A comment
#define SCALE 2.0
struct Ball { float2 place; float size; }
[Differentiable] float area(Ball ball, float scale) { return scale * ball.size * ball.size; }
float unused(float x) { if (x > 0) { return sqrt(x) + 1; } else { return 0; } }
[shader("compute")] [numthreads(8, 8, 1)]
void main(uint3 thread : SV_DispatchThreadID)
{
    Ball ball;
    for (int i = 0; i < 3; i++)
    {
        ball.size += float(i);
        boom(ball.size, area(ball, SCALE));
    }
}
`;

describe('reduceText', () => {
  it('keeps only the lines and the structure that the fault needs', () => {
    expect(run(reduceText(SOURCE), (text) => text.includes('boom'))).toBe('boom;\n');
    const fails = (text: string) => /void main\([^{]*\{[^}]*boom\(/.test(text) && isBalanced(text);
    expect(run(reduceText(SOURCE), fails)).toBe('void main() {\n  boom();\n}\n');
    expect(run(reduceText(SOURCE), (text) => text === SOURCE)).toBe(SOURCE);
  });

  it('handles text that is not Slang', () => {
    for (const text of ['', '}}} (((', '/* open', '"open', '#if 1\n{', '\0;\u2028', 'else else;']) {
      expect(run(reduceText(text), () => false)).toBe(text);
      expect(run(reduceText(text), () => true)).toBe('');
    }
  });

  it('ends with a program from which no statement can be removed, whatever the fault needs', () => {
    for (let seed = 1; seed <= 25; seed += 1) {
      const random = createRandom(seed);
      const source = randomProgram(random);
      const names = [...new Set(source.match(/\bv\d+\b/g))];
      const needed = names.filter(() => random(4) === 0);
      const fails = (text: string) =>
        isBalanced(text) && needed.every((name) => new RegExp(`\\b${name}\\b`).test(text));
      const result = run(reduceText(source), fails);
      expect(fails(result)).toBe(true);
      for (const item of itemLevels(readItems(readTokens(result))).flat()) {
        expect(fails(applyEdits(result, [removal(item)]))).toBe(false);
      }
    }
  });

  it('proposes the same candidates each time', () => {
    const candidates = () => {
      const tried: string[] = [];
      run(reduceText(SOURCE), (text) => tried.push(text) > 0 && text.includes('boom'));
      return tried;
    };
    expect(candidates()).toEqual(candidates());
  });
});

describe('finding parts', () => {
  it('removes a parameter together with its arguments in all calls', () => {
    const source = 'float f(int a, float b) { return b; }\nfloat x = f(1, 2.0) + f(3, h(4, 5));';
    expect(findParameters(source).map((change) => applyEdits(source, change))).toEqual([
      'float f(float b) { return b; }\nfloat x = f(2.0) + f(h(4, 5));',
      'float f(int a) { return b; }\nfloat x = f(1) + f(3);',
    ]);
    const generic = 'struct P<A, B> { A a; }\nP<int, P<int, float>> p;';
    const changed = findParameters(generic).map((change) => applyEdits(generic, change));
    expect(changed).toContain('struct P<A> { A a; }\nP<int> p;');
  });

  it('replaces expressions by their operands and arguments', () => {
    const source = 'float x = max(a * 2, b[3]) + c.y;';
    const simpler = findExpressions(source).map((change) => applyEdits(source, change));
    const expected = [
      ...['0', 'max(a * 2, b[3])', 'c.y', 'b[3] + c.y'],
      ...['max(a * 2, b) + c.y', 'max(a * 2, b[3]) + c'],
    ].map((value) => `float x = ${value};`);
    expect(simpler).toEqual(expect.arrayContaining(expected));
  });

  it('treats branches, loops and initial values as one statement each', () => {
    const source = 'if (a) { b; } else { c; } do { d; } while (e); int f[2] = { 1, 2 }; g;';
    const items = readItems(readTokens(source)).map(({ from, to }) => source.slice(from, to));
    const simple = ['int f[2] = { 1, 2 };', 'g;'];
    expect(items).toEqual(['if (a) { b; } else { c; }', 'do { d; } while (e);', ...simple]);
  });
});

it('tidies by indenting braces and dropping blank lines, but not in directives and comments', () => {
  expect(tidy('void f( )\n{\n\n  a ;\n{\n}\n}')).toBe('void f() {\n  a; {}\n}\n');
  expect(tidy('#define A {\n// b {\nint c;')).toBe('#define A {\n// b {\nint c;\n');
});

describe('reduceFiles', () => {
  const files: ReducedFiles = [
    { path: '/user.slang', text: 'import a; import b; boom();' },
    { path: 'a.slang', text: 'int unused; int a;' },
    { path: 'b.slang', text: 'int b;' },
  ];

  it('removes files that the fault does not need, and reduces the others', () => {
    const textOf = (candidate: ReducedFiles, path: string) =>
      candidate.find((file) => file.path === path)?.text ?? '';
    const fails = (candidate: ReducedFiles) =>
      textOf(candidate, '/user.slang').includes('boom') &&
      textOf(candidate, 'a.slang').includes('int a;');
    expect(run(reduceFiles(files), fails)).toEqual([
      { path: '/user.slang', text: 'boom;\n' },
      { path: 'a.slang', text: 'int a;\n' },
    ]);
  });

  it('never removes the main file', () => {
    expect(run(reduceFiles(files), () => true)).toEqual([{ path: '/user.slang', text: '' }]);
  });
});

describe('drive', () => {
  const main = (text: string): ReducedFiles => [{ path: '/user.slang', text }];
  const isBoom = ([file]: ReducedFiles) => file?.text.includes('boom') ?? false;
  const driven = (options: Partial<Parameters<typeof drive>[2]>) =>
    drive(main(SOURCE), reduceFiles(main(SOURCE)), {
      ...{ signal: new AbortController().signal, maxTests: 1000, onProgress() {} },
      stillFails: async (files) => isBoom(files),
      ...options,
    });

  it('tests no candidate twice, and reports its progress', async () => {
    const tried: string[] = [];
    const sizes: number[] = [];
    const end = await driven({
      async stillFails(files) {
        tried.push(files[0]?.text ?? '');
        return isBoom(files);
      },
      onProgress: ({ best }) => sizes.push(best[0]?.text.length ?? 0),
    });
    expect(end).toEqual({ best: main('boom;\n'), tests: tried.length, reason: 'smallest' });
    expect(new Set(tried).size).toBe(tried.length);
    expect(sizes).toHaveLength(tried.length);
  });

  it('keeps the smallest source so far when it is cancelled', async () => {
    const controller = new AbortController();
    let best = main(SOURCE);
    const end = await driven({
      signal: controller.signal,
      onProgress(progress) {
        best = progress.best;
        if (progress.tests === 5) controller.abort();
      },
    });
    expect(end).toEqual({ best, tests: 5, reason: 'cancelled' });
    expect(isBoom(end.best)).toBe(true);
  });

  it('stops at the maximum number of tests', async () => {
    const end = await driven({ maxTests: 7 });
    expect(end).toMatchObject({ tests: 7, reason: 'limit' });
    expect(isBoom(end.best)).toBe(true);
  });
});

function isBalanced(text: string): boolean {
  let depth = 0;
  for (const character of text.replace(/\/\/.*/g, '')) {
    if ('({'.includes(character)) depth += 1;
    else if (')}'.includes(character)) depth -= 1;
    if (depth < 0) return false;
  }
  return depth === 0;
}

/** Functions with statements, some of them nested, and unique names of variables. */
function randomProgram(random: Random): string {
  let count = 0;
  const name = () => {
    count += 1;
    return `v${count}`;
  };
  const statement = (depth: number): string => {
    const inner = () => Array.from({ length: random(3) }, () => statement(depth + 1)).join(' ');
    const kind = depth < 3 ? random(4) : 3;
    if (kind === 0) return `if (${name()} > 0) { ${inner()} } else { ${inner()} }`;
    if (kind === 1) return `for (int ${name()} = 0; ; ) { ${inner()} }`;
    return kind === 2 ? `{ ${inner()} }` : `float ${name()} = sin(${name()} * 2.0, ${name()});`;
  };
  return Array.from({ length: 1 + random(5) }, () => {
    const body = Array.from({ length: random(5) }, () => statement(0)).join('\n  ');
    return `[numthreads(1, 1, 1)] void ${name()}(float ${name()})\n{\n  ${body}\n}\n`;
  }).join('\n');
}
