import { expect, it, vi } from 'vitest';
import { createLazyPlayground } from './offerPlayground.ts';
import type { Playground } from './playgroundApi.ts';

it('loads on first use, and forwards everything', async () => {
  const stop = vi.fn();
  const loaded = {
    setUniform: vi.fn(async () => {}),
    readFrame: async () => ({ frame: 3 }),
    on: vi.fn(() => stop),
  };
  const load = vi.fn(async () => loaded as unknown as Playground);
  const playground = createLazyPlayground(load);
  expect(playground.version).toBe(1);
  expect(load).not.toHaveBeenCalled();
  await playground.setUniform('radius', 1);
  expect(loaded.setUniform).toHaveBeenCalledWith('radius', 1);
  expect(await playground.readFrame()).toEqual({ frame: 3 });
  const listener = () => {};
  const cancel = playground.on('frame', listener);
  await vi.waitFor(() => expect(loaded.on).toHaveBeenCalledWith('frame', listener));
  await Promise.resolve();
  cancel();
  expect(stop).toHaveBeenCalledTimes(1);
});

it('adds no listener that was cancelled during loading', async () => {
  const on = vi.fn();
  const playground = createLazyPlayground(async () => ({ on }) as unknown as Playground);
  playground.on('frame', () => {})();
  await new Promise((resolve) => setTimeout(resolve));
  expect(on).not.toHaveBeenCalled();
});

it.each([
  ...['__proto__', 'toString', 'frames', ''].map((name) => [name, JSON.stringify(name)]),
  ...[null, 7, Object.create(null), [Symbol.iterator]].map((name) => [name, 'of this kind']),
])('rejects the event %o immediately, and lists the events', (name, named) => {
  const load = vi.fn(async () => ({}) as Playground);
  const listen = () => createLazyPlayground(load).on(name, () => {});
  expect(listen).toThrow(
    `There is no event ${named}. The events are ready, frame, error, diagnostics, source.`,
  );
  expect(load).not.toHaveBeenCalled();
});

it.each([null, undefined, 'log', {}, Object.create(null)])(
  'rejects the listener %o immediately',
  (listener) => {
    const playground = createLazyPlayground(async () => ({}) as Playground);
    expect(() => playground.on('frame', listener as never)).toThrow(
      'The listener of "frame" is not a function. Pass one',
    );
  },
);

it('rejects if it cannot be loaded, and retries', async () => {
  const load = vi.fn(async () => ({ pause: async () => {} }) as unknown as Playground);
  load.mockRejectedValueOnce(new Error('offline'));
  const playground = createLazyPlayground(load);
  await expect(playground.pause()).rejects.toThrow('offline');
  await playground.pause();
});
