import { afterEach, describe, expect, it, vi } from 'vitest';
import { fetchLimited } from './fetchLimited.ts';

const ADDRESS = 'https://other.test/file';

const stubFetch = (respond: () => Response | Promise<Response>) => {
  const fetched = vi.fn(async (_address: string, _options: RequestInit) => respond());
  vi.stubGlobal('fetch', fetched);
  return fetched;
};

const load = (signal = new AbortController().signal) =>
  fetchLimited(ADDRESS, { maxBytes: 10, signal });

/** A body of `count` pieces of four bytes that ends with `failure`, if given. */
function pieces(count: number, failure?: Error): ReadableStream<Uint8Array<ArrayBuffer>> {
  let sent = 0;
  return new ReadableStream({
    pull(controller) {
      sent += 1;
      if (sent <= count) controller.enqueue(new Uint8Array(4));
      else if (failure) controller.error(failure);
      else controller.close();
    },
  });
}

afterEach(() => vi.unstubAllGlobals());

describe('a limited fetch', () => {
  it('fetches anonymously, and returns the body, type and address', async () => {
    const headers = { 'content-type': 'text/x-slang' };
    const fetched = stubFetch(() => new Response('0123456789', { headers }));
    const result = await load();
    const options = { mode: 'cors', credentials: 'same-origin', redirect: 'follow' };
    expect(fetched).toHaveBeenCalledWith(ADDRESS, expect.objectContaining(options));
    if (!result.ok) throw new Error(result.error);
    const { body, url } = result.value;
    expect([await body.text(), body.type, url]).toEqual(['0123456789', 'text/x-slang', ADDRESS]);
  });

  it('rejects a redirect on request, and names the alternative', async () => {
    const redirected = Object.defineProperty(new Response(), 'type', { value: 'opaqueredirect' });
    const fetched = stubFetch(() => redirected);
    const { signal } = new AbortController();
    const result = await fetchLimited(ADDRESS, { maxBytes: 10, signal, followsRedirects: false });
    expect(fetched.mock.calls[0]?.[1]).toMatchObject({ redirect: 'manual' });
    expect(result).toEqual({
      ok: false,
      error: `${ADDRESS} could not be fetched: it redirects to another address, which a shader from a link may not follow. Use that address in the shader.`,
    });
  });

  const broken = new TypeError('network error');
  const forbidden = () => new Response('no', { status: 403, statusText: 'Forbidden' });
  const declared = () => new Response(pieces(0), { headers: { 'content-length': '11' } });

  it.each<[string, () => Response | Promise<Response>, string]>([
    ['a status', forbidden, 'could not be fetched: 403 Forbidden'],
    ['only a code', () => new Response('', { status: 500 }), 'could not be fetched: 500'],
    [
      'no answer, or one that CORS forbids to read',
      () => Promise.reject(new TypeError('Failed to fetch')),
      'could not be fetched: the server did not answer, or it does not allow other sites to read it (CORS). Failed to fetch',
    ],
    ['a Content-Length over the limit', declared, 'has 11 bytes; at most 10 are read.'],
    ['a long body', () => new Response(pieces(1000)), 'has 12 bytes; at most 10 are read.'],
    [
      'a body that is cut off',
      () => new Response(pieces(1, broken)),
      'could not be fetched completely. network error',
    ],
  ])('explains %s', async (_, respond, reason) => {
    stubFetch(respond);
    expect(await load()).toEqual({ ok: false, error: `${ADDRESS} ${reason}` });
  });

  it('throws if it is aborted, before or after the answer', async () => {
    for (const answer of [
      () => Promise.reject(new TypeError('Failed to fetch')),
      () => new Response(pieces(1, broken)),
    ]) {
      const controller = new AbortController();
      stubFetch(() => {
        controller.abort();
        return answer();
      });
      await expect(load(controller.signal)).rejects.toThrow('aborted');
    }
  });
});
