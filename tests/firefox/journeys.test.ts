import type { Browser, Page } from 'puppeteer-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { COMPILE_TARGETS } from '#core/output/compileTarget.ts';
import { NO_WEBGPU_NOTICE, NO_WEBGPU_RUN } from '#workspace/messages.ts';
import { type SiteServer, serveSite } from '../../scripts/run/siteServer.ts';
import {
  addAtStart,
  chooseFromMenu,
  click,
  copiedText,
  exists,
  find,
  launchFirefox,
  named,
  openTab,
  pasteSource,
  photograph,
  press,
  SOURCE,
  sourceText,
  textOf,
  untilCompiled,
  untilFocusIsIn,
  untilGone,
  untilText,
  waitForMark,
} from '../support/firefox.ts';
import { flatColor } from '../support/shaders.ts';
import { TARGET_OUTPUTS } from '../support/targetOutputs.ts';

const TARGET = named('combobox', 'Target');
const TARGET_CODE = named('textbox', 'Target code');
const DIAGNOSTICS = named('tabpanel', 'Diagnostics');
const BALL = `float brightness(float2 point) { return 1.0 / length(point); }
struct Ball { float2 center; float radius; }
`;
const GREEN = flatColor('0.0, 1.0, 0.0, 1.0');

let server: SiteServer;
let browser: Browser;
let page: Page;
const problems: string[] = [];

beforeAll(async () => {
  server = await serveSite({ folder: 'dist' });
  browser = await launchFirefox();
  page = await openTab(browser, problems);
  await page.goto(server.url);
  await find(page, SOURCE);
  await waitForMark(page, 'playground:compiler-ready');
});

afterAll(async () => {
  await browser?.close();
  await server?.close();
});

afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await photograph(page, task.name);
  expect(problems).toEqual([]);
});

async function compileTo(target: string): Promise<string> {
  await page.locator(TARGET).fill(target);
  await untilCompiled(page, () => click(page, named('button', 'Compile')));
  return copiedText(page, () => click(page, named('button', 'Copy target code')));
}

async function fieldValue(tab: Page, selector: string): Promise<string> {
  return (await find(tab, selector)).evaluate((field) => (field as HTMLSelectElement).value);
}

/** Finds a command in the palette by these words, and runs it. */
async function runCommand(words: string, title: string): Promise<void> {
  const search = named('combobox', 'Search commands');
  await press(page, 'F1');
  await untilFocusIsIn(page, search);
  await page.keyboard.type(words);
  await untilText(page, '[role="option"][aria-selected="true"]', title);
  await press(page, 'Enter');
  await untilGone(page, search);
}

test('without WebGPU, the page says so, gives advice and shows a stored picture', async () => {
  await untilText(page, DIAGNOSTICS, NO_WEBGPU_RUN);
  const told = await textOf(page, DIAGNOSTICS);
  expect(told.startsWith(NO_WEBGPU_NOTICE)).toBe(true);
  expect(told).toContain('set dom.webgpu.enabled to true in about:config');
  const run = await find(page, named('button', 'Run'));
  expect(await run.evaluate((button) => button.ariaDisabled)).toBe('true');
  const picture = await find(page, 'figure img');
  const width = () => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth);
  await expect.poll(width).toBeGreaterThan(0);
});

describe('compiling', () => {
  test.each(COMPILE_TARGETS)('shows the code for %s', async (target) => {
    expect(await compileTo(target)).toMatch(TARGET_OUTPUTS[target].shape('drawRing'));
  });

  test('an error is underlined and appears in Diagnostics', async () => {
    await pasteSource(page, 'int a = missing;');
    await untilCompiled(page, () => press(page, 'Control+b'));
    await untilText(page, DIAGNOSTICS, 'missing');
    await expect.poll(() => textOf(page, '.cm-lintRange')).toBe('missing');
  });
});

describe('code assistance', () => {
  const COMPLETIONS = named('listbox', 'Completions');

  test('completes a member of a type of the source', async () => {
    await waitForMark(page, 'playground:language-server-start');
    await pasteSource(page, BALL);
    await press(page, 'Control+End');
    await page.keyboard.type('float2 middle(Ball ball) { return ball.ce');
    await untilText(page, COMPLETIONS, 'center');
    // A new list ignores keys for a moment, to avoid accidental choices.
    const accept = async () => {
      await press(page, (await exists(page, COMPLETIONS)) ? 'Tab' : 'Control+Space');
      return sourceText(page);
    };
    await expect.poll(accept).toContain('return ball.center');
  });

  test('describes the function under the pointer', async () => {
    await pasteSource(page, BALL);
    const name = await find(page, `${SOURCE} .cm-token-function`);
    await name.hover();
    await untilText(page, '.cm-lsp-hover-tooltip', 'func brightness(float2 point) -> float');
    await page.mouse.move(0, 0);
  });
});

test('a copied link opens the same source and target in another tab', async () => {
  await pasteSource(page, GREEN);
  await page.locator(TARGET).fill('HLSL');
  const link = await copiedText(page, async () => {
    await click(page, named('button', 'Share'));
    await find(page, '::-p-text(Link copied to clipboard.)');
  });
  expect(link.startsWith(`${server.url}?target=HLSL&code=`)).toBe(true);
  const other = await openTab(browser, problems);
  await other.goto(link);
  await expect.poll(() => sourceText(other)).toBe(GREEN);
  expect(await fieldValue(other, TARGET)).toBe('HLSL');
  await other.close();
});

test('a version that was saved by keyboard can be restored from the history', async () => {
  const history = named('dialog', 'History');
  const saved = `// Saved\n${GREEN}`;
  await pasteSource(page, saved);
  await press(page, 'Control+s');
  await find(page, '::-p-text(Saved to the history.)');
  await addAtStart(page, '// Later');
  await chooseFromMenu(page, 'Project', 'History');
  await untilFocusIsIn(page, history);
  await click(page, '[role="dialog"] li ::-p-text(Saved)');
  await click(page, named('button', 'Restore version'));
  await untilGone(page, history);
  await expect.poll(() => sourceText(page)).toBe(saved);
});

test('a project compiles with a second file that the first one imports', async () => {
  await click(page, named('button', 'New file'));
  await untilFocusIsIn(page, named('textbox', 'File name'));
  await press(page, 'Control+a');
  await page.keyboard.type('tint.slang');
  await press(page, 'Enter');
  await untilFocusIsIn(page, SOURCE);
  await pasteSource(page, 'module tint;\npublic float4 tint() { return float4(0.8125); }\n');
  await click(page, named('tab', 'user.slang'));
  await expect.poll(() => sourceText(page)).not.toContain('module tint');
  await pasteSource(page, `import tint;\n${flatColor('tint()')}`);
  expect(await compileTo('GLSL')).toContain('0.8125');
});

test('the palette opens by keyboard and runs a command', async () => {
  await page.focus(SOURCE);
  await runCommand('compile metal', 'Compile to METAL');
  await untilFocusIsIn(page, SOURCE);
  await untilText(page, TARGET_CODE, '#include <metal_stdlib>');
  expect(await fieldValue(page, TARGET)).toBe('METAL');
});

describe('dialogs', () => {
  test('Help opens and closes by keyboard, and gives the focus back', async () => {
    const help = named('dialog', 'Help');
    const button = named('button', 'Help');
    await page.focus(button);
    await press(page, 'Enter');
    await untilFocusIsIn(page, help);
    await press(page, 'Escape');
    await untilGone(page, help);
    await untilFocusIsIn(page, button);
  });

  test('Share opens from the palette and closes by keyboard', async () => {
    const share = named('dialog', 'Share');
    await runCommand('embed or report', 'Embed or report…');
    await untilFocusIsIn(page, share);
    await press(page, 'Escape');
    await untilGone(page, share);
  });
});

test('after its first visit the page reloads, keeps the source and compiles without a server', async () => {
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
  await pasteSource(page, GREEN);
  await server.close();
  await page.reload();
  await expect.poll(() => sourceText(page)).toBe(GREEN);
  expect(await compileTo('METAL')).toContain('float4(0.0, 1.0, 0.0, 1.0)');
});
