import { expect, it } from 'vitest';
import { diagnosticsText, messagesAbout } from './messages.ts';

it('truncates a message of megabytes, says so, and keeps the following messages', () => {
  const messages = messagesAbout('run', 'x'.repeat(4_000_000), '', 'Nothing was run.');
  const text = diagnosticsText({ messages });
  expect(text.length).toBeLessThan(501_000);
  expect(text.slice(500_000)).toBe(
    '…\nThe message is cut here: it has 4,000,000 characters.\nNothing was run.',
  );
});
