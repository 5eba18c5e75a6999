import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import type { Locator, Page } from '@playwright/test';
import type { SlangPlayground } from '#pages/embed/element/slangPlayground.ts';
import { SLOWNESS } from '../../scripts/run/browser.ts';
import { findingsOf } from '../support/axe.ts';
import { type OtherSite, serveOtherSite } from '../support/otherSite.ts';
import { flatColor } from '../support/shaders.ts';
import { codeOf } from '../support/shareCode.ts';
import { expect, test } from '../support/site.ts';

// The script that turns assistance off writes to storage, even in frames that have none.
test.use({ assistance: true });

/** One colour; its red is a slider. */
const TINTED = flatColor('red, 0.2, 0.6, 1.0').replace(
  '[shader("compute")]',
  '[playground::SLIDER(0.0, 0.0, 1.0)] uniform float red;\n\n[shader("compute")]',
);
const GREEN = flatColor('0.0, 1.0, 0.0, 1.0');

const COUNT = 4;

function pageWithEmbeds(site: string): string {
  const embed = `<slang-playground controls="off" height="48">
    <script type="text/slang">
${TINTED}</script></slang-playground>`;
  return `<!doctype html><meta charset="utf-8"><title>A course</title>
<style>body { display: grid; grid-template-columns: repeat(5, 64px); gap: 8px }</style>
<script>
  window.told = [];
  for (const name of ['ready', 'error', 'source']) {
    document.addEventListener(name, ({ target, detail }) => told.push({ name, detail,
      index: [...document.querySelectorAll('slang-playground')].indexOf(target),
      started: [...document.querySelectorAll('slang-playground')]
        .filter(({ shadowRoot }) => shadowRoot.querySelector('iframe')).length }), true);
  }
</script>
<script type="module" src="${site}slang-playground.js"></script>
${Array(COUNT).fill(embed).join('\n')}`;
}

interface Told {
  readonly name: string;
  readonly index: number;
  readonly started: number;
}

declare global {
  interface Window {
    told: Told[];
  }
}

/** Opens a page on a host other than the playground's, so that the browser isolates them. */
async function openElsewhere(page: Page, html: string, more: Record<string, string> = {}) {
  const files = Object.entries({ '': html, 'favicon.ico': '', ...more }).map(([path, body]) => [
    path,
    { type: 'text/html', body },
  ]);
  const other: OtherSite = await serveOtherSite(Object.fromEntries(files));
  const url = other.url.replace('127.0.0.1', 'localhost');
  await page.goto(url);
  return { ...other, url };
}

function told(page: Page, name: string): Promise<Told[]> {
  return page.evaluate((wanted) => window.told.filter((each) => each.name === wanted), name);
}

function embedOf(page: Page, index: number): Locator {
  return page.locator('slang-playground').nth(index);
}

function firstPixel(page: Page, index: number): Promise<number[]> {
  return embedOf(page, index).evaluate(async (embed: SlangPlayground) => {
    const { data } = await embed.readFrame();
    return [...data.slice(0, 4)];
  });
}

test('several embeds on another site’s page start in sequence, and scripts control them', async ({
  page,
  site,
}) => {
  const { url } = await site.serve();
  const binaries: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('slang-wasm')) binaries.push(request.url());
  });
  const elsewhere = await openElsewhere(page, pageWithEmbeds(url));
  // Embeds start one at a time.
  await expect
    .poll(async () => (await told(page, 'ready')).length, { timeout: COUNT * 10_000 * SLOWNESS })
    .toBe(COUNT);
  // The page fetches the compiler for all of them.
  expect(binaries).toHaveLength(1);

  const ready = await told(page, 'ready');
  expect(ready.map(({ index }) => index)).toEqual([...Array(COUNT).keys()]);
  expect(ready.map(({ started }) => started)).toEqual([...Array(COUNT).keys()].map((at) => at + 1));

  // Each has its own uniforms.
  const reds = await page.evaluate(async () => {
    const embeds = [...document.querySelectorAll<SlangPlayground>('slang-playground')];
    await Promise.all(embeds.map((embed, index) => embed.setUniform('red', index / 15)));
    const pictures = await Promise.all(embeds.map((embed) => embed.readFrame()));
    return pictures.map(({ data }) => data[0]);
  });
  expect(reds).toEqual([...Array(COUNT).keys()].map((index) => index * 17));

  // Each has removed the fallback text for scripts that do not load.
  for (const frame of page.frames()) await expect(frame.locator('.unloaded')).toHaveCount(0);

  await test.step('pause, frame events and resume', async () => {
    const outcome = await embedOf(page, 1).evaluate(async (embed: SlangPlayground) => {
      const next = () =>
        new Promise<number>((resolve) => {
          const listener = (event: Event) => {
            embed.removeEventListener('frame', listener);
            resolve((event as CustomEvent<{ frame: number }>).detail.frame);
          };
          embed.addEventListener('frame', listener);
        });
      const first = await next();
      await embed.pause();
      const paused = await embed.state();
      const still = await embed.state();
      await embed.resume();
      return { first, paused, still, later: await next() };
    });
    expect(outcome.paused.run).toBe('paused');
    expect(outcome.still.frame).toBe(outcome.paused.frame);
    expect(outcome.paused.frame).toBeGreaterThanOrEqual(outcome.first);
    expect(outcome.later).toBeGreaterThan(outcome.paused.frame);
  });

  await test.step('set a valid and a broken source', async () => {
    await embedOf(page, 2).evaluate(async (embed: SlangPlayground, source) => {
      embed.source = source;
      await embed.run();
    }, GREEN);
    expect(await firstPixel(page, 2)).toEqual([0, 255, 0, 255]);
    await embedOf(page, 2).evaluate((embed: SlangPlayground, source) => {
      embed.source = source;
    }, 'no Slang at all');
    await expect
      .poll(async () => (await told(page, 'error')).map(({ index }) => index))
      .toEqual([2]);
    // The last good picture stays.
    expect(await firstPixel(page, 2)).toEqual([0, 255, 0, 255]);
    expect(await firstPixel(page, 1)).toEqual([17, 51, 153, 255]);
  });

  await test.step('remove an element, move another, change an attribute', async () => {
    const removed = await embedOf(page, 0).evaluate(async (embed: SlangPlayground) => {
      embed.remove();
      return embed.state().catch(({ message }: Error) => message);
    });
    expect(removed).toContain('not in the document');
    await embedOf(page, 0).evaluate((embed: SlangPlayground) => document.body.append(embed));
    await embedOf(page, 1).evaluate((embed: SlangPlayground) =>
      embed.setAttribute('theme', 'dark'),
    );
    await expect.poll(async () => (await told(page, 'ready')).length).toBe(COUNT + 2);
    expect(page.frames().filter((frame) => frame.url().includes('theme=dark'))).toHaveLength(1);
  });
  expect(site.problems).toEqual([]);
  await elsewhere.close();
});

/** What a hostile page can do with windows and ports, without using the element. */
const PARENT = `<!doctype html><meta charset="utf-8"><title>A hostile page</title>
<script>
  window.heard = [];
  addEventListener('message', ({ data, source }) => heard.push({ data, source }));
  function frame(src) {
    const made = document.createElement('iframe');
    made.width = 64;
    made.height = 48;
    made.src = src;
    document.body.append(made);
    return made;
  }
  /** Resolves once the embed tells that it listens. */
  async function listening(made) {
    while (!heard.some(({ data, source }) =>
      data?.kind === 'ready-to-connect' && source === made.contentWindow)) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    return made.contentWindow;
  }
  /** What comes back for each message, in order; the first answers the attempt to connect. */
  function connect(to, version = 1) {
    const { port1, port2 } = new MessageChannel();
    const replies = [];
    const waiting = [];
    port1.onmessage = ({ data }) => {
      if (waiting.length > 0) waiting.shift()(data);
      else replies.push(data);
    };
    to.postMessage({ protocol: 'slang-playground', version, kind: 'connect' }, '*', [port2]);
    const next = () => replies.length > 0
      ? Promise.resolve(replies.shift())
      : new Promise((resolve) => waiting.push(resolve));
    return { next, replies, ask: (message) => (port1.postMessage(message), next()) };
  }
</script><body>`;

/** A frame next to the embed that connects to it and reports the result to the page. */
const SIBLING = `<!doctype html><script>
  addEventListener('message', () => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => parent.postMessage({ answered: data }, '*');
    parent.frames[0].postMessage(
      { protocol: 'slang-playground', version: 1, kind: 'connect' }, '*', [port2]);
    parent.postMessage({ hasTried: true }, '*');
  });
</script>`;

interface Conversation {
  next(): Promise<{ kind: string; error: string; result: unknown }>;
  ask(message: unknown): ReturnType<Conversation['next']>;
  readonly replies: readonly unknown[];
}

declare global {
  interface Window {
    heard: { readonly data: Record<string, unknown> }[];
    embed: HTMLIFrameElement;
    talk: Conversation;
    frame(src: string): HTMLIFrameElement;
    listening(made: HTMLIFrameElement): Promise<Window>;
    connect(to: Window, version?: number): Conversation;
  }
}

/** What a page can access: its storage, the parent page, and the page at `address`. */
async function reach(address: string): Promise<string[]> {
  const attempts: Record<string, () => unknown> = {
    localStorage: () => localStorage.length,
    sessionStorage: () => sessionStorage.length,
    cookie: () => document.cookie,
    caches: () => caches.keys(),
    indexedDB: () =>
      new Promise((resolve, reject) => {
        const request = indexedDB.open('drafts');
        request.onsuccess = resolve;
        request.onerror = () => reject(request.error);
      }),
    parent: () => window.parent.document.title,
    worker: () => navigator.serviceWorker.getRegistrations(),
    popup: () => {
      const popup = window.open(address);
      if (!popup) throw new Error('Nothing was opened.');
      try {
        return popup.document.title;
      } finally {
        popup.close();
      }
    },
  };
  const reached: string[] = [];
  for (const [name, attempt] of Object.entries(attempts)) {
    try {
      await attempt();
      reached.push(name);
    } catch {}
  }
  return reached;
}

test('an embed answers only its parent page, within limits, and cannot access its site', async ({
  page,
  site,
}) => {
  const { url } = await site.serve();
  const elsewhere = await openElsewhere(page, PARENT, { sibling: SIBLING, 'secret.png': '' });
  const address = `${url}embed.html?controls=off#code=${codeOf(GREEN)}`;
  await page.evaluate(async (src) => {
    window.embed = window.frame(src);
    await window.listening(window.embed);
  }, address);

  await test.step('a frame next to it is ignored', async () => {
    await page.evaluate(async () => {
      const sibling = window.frame('/sibling');
      await new Promise((resolve) => {
        sibling.onload = resolve;
      });
      sibling.contentWindow?.postMessage('go', '*');
    });
    await page.waitForFunction(() => window.heard.some(({ data }) => 'hasTried' in data));
  });

  await test.step('a client of another version is told both versions, and only the first connection counts', async () => {
    const answers = await page.evaluate(async () => {
      const to = await window.listening(window.embed);
      const other = await window.connect(to, 99).next();
      window.talk = window.connect(to);
      return [other, await window.talk.next(), await window.connect(to).next()];
    });
    expect(answers).toMatchObject([
      { kind: 'refused', error: expect.stringContaining('version 99') },
      { kind: 'connected', version: 1 },
      { kind: 'refused', error: expect.stringContaining('connected already') },
    ]);
    // If the embed had accepted the message, the answer would have arrived earlier.
    expect(await page.evaluate(() => window.heard.some(({ data }) => 'answered' in data))).toBe(
      false,
    );
  });

  await test.step('invalid messages get an error, and the embed keeps working', async () => {
    const errors = await page.evaluate(async () => {
      const { ask } = window.talk;
      const huge = { source: 'x'.repeat(9 * 2 ** 20) };
      return Promise.all(
        [
          { id: 1, method: 'setProject', params: [huge] },
          { id: 2, method: 'exportProject', params: [] },
          { id: 3, method: '__proto__', params: [] },
          'no request',
          { id: 4, method: 'setUniform', params: [{}] },
        ].map(async (message) => (await ask(message)).error),
      );
    });
    expect(errors).toEqual([
      expect.stringContaining('at most 8388608 characters'),
      expect.stringContaining('There is no method "exportProject"'),
      expect.stringContaining('There is no method "__proto__"'),
      expect.stringContaining('not a request'),
      expect.stringContaining('setUniform takes'),
    ]);
    const state = await page.evaluate(() =>
      window.talk.ask({ id: 9, method: 'state', params: [] }),
    );
    expect(state.kind).toBe('result');
  });

  await test.step('a source from the page fetches nothing without a click in the embed', async () => {
    const fetching = GREEN.replace(
      '[shader("compute")]',
      `[playground::URL("${elsewhere.url}secret.png")] Texture2D<float4> secret;\n\n[shader("compute")]`,
    ).replace('0.0, 1.0, 0.0, 1.0', 'secret.Load(int3(0, 0, 0)).xyz, 1.0');
    await page.evaluate(async (source) => {
      await window.talk.ask({ id: 10, method: 'setProject', params: [{ source }] });
      void window.talk.ask({ id: 11, method: 'run', params: [] });
    }, fetching);
    const frame = page.frameLocator('iframe').first();
    await expect(frame.getByText('localhost')).toBeVisible();
    expect(elsewhere.requested).not.toContain('/secret.png');
  });

  await test.step('storage, the parent page and the site are inaccessible', async () => {
    const embed = page.frames().find((each) => each.url().startsWith(`${url}embed.html`));
    expect(await embed?.evaluate(reach, url)).toEqual([]);
    expect(await embed?.evaluate(() => self.origin)).toBe('null');
    // A page with an origin can access all of them.
    expect(await page.evaluate(reach, elsewhere.url)).toHaveLength(8);
  });

  await test.step('an embed for another page refuses to connect, and the playground refuses to be framed', async () => {
    const refused = await page.evaluate(
      async ([forAnother]) => {
        const to = await window.listening(window.frame(forAnother));
        return window.connect(to).next();
      },
      [address.replace('?', '?origin=https://course.example&')] as const,
    );
    expect(refused.error).toContain('https://course.example only');
    await page.evaluate((src) => window.frame(src), url);
    await expect
      .poll(() => page.frames().map((each) => each.url()))
      .toContainEqual(expect.stringContaining('chrome-error:'));
  });
  await elsewhere.close();
});

test('an embed from a host that lets no other site load its scripts leads to the playground', async ({
  page,
}) => {
  const dist = path.resolve(import.meta.dirname, '../../dist');
  const html = await readFile(path.join(dist, 'embed.html'), 'utf8');
  const assets = [...html.matchAll(/\.\/(assets\/[^" ]+)/g)].map(([, asset = '']) => asset);
  const files = await Promise.all(
    [...new Set(['embed.html', ...assets])].map(async (name) => {
      const ending = name.slice(name.lastIndexOf('.'));
      const type = { '.html': 'text/html', '.css': 'text/css', '.js': 'text/javascript' }[ending];
      const body = await readFile(path.join(dist, name));
      return [name, { type: type ?? 'application/octet-stream', body, cors: false }] as const;
    }),
  );
  const closed = await serveOtherSite(Object.fromEntries(files));
  const elsewhere = await openElsewhere(
    page,
    `<iframe title="Shader" sandbox="allow-scripts" src="${closed.url}embed.html"></iframe>`,
  );
  const frame = page.frameLocator('iframe');
  await expect(frame.getByText('This shader could not be loaded.')).toBeVisible();
  const link = frame.getByRole('link', { name: 'Open the Slang Playground' });
  expect(await link.evaluate((anchor: HTMLAnchorElement) => anchor.href)).toBe(closed.url);
  await elsewhere.close();
  await closed.close();
});

test('a hidden embed stops its compiler after a while, and starts another for the next source', async ({
  page,
  site,
}) => {
  const { url } = await site.serve();
  const elsewhere = await openElsewhere(
    page,
    `<!doctype html><title>A long page</title><style>body { height: 5000px }</style>
<slang-playground><script type="text/slang">${TINTED}</script></slang-playground>
<script type="module" src="${url}slang-playground.js"></script>`,
  );
  const state = () => embedOf(page, 0).evaluate((embed: SlangPlayground) => embed.state());
  await expect.poll(async () => (await state()).run).toBe('playing');
  expect(page.workers()).toHaveLength(1);

  await page.evaluate(() => scrollTo(0, 4000));
  await expect.poll(() => page.workers().length).toBe(0);
  const { frame, run } = await state();
  expect(run).toBe('paused');

  await page.evaluate(() => scrollTo(0, 0));
  await expect.poll(async () => (await state()).frame).toBeGreaterThan(frame);
  expect(page.workers()).toHaveLength(0);
  await embedOf(page, 0).evaluate(async (embed: SlangPlayground, source) => {
    embed.source = source;
  }, GREEN);
  await expect.poll(() => firstPixel(page, 0)).toEqual([0, 255, 0, 255]);
  expect(page.workers()).toHaveLength(1);
  await elsewhere.close();
});

test.describe('on a small screen', () => {
  test.use({ viewport: { width: 390, height: 600 } });

  test('the page about embeds runs its examples, and axe finds no violations', async ({
    page,
    site,
  }) => {
    const { url } = await site.serve();
    // With reduced motion, embeds stop at their first frames and do not slow axe down.
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto(`${url}embeds.html`);
    await expect(page.getByText(`${url}slang-playground.js`).first()).toBeVisible();
    const log = page.getByRole('log', { name: 'Answers and events' });
    await page.getByRole('button', { name: 'Set green to a random value' }).click();
    await expect(log.getByText('event ready')).toBeVisible();
    await expect(log.getByText(/^setUniform\("green", [\d.]+\): done$/)).toBeVisible();

    await page.getByRole('button', { name: 'Turn this block into an embed' }).click();
    const upgraded = page.locator('slang-playground', { has: page.locator('#block') });
    await expect(upgraded.locator('iframe')).toBeVisible();

    await page.getByRole('heading', { name: 'Several embeds' }).scrollIntoViewIfNeeded();
    const axe = () => new AxeBuilder({ page }).setLegacyMode();
    expect(await findingsOf(axe().disableRules('frame-tested'))).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await findingsOf(axe().withRules('color-contrast'))).toEqual([]);
    await page.emulateMedia({ contrast: 'more' });
    expect(await findingsOf(axe().withRules('color-contrast'))).toEqual([]);
    await page.emulateMedia({ colorScheme: null, contrast: null, reducedMotion: null });
    expect(site.problems).toEqual([]);
  });
});
