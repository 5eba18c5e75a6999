import { expect, it, vi } from 'vitest';
import { createDisposer } from '#core/util/disposer.ts';
import { createLaterExtensions } from './laterExtensions.ts';

vi.mock('#ui/editor/assistance/assistance.ts', () => ({ assistance: () => [] }));

it('reports once that code assistance cannot be added', async () => {
  const reported = vi.fn();
  vi.stubGlobal('reportError', reported);
  const listeners: (() => void)[] = [];
  const language = {
    state: () => ({ kind: 'ready' }),
    subscribe(listener: () => void) {
      listeners.push(listener);
      return () => {};
    },
  };
  const later = createLaterExtensions(language as never, createDisposer(), () => {
    throw new Error('broken');
  });
  later.start();
  for (const tell of listeners) tell();
  await vi.waitFor(() => expect(reported).toHaveBeenCalledWith(new Error('broken')));
  expect(reported).toHaveBeenCalledOnce();
  vi.unstubAllGlobals();
});
