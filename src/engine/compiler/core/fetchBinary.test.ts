import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { LoadProgress } from '#core/output/compilerState.ts';
import { fetchBinary } from './fetchBinary.ts';

/** The smallest module, padded with a custom section. */
const WASM = new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 0, 9, 1, 0x78, 1, 2, 3, 4, 5, 6, 7]);
const GZIP = new Uint8Array(gzipSync(WASM));

function streamOf(bytes: Uint8Array<ArrayBuffer>): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream({
    start(controller) {
      for (let at = 0; at < bytes.length; at += 5) controller.enqueue(bytes.slice(at, at + 5));
      controller.close();
    },
  });
}

async function load(
  body: Uint8Array<ArrayBuffer> | null,
  { contentLength = 0, status = 200, type = 'application/gzip' } = {},
) {
  const progress: LoadProgress[] = [];
  const headers = {
    'content-type': type,
    ...(contentLength > 0 && { 'content-length': String(contentLength) }),
  };
  const module = fetchBinary({
    url: 'slang.wasm.gz',
    inflatedBytes: WASM.length,
    onProgress: (step) => progress.push(step),
    fetch: async () => new Response(body && streamOf(body), { status, headers }),
  });
  return { module: await module, progress };
}

afterEach(() => {
  vi.restoreAllMocks();
});

describe('fetching the compiler’s binary', () => {
  it('inflates gzip and counts the compressed bytes against Content-Length', async () => {
    const { module, progress } = await load(GZIP, { contentLength: GZIP.length });
    expect(module).toBeInstanceOf(WebAssembly.Module);
    expect(progress[0]).toEqual({ received: 5, total: GZIP.length });
    expect(progress.at(-1)).toEqual({ received: GZIP.length, total: GZIP.length });
  });

  it('counts decompressed bytes if the browser already decoded the response', async () => {
    const { progress } = await load(WASM, { contentLength: GZIP.length });
    expect(progress.at(-1)).toEqual({ received: WASM.length, total: WASM.length });
  });

  it('compiles an uncompressed WebAssembly response directly, so that the browser caches its code', async () => {
    const compileStreaming = vi.spyOn(WebAssembly, 'compileStreaming');
    const { module, progress } = await load(WASM, { type: 'application/wasm' });
    expect(module).toBeInstanceOf(WebAssembly.Module);
    expect(progress).toEqual([]);
    expect(compileStreaming).toHaveBeenCalledExactlyOnceWith(expect.any(Response));
  });

  it('never reports more than the total, even if Content-Length is too small', async () => {
    const { progress } = await load(GZIP, { contentLength: 10 });
    expect(progress.at(-1)).toEqual({ received: 10, total: 10 });
  });

  it('warns and continues without Content-Length', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const { progress } = await load(GZIP);
    expect(warn).toHaveBeenCalledExactlyOnceWith(
      'slang.wasm.gz came without Content-Length: its progress cannot be shown.',
    );
    expect(progress.at(-1)).toEqual({ received: GZIP.length, total: null });
  });

  it('rejects a response without a body, a missing file, and a file that is not a binary', async () => {
    await expect(load(null)).rejects.toThrow('No response body');
    const missing = 'slang.wasm.gz could not be loaded: 404';
    await expect(load(GZIP, { status: 404 })).rejects.toThrow(missing);
    const html = new TextEncoder().encode('<!doctype html>');
    const other = "slang.wasm.gz is not the compiler's binary: it starts with 3c 21 64 6f.";
    await expect(load(html, { contentLength: html.length })).rejects.toThrow(other);
  });

  it.each([
    ['gzip', GZIP],
    ['WebAssembly', WASM],
  ])('fails on %s that is cut off', async (_, bytes) => {
    const half = bytes.slice(0, Math.floor(bytes.length / 2) + 2);
    await expect(load(half, { contentLength: bytes.length })).rejects.toThrow();
  });
});
