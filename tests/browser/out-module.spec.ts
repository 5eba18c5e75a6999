import type { Page } from '@playwright/test';
import { createTestCompiler } from '../support/compiler.ts';
import { exportedDemo } from '../support/exportedDemos.ts';
import { exportedPicture, openExactFrame, pageOf, readPageScript } from '../support/exportPages.ts';
import { buildProjects, type ModulePage, type OddElements } from '../support/moduleProjects.ts';
import { exportedProgram } from '../support/nativeExports.ts';
import { ODD_PROGRAM } from '../support/oddProgram.ts';
import { serveOtherSite } from '../support/otherSite.ts';
import { expect, test } from '../support/site.ts';

declare global {
  interface Window {
    readonly modulePage: ModulePage;
  }
}

/** Demos with an image, with state and once-only calls, with time, and with text only. */
const DEMOS = ['image-from-url', 'reaction-diffusion', 'ocean', 'simple-print'];
const SIZE = { width: 96, height: 64 };
const FRAME = 8;

/** What the exported page shows, which matches the playground (see out-html.spec.ts). */
async function shownByPage(page: Page, url: string): Promise<string> {
  await openExactFrame(page, url, FRAME, SIZE);
  if (await page.locator('#picture').isVisible()) return (await exportedPicture(page)).data.join();
  return (await page.locator('#printed').textContent()) ?? '';
}

const MAP = {
  p: [1, 2],
  i: { a: -3, b: [4, 5, 6] },
  m: [
    [1, 2, 3],
    [4, 5, 6],
    [7, 8, 9],
  ],
  cm: [
    [10, 11, 12],
    [13, 14, 15],
  ],
  w: [16, 17, 18],
  f: [
    { a: 19, b: [20, 21, 22] },
    { a: 23, b: [24, 25, 26] },
  ],
  kind: 27,
  nested: [
    [
      [0, 0],
      [1, 1],
      [2, 2],
    ],
    [
      [3, 3],
      [4, 4],
      [5, 5],
    ],
  ],
  last: [28, 29, 30],
  ['__proto__']: 31,
};

/** The result of `ODD_PROGRAM`'s kernel for it. */
const NEXT_MAP = {
  p: [2, 3],
  i: { a: -2, b: [5, 6, 7] },
  m: MAP.m.map((row, index) => row.map((value, other) => value + 10 * index + other)),
  cm: MAP.cm.map((row, index) => row.map((value, other) => value + 10 * index + other)),
  w: MAP.w.map((value, index) => value + index),
  f: MAP.f.map(({ a, b }) => ({ a: a + 1, b: b.map((value) => value + 1) })),
  kind: 28,
  nested: MAP.nested.map((row, index) =>
    row.map(([x = 0, y = 0], other) => [x + index, y + other]),
  ),
  last: [29, 30, 31],
  ['__proto__']: 32,
};

const MATRIX = [0, 1, 2, 3].map((row) => [0, 1, 2, 3].map((column) => row * 4 + column));

test('modules and projects draw the same as exported pages, and write data where shaders read it', async ({
  page,
}) => {
  test.slow();
  const odd = await exportedProgram(await createTestCompiler(), 'odd', ODD_PROGRAM);
  const programs = [odd, ...(await Promise.all(DEMOS.map(exportedDemo)))];
  const script = await readPageScript();
  const pages = programs.map(
    async (program) =>
      [`${program.name}.html`, { type: 'text/html', body: await pageOf(program, script) }] as const,
  );
  const site = await serveOtherSite({
    ...(await buildProjects(programs)),
    ...Object.fromEntries(await Promise.all(pages)),
  });
  const expected = new Map<string, string>();
  for (const name of DEMOS) expected.set(name, await shownByPage(page, `${site.url}${name}.html`));

  await page.goto(`${site.url}compare.html`);
  for (const name of DEMOS) {
    const drawn = await page.evaluate(
      ([name, frame, size]) => window.modulePage.drawExactly(name, frame, size),
      [name, FRAME, SIZE] as const,
    );
    expect(drawn === expected.get(name), name).toBe(true);
    expect(drawn.length).toBeGreaterThan(10);
  }

  const written: OddElements = {
    maps: [MAP],
    GPUBuffer: [{ at: [1, 2, 3], constructor: 0 }],
    points: [[1, 2, 3]],
    matrices: [MATRIX],
  };
  const read = await page.evaluate(
    async (text) =>
      JSON.stringify(
        await window.modulePage.drawElements(JSON.parse(text), {
          'brush.size': 1,
          'brush.tint': [0, 0.5, 0],
          delete: 0.125,
        }),
      ),
    JSON.stringify(written),
  );
  const elements = JSON.parse(read) as OddElements;
  // Compared as text, because object comparisons ignore properties named __proto__.
  expect(JSON.stringify(elements['maps'])).toBe(JSON.stringify([MAP, NEXT_MAP]));
  expect(elements['GPUBuffer']?.[1]).toEqual({ at: [2, 4, 6], constructor: 1.625 });
  expect(elements['points']?.[1]).toEqual([2, 4, 6]);
  expect(elements['matrices']?.[1]).toEqual(MATRIX.map((row) => row.map((value) => value * 2)));

  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  await page.goto(`${site.url}odd/index.html`);
  await expect(page.getByLabel('brush.size')).toHaveValue('0.5');
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
  await page.getByRole('button', { name: 'Pause' }).click();
  const corner = () => page.screenshot({ clip: { x: 0, y: 300, width: 40, height: 40 } });
  const before = await corner();
  await page.getByLabel('brush.size').fill('1');
  await expect.poll(async () => (await corner()).equals(before)).toBe(false);
  await page.goto(`${site.url}simple-print/index.html`);
  await expect(page.getByLabel('Printed text')).toHaveText(expected.get('simple-print') ?? '');
  await expect(page.getByRole('alert')).toBeHidden();
  expect(problems).toEqual([]);
  await site.close();
});
