import { deflateSync, gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { chooseFromMenu, isSmallScreen, menuButton, notice } from '../support/controls.ts';
import { expectColor } from '../support/frames.ts';
import { holdRequests } from '../support/heldRequests.ts';
import { endTimers, holdTimers } from '../support/heldTimers.ts';
import { flatColor } from '../support/shaders.ts';
import { codeOf } from '../support/shareCode.ts';
import {
  allowClipboard,
  compileCount,
  diagnostics,
  expect,
  openAtRest,
  openPlayground,
  sourceEditor,
  test,
  typeSource,
  waitForCompile,
  waitForMark,
} from '../support/site.ts';

const SIZES = [
  { name: 'a desktop', viewport: { width: 1000, height: 700 } },
  { name: 'a phone', viewport: { width: 390, height: 844 } },
];

const GREEN = flatColor('0.0, 1.0, 0.0, 1.0');

/** Too long for a query: numbers that hardly compress. */
const LONG = `${GREEN}\n// Ünïcode ⇒ 🌀\n${Array.from(
  { length: 4000 },
  (_, index) => `// ${((index * 2654435761) % 2 ** 32).toString(36)}`,
).join('\n')}\n// the end`;

const shareButton = (page: Page) => page.getByRole('button', { name: 'Share', exact: true });

/** A phone has the command in its only menu. */
async function pressShare(page: Page): Promise<void> {
  if (isSmallScreen(page)) await chooseFromMenu(page, 'More', 'Share');
  else await shareButton(page).click();
}

async function pressShareByKeyboard(page: Page): Promise<void> {
  if (!isSmallScreen(page)) return shareButton(page).press('Enter');
  await menuButton(page, 'More').press('Enter');
  await page.getByRole('menuitem', { name: 'Share', exact: true }).press('Enter');
}

/** The control that gets the focus back when a dialog of Share closes. */
const opener = (page: Page) => (isSmallScreen(page) ? menuButton(page, 'More') : shareButton(page));

/** Opens the site and waits until its source is compiled and visible. */
async function openAndCompile(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await waitForCompile(page, 0);
  if (!isSmallScreen(page)) return;
  // A phone shows the picture first once a run draws it.
  await waitForMark(page, 'playground:run-setup');
  await page.getByRole('button', { name: /^View (Source|Results)$/ }).waitFor();
  const viewSource = page.getByRole('button', { name: 'View Source' });
  if (await viewSource.isVisible()) await viewSource.click();
}

function sourceText(page: Page): Promise<string> {
  return sourceEditor(page).evaluate((editor) =>
    [...editor.querySelectorAll('.cm-line')].map((line) => line.textContent).join('\n'),
  );
}

async function enterFragment(page: Page, fragment: string): Promise<void> {
  await page.evaluate((hash) => {
    location.hash = hash;
  }, fragment);
}

async function diagnosticsText(page: Page): Promise<string> {
  return (await diagnostics(page).count()) > 0
    ? ((await diagnostics(page).textContent()) ?? '')
    : '';
}

/** Presses Share and waits until the link is on the clipboard and the page says so. */
async function shareLink(page: Page): Promise<string> {
  await pressShare(page);
  const tooltip = page.getByRole('tooltip');
  await expect(tooltip).toHaveText('Link copied to clipboard.');
  await expect(tooltip).toBeInViewport({ ratio: 1 });
  await endTimers(page);
  await expect(tooltip).toHaveCount(0);
  return page.evaluate(() => navigator.clipboard.readText());
}

function refuseClipboard(): void {
  navigator.clipboard.writeText = () =>
    Promise.reject(new DOMException('Write permission denied.', 'NotAllowedError'));
}

/** Shares by keyboard and by mouse while copying is blocked; returns the link in the field. */
async function takeLinkByHand(page: Page): Promise<string> {
  const tooltip = page.getByRole('tooltip');
  await pressShareByKeyboard(page);
  await expect(tooltip).toHaveText('Failed to copy link to clipboard.');
  const popover = page.getByRole('dialog', { name: 'Copy the link yourself' });
  await expect(popover).toBeInViewport({ ratio: 1 });
  const field = popover.getByRole('textbox', { name: 'Link' });
  await expect(field).toBeFocused();
  const link = await field.inputValue();
  await expect.poll(() => page.evaluate(() => getSelection()?.toString())).toBe(link);
  await page.keyboard.press('Escape');
  await expect(popover).toHaveCount(0);
  await expect(opener(page)).toBeFocused();
  await endTimers(page);
  await expect(tooltip).toHaveCount(0);

  await pressShare(page);
  await popover.getByRole('button', { name: 'Close' }).click();
  await expect(popover).toHaveCount(0);
  await expect(opener(page)).toBeFocused();
  return link;
}

for (const { name, viewport } of SIZES) {
  test.describe(`on ${name}`, () => {
    test.use({ viewport });

    test('a shared link opens the same source and target on another page', async ({
      page,
      site,
    }) => {
      const { url } = await site.serve();
      await allowClipboard(page);
      await holdTimers(page, 'tooltip');
      await openAndCompile(page, `${url}?demo=simple-image`);
      await typeSource(page, GREEN);
      await page.getByRole('combobox', { name: 'Target' }).selectOption('HLSL');
      const link = await shareLink(page);
      expect(link).toMatch(new RegExp(`^${url}\\?target=HLSL&code=[\\w-]+$`));

      const other = await page.context().newPage();
      await openAndCompile(other, link);
      await expect.poll(() => sourceText(other)).toBe(GREEN);
      await expect(other.getByRole('combobox', { name: 'Target' })).toHaveValue('HLSL');
      expect(other.url()).toBe(link);
      await other.close();

      await test.step('a link that cannot be copied is offered in a field, by keyboard', async () => {
        await page.evaluate(refuseClipboard);
        const byHand = await takeLinkByHand(page);
        await openAndCompile(page, byHand);
        await expect.poll(() => sourceText(page)).toBe(GREEN);
      });
      expect(site.problems).toEqual([]);
    });
  });
}

test.describe('a phone’s share sheet', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('gets the link or is cancelled, and the page does not mention the clipboard', async ({
    page,
    site,
  }) => {
    const { url } = await site.serve();
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setTouchEmulationEnabled', { enabled: true });
    await page.addInitScript(refuseClipboard);
    await page.addInitScript(() => {
      let count = 0;
      navigator.share = (data) => {
        count += 1;
        document.title = `shared ${count} ${data?.url}`;
        return count === 1 ? Promise.resolve() : Promise.reject(new DOMException('', 'AbortError'));
      };
    });
    await openAndCompile(page, url);
    for (const count of [1, 2]) {
      await pressShare(page);
      const title = new RegExp(`^shared ${count} http.*\\?target=WGSL&code=[\\w-]+$`);
      await expect(page).toHaveTitle(title);
      await expect(page.getByRole('tooltip')).toHaveCount(0);
      await expect(page.getByRole('dialog')).toHaveCount(0);
    }
  });
});

test('a long source is stored in the fragment, which no server sees', async ({ page, site }) => {
  const { url } = await site.serve();
  await allowClipboard(page);
  await holdTimers(page, 'tooltip');
  await openAtRest(page, url);
  await typeSource(page, LONG);
  const link = await shareLink(page);
  expect(link.length).toBeGreaterThan(6000);
  expect(link).toMatch(new RegExp(`^${url}#target=WGSL&code=[\\w-]+$`));

  const other = await page.context().newPage();
  const sent: string[] = [];
  other.on('request', (request) => sent.push(request.url()));
  await openPlayground(other, link);
  expect(sent.filter((address) => address.length > 200)).toEqual([]);
  await expectColor(other, [0, 255, 0], { tolerance: 0 });
  await sourceEditor(other).click();
  await expect(sourceEditor(other)).toBeFocused();
  await other.keyboard.press('ControlOrMeta+A');
  await other.keyboard.press('ControlOrMeta+C');
  await expect.poll(() => other.evaluate(() => navigator.clipboard.readText())).toBe(LONG);
});

test('an old link from another tool opens and runs immediately', async ({ page, site }) => {
  const { url } = await site.serve();
  const sent: string[] = [];
  page.on('request', (request) => sent.push(request.url()));
  await openPlayground(page, `${url}?demo=circle&target=SPIRV&code=${codeOf(GREEN, 9)}`);
  // Links do not need the default demo, so it must not be fetched.
  expect(sent.filter((address) => /\/demos\/|\.json$/.test(address))).toEqual([]);
  await expectColor(page, [0, 255, 0], { tolerance: 0 });
  await expect.poll(() => sourceText(page)).toBe(GREEN);
  await expect(page.getByRole('combobox', { name: 'Target' })).toHaveValue('SPIRV');
  await expect(page.getByRole('tab', { name: 'Diagnostics' })).toHaveCount(0);
  for (const level of [0, 1, 6]) {
    const compiled = await compileCount(page);
    await enterFragment(page, `code=${codeOf(`${GREEN}// ${level}`, level)}`);
    await expect(sourceEditor(page)).toContainText(`// ${level}`);
    await waitForCompile(page, compiled);
  }
  const gzipped = gzipSync(`${GREEN}// wrapped`)
    .toString('base64url')
    .replaceAll(/.{60}/g, '$&%0A ');
  await enterFragment(page, `code=${gzipped}`);
  await expect(sourceEditor(page)).toContainText('// wrapped');
  await enterFragment(page, 'demo=Volume-Slice');
  await expect(page).toHaveTitle('Volume Slices · Slang Playground');
});

test('invisible characters in a linked text are reported and shown', async ({ page, site }) => {
  const { url } = await site.serve();
  const release = await holdRequests(page, '**/editor-*.js');
  await page.goto(`${url}?code=${codeOf(`${GREEN}// check \u202e } if\u200b`)}`);
  await expect(notice(page)).toContainText('2 invisible characters (U+202E, U+200B)');
  // Press before the editor has loaded; the page goes to the place afterwards.
  await notice(page).getByRole('button', { name: 'Show the first' }).click();
  release();
  await expect(sourceEditor(page)).toBeFocused();
  const boxes = sourceEditor(page).getByRole('img', { name: 'Invisible: ' });
  await expect(boxes).toHaveText(['U+202E', 'U+200B']);
  await expect(boxes.first()).toHaveAccessibleName('Invisible: right-to-left override (U+202E)');
});

const good = codeOf(GREEN);
const DAMAGED = 'The code in the link is damaged: it is cut off or changed, or something follows';
const NO_DEMO = 'There is no demo named';

const GARBAGE: readonly (readonly [parameters: string, said: string])[] = [
  ['target=FORTRAN', 'Invalid target specified in URL: FORTRAN'],
  ['target=<img src=x onerror=alert(1)>', 'specified in URL: <img src=x onerror=alert(1)>'],
  ['target=%E0%A4%A', 'Invalid target specified in URL: \ufffd%A'],
  ['target=', 'Invalid target specified in URL:'],
  [`target=${'x'.repeat(100_000)}`, '… (100000 characters)'],
  ['target=WGSL&target=HLSL', 'The address gives target more than once; the first is taken.'],
  ['code=', 'The code in the link is empty.'],
  ['code=garbage!', 'cannot be read: its character 8, "!", is not a base64 character.'],
  ['code=%zz%E0%A4', 'is not a base64 character.'],
  [`code=${good.slice(0, -8)}`, DAMAGED],
  [`code=${good.slice(0, 40)}${good.slice(44)}`, DAMAGED],
  [
    `code=${Buffer.concat([deflateSync(GREEN), Buffer.from('more')]).toString('base64url')}`,
    DAMAGED,
  ],
  [`code=${codeOf('x'.repeat(200_000_000))}`, 'unpacks to more than 4194304 bytes'],
  [`code=${deflateSync(Buffer.from([0xff, 0xfe])).toString('base64url')}`, 'is not text'],
  ['demo=', `${NO_DEMO} "".`],
  ['demo=../../secret', `${NO_DEMO} "../../secret".`],
  ['demo=..%2F..%2Fsecret', `${NO_DEMO} "../../secret".`],
  ['demo=//secret.test/a', `${NO_DEMO} "//secret.test/a".`],
  ['demo=javascript:document.title=%22secret%22', NO_DEMO],
  ['demo=data:text/plain,secret', NO_DEMO],
  ['demo=nothing-of-the-kind', 'The demo nothing-of-the-kind could not be loaded.'],
  ['demo=http://', 'The demo\'s address "http://" is not valid.'],
];

test('garbage entered in the address bar is explained, and the text and picture are kept', async ({
  page,
  site,
}) => {
  const { url } = await site.serve();
  await openAtRest(page, `${url}?code=${good}`);
  const compiled = await compileCount(page);
  for (const [parameters, said] of GARBAGE) {
    const before = await diagnosticsText(page);
    await enterFragment(page, parameters);
    const added = async () => (await diagnosticsText(page)).slice(before.length);
    await expect.poll(added, parameters.slice(0, 80)).toContain(said);
  }
  await expect.poll(() => sourceText(page)).toBe(GREEN);
  expect(await compileCount(page)).toBe(compiled);
  await expectColor(page, [0, 255, 0], { tolerance: 0 });
  expect(await page.locator('img').count()).toBe(0);
});

const AT_START = ['target=<img src=x onerror=alert(1)>', 'demo=../../secret'];

for (const parameters of AT_START) {
  test(`a page opened with garbage explains it and runs the default demo: ${parameters.slice(0, 40)}`, async ({
    page,
    site,
  }) => {
    const { url } = await site.serve();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await openPlayground(page, `${url}?${parameters}`);
    const said = GARBAGE.find(([each]) => each === parameters)?.[1] ?? 'nothing';
    await expect(diagnostics(page)).toContainText(said);
    await expect(sourceEditor(page)).toContainText('A ring that breathes');
    await expect(page).toHaveTitle('Circle · Slang Playground');
    expect(await page.locator('img').count()).toBe(0);
    // The page's own address is sent unchanged. No other request may derive from it.
    expect(asked.slice(1).filter((each) => /secret|javascript|^data:text/.test(each))).toEqual([]);
    expect(asked.every((each) => each.startsWith(url) || /^(blob|data):/.test(each))).toBe(true);
  });
}
