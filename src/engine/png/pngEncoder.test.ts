import { describe, expect, it, vi } from 'vitest';
import { answerCall } from '#engine/worker/calls.ts';
import type { LinkEvents } from '#engine/worker/workerClient.ts';
import { createPngEncoder, encodePng } from './pngEncoder.ts';
import { createPngHandlers, type PngMethods } from './pngHandlers.ts';

const HEADER = { width: 2, height: 2, keepsAlpha: true, text: null };

/** An encoder whose worker runs in this thread. */
function createTestEncoder() {
  let events: LinkEvents<PngMethods> | null = null;
  const log = { opened: 0, closed: 0, transferred: 0 };
  const encoder = createPngEncoder((its) => {
    events = its;
    log.opened += 1;
    const handlers = createPngHandlers();
    return {
      post(request, transfer) {
        log.transferred += transfer.length;
        void answerCall(handlers, request).then(its.onAnswer);
      },
      close: () => {
        log.closed += 1;
      },
    };
  });
  return { encoder, log, fail: (reason: string) => events?.onFailure(reason) };
}

describe('the PNG encoder', () => {
  it('writes several files at the same time in one worker', async () => {
    const { encoder, log } = createTestEncoder();
    const files = [encoder.begin(HEADER), encoder.begin({ ...HEADER, keepsAlpha: false })];
    for (let row = 0; row < 2; row += 1) {
      await Promise.all(files.map((file) => file.rows(new Uint8Array(8).fill(row))));
    }
    const [one, other] = await Promise.all(files.map((file) => file.end()));
    expect(one?.size).toBeGreaterThan(50);
    expect(other?.size).toBeGreaterThan(50);
    expect(log).toEqual({ opened: 1, closed: 0, transferred: 4 });
  });

  it('reports a failed worker, and starts another for the next file', async () => {
    const { encoder, log, fail } = createTestEncoder();
    const file = encoder.begin(HEADER);
    const rows = file.rows(new Uint8Array(8));
    fail('Its script could not be loaded.');
    const message = 'The picture could not be written: Its script could not be loaded.';
    await expect(rows).rejects.toThrow(message);
    await encoder.begin(HEADER).rows(new Uint8Array(16));
    expect(log).toMatchObject({ opened: 2, closed: 1 });
  });

  it('drops a file whose worker failed between two strips', async () => {
    const { encoder, fail } = createTestEncoder();
    const file = encoder.begin(HEADER);
    await file.rows(new Uint8Array(8));
    fail('It ran out of memory.');
    const lost = 'The picture could not be written: its worker was restarted. Save it again.';
    await expect(file.rows(new Uint8Array(8))).rejects.toThrow(lost);
    await expect(file.end()).rejects.toThrow(lost);
  });

  it('settles pending calls for a file that is dropped, and starts no worker to drop one', async () => {
    const { encoder, log } = createTestEncoder();
    const [file, other] = [encoder.begin(HEADER), encoder.begin(HEADER)];
    const rows = file.rows(new Uint8Array(16));
    file.drop();
    await expect(rows).rejects.toThrow('cancelled');
    encoder.dispose();
    other.drop();
    expect(log).toMatchObject({ opened: 1, closed: 1 });
  });
});

const image = () => ({ width: 2, height: 2, bytes: new Uint8Array(16) });

it('writes an image in a worker, which is then ended', async () => {
  const close = vi.fn();
  const file = await encodePng(image(), ({ onAnswer }) => {
    const handlers = createPngHandlers();
    return { post: (call) => void answerCall(handlers, call).then(onAnswer), close };
  });
  expect(file.type).toBe('image/png');
  expect(close).toHaveBeenCalledOnce();
});

it('ends a worker that fails, and gives the reason', async () => {
  const close = vi.fn();
  const file = encodePng(image(), ({ onFailure }) => ({
    post: ({ method }) => method === 'rows' && queueMicrotask(() => onFailure('It has no memory.')),
    close,
  }));
  await expect(file).rejects.toThrow('It has no memory.');
  expect(close).toHaveBeenCalledOnce();
});
