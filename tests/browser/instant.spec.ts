import type { Page } from '@playwright/test';
import { SLOWNESS } from '../../scripts/run/browser.ts';
import { expectColor } from '../support/frames.ts';
import { holdRequests } from '../support/heldRequests.ts';
import { holdTimers } from '../support/heldTimers.ts';
import { untilLayoutIsKept } from '../support/layout.ts';
import { flatColor } from '../support/shaders.ts';
import { codeOf } from '../support/shareCode.ts';
import {
  copiedTargetCode,
  expect,
  openedPlayground,
  openPlayground,
  sourceEditor,
  test,
  waitForMark,
} from '../support/site.ts';

const BINARY = '**/*.wasm*.gz';
const READY = 'playground:compiler-ready';
const DATABASE = 'playground-compile-cache';

/** Holds back the compiler's binary until the returned function is called. */
const holdCompiler = (page: Page) => holdRequests(page, BINARY);

/** Opens a link and waits until its source is compiled, run and stored. */
async function compileOnce(page: Page, link: string): Promise<void> {
  await openPlayground(page, link);
  await waitForMark(page, READY);
  await expect.poll(() => storedAnswers(page)).toBe(1);
}

const storedAnswers = (page: Page) =>
  page.evaluate(
    (name) =>
      new Promise<number>((resolve) => {
        const opening = indexedDB.open(name);
        // The page has not created the database yet and must not find an empty one.
        opening.onupgradeneeded = () => opening.transaction?.abort();
        opening.onerror = () => resolve(0);
        opening.onsuccess = () => {
          const db = opening.result;
          const counting = db.transaction('answers').objectStore('answers').count();
          counting.onsuccess = () => {
            resolve(counting.result);
            db.close();
          };
        };
      }),
    DATABASE,
  );

test('the first picture needs no compiler, and features that need it show that they wait', async ({
  page,
  site,
}) => {
  const { url } = await site.serve();
  const release = await holdCompiler(page);
  const start = await holdRequests(page, '**/assets/start-*.js');
  const early: string[] = [];
  page.on('request', (request) => early.push(request.url()));
  await page.goto(url, { waitUntil: 'commit' });
  // The demo and its compile result are fetched before the script that requests them has loaded.
  await expect
    .poll(() => early.filter((each) => /circle\.slang$|\.json$/.test(each)))
    .toHaveLength(2);
  start();
  await openedPlayground(page);
  expect(early.filter((each) => each.endsWith('circle.slang'))).toHaveLength(1);
  await expect(page.getByRole('progressbar', { name: 'Loading compiler' })).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'Loading compiler…' })).toBeVisible();
  await expect.poll(() => copiedTargetCode(page)).toContain('@compute');

  // Another demo's result also comes from its file.
  await page.getByRole('combobox', { name: 'Load Demo' }).selectOption('Simple Print');
  await expect(page.getByRole('tab', { name: 'Output', selected: true })).toBeVisible();

  await page.getByRole('combobox', { name: 'Target' }).selectOption('CUDA');
  await page.getByRole('button', { name: 'Compile' }).click();
  await expect(page.getByText('Waiting for the compiler…')).toBeVisible();
  release();
  await expect.poll(() => copiedTargetCode(page)).toContain('__global__');
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  expect(site.problems).toEqual([]);
});

test('a first visit requests at most 40 files before the compiler is ready', async ({
  page,
  site,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  // Files requested after the compiler may arrive before this check.
  await holdTimers(page, 'quiet');
  await page.goto((await site.serve()).url);
  await waitForMark(page, 'playground:compiler-ready');
  expect(asked).toContainEqual(expect.stringMatching(/\.wasm-[\w-]+\.gz$/));
  expect(asked.length).toBeLessThanOrEqual(40);
  // Only what the page shows, and nothing from unopened tools.
  expect(asked.filter((url) => /\/(?:debugger|help|idle|time|links)-/.test(url))).toEqual([]);
});

/** The canvas's position and size in CSS pixels. */
const canvasPlace = (page: Page) =>
  page.evaluate(() => {
    const { x, y, width, height } = document.querySelector('canvas')?.getBoundingClientRect() ?? {};
    return [x, y, width, height];
  });

test('the first picture needs no interface, and appears at its final position', async ({
  page,
  site,
}) => {
  const { url } = await site.serve();
  const expectSamePlace = async () => {
    const release = await holdRequests(page, '**/assets/interface-*.js');
    await page.goto(url);
    await waitForMark(page, 'playground:first-frame');
    await expect(page.getByRole('navigation')).toHaveCount(0);
    const place = await canvasPlace(page);
    release();
    await sourceEditor(page).waitFor();
    await expect.poll(() => canvasPlace(page)).toEqual(place);
    await page.unroute('**/assets/interface-*.js');
    return place;
  };
  const atFirst = await expectSamePlace();
  for (const [name, key] of [
    ['Resize source and results', 'ArrowLeft'],
    ['Resize picture and results', 'ArrowUp'],
  ] as const) {
    const splitter = page.getByRole('separator', { name });
    await untilLayoutIsKept(page, async () => {
      await splitter.focus();
      await expect(splitter).toBeFocused();
      await page.keyboard.press(key);
    });
  }
  await expect.poll(() => canvasPlace(page)).not.toEqual(atFirst);
  expect(await expectSamePlace()).not.toEqual(atFirst);
});

/** Changes the numbers in the code of the only stored answer. */
const changeAnswer = (page: Page) =>
  page.evaluate(
    (name) =>
      new Promise<void>((resolve) => {
        const opening = indexedDB.open(name);
        opening.onsuccess = () => {
          const db = opening.result;
          const transaction = db.transaction('answers', 'readwrite');
          const answers = transaction.objectStore('answers');
          const reading = answers.getAll();
          reading.onsuccess = () => {
            for (const answer of reading.result) {
              answers.put({ ...answer, text: answer.text.replaceAll('0.0f', '1.0f') });
            }
          };
          transaction.oncomplete = () => {
            db.close();
            resolve();
          };
        };
      }),
    DATABASE,
  );

test('a compiled program runs immediately on the next visit, unless it was changed on the disk', async ({
  page,
  site,
}) => {
  const { url } = await site.serve();
  await compileOnce(page, `${url}#code=${codeOf(flatColor('0.0, 1.0, 0.0, 1.0'))}`);
  const release = await holdCompiler(page);
  const firstFrames = () =>
    page.evaluate(() => performance.getEntriesByName('playground:first-frame').length);
  // A page waits at most a second for its database, which can take longer on a busy machine.
  await expect(async () => {
    await page.reload();
    await expect.poll(firstFrames, { timeout: 10_000 * SLOWNESS }).toBe(1);
  }).toPass();
  await expectColor(page, [0, 255, 0], { tolerance: 0 });
  await expect(page.getByRole('progressbar', { name: 'Loading compiler' })).toBeVisible();

  await test.step('a changed answer is never run, but compiled again', async () => {
    await changeAnswer(page);
    await page.reload();
    await expect(sourceEditor(page)).toContainText('drawPixel');
    await expect(page.getByRole('progressbar', { name: 'Loading compiler' })).toBeVisible();
    expect(await firstFrames()).toBe(0);
    release();
    await waitForMark(page, 'playground:first-frame');
    await expectColor(page, [0, 255, 0], { tolerance: 0 });
  });
});
