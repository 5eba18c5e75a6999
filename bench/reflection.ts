import type { Browser, Page } from '@playwright/test';
import { countOf, openPage, paste, untilMore } from './page.ts';
import { print } from './report.ts';
import { longestTasks } from './trace.ts';

const GLOBALS = 28_000;

/** How long compiling that many globals may take, in milliseconds. */
const PATIENCE = 300_000;

function manyGlobals(): string {
  const globals = Array.from({ length: GLOBALS }, (_, index) => `uniform float4 value${index};`);
  return `RWStructuredBuffer<float4> data;
${globals.join('\n')}
[shader("compute")] [numthreads(64, 1, 1)]
void main(uint3 at : SV_DispatchThreadID)
{
    data[at.x] = value0 + value${GLOBALS - 1};
}
`;
}

async function compile(page: Page): Promise<void> {
  const before = await countOf(page, 'playground:compile');
  await page.keyboard.press('ControlOrMeta+B');
  await untilMore(page, 'playground:compile', before);
}

/** Measures how long the Reflection tab blocks the page's thread with very many parameters. */
export async function benchReflection(browser: Browser, url: string): Promise<void> {
  const page = await openPage(browser, url, {
    viewport: { width: 1400, height: 900 },
    assistance: false,
    until: ['playground:compiler-ready'],
  });
  page.setDefaultTimeout(PATIENCE);
  await paste(page, manyGlobals());
  await compile(page);
  const measure = async (name: string, work: () => Promise<void>) => {
    const { wall, cpu } = await longestTasks(browser, page, async () => {
      await page.evaluate(() => performance.mark('bench:mounted'));
      await work();
    });
    print(`${name}, longest task`, wall, 'ms');
    print(`${name}, most processor time of a task`, cpu, 'ms');
  };
  const table = page.getByRole('table', { name: 'Parameters' });
  const search = page.getByRole('searchbox', { name: 'Search reflection' });
  await measure(`the reflection of ${GLOBALS} parameters`, async () => {
    await page.getByRole('tab', { name: 'Reflection' }).click();
    await table.waitFor();
  });
  await measure('a search in it', async () => {
    await search.fill(`value${GLOBALS - 1}`);
    await page.getByText('Show', { exact: false }).first().waitFor({ state: 'detached' });
  });
  await page.context().close();
}
