import type { FrameLocator, Page } from '@playwright/test';
import type { Playground } from '#workspace/api/playgroundApi.ts';
import { type OtherSite, serveOtherSite } from '../support/otherSite.ts';
import { codeOf } from '../support/shareCode.ts';
import { expect, type Site, test } from '../support/site.ts';

declare global {
  interface Window {
    readonly slangPlayground?: Playground;
  }
}

/** A picture of one colour, whose green is a slider. */
const SLIDER = `import playground;
import rendering;

[playground::SLIDER(0.2, 0, 1)]
uniform float strength;

[shader("compute")]
[numthreads(8, 8, 1)]
[playground::CALL::SIZE_OF("outputTexture")]
void paint(uint2 pixel : SV_DispatchThreadID)
{
    drawPixel(pixel, (int2 screen) => { return float4(1, strength, 0, 1); });
}
`;

/** A program that shows a picture from another site, with one colour everywhere. */
const fetching = (picture: string) => `import playground;
import rendering;

[playground::URL("${picture}")]
Texture2D<float4> picture;

[shader("compute")]
[numthreads(8, 8, 1)]
[playground::CALL::SIZE_OF("outputTexture")]
void paint(uint2 pixel : SV_DispatchThreadID)
{
    drawPixel(pixel, (int2 screen) => { return float4(0, picture[uint2(0, 0)].g, 1, 1); });
}
`;

interface Embed {
  readonly frame: FrameLocator;
  /** The colour in the middle of the newest frame, from 0 to 255. */
  color(): Promise<readonly number[]>;
  evaluate<Value>(run: () => Value | Promise<Value>): Promise<Value>;
}

/** Opens a page of another origin with one embed, which may be outside the viewport. */
async function openHost(
  page: Page,
  site: Site,
  query: string,
): Promise<Embed & { host: OtherSite }> {
  const { url } = await site.serve();
  const iframe = `<iframe src="${url}embed.html${query.replaceAll('"', '&quot;')}" width="500" height="300" allow="fullscreen"></iframe>`;
  const body = `<!doctype html><body>${iframe}<div style="height: 3000px"></div>`;
  const host = await serveOtherSite({ 'host.html': { type: 'text/html', body } });
  await page.goto(`${host.url}host.html`);
  const frame = page.frameLocator('iframe');
  const evaluate: Embed['evaluate'] = async (run) => frame.locator('#embed').evaluate(run);
  return {
    ...{ host, frame, evaluate },
    async color() {
      return evaluate(async () => {
        // There is no picture before the first frame.
        const picture = await window.slangPlayground?.readFrame().catch(() => null);
        if (!picture) return [];
        const { width, height, data } = picture;
        const middle = 4 * (Math.floor(height / 2) * width + Math.floor(width / 2));
        return [...data.slice(middle, middle + 3)];
      });
    },
  };
}

test('a page of another origin shows a shader with controls and source', async ({ page, site }) => {
  const query = `?source=on&theme=dark&uniforms=strength:0.6#code=${codeOf(SLIDER)}`;
  const { frame, color, host } = await openHost(page, site, query);
  const button = (name: string) => frame.getByRole('button', { name, exact: true });
  const editor = frame.getByRole('textbox', { name: 'Shader source' });
  await expect.poll(color).toEqual([255, 153, 0]);

  await button('Uniforms').click();
  await frame.getByRole('spinbutton', { name: 'strength' }).fill('1');
  await expect.poll(color).toEqual([255, 255, 0]);
  await frame.getByRole('slider', { name: 'strength' }).focus();
  await page.keyboard.press('Home');
  await expect.poll(color).toEqual([255, 0, 0]);
  await page.keyboard.press('Escape');
  await expect(button('Uniforms')).toBeFocused();

  await button('Pause').click();
  await button('Resume').click();
  await expect(button('Pause')).toBeVisible();

  await expect(editor).toContainText('drawPixel');
  const replace = (text: string) =>
    editor.evaluate((element, pasted) => {
      (element as HTMLElement).focus();
      getSelection()?.selectAllChildren(element);
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', pasted);
      element.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
      );
    }, text);
  await replace(SLIDER.replace('float4(1, strength, 0, 1)', 'float4(0, 0, 1, 1)'));
  await expect.poll(color).toEqual([0, 0, 255]);

  await replace(SLIDER.replace('float4(1,', 'float4(nothing,'));
  const problems = frame.getByRole('list', { name: 'Problems' });
  await expect(problems).toContainText('nothing');
  // The previous source's picture stays.
  expect(await color()).toEqual([0, 0, 255]);

  const openPlayground = async (mouse: 'left' | 'middle') => {
    const opened = page.context().waitForEvent('page');
    await frame.getByRole('link', { name: 'Open in Slang Playground' }).click({ button: mouse });
    return opened;
  };
  const inTab = await openPlayground('middle');
  await expect(inTab).toHaveURL(/code=/);
  await inTab.close();
  const playground = await openPlayground('left');
  await expect(playground.getByRole('textbox', { name: 'Shader source' })).toContainText('nothing');
  expect(await playground.evaluate(() => window.opener)).toBeNull();
  await playground.close();
  await host.close();
});

function waitForFrames(page: Page, count: number): Promise<void> {
  return page.evaluate(async (wanted) => {
    for (let drawn = 0; drawn < wanted; drawn += 1) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
  }, count);
}

test('an embed that is scrolled away draws and compiles nothing', async ({ page, site }) => {
  const { frame, evaluate, host, color } = await openHost(page, site, `?#code=${codeOf(SLIDER)}`);
  await expect.poll(color).toEqual([255, 51, 0]);
  await evaluate(() => {
    const { dataset } = document.body;
    const observer = new IntersectionObserver((entries) => {
      dataset['seen'] = String(entries.at(-1)?.isIntersecting);
    });
    observer.observe(document.body);
    let turns = 0;
    const turn = () => {
      turns += 1;
      dataset['turns'] = String(turns);
      requestAnimationFrame(turn);
    };
    turn();
  });
  /** Scrolls and waits until the embed notices. */
  const scroll = async (top: 0 | 2000) => {
    await page.evaluate((y) => scrollTo(0, y), top);
    await expect(frame.locator('body')).toHaveAttribute('data-seen', String(top === 0));
  };
  const counted = () =>
    evaluate(async () => {
      const state = await window.slangPlayground?.state();
      const compiles = performance.getEntriesByName('playground:compile').length;
      return { frame: state?.frame ?? -1, compiles };
    });
  const frameNow = async () => (await counted()).frame;
  const turnsNow = () => evaluate(() => Number(document.body.dataset['turns']));
  const playbackNow = () => evaluate(async () => (await window.slangPlayground?.state())?.run);

  await scroll(2000);
  await expect.poll(playbackNow).toBe('paused');
  const before = await counted();
  const turnsBefore = await turnsNow();
  await waitForFrames(page, 60);
  expect(await turnsNow()).toBeLessThan(turnsBefore + 3);
  expect(await counted()).toEqual(before);

  await scroll(0);
  await expect.poll(frameNow).toBeGreaterThan(before.frame + 2);
  await frame.getByRole('button', { name: 'Pause' }).click();
  await scroll(2000);
  await scroll(0);
  await expect(frame.getByRole('button', { name: 'Resume' })).toBeVisible();
  expect(await playbackNow()).toBe('paused');
  await host.close();
});

test('large or foreign sources wait for a click in the embed', async ({ page, site }) => {
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
    'base64',
  );
  const other = await serveOtherSite({ 'white.png': { type: 'image/png', body: png } });
  const loaded: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') loaded.push(request.url());
  });
  const query = `?autoplay=click&controls=off#code=${codeOf(fetching(`${other.url}white.png`))}`;
  const { frame, evaluate, host } = await openHost(page, site, query);
  const start = frame.getByRole('button', { name: 'Run shader' });
  await expect(start).toBeVisible();
  expect(loaded.filter((address) => /\/(start|embedPage)-/.test(address))).toEqual([]);

  await start.click();
  const fetchAndRun = frame.getByRole('button', { name: 'Fetch and run' });
  await expect(frame.getByRole('status')).toContainText(new URL(other.url).origin);
  // Clicks by scripts do not count.
  await fetchAndRun.evaluate((button) => (button as HTMLElement).click());
  const refusal = evaluate(() =>
    window.slangPlayground?.run().then(
      () => '',
      (thrown: Error) => thrown.message,
    ),
  );
  expect(await refusal).toContain('Allow it on the page');
  expect(other.requested).toEqual([]);

  // Nor do clicks on a barely visible button.
  const fade = (opacity: string) =>
    page.locator('iframe').evaluate((element, value) => {
      element.style.opacity = value;
    }, opacity);
  await fade('0.1');
  await expect(fetchAndRun).toBeDisabled();
  await fetchAndRun.click({ force: true });
  await expect(frame.getByRole('status')).toContainText('partly hidden or covered');
  expect(other.requested).toEqual([]);

  await fade('1');
  await expect(fetchAndRun).toBeEnabled();

  // Nor do clicks if the page shows only the button without its question.
  const moveLeft = (distance: string) =>
    page.locator('iframe').evaluate((element, value) => {
      element.style.marginLeft = value;
    }, distance);
  await moveLeft('-200px');
  await expect(fetchAndRun).toBeInViewport({ ratio: 1 });
  await expect(fetchAndRun).toBeDisabled();
  await fetchAndRun.click({ force: true });
  expect(other.requested).toEqual([]);
  await moveLeft('0');
  await expect(fetchAndRun).toBeEnabled();
  await expect(async () => {
    if (await fetchAndRun.isVisible()) await fetchAndRun.click();
    expect(other.requested).toEqual(['/white.png']);
  }).toPass();
  await expect(frame.getByRole('toolbar')).toHaveCount(0);
  await other.close();
  await host.close();
});
