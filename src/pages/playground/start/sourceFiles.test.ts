import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fail, ok } from '#core/util/result.ts';
import { loadDemo, loadSource } from './sourceFiles.ts';

const stubFetch = (respond: () => Response | Promise<Response>) => {
  const fetched = vi.fn(async (_address: string, _init?: RequestInit) => respond());
  vi.stubGlobal('fetch', fetched);
  return fetched;
};

const answer = (body: BodyInit, type: string) =>
  new Response(body, { headers: { 'content-type': type } });

const NEVER = new AbortController().signal;

beforeEach(() => vi.stubGlobal('document', { baseURI: 'https://example.test/folder/?demo=x' }));
afterEach(() => vi.unstubAllGlobals());

describe('a demo', () => {
  it('is fetched from the demos/ folder next to the page', async () => {
    const fetched = stubFetch(() => answer('// ⇒ circle', 'text/plain'));
    const uri = 'https://example.test/folder/demos/circle.slang';
    expect(await loadDemo('circle', NEVER)).toEqual(ok({ text: '// ⇒ circle', uri }));
    expect(fetched.mock.calls.map(([address]) => address)).toEqual([uri]);
  });

  it('that is missing is explained, even if the host answers with a page', async () => {
    stubFetch(() => new Response('', { status: 404, statusText: 'Not Found' }));
    const missing =
      'The demo nothing could not be loaded. https://example.test/folder/demos/nothing.slang could not be fetched: 404 Not Found';
    expect(await loadDemo('nothing', NEVER)).toEqual(fail(missing));
    stubFetch(() => answer('<!doctype html>', 'text/html; charset=utf-8'));
    const page = 'There is no demo named "nothing": the server answered with a web page.';
    expect(await loadDemo('nothing', NEVER)).toEqual(fail(page));
  });

  it.each(['../secret', 'a/b', 'javascript:alert(1)', 'https://other.test/', '', 'circle.slang'])(
    'is not fetched by a name that is not plain: %s',
    async (name) => {
      const fetched = stubFetch(() => answer('x', 'text/plain'));
      expect(await loadDemo(name, NEVER)).toEqual(fail(`There is no demo named "${name}".`));
      expect(fetched).not.toHaveBeenCalled();
    },
  );
});

describe('a source from any address', () => {
  const url = 'https://other.test/a.slang';

  it.each(['text/plain', 'text/html', 'application/octet-stream', 'text/x-slang; charset=utf-8'])(
    'may be sent as %s',
    async (type) => {
      stubFetch(() => answer('// text', type));
      expect(await loadSource(url, NEVER)).toEqual(ok({ text: '// text', uri: url }));
    },
  );

  it.each([
    ['github.com/me/waves/blob/main/a.slang', 'raw.githubusercontent.com/me/waves/main/a.slang'],
    ['gist.github.com/anna/0a1b2c3d', 'gist.githubusercontent.com/anna/0a1b2c3d/raw'],
  ])('is the raw file behind %s', async (page, file) => {
    const fetched = stubFetch(() => answer('// text', 'text/plain'));
    const uri = `https://${file}`;
    expect(await loadSource(`https://${page}`, NEVER)).toMatchObject({ ok: true, value: { uri } });
    expect(fetched.mock.calls.map(([address]) => address)).toEqual([uri]);
  });

  it.each([
    ['an image', 'x', 'is not text: the server says that it is "image/png".', 'image/png'],
    ['zero bytes', new Uint8Array([97, 0, 98]), 'is not text: it contains zero bytes.'],
    ['bytes that are not UTF-8', new Uint8Array([97, 0xff, 98]), 'is not text: it is not UTF-8.'],
    ['over a megabyte', 'x'.repeat(2 ** 20 + 1), 'has 1048577 bytes; at most 1048576 are read.'],
  ])('with %s is explained', async (_, body, reason, type = 'text/plain') => {
    stubFetch(() => answer(body, type));
    expect(await loadSource(url, NEVER)).toEqual(fail(`${url} ${reason}`));
  });

  it('with exactly one megabyte is opened', async () => {
    stubFetch(() => answer('x'.repeat(2 ** 20), 'text/plain'));
    expect(await loadSource(url, NEVER)).toMatchObject({ ok: true });
  });

  it('that takes more than 30 seconds is abandoned', async () => {
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((limit) => {
      expect(limit).toBe(30_000);
      return AbortSignal.abort(new DOMException('too late', 'TimeoutError'));
    });
    stubFetch(() => Promise.reject(new DOMException('too late', 'TimeoutError')));
    const error = `${url} could not be fetched: it took longer than 30 seconds.`;
    expect(await loadSource(url, NEVER)).toEqual(fail(error));
    vi.restoreAllMocks();
  });

  it('that is cancelled reports the cancellation', async () => {
    const cancelling = new AbortController();
    const fetched = stubFetch(
      () =>
        new Promise((_, reject) => {
          const { signal } = fetched.mock.calls[0]?.[1] ?? {};
          signal?.addEventListener('abort', () => reject(signal.reason));
        }),
    );
    const loading = loadSource(url, cancelling.signal);
    cancelling.abort();
    expect(await loading).toEqual(fail(`Loading ${url} was cancelled.`));
  });
});
