import { afterEach, expect, it, vi } from 'vitest';
import { findSiteFile } from './siteFiles.ts';

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
