import { readFile } from 'node:fs/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { RequestMessage } from '#engine/compiler/protocol.ts';
import { binaryOfParent } from './binaryOfParent.ts';
import { withGivenBinary } from './givenBinary.ts';

const URL_OF_BINARY = 'https://play.example/assets/binary.gz';

const EMPTY_BYTES = new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]);
const EMPTY_MODULE = new WebAssembly.Module(EMPTY_BYTES);

type Initialize = RequestMessage<'initialize'>;
const initialize = (binary: Initialize['params']['binary']): Initialize => ({
  ...{ kind: 'request', id: 1, method: 'initialize', params: { protocolVersion: 2, binary } },
});
const FIRST = initialize({ kind: 'url', url: URL_OF_BINARY });
const RESTART = initialize({ kind: 'module', module: EMPTY_MODULE });

afterEach(() => vi.restoreAllMocks());

async function sentFor(
  message: RequestMessage,
  find: (url: string) => Promise<WebAssembly.Module | null>,
): Promise<unknown> {
  const send = vi.fn();
  withGivenBinary({ send, close() {} }, () => {}, find).send(message);
  await vi.waitUntil(() => send.mock.calls.length > 0);
  return send.mock.calls[0]?.[0];
}

describe('a worker whose binary comes from the embedding page', () => {
  it('gets the compiled binary instead of its address', async () => {
    const find = vi.fn(async () => EMPTY_MODULE);
    expect(await sentFor(FIRST, find)).toEqual(RESTART);
    expect(find).toHaveBeenCalledExactlyOnceWith(URL_OF_BINARY, expect.any(Function));
  });

  it('reports the progress of the embedding page', async () => {
    const deliver = vi.fn();
    const progress = { received: 1, total: 2 };
    withGivenBinary({ send() {}, close() {} }, deliver, async (_url, onProgress) => {
      onProgress(progress);
      return null;
    }).send(FIRST);
    const event = { kind: 'event', name: 'loading', progress };
    expect(deliver).toHaveBeenCalledExactlyOnceWith(event);
  });

  it('gets the address if the page has no binary or an unusable one, and logs why', async () => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const error = new Error('another file');
    expect(await sentFor(FIRST, async () => null)).toEqual(FIRST);
    expect(await sentFor(FIRST, () => Promise.reject(error))).toEqual(FIRST);
    expect(warned).toHaveBeenCalledExactlyOnceWith(error);
  });

  it('gets other messages immediately', async () => {
    const find = vi.fn(async () => EMPTY_MODULE);
    expect(await sentFor(RESTART, find)).toBe(RESTART);
    expect(find).not.toHaveBeenCalled();
  });
});

describe('the embedding page’s binary', () => {
  const onProgress = vi.fn();

  it('is compiled if it belongs to this build', async () => {
    const bytes = await readFile('generated/slang/slang-wasm.wasm.gz');
    const module = await binaryOfParent(URL_OF_BINARY, onProgress, async (_url, onBytes) => {
      onBytes(1);
      onBytes(bytes.length * 2);
      return new Blob([bytes]);
    });
    expect(module).toBeInstanceOf(WebAssembly.Module);
    const total = bytes.length;
    expect(onProgress.mock.calls).toEqual([[{ received: 1, total }], [{ received: total, total }]]);
  });

  it.each([
    ['another module', EMPTY_BYTES],
    ['empty', new Uint8Array()],
    ['too large', new Uint8Array(14_626_363)],
  ])('is rejected if it is %s', async (_case, bytes) => {
    const binary = binaryOfParent(URL_OF_BINARY, onProgress, async () => new Blob([bytes]));
    await expect(binary).rejects.toThrow('gave another file than the compiler’s binary');
  });

  it('is null if the page has none', async () => {
    expect(await binaryOfParent(URL_OF_BINARY, onProgress, async () => null)).toBeNull();
  });
});
