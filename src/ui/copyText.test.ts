import { afterEach, describe, expect, it, vi } from 'vitest';
import { deliverLink } from './copyText.ts';

const LINK = 'https://example.test/?code=eJw';

interface Browser {
  readonly phone?: boolean;
  readonly apple?: boolean;
  readonly share?: () => Promise<void>;
  readonly clipboard?: () => Promise<void>;
}

/** Stubs a browser with these features and records its calls. */
function stubBrowser({ phone = false, apple = false, share, clipboard }: Browser) {
  const calls: unknown[] = [];
  class FakeItem {
    readonly parts: Record<string, Promise<Blob>>;
    constructor(parts: Record<string, Promise<Blob>>) {
      this.parts = parts;
    }
  }
  vi.stubGlobal('matchMedia', () => ({ matches: phone }));
  vi.stubGlobal('document', { title: 'Slang Playground' });
  vi.stubGlobal('ClipboardItem', FakeItem);
  vi.stubGlobal('navigator', {
    vendor: apple ? 'Apple Computer, Inc.' : 'Google Inc.',
    ...(share && {
      share(data: unknown) {
        calls.push(data);
        return share();
      },
    }),
    ...(clipboard && {
      clipboard: {
        writeText(text: string) {
          calls.push(text);
          return clipboard();
        },
        async write([item]: FakeItem[]) {
          calls.push('write');
          calls.push(await (await item?.parts['text/plain'])?.text());
          return clipboard();
        },
      },
    }),
  });
  return calls;
}

const done = () => Promise.resolve();
const refused = () => Promise.reject(new DOMException('no', 'NotAllowedError'));
const cancelled = () => Promise.reject(new DOMException('no', 'AbortError'));
const PHONE = { phone: true, clipboard: done };
const sheet = { title: 'Slang Playground', url: LINK };

afterEach(() => vi.unstubAllGlobals());

describe('a link', () => {
  it.each<[string, Browser, unknown[], string]>([
    ['a desktop browser copies it', { share: done, clipboard: done }, [LINK], 'copied'],
    ['a desktop browser refuses', { clipboard: refused }, [LINK], 'failed'],
    ['an insecure page lacks a clipboard', {}, [], 'failed'],
    ['a phone shares it', { ...PHONE, share: done }, [sheet], 'shared'],
    ['the user of a phone cancels', { ...PHONE, share: cancelled }, [sheet], 'cancelled'],
    ['a phone cannot share it', { ...PHONE, share: refused }, [sheet, LINK], 'copied'],
    ['a phone has no share sheet', PHONE, [LINK], 'copied'],
    ['Safari copies it', { apple: true, clipboard: done }, ['write', LINK], 'copied'],
    ['Safari refuses', { apple: true, clipboard: refused }, ['write', LINK], 'failed'],
  ])('where %s', async (_, browser, calls, delivery) => {
    const recorded = stubBrowser(browser);
    expect(await deliverLink(Promise.resolve(LINK))).toBe(delivery);
    expect(recorded).toEqual(calls);
  });

  it('is passed to Safari as a promise while the click is handled', () => {
    const calls = stubBrowser({ apple: true, clipboard: done });
    void deliverLink(new Promise(() => {}));
    expect(calls).toEqual(['write']);
  });

  it.each([{ apple: true }, { phone: true, share: done }, {}])(
    'that cannot be made is not delivered: %o',
    async (browser) => {
      const calls = stubBrowser({ ...browser, clipboard: done });
      expect(await deliverLink(Promise.reject(new Error('Too long.')))).toBe('failed');
      expect(calls).not.toContain(LINK);
    },
  );
});
