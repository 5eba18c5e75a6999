import { expect, it, vi } from 'vitest';
import { compiledAnswer } from '../../../../tests/support/answers.ts';
import { precompiledAnswers } from './precompiled.ts';
import { sealAnswer } from './sealedAnswer.ts';

const KEY = '0123456789abcdef-and-the-rest';
const FILES = { '0123456789abcdef': 'assets/answer.json' };

function sourceServing(respond: () => Response | Promise<Response>) {
  const fetch = vi.fn<typeof globalThis.fetch>(async () => respond());
  return { fetch, source: precompiledAnswers(FILES, fetch) };
}

it('fetches the file of a precompiled request', async () => {
  const answer = compiledAnswer('code');
  const sealed = await sealAnswer(KEY, answer);
  const { fetch, source } = sourceServing(() => Response.json(sealed));
  expect(await source.get(KEY)).toEqual(answer);
  expect(fetch.mock.calls).toEqual([['assets/answer.json']]);
});

it('fetches nothing for any other request', async () => {
  const { fetch, source } = sourceServing(() => Response.error());
  expect(await source.get('fedcba9876543210')).toBeUndefined();
  expect(fetch).not.toHaveBeenCalled();
});

it.each([
  ['is missing', () => new Response('Not found', { status: 404 })],
  ['is a page instead', () => new Response('<!doctype html>')],
  ['has other content', () => Response.json([1, 2])],
  ['cannot be reached', () => Promise.reject(new TypeError('Failed to fetch'))],
])('has no answer if the file %s', async (_, respond) => {
  expect(await sourceServing(respond).source.get(KEY)).toBeUndefined();
});

it('has no answer if the file belongs to another request or was changed', async () => {
  const sealed = await sealAnswer('0123456789abcdef-of-another-build', compiledAnswer('stale'));
  expect(await sourceServing(() => Response.json(sealed)).source.get(KEY)).toBeUndefined();
  const renamed = { ...sealed, key: KEY };
  expect(await sourceServing(() => Response.json(renamed)).source.get(KEY)).toBeUndefined();
});
