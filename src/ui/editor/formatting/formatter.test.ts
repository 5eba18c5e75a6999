import { expect, it } from 'vitest';
import { fail } from '#core/util/result.ts';
import { createFormatter } from './formatting.ts';

it.each([
  ['Failed to fetch', 'Failed to fetch.'],
  ['The module is damaged.', 'The module is damaged.'],
])('reports a failure as a sentence: %s', async (reason, error) => {
  const formatter = createFormatter((events) => ({
    post: ({ id }) => queueMicrotask(() => events.onAnswer({ id, outcome: fail(reason) })),
    close: () => {},
  }));
  const style = { width: '100', braces: 'own-line' } as const;
  expect(await formatter.format('float a;', style, null)).toEqual({ ok: false, error });
});
