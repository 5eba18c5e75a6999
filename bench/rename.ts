import type { Browser } from '@playwright/test';
import { print } from './report.ts';

const PLACES = 100;

/** A program with a symbol in {@link PLACES} places, and as many lines without it. */
function source(): string {
  const uses = Array.from({ length: PLACES - 1 }, (_, at) => `    sum += gain * ${at}.0;`);
  const others = Array.from({ length: PLACES }, (_, at) => `float f${at}() { return ${at}.0; }`);
  return [
    'import playground;',
    'uniform float gain;',
    ...others,
    'float total()\n{\n    float sum = 0.0;',
    ...uses,
    '    return sum;\n}\n',
  ].join('\n');
}

/**
 * Measures from F2 until every place of a symbol is found, and from Enter until all are renamed,
 * once the code has loaded. Sites without the command have no such figures.
 */
export async function benchRename(browser: Browser, url: string): Promise<void> {
  const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
  const page = await context.newPage();
  await page.goto(url);
  await page.getByRole('textbox', { name: 'Shader source' }).click();
  await page.waitForFunction(
    () => performance.getEntriesByName('playground:language-server-start').length > 0,
  );
  await page.evaluate((clip) => navigator.clipboard.writeText(clip), source());
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.press('ControlOrMeta+V');
  await page.keyboard.press('ControlOrMeta+Home');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowLeft');
  // Let diagnostics finish.
  await page.waitForTimeout(2000);
  const dialog = page.getByRole('dialog', { name: 'Rename symbol' });
  for (const name of ['first', 'second']) {
    const pressed = Date.now();
    await page.keyboard.press('F2');
    const isThere = await dialog.waitFor({ timeout: 5000 }).then(
      () => true,
      () => false,
    );
    if (!isThere) break;
    await dialog.getByText(`has ${PLACES} places`).waitFor();
    const found = Date.now();
    await page.keyboard.type(`${name}Name`);
    const entered = Date.now();
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    if (name === 'first') continue;
    print(`rename in ${PLACES} places, confirmed`, found - pressed, 'ms');
    print(`rename in ${PLACES} places, applied`, Date.now() - entered, 'ms');
  }
  await context.close();
}
