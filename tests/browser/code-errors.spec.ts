import { expectColor } from '../support/frames.ts';
import { colorAt, readPicture } from '../support/pixels.ts';
import { REFUSED_PROGRAMS } from '../support/refusedPrograms.ts';
import { flatColor } from '../support/shaders.ts';
import {
  diagnostics,
  expect,
  noDiagnostics,
  onOnePage,
  pausePicture,
  pressAndCompile,
  runSource,
  sourceEditor,
  test,
  typeSource,
} from '../support/site.ts';

/** Slang compiles this to WGSL that uses an undeclared variable. */
const INVALID_WGSL = flatColor('0.0').replace(
  /drawPixel.*/,
  `float2 captured = float2(pixel);
    drawPixel(pixel, (int2 screen) => { return captured.x < 10.0 ? float4(1) : float4(0); });`,
);

const BAD_SOURCES = [
  {
    name: 'unbalanced braces',
    source: 'void paint() { if (true) {',
    said: /user\.slang\(1\): error/,
  },
  { name: 'an empty file', source: '', said: 'The source defines no entry point.' },
  {
    name: 'nothing to show',
    source:
      'RWStructuredBuffer<int> data; [shader("compute")] [numthreads(1, 1, 1)] void main() { data[0] = 1; }',
    said: 'no parameter named outputTexture or g_printedBuffer',
  },
  {
    name: 'WGSL that the browser rejects',
    source: INVALID_WGSL,
    said: /Failed to create pipeline for entry point paint: .*WGSL\(\d+:\d+\)/s,
  },
  {
    name: 'a megabyte of text',
    source: `${'// padding padding padding padding\n'.repeat(30_000)}oops`,
    said: '/user.slang(30001): error',
  },
];

onOnePage('errors', (onlyPage) => {
  test.beforeAll(() => pausePicture(onlyPage()));

  for (const { name, source, line, marks, says } of REFUSED_PROGRAMS) {
    test(`WGSL that the browser rejects is reported at its line: ${name}`, async () => {
      const page = onlyPage();
      await typeSource(page, source);
      await pressAndCompile(page, 'F5');
      await expect(diagnostics(page)).toContainText('the browser rejects the generated WGSL');
      const number = source.split('\n').findIndex((text) => text.trim() === line) + 1;
      const problem = page
        .getByRole('list', { name: 'Problems' })
        .getByRole('button')
        .filter({ hasText: says })
        .filter({ hasText: new RegExp(`\\b${number}:\\d+$`) });
      const marked = sourceEditor(page).locator('.cm-line', { hasText: line });
      await problem.click();
      await expect(marked.locator('.cm-lintRange-error').first()).toHaveText(marks);
      await expect(sourceEditor(page)).toBeFocused();
    });
  }

  test('the problems vanish when a run succeeds', async () => {
    const page = onlyPage();
    const [{ source }] = REFUSED_PROGRAMS;
    await typeSource(page, source);
    await pressAndCompile(page, 'F5');
    await expect(sourceEditor(page).locator('.cm-lintRange-error')).toHaveCount(1);
    await runSource(page, flatColor('0.0, 1.0, 0.0, 1.0'));
    await expect(page.getByRole('list', { name: 'Problems' })).toHaveCount(0);
    await expect(sourceEditor(page).locator('.cm-lintRange-error')).toHaveCount(0);
  });

  test('bad input is explained, and the text and picture are kept', async () => {
    const page = onlyPage();
    await runSource(page, flatColor('0.0, 1.0, 0.0, 1.0'));
    await noDiagnostics(page);
    await expectColor(page, [0, 255, 0], { tolerance: 0 });
    for (const { name, source, said } of BAD_SOURCES) {
      await test.step(name, async () => {
        await typeSource(page, source);
        await pressAndCompile(page, 'F5');
        await expect(diagnostics(page)).toContainText(said);
        expect(colorAt(await readPicture(page), 0.5, 0.5)).toEqual([0, 255, 0]);
        await expect(sourceEditor(page)).toContainText(source.trim().split('\n').at(-1) ?? '');
      });
    }
  });

  test('a program runs although the compiler writes faulty WGSL for it', async () => {
    const page = onlyPage();
    await runSource(page, `uniform bool on;\n${flatColor('on ? 0.0 : 1.0, 0.0, 0.0, 1.0')}`);
    await noDiagnostics(page);
    await expectColor(page, [255, 0, 0], { tolerance: 0 });
  });

  test('an edit during a compile is compiled next', async () => {
    const page = onlyPage();
    await typeSource(page, flatColor('1.0, 1.0, 0.0, 1.0'));
    await page.keyboard.press('F5');
    await typeSource(page, flatColor('0.0, 0.0, 1.0, 1.0'));
    await page.keyboard.press('F5');
    await expectColor(page, [0, 0, 255], { tolerance: 0 });
  });
});
