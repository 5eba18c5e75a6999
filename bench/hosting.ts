import http from 'node:http';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { measureSite } from '../scripts/build/siteSize.ts';
import { WEBGPU_FLAGS } from '../scripts/run/browser.ts';
import { hasNginx, startNginx } from '../scripts/run/nginx.ts';
import { print } from './report.ts';
import { launch } from './start.ts';
import { percentile } from './statistics.ts';

const dist = path.resolve(import.meta.dirname, '../dist');

/** How long to keep recording requests once the editor is ready, in milliseconds. */
const SETTLING = 15_000;

/** The paths that a browser requests on a first visit, including code assistance. */
async function firstVisit(url: string): Promise<string[]> {
  const browser = await launch(WEBGPU_FLAGS);
  const context = await browser.newContext({ viewport: { width: 1400, height: 900 } });
  const paths = new Set<string>();
  context.on('request', (request) => {
    if (request.url().startsWith(url)) paths.add(new URL(request.url()).pathname);
  });
  const page = await context.newPage();
  await page.goto(url);
  await page.getByRole('button', { name: 'Outline' }).waitFor();
  await page.waitForTimeout(SETTLING);
  await browser.close();
  return [...paths];
}

interface Answer {
  readonly status: number;
  readonly bytes: number;
  readonly etag: string;
  readonly milliseconds: number;
}

function ask(url: URL, agent: http.Agent, etag?: string): Promise<Answer> {
  const started = performance.now();
  const headers = {
    'accept-encoding': 'gzip, deflate, br',
    ...(etag === undefined ? {} : { 'if-none-match': etag }),
  };
  return new Promise((resolve, reject) => {
    http
      .get(url, { agent, headers }, (response) => {
        let bytes = response.rawHeaders.reduce((total, text) => total + text.length + 2, 0);
        response.on('data', (chunk: Buffer) => {
          bytes += chunk.byteLength;
        });
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            bytes,
            etag: response.headers.etag ?? '',
            milliseconds: performance.now() - started,
          }),
        );
        response.on('error', reject);
      })
      .on('error', reject);
  });
}

/** A request of a visit; conditional if it has an ETag. */
interface Ask {
  readonly url: URL;
  readonly etag?: string;
}

/** Simulates visitors, one after another on each connection, for this many seconds. */
async function load(asks: readonly Ask[], connections: number, seconds: number): Promise<void> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: connections });
  const end = performance.now() + seconds * 1000;
  const times: number[] = [];
  let visits = 0;
  let bytes = 0;
  const started = performance.now();
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (performance.now() < end) {
        for (const { url, etag } of asks) {
          const answer = await ask(url, agent, etag);
          const expected = etag === undefined ? 200 : 304;
          if (answer.status !== expected) throw new Error(`${url}: ${answer.status}`);
          times.push(answer.milliseconds);
          bytes += answer.bytes;
        }
        visits += 1;
      }
    }),
  );
  const taken = (performance.now() - started) / 1000;
  agent.destroy();
  print('requests a second', times.length / taken, '');
  print('visits a second', visits / taken, '');
  print('throughput', bytes / taken / 1e6, 'MB/s');
  print('a request: median', percentile(times, 0.5) * 1000, 'µs');
  print('a request: 99th percentile', percentile(times, 0.99) * 1000, 'µs');
}

const isHashed = ({ url }: Ask) => url.pathname.startsWith('/assets/');

/** Measures the nginx sample under load: first visits, then repeat visits with a warm cache. */
async function benchHosting(connections: number, seconds: number): Promise<void> {
  if (!hasNginx()) throw new Error('This needs nginx and its brotli_static module.');
  const nginx = await startNginx(dist);
  try {
    const agent = new http.Agent({ keepAlive: true });
    const first: Ask[] = (await firstVisit(nginx.url)).map((name) => ({
      url: new URL(name, nginx.url),
    }));
    const answers = await Promise.all(first.map(({ url }) => ask(url, agent)));
    agent.destroy();
    const bytesOf = (wanted: (one: Ask) => boolean) =>
      answers.reduce((total, { bytes }, index) => {
        const one = first[index];
        return total + (one && wanted(one) ? bytes : 0);
      }, 0);
    const raw = (await measureSite(dist)).filter(({ path: file }) =>
      first.some(({ url }) => url.pathname === (file === 'index.html' ? '/' : `/${file}`)),
    );

    console.log('A first visit');
    print('requests', first.length, '');
    print(
      'bytes transferred',
      bytesOf(() => true),
      'bytes',
    );
    print(
      'bytes of the same files in dist/',
      raw.reduce((n, { bytes }) => n + bytes, 0),
      'bytes',
    );
    print('requests for hashed files, which browsers cache', first.filter(isHashed).length, '');
    print('bytes of hashed files', bytesOf(isHashed), 'bytes');

    console.log(`\nFirst visits, ${connections} connections, ${seconds} s`);
    await load(first, connections, seconds);

    const again = first
      .map((one, index) => ({ ...one, etag: answers[index]?.etag ?? '' }))
      .filter((one) => !isHashed(one));
    console.log(`\nRepeated visits: ${again.length} conditional requests each`);
    await load(again, connections, seconds);
  } finally {
    await nginx.stop();
  }
}

const { values } = parseArgs({
  options: {
    connections: { type: 'string', default: '32' },
    seconds: { type: 'string', default: '15' },
  },
});
await benchHosting(Number(values.connections), Number(values.seconds));
