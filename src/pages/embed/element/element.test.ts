import { readFile } from 'node:fs/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { decodeSource } from '#core/project/links/shareLink.ts';
import { METHOD_NAMES } from '#workspace/api/playgroundApi.ts';
import { findSiteFile } from './embedFrame.ts';
import { frameAddress, innerSource, packSource, unindented } from './frameAddress.ts';
import { createStartQueue } from './startQueue.ts';

describe('the source inside an element', () => {
  it('loses only the page’s indentation and the surrounding blank lines', () => {
    const text = '\n\n      void main()\r\n      {\n\n          run();\n      }\n   \n  ';
    expect(unindented(text)).toBe('void main()\n{\n\n    run();\n}\n');
    expect(['', '\n', '  \n \t\n'].map(unindented)).toEqual(['', '', '']);
  });

  it('is the text of its script or code block, otherwise the element’s text', () => {
    const element = (found: string | null): Parameters<typeof innerSource>[0] =>
      ({
        textContent: ' around ',
        querySelector: () => (found === null ? null : { textContent: found }),
      }) as never;
    expect(innerSource(element('  inside'))).toBe('inside\n');
    expect(innerSource(element(null))).toBe('around\n');
  });

  it('is packed like a link', async () => {
    const value = 'float4 naïve = 1;\n';
    const packed = await packSource(value);
    expect(packed.ok && (await decodeSource(packed.value))).toEqual({ ok: true, value });
  });

  it('is rejected if it does not fit into an address', async () => {
    const noise = new Uint32Array(2 ** 19);
    for (let at = 0; at < noise.length; at += 1) noise[at] = Math.imul(at ^ 0x9e3779b9, 0x85ebca6b);
    const packed = await packSource(noise.join(''));
    expect(packed).toMatchObject({ ok: false, error: expect.stringContaining('at most 1900000') });
  });
});

describe("the frame's address", () => {
  const site = 'https://play.example/some/slang-playground.js?v=1';
  const origin = 'https://course.example';

  it('is the embed page next to the script, with the given options', () => {
    const options = new Map([
      ['controls', 'off'],
      ['theme', null],
      ['uniforms', 'speed:0.5,tint:ff8800'],
      ['demo', 'ocean'],
    ] as const);
    expect(frameAddress(site, { options, code: null, origin })).toBe(
      'https://play.example/some/embed.html?controls=off&uniforms=speed%3A0.5%2Ctint%3Aff8800&demo=ocean&origin=https%3A%2F%2Fcourse.example&files=page',
    );
  });

  it('carries the source after the #, instead of the demo', () => {
    const options = new Map([['demo', 'ocean']] as const);
    expect(frameAddress(site, { options, code: 'eJw_-x', origin })).toBe(
      'https://play.example/some/embed.html?origin=https%3A%2F%2Fcourse.example&files=page#code=eJw_-x',
    );
  });
});

describe('the queue', () => {
  function start() {
    const started: string[] = [];
    const queue = createStartQueue<string>((item) => started.push(item));
    return { queue, started };
  }

  it('starts embeds one after the other, in document order', () => {
    const { queue, started } = start();
    for (const item of ['a', 'b', 'c']) queue.add(item);
    for (const item of ['a', 'c', 'b']) queue.see(item, true);
    expect(started).toEqual(['a']);
    queue.settle('a');
    expect(started).toEqual(['a', 'b']);
    queue.settle('b');
    queue.settle('c');
    queue.settle('c');
    expect(started).toEqual(['a', 'b', 'c']);
  });

  it('starts no invisible embeds, and does not wait for embeds that leave the viewport', () => {
    const { queue, started } = start();
    for (const item of ['a', 'b', 'c']) queue.add(item);
    queue.see('b', true);
    queue.see('c', true);
    expect(started).toEqual(['b']);
    queue.see('b', false);
    expect(started).toEqual(['b', 'c']);
    queue.see('a', true);
    expect(started).toEqual(['b', 'c']);
    queue.settle('c');
    expect(started).toEqual(['b', 'c', 'a']);
  });

  it('continues when the starting embed is removed, and forgets waiting embeds that are removed', () => {
    const { queue, started } = start();
    for (const item of ['a', 'b', 'c']) {
      queue.add(item);
      queue.see(item, true);
    }
    queue.remove('b');
    queue.remove('a');
    expect(started).toEqual(['a', 'c']);
  });

  it('restarts an embed that is added again', () => {
    const { queue, started } = start();
    queue.add('a');
    queue.see('a', true);
    queue.add('a');
    expect(started).toEqual(['a', 'a']);
  });
});

it('the element is documented with all its methods', async () => {
  const page = await readFile('embeds.html', 'utf8');
  const missing = METHOD_NAMES.filter((name) => !page.includes(`<code>${name}(`));
  // The element has the `source` property instead.
  expect(missing).toEqual(['project', 'setProject']);
});

const SITE = 'https://play.example/some/slang-playground.js';

function answerWith(answer: () => Promise<Response>) {
  return vi.spyOn(globalThis, 'fetch').mockImplementation(answer);
}

afterEach(() => vi.restoreAllMocks());

it('concurrent requests share one fetch of a file', async () => {
  const fetching = answerWith(async () => new Response('binary'));
  const address = 'https://play.example/some/assets/once.gz';
  const onBytes = vi.fn();
  const files = await Promise.all([
    findSiteFile(address, SITE, onBytes),
    findSiteFile(address, SITE, () => {}),
  ]);
  files.push(await findSiteFile(address, SITE, () => {}));
  expect(await Promise.all(files.map((file) => file?.text()))).toEqual(Array(3).fill('binary'));
  expect(fetching).toHaveBeenCalledOnce();
  expect(onBytes).toHaveBeenLastCalledWith('binary'.length);
});

it.each([
  ['is missing', async () => new Response('', { status: 404 })],
  ['cannot be fetched', () => Promise.reject(new TypeError('Failed to fetch'))],
])('a file that %s is fetched again at the next request', async (_case, answer) => {
  const address = `https://play.example/some/assets/${_case}.gz`;
  answerWith(answer);
  expect(await findSiteFile(address, SITE, () => {})).toBeNull();
  answerWith(async () => new Response('binary'));
  expect(await findSiteFile(address, SITE, () => {})).not.toBeNull();
});

it.each([
  'https://other.example/some/assets/a.gz',
  'https://play.example/some/index.html',
  'https://play.example/some/assets/../index.html',
  'nothing',
])('an address that is not one of the site’s assets is not fetched: %s', async (address) => {
  const fetching = answerWith(async () => new Response('page'));
  expect(await findSiteFile(address, SITE, () => {})).toBeNull();
  expect(fetching).not.toHaveBeenCalled();
});
