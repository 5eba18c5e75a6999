import type { Page, Route } from '@playwright/test';
import { expectColor } from '../support/frames.ts';
import { flatColor } from '../support/shaders.ts';
import { codeOf } from '../support/shareCode.ts';
import { expect, openPlayground, test, waitForMark } from '../support/site.ts';

const OTHER = 'https://pictures.example';

/** One opaque red pixel. */
const RED_PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC',
  'base64',
);

const FETCHES = `import playground;
import rendering;

[playground::URL("${OTHER}/red.png")]
Texture2D<float4> picture;

[shader("compute")]
[numthreads(8, 8, 1)]
[playground::CALL::SIZE_OF("outputTexture")]
void paint(uint2 pixel : SV_DispatchThreadID)
{
    let color = picture.Load(int3(0, 0, 0));
    drawPixel(pixel, (int2 screen) => { return color; });
}
`;

/** Stands for the other origin, and counts what is asked of it. */
async function standInForOther(page: Page): Promise<string[]> {
  const asked: string[] = [];
  await page.route(`${OTHER}/**`, (route: Route) => {
    asked.push(route.request().url());
    return route.fulfill({
      body: RED_PIXEL,
      headers: { 'content-type': 'image/png', 'access-control-allow-origin': '*' },
    });
  });
  return asked;
}

const question = (page: Page) => page.getByRole('region', { name: 'A run that was held back' });

test('a link says what it would fetch from elsewhere before it does, once', async ({
  page,
  site,
}) => {
  const { url } = await site.serve();
  const asked = await standInForOther(page);
  await page.goto(`${url}#code=${codeOf(FETCHES)}`);
  await expect(question(page)).toContainText(
    `This shader came by a link and would fetch from ${OTHER}. Nothing was fetched yet.`,
  );
  await question(page).getByRole('button', { name: 'Not now' }).click();
  await expect(question(page)).toBeHidden();
  expect(asked).toEqual([]);

  await page.getByRole('button', { name: 'Run' }).click();
  await question(page).getByRole('button', { name: 'Fetch and run' }).click();
  await waitForMark(page, 'playground:first-frame');
  expect(asked).toEqual([`${OTHER}/red.png`]);
  await expectColor(page, [255, 0, 0], { tolerance: 0 });

  await page.reload();
  await waitForMark(page, 'playground:first-frame');
  await expect(question(page)).toBeHidden();
  expect(site.problems).toEqual([]);
});

test('a shader that the page has not survived is opened, but not run by itself', async ({
  page,
  site,
}) => {
  const { url } = await site.serve();
  await openPlayground(page, `${url}#code=${codeOf(flatColor('0.0, 1.0, 0.0, 1.0'))}`);
  // The tab dies as if its process had been killed: it has no time to say good-bye.
  await page.evaluate(() => {
    dispatchEvent(new Event('pagehide'));
    sessionStorage.setItem('playground:run-begun', 'a mark that is replaced below');
  });
  await page.addInitScript(() => {
    // What the page that stood here before had left behind while its first run began.
    const begun = sessionStorage.getItem('playground:test-begun');
    if (begun) sessionStorage.setItem('playground:run-begun', begun);
    sessionStorage.removeItem('playground:test-begun');
    const { setItem } = Storage.prototype;
    Storage.prototype.setItem = function (key, value) {
      setItem.call(this, key, value);
      if (key === 'playground:run-begun') setItem.call(this, 'playground:test-begun', value);
    };
  });
  await page.reload();
  await waitForMark(page, 'playground:first-frame');
  await page.reload();
  await expect(question(page)).toContainText('This shader stopped the page');
  await expect(page.getByRole('button', { name: 'Run', exact: true })).toBeEnabled();
  expect(
    await page.evaluate(() => performance.getEntriesByName('playground:first-frame').length),
  ).toBe(0);
  await question(page).getByRole('button', { name: 'Run it' }).click();
  await waitForMark(page, 'playground:first-frame');
  await expect(question(page)).toBeHidden();
});
