import { expect, it, vi } from 'vitest';
import { answerCall } from '#engine/worker/serveCalls.ts';
import { encodePng } from './encodePng.ts';
import { createPngHandlers } from './pngHandlers.ts';

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
  await expect(file).rejects.toThrow('The picture could not be written: It has no memory.');
  expect(close).toHaveBeenCalledOnce();
});
