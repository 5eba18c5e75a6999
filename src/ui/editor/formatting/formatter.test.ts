import { expect, it } from 'vitest';
import { createFormatter, type FormatLinkEvents } from './formatter.ts';

it.each([
  ['Failed to fetch', 'Failed to fetch.'],
  ['The module is damaged.', 'The module is damaged.'],
])('tells of a failure in a sentence: %s', async (reason, error) => {
  const formatter = createFormatter((events: FormatLinkEvents) => ({
    post: ({ id }) => events.onAnswer({ kind: 'failed', id, reason }),
    close: () => {},
  }));
  const style = { width: '100', braces: 'own-line' } as const;
  expect(await formatter.format('float a;', style, null)).toEqual({ ok: false, error });
});
