import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createTextDocument } from '#engine/language/textDocument.ts';
import type { Documents } from './documents.ts';
import { createPublisher, DIAGNOSTICS_DELAY, type LanguageServerHost } from './languageServer.ts';

const URI = 'file:///user.slang';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function start() {
  const checks = vi.fn(() => []);
  const posted: string[] = [];
  const host = {
    native: { diagnostics: checks },
    libraries: [],
    post: (text: string) => posted.push(JSON.parse(text).params.version ?? 'cleared'),
    onFailure: (reason: string) => posted.push(reason),
  } as unknown as LanguageServerHost;
  const document = createTextDocument(URI, 1, 'float x;');
  const open = { document, path: '/user.slang' };
  const documents = {
    ready: () => open,
    all: () => [open],
    endless: () => new Map(),
  } as unknown as Documents;
  return { publisher: createPublisher(host, documents), checks, posted };
}

it('checks a text once it is unchanged for a while', () => {
  const { publisher, posted } = start();
  publisher.schedule(URI);
  vi.advanceTimersByTime(DIAGNOSTICS_DELAY - 1);
  publisher.schedule(URI);
  vi.advanceTimersByTime(DIAGNOSTICS_DELAY - 1);
  expect(posted).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(posted).toEqual([1]);
});

it('checks nothing while it is held, and checks the due documents afterwards', () => {
  const { publisher, checks, posted } = start();
  publisher.hold(true);
  publisher.schedule(URI);
  vi.advanceTimersByTime(60_000);
  expect(checks).not.toHaveBeenCalled();
  publisher.hold(false);
  vi.advanceTimersByTime(0);
  expect(posted).toEqual([1]);
  vi.advanceTimersByTime(60_000);
  expect(posted).toEqual([1]);
});

it('forgets a due document that is closed in the meantime', () => {
  const { publisher, checks } = start();
  publisher.hold(true);
  publisher.schedule(URI);
  vi.advanceTimersByTime(DIAGNOSTICS_DELAY);
  publisher.clear(URI);
  publisher.hold(false);
  vi.advanceTimersByTime(60_000);
  expect(checks).not.toHaveBeenCalled();
});
