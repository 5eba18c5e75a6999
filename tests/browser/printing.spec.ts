import type { Page } from '@playwright/test';
import { type CompiledProgram, USER_SHADER_PATH } from '#core/output/compileResult.ts';
import { PRINT_OVERFLOW } from '#core/plan/printing/readPrintRecords.ts';
import { createTestCompiler } from '../support/compiler.ts';
import { openEmptyPage, runAndRead } from '../support/printingPage.ts';
import { expect, test } from '../support/site.ts';

const compiler = createTestCompiler();

async function compile(...entryPoints: readonly string[]): Promise<CompiledProgram> {
  const answer = await (await compiler).compile({
    target: 'WGSL',
    entrypoint: null,
    sourceCode: `import printing;\n${entryPoints.join('\n')}`,
    shaderPath: USER_SHADER_PATH,
  });
  if (!answer.succ) throw new Error(answer.log || answer.message);
  return answer.result;
}

/** An entry point with groups of 50 threads. `at` is the thread's number. */
function entryPoint(body: string, name = 'main'): string {
  return `[shader("compute")] [numthreads(50, 1, 1)]
void ${name}(uint3 thread : SV_DispatchThreadID) { uint at = thread.x; ${body} }`;
}

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);

let page: Page;
test.beforeAll(async ({ browser }) => {
  page = await browser.newPage();
  await openEmptyPage(page);
});
test.afterAll(() => page.close());

test('one thread prints every kind of argument', async () => {
  const program = await compile(
    entryPoint(`if (at != 7) return;
      int negative = -int(at);
      float tenth = float(at) / 70.0;
      printf("x = %d, y = %f\\n", negative, tenth);
      print("text");
      print(" and %s, 100%%\\n", "a literal");
      printf("[%5d|%-5d|%05d|%+d]\\n", negative, at, at, at);
      printf("%u %#x %o %X\\n", 0u - at, at * 36, at, 0xdeadbee8u + at);
      printf("%.1f %.3e %g %G\\n", tenth, tenth * 1e5, tenth, tenth * 1e-9);
      printf("%d %d %c\\n", at == 7, at == 8, at + 58);`),
  );
  expect(await runAndRead(page, program, [{ entryPoint: 'main', groups: 1 }])).toEqual({
    text:
      'x = -7, y = 0.100000\n' +
      'text and a literal, 100%\n' +
      '[   -7|7    |00007|+7]\n' +
      '4294967289 0xfc 7 DEADBEEF\n' +
      '0.1 1.000e+04 0.1 1E-10\n' +
      '1 0 A\n',
    overflowed: false,
    errors: [],
    count: 25,
  });
});

test('the messages of 500 threads with three arguments are complete', async () => {
  const program = await compile(
    entryPoint('printf("%u: %f %s\\n", at, float(at) * 0.5, "whole");'),
  );
  const { text, overflowed, count } = await runAndRead(page, program, [
    { entryPoint: 'main', groups: 10 },
  ]);
  expect(text.split('\n').toSorted()).toEqual(
    ['', ...numbers(500).map((at) => `${at}: ${(at / 2).toFixed(6)} whole`)].toSorted(),
  );
  expect({ overflowed, count }).toEqual({ overflowed: false, count: 2000 });
});

test('messages of threads that print in loops and branches are not mixed', async () => {
  const program = await compile(
    entryPoint(`for (uint turn = 0; turn < at % 4; turn++) {
        if (turn == 1) print("<second of %u>", at);
        else printf("<%u of %u>", turn, at);
      }`),
  );
  const { text } = await runAndRead(page, program, [{ entryPoint: 'main', groups: 8 }]);
  const expected = numbers(400).flatMap((at) =>
    numbers(at % 4).map((turn) => (turn === 1 ? `<second of ${at}>` : `<${turn} of ${at}>`)),
  );
  expect(text.match(/<[^<]*>/g)?.toSorted()).toEqual(expected.toSorted());
});

test('each dispatch of a frame continues after the previous one’s output', async () => {
  const program = await compile(
    entryPoint('if (at == 0) printf("first %d\\n", 1);', 'first'),
    entryPoint('if (at == 0) printf("second %d\\n", 2);', 'second'),
  );
  const { text } = await runAndRead(page, program, [
    { entryPoint: 'second', groups: 1 },
    { entryPoint: 'first', groups: 1 },
    { entryPoint: 'second', groups: 1 },
  ]);
  expect(text).toBe('second 2\nfirst 1\nsecond 2\n');
});

test('exactly 2048 records fit', async () => {
  const program = await compile(entryPoint('if (at < 1024) printf("%u\\n", at);'));
  const { text, overflowed } = await runAndRead(page, program, [
    { entryPoint: 'main', groups: 21 },
  ]);
  expect(text.split('\n').toSorted()).toEqual(['', ...numbers(1024).map(String)].toSorted());
  expect(overflowed).toBe(false);
});

test('one record too many is reported', async () => {
  const program = await compile(entryPoint('if (at < 2049) print("x");'));
  const { text, overflowed } = await runAndRead(page, program, [
    { entryPoint: 'main', groups: 41 },
  ]);
  expect(text).toBe(`${'x'.repeat(2048)}\n${PRINT_OVERFLOW}\n`);
  expect(overflowed).toBe(true);
});

test('of too many messages, those that fit are complete, and nothing is written past the end', async () => {
  const program = await compile(entryPoint('printf("%u and %u\\n", at, at * 3);'));
  const { text, overflowed, count } = await runAndRead(page, program, [
    { entryPoint: 'main', groups: 2000 },
  ]);
  const lines = text.split('\n');
  expect(lines.slice(-2)).toEqual([PRINT_OVERFLOW, '']);
  const messages = lines.slice(0, -2);
  expect(messages).toHaveLength(682);
  expect(new Set(messages).size).toBe(682);
  for (const message of messages) {
    const at = Number.parseInt(message, 10);
    expect(message).toBe(`${at} and ${at * 3}`);
  }
  expect(overflowed).toBe(true);
  // Threads that find the buffer full do not count: 300 000 records were requested.
  expect(count).toBeLessThan(100_000);
});
