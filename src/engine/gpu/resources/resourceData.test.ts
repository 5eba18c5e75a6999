import { afterEach, describe, expect, it, vi } from 'vitest';
import type { LoadProgress } from '#core/output/compilerState.ts';
import type { ParsedResourceCommand, RunDescriptor } from '#core/plan/runDescriptor.ts';
import { type AssetReader, MAX_REMOTE_BYTES } from './contents.ts';
import { createLoadTally, loadResourceData } from './resourceData.ts';

const NOT_FOUND = { status: 404, statusText: 'Not Found' };
const TOO_MANY = MAX_REMOTE_BYTES + 1;
const ADDRESS = 'https://example.test/demos/data.bin';
const OVER_LIMIT = `${ADDRESS} has ${TOO_MANY} bytes; at most ${MAX_REMOTE_BYTES} are read.`;
const FOUR = { kind: 'bytes', bytes: new Uint8Array([1, 2, 3, 4]).buffer };
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
    const rules = { mode: 'cors', credentials: 'same-origin', redirect: 'manual' };
    expect(fetched).toHaveBeenCalledWith(ADDRESS, expect.objectContaining(rules));
    expect(contents.get('it')).toEqual(FOUR);
  });

  it.each<[what: string, BodyInit, ResponseInit, reason: string]>([
    ['a missing file', '', NOT_FOUND, `${ADDRESS} could not be fetched: 404 Not Found`],
    ['too little data', 'abc', {}, 'Data is too small: 3 bytes, but one element has 4.'],
    ['a size over the limit', 'x', { headers: { 'content-length': `${TOO_MANY}` } }, OVER_LIMIT],
  ])('explains %s', async (_, body, init, reason) => {
    stubFetch(() => new Response(body, init));
    await expect(data()).rejects.toThrow(`Failed to process DATA command for it: ${reason}`);
  });

  it('reports the progress of the download', async () => {
    stubFetch(() => new Response(new Uint8Array(8), { headers: { 'content-length': '8' } }));
    const told: LoadProgress[] = [];
    const command = { type: 'DATA', url: 'data.bin', elementSize: 4 } as const;
    await load(command, undefined, (progress) => told.push(progress));
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
    expect(contents.get('it')).toEqual(FOUR);
    expect(read).toHaveBeenCalledWith(OWN);
    expect(fetched).not.toHaveBeenCalled();
  });

  it('with missing content keeps the run from starting', async () => {
    await expect(load(own)).rejects.toThrow('Failed to process DATA command for it: It is gone.');
  });

  it('that does not exist is named beside its address', async () => {
    stubFetch(() => new Response('', NOT_FOUND));
    await expect(load({ ...own, url: 'other.bin' })).rejects.toThrow(
      'https://example.test/demos/other.bin could not be fetched: 404 Not Found (other.bin)',
    );
  });
});

describe('a URL command', () => {
  it('reports an image that cannot be decoded', async () => {
    stubFetch(() => new Response('not an image'));
    const reason = 'The source image could not be decoded.';
    vi.stubGlobal('createImageBitmap', () => Promise.reject(new Error(reason)));
    const loading = load({ type: 'URL', urls: ['image.png'], format: 'rgba8unorm' });
    const message = `Failed to load & decode image from URL for it: ${reason}`;
    await expect(loading).rejects.toThrow(message);
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

it('adds up the downloaded bytes, and reports the total once every download has one', () => {
  const told: LoadProgress[] = [];
  const tally = createLoadTally((progress) => told.push(progress));
  const first = tally.add();
  const second = tally.add();
  first({ received: 10, total: 40 });
  second({ received: 5, total: 60 });
  first({ received: 40, total: 40 });
  expect(told).toEqual([
    { received: 10, total: null },
    { received: 15, total: 100 },
    { received: 45, total: 100 },
  ]);
});
