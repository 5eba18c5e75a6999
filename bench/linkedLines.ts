import type { Browser, Page } from '@playwright/test';
import { openPage, paste } from './page.ts';
import { print } from './report.ts';
import { percentile } from './statistics.ts';

/** Functions in the source; each becomes about fifty lines of HLSL. */
const FUNCTIONS = 95;

const MOVES = 120;

function longSource(): string {
  const functions = Array.from(
    { length: FUNCTIONS },
    (_, index) => `float wave${index}(float x)
{
    float sum = ${index}.5;
    for (int i = 0; i < ${2 + (index % 7)}; ++i)
    {
        if (x > sum)
            sum += sin(x * ${index}.25) * data[i];
        else
            sum -= cos(x + ${index}.75);
    }
    return sum * ${index}.125;
}
`,
  );
  const calls = functions.map((_, index) => `    sum += wave${index}(sum);`).join('\n');
  return `RWStructuredBuffer<float> data;
${functions.join('')}[shader("compute")] [numthreads(64, 1, 1)]
void main(uint3 at : SV_DispatchThreadID)
{
    float sum = data[at.x];
${calls}
    data[at.x] = sum;
}
`;
}

/** Records the milliseconds from each pointer movement to the newly highlighted lines. */
async function watchLights(page: Page): Promise<void> {
  await page.evaluate(() => {
    const taken: number[] = [];
    let moved = 0;
    Object.assign(globalThis, { lightTimes: taken });
    addEventListener('pointermove', () => {
      moved = performance.now();
    });
    new MutationObserver((changes) => {
      const isLit = changes.some(
        ({ target }) => target instanceof Element && target.matches('.cm-linked-origin'),
      );
      if (!isLit || moved === 0) return;
      taken.push(performance.now() - moved);
      moved = 0;
    }).observe(document.body, { subtree: true, attributes: true, attributeFilter: ['class'] });
  });
}

/** Measures how fast linked lines follow the pointer in a long output. */
export async function benchLinkedLines(browser: Browser, url: string): Promise<void> {
  const page = await openPage(browser, `${url}?target=HLSL`, {
    viewport: { width: 1400, height: 900 },
    assistance: false,
    until: ['playground:compiler-ready'],
  });
  await paste(page, longSource());
  await page.getByRole('button', { name: 'Compile' }).click();
  const code = page.getByRole('textbox', { name: 'Target code' });
  const info = page.locator('[data-info^="HLSL · "][data-info$=" lines"]');
  await info.waitFor({ timeout: 120_000 });
  const size = await info.getAttribute('data-info');
  print('lines of the output', Number(size?.replace(/\D/g, '')), 'lines');
  const box = await code.boundingBox();
  if (!box) throw new Error('The target code is hidden.');
  const at = { x: box.x + 200, y: box.y + 30 };
  await page.mouse.move(at.x, at.y);
  await page.mouse.wheel(0, 20_000);
  // The first movement requests the map.
  const lit = page.locator('.cm-linked-origin').first();
  // Not every line has an origin.
  for (let y = 20; !(await lit.isVisible()); y = 20 + ((y + 17) % 200)) {
    await page.mouse.move(at.x, at.y + y);
    await page.waitForTimeout(100);
  }
  await watchLights(page);
  for (let move = 0; move < MOVES; move += 1) {
    await page.mouse.move(at.x + (move % 5), at.y + 20 + 17 * (move % 8));
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  }
  const times = await page.evaluate(
    () => (globalThis as unknown as { lightTimes: readonly number[] }).lightTimes,
  );
  print('movements that lit other lines', times.length, 'of 120');
  print('from a movement to the lit lines, median', percentile(times, 0.5), 'ms');
  print('from a movement to the lit lines, 95 %', percentile(times, 0.95), 'ms');
  await page.context().close();
}
