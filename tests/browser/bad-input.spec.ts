import { colorAt, readPicture } from '../support/pixels.ts';
import { flatColor } from '../support/shaders.ts';
import {
  diagnostics,
  expect,
  onOnePage,
  pressAndCompile,
  runSource,
  sourceEditor,
  test,
  typeSource,
} from '../support/site.ts';

/** Slang compiles this to WGSL that uses an undeclared variable. */
const INVALID_WGSL = `import playground;
import rendering;

[shader("compute")]
[numthreads(8, 8, 1)]
[playground::CALL::SIZE_OF("outputTexture")]
void paint(uint2 pixel : SV_DispatchThreadID)
{
    float2 captured = float2(pixel);
    drawPixel(pixel, (int2 screen) => { return captured.x < 10.0 ? float4(1) : float4(0); });
}
`;

const BAD_SOURCES = [
  {
    name: 'unbalanced braces',
    source: 'void paint() { if (true) {',
    said: /user\.slang\(1\): error/,
  },
  { name: 'an empty file', source: '', said: 'The source defines no entry point.' },
  {
    name: 'no entry point',
    source: 'float twice(float x) { return 2 * x; }',
    said: 'The source defines no entry point.',
  },
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

onOnePage('bad input', (onlyPage) => {
  for (const [index, { name, source, said }] of BAD_SOURCES.entries()) {
    test(`${name} is explained, and the text and picture are kept`, async () => {
      const page = onlyPage();
      // A different green each time, to identify the newest picture.
      const green = 255 - 10 * index;
      await runSource(page, flatColor(`0.0, ${green}.0 / 255.0, 0.0, 1.0`));
      await expect(page.getByRole('tab', { name: 'Diagnostics' })).toHaveCount(0);
      await expect(async () => {
        expect(colorAt(await readPicture(page), 0.5, 0.5)).toEqual([0, green, 0]);
      }).toPass();

      await typeSource(page, source);
      await pressAndCompile(page, 'F5');
      await expect(diagnostics(page)).toContainText(said);
      expect(colorAt(await readPicture(page), 0.5, 0.5)).toEqual([0, green, 0]);
      await expect(sourceEditor(page)).toContainText(source.trim().split('\n').at(-1) ?? '');
    });
  }

  test('a program runs although the compiler writes faulty WGSL for it', async () => {
    const page = onlyPage();
    await runSource(page, `uniform bool on;\n${flatColor('on ? 0.0 : 1.0, 0.0, 0.0, 1.0')}`);
    await expect(page.getByRole('tab', { name: 'Diagnostics' })).toHaveCount(0);
    await expect(async () => {
      expect(colorAt(await readPicture(page), 0.5, 0.5)).toEqual([255, 0, 0]);
    }).toPass();
  });

  test('an edit during a compile is compiled next', async () => {
    const page = onlyPage();
    await typeSource(page, flatColor('1.0, 0.0, 0.0, 1.0'));
    await page.keyboard.press('F5');
    await typeSource(page, flatColor('0.0, 0.0, 1.0, 1.0'));
    await page.keyboard.press('F5');
    await expect(async () => {
      expect(colorAt(await readPicture(page), 0.5, 0.5)).toEqual([0, 0, 255]);
    }).toPass();
  });
});
