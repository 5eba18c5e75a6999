import { afterEach, describe, expect, it, vi } from 'vitest';
import type { LoadProgress } from '#core/output/compilerState.ts';
import type { ParsedResourceCommand, RunDescriptor } from '#core/plan/runDescriptor.ts';
import type { AssetReader } from './contents.ts';
import { MAX_REMOTE_BYTES } from './remote.ts';
import { loadResourceData } from './resourceData.ts';

const OWN = { path: 'own.bin', type: 'application/octet-stream', size: 8, hash: 'abc' };
const URI = 'https://example.test/demos/shader.slang';

function load(
  parsedCommand: ParsedResourceCommand,
  signal = new AbortController().signal,
  onLoading: (progress: LoadProgress) => void = () => {},
  read: AssetReader['read'] = async () => Promise.reject(new Error('It is gone.')),
) {
  const resourceCommands = [{ resourceName: 'it', parsedCommand }];
  const descriptor = { uri: URI, resourceCommands, assets: { './own.bin': OWN } };
  return loadResourceData(descriptor as unknown as RunDescriptor, {
    signal,
    onLoading,
    kept: new Set(),
    maxBufferBytes: 2 ** 27,
    assets: { read, describeMissing: async (address, reason) => `${reason} (${address})` },
    rules: { followsRedirects: false, seed: 1 },
  });
}

const stubFetch = (respond: (address: string) => Response | Promise<Response>) => {
  const fetched = vi.fn(async (address: string) => respond(address));
  vi.stubGlobal('fetch', fetched);
  return fetched;
};

afterEach(() => vi.unstubAllGlobals());

describe('a DATA command', () => {
  const data = (url = 'data.bin') => load({ type: 'DATA', url, elementSize: 4 });

  it('is fetched relative to the shader, anonymously, and cut to whole elements', async () => {
    const fetched = stubFetch(() => new Response(new Uint8Array([1, 2, 3, 4, 5, 6])));
    const contents = await data();
    expect(fetched).toHaveBeenCalledWith(
      'https://example.test/demos/data.bin',
      expect.objectContaining({ mode: 'cors', credentials: 'same-origin', redirect: 'manual' }),
    );
    expect(contents.get('it')).toEqual({
      kind: 'bytes',
      bytes: new Uint8Array([1, 2, 3, 4]).buffer,
    });
  });

  it.each<[string, () => Response, string]>([
    [
      'a missing file',
      () => new Response('', { status: 404, statusText: 'Not Found' }),
      'https://example.test/demos/data.bin could not be fetched: 404 Not Found',
    ],
    [
      'less than one element',
      () => new Response(new Uint8Array(3)),
      'Data is too small: 3 bytes, but one element has 4.',
    ],
    [
      'a declared size over the limit',
      () => new Response('x', { headers: { 'content-length': String(MAX_REMOTE_BYTES + 1) } }),
      `has ${MAX_REMOTE_BYTES + 1} bytes; at most ${MAX_REMOTE_BYTES} are read.`,
    ],
  ])('explains %s', async (_, respond, reason) => {
    stubFetch(respond);
    await expect(data()).rejects.toThrow(
      `Failed to process DATA command for it: ${reason.startsWith('has') ? 'https://example.test/demos/data.bin ' : ''}${reason}`,
    );
  });

  it('reports the progress of the download', async () => {
    stubFetch(() => new Response(new Uint8Array(8), { headers: { 'content-length': '8' } }));
    const told: LoadProgress[] = [];
    await load({ type: 'DATA', url: 'data.bin', elementSize: 4 }, undefined, (progress) =>
      told.push(progress),
    );
    expect(told).toEqual([{ received: 8, total: 8 }]);
  });

  it('explains a response that the browser may not read', async () => {
    stubFetch(() => Promise.reject(new TypeError('Failed to fetch')));
    await expect(data()).rejects.toThrow(/does not allow other sites to read it \(CORS\)/);
  });

  it.each(['file:///etc/passwd', 'javascript:alert(1)'])('never fetches %s', async (url) => {
    const fetched = stubFetch(() => new Response('x'));
    await expect(data(url)).rejects.toThrow('only http, https, data and blob addresses can.');
    expect(fetched).not.toHaveBeenCalled();
  });
});

describe('a file of the project', () => {
  const own: ParsedResourceCommand = { type: 'DATA', url: './own.bin', elementSize: 4 };

  it('is read if an address names it, without a fetch', async () => {
    const fetched = stubFetch(() => new Response('x'));
    const read = vi.fn(async () => new Blob([new Uint8Array([1, 2, 3, 4])]));
    const contents = await load(own, undefined, undefined, read);
    expect(contents.get('it')).toEqual({
      kind: 'bytes',
      bytes: new Uint8Array([1, 2, 3, 4]).buffer,
    });
    expect(read).toHaveBeenCalledWith(OWN);
    expect(fetched).not.toHaveBeenCalled();
  });

  it('with missing content keeps the run from starting', async () => {
    await expect(load(own)).rejects.toThrow('Failed to process DATA command for it: It is gone.');
  });

  it('that does not exist is named beside its address', async () => {
    stubFetch(() => new Response('', { status: 404, statusText: 'Not Found' }));
    await expect(load({ ...own, url: 'other.bin' })).rejects.toThrow(
      'https://example.test/demos/other.bin could not be fetched: 404 Not Found (other.bin)',
    );
  });
});

describe('a URL command', () => {
  it('reports an image that cannot be decoded', async () => {
    stubFetch(() => new Response('not an image'));
    vi.stubGlobal('createImageBitmap', () =>
      Promise.reject(new Error('The source image could not be decoded.')),
    );
    await expect(load({ type: 'URL', urls: ['image.png'], format: 'rgba8unorm' })).rejects.toThrow(
      'Failed to load & decode image from URL for it: The source image could not be decoded.',
    );
  });
});

describe('a RAND command', () => {
  it('produces the given number of floats from 0 to 1', async () => {
    const content = (await load({ type: 'RAND', count: 1000 })).get('it');
    const floats = content?.kind === 'bytes' ? new Float32Array(content.bytes) : [];
    expect(floats).toHaveLength(1000);
    expect(floats.every((float) => float >= 0 && float < 1)).toBe(true);
    expect(new Set(floats).size).toBeGreaterThan(900);
  });

  it('is rejected before its content is produced if the device allows less', async () => {
    await expect(load({ type: 'RAND', count: 2 ** 30 })).rejects.toThrow(
      'Failed to create buffer it: it has 4294967296 bytes, the device takes 134217728.',
    );
  });

  it('stops when the run is replaced', async () => {
    const controller = new AbortController();
    const loading = load({ type: 'RAND', count: 5_000_000 }, controller.signal);
    controller.abort();
    await expect(loading).rejects.toThrow('aborted');
  });
});
