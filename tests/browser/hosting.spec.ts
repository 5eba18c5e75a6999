import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Response } from '@playwright/test';
import { precompress } from '../../scripts/build/precompress.ts';
import {
  headersFor,
  PAGE_POLICY,
  policyText,
  WORKER_POLICY,
} from '../../scripts/build/siteHeaders.ts';
import { hasNginx, startNginx } from '../../scripts/run/nginx.ts';
import {
  copiedTargetCode,
  expect,
  openAtRest,
  pressAndCompile,
  sourceEditor,
  testInOwnWindow as test,
  typeSource,
  untilFocusIsIn,
} from '../support/site.ts';

const dist = path.resolve(import.meta.dirname, '../../dist');

const ONE_ENTRY_POINT = `RWStructuredBuffer<float> result;

[shader("compute")]
[numthreads(1, 1, 1)]
void writeSeven(uint3 id : SV_DispatchThreadID) { result[id.x] = 7.0; }
`;

declare global {
  var brokenDirectives: string[];
}

test('the page requests nothing that its policy forbids, and injected scripts do not run', async ({
  page,
  site,
}) => {
  await page.addInitScript(() => {
    globalThis.brokenDirectives = [];
    addEventListener('securitypolicyviolation', (event) => {
      brokenDirectives.push(`${event.violatedDirective} ${event.blockedURI}`);
    });
  });
  const { url } = await site.serve();
  const [answer] = await Promise.all([
    page.waitForResponse((response) => response.url() === url),
    openAtRest(page, url),
  ]);
  expect(answer.headers()['content-security-policy']).toBe(policyText(PAGE_POLICY));
  await page.getByRole('button', { name: 'Help' }).click();
  await untilFocusIsIn(page.getByRole('dialog'));
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('tab', { name: 'Reflection' }).click();
  await sourceEditor(page).click();
  await page.keyboard.press('ControlOrMeta+F');
  await page.keyboard.press('Escape');
  expect(await page.evaluate(() => brokenDirectives)).toEqual([]);
  expect(site.problems).toEqual([]);

  const { refused, title } = await page.evaluate(async () => {
    const attempts: Readonly<Record<string, () => void>> = {
      'text of a script': () => {
        const script = document.createElement('script');
        script.textContent = 'document.title = "inline"';
        document.head.append(script);
      },
      'a script of another site': () => {
        const script = document.createElement('script');
        script.src = 'https://elsewhere.example/script.js';
        document.head.append(script);
      },
      'a worker of another site': () => new Worker('https://elsewhere.example/worker.js'),
      'HTML from text': () => {
        document.body.innerHTML += '<img src="data:," onerror="document.title = 1">';
      },
      'a handler from text': () => {
        document.body.setAttribute('onclick', 'document.title = "handler"');
        document.body.click();
      },
      'a timer with text': () => {
        // The page must evaluate the text, not Playwright.
        Reflect.apply(setTimeout, globalThis, ['document.title = "timer"', 0]);
      },
      'a link with script': () => {
        const link = document.createElement('a');
        link.href = 'javascript:document.title = "link"';
        document.body.append(link);
        link.click();
      },
    };
    const thrown: string[] = [];
    for (const [name, attempt] of Object.entries(attempts)) {
      try {
        attempt();
      } catch {
        thrown.push(name);
      }
    }
    await new Promise((resolve) => setTimeout(resolve, 500));
    return { refused: thrown, title: document.title };
  });
  expect(title).toBe('Circle · Slang Playground');
  // Trusted Types reject these immediately. The Content-Security-Policy handles the rest.
  expect(refused).toEqual([
    'text of a script',
    'a script of another site',
    'a worker of another site',
    'HTML from text',
    'a handler from text',
    'a timer with text',
  ]);
  await expect.poll(() => site.problems.join('\n')).toContain('Content Security Policy');
});

test.describe('behind nginx with its sample configuration', () => {
  test.skip(!hasNginx(), 'Needs nginx and its brotli_static module.');
  let folder: string;
  let nginx: Awaited<ReturnType<typeof startNginx>>;

  test.beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'site-'));
    await cp(dist, folder, { recursive: true });
    await precompress(folder, 1);
    nginx = await startNginx(folder);
  });

  test.afterAll(async () => {
    await nginx.stop();
    await rm(folder, { recursive: true });
  });

  test('the playground runs and compiles, and each file has the expected headers and is sent only once', async ({
    page,
    site,
  }) => {
    const responses: Response[] = [];
    page.context().on('response', (response) => responses.push(response));
    await openAtRest(page, nginx.url);
    await typeSource(page, ONE_ENTRY_POINT);
    await pressAndCompile(page, 'ControlOrMeta+B');
    await expect.poll(() => copiedTargetCode(page)).toContain('fn writeSeven');
    const headersOf = (part: string) =>
      responses.find((response) => response.url().includes(part))?.headers();
    expect(headersOf('.wasm-')?.['content-encoding']).toBe('br');
    expect(headersOf('/workers/')?.['content-security-policy']).toBe(policyText(WORKER_POLICY));
    expect(site.problems).toEqual([]);

    const addresses = new Set(responses.map((response) => response.url()));
    expect(addresses.size).toBeGreaterThan(10);
    for (const address of addresses) {
      const { pathname } = new URL(address);
      const first = await fetch(address);
      const headers = Object.fromEntries(first.headers);
      for (const [name, value] of Object.entries(headersFor(pathname))) {
        expect.soft(headers[name.toLowerCase()], `${name} of ${pathname}`).toBe(value);
      }
      const again = await fetch(address, {
        headers: { 'if-none-match': first.headers.get('etag') ?? '' },
        cache: 'no-store',
      });
      expect.soft(again.status, pathname).toBe(304);
    }
  });

  test('a missing file is not cached for a year', async () => {
    const response = await fetch(`${nginx.url}assets/of-yesterday.js`);
    expect(response.status).toBe(404);
    expect(response.headers.get('cache-control')).toBeNull();
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  });
});
