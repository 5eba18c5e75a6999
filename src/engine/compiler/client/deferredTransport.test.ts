import { expect, it, vi } from 'vitest';
import type { RequestMessage } from '#engine/compiler/protocol.ts';
import { deferredTransport } from './deferredTransport.ts';
import type { ClosableTransport, DeliveryListener } from './transport.ts';

const request = (id: number): RequestMessage => ({
  kind: 'request',
  id,
  method: 'findEntryPoints',
  params: { target: 'HLSL', sourceCode: '', shaderPath: '' },
});

function setUp() {
  let begin: () => void = () => {};
  const when = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const sent: number[] = [];
  let deliver: DeliveryListener = () => {};
  const start = vi.fn(
    (): ClosableTransport => ({
      send: ({ id }) => void sent.push(id),
      subscribe(listener) {
        deliver = listener;
      },
      unsubscribe: () => {},
      close: vi.fn(),
    }),
  );
  const transport = deferredTransport(when, start);
  return {
    transport,
    start,
    sent,
    begin,
    deliver: () => deliver({ kind: 'closed', reason: 'end' }),
  };
}

it('starts the server when it is time, and sends what has waited, in order', async () => {
  const { transport, start, sent, begin } = setUp();
  transport.send(request(1));
  transport.send(request(2));
  await Promise.resolve();
  expect(start).not.toHaveBeenCalled();
  begin();
  await vi.waitUntil(() => sent.length === 2);
  transport.send(request(3));
  expect(sent).toEqual([1, 2, 3]);
  expect(start).toHaveBeenCalledTimes(1);
});

it('delivers to those who listen', async () => {
  const { transport, start, begin, deliver } = setUp();
  const heard = vi.fn();
  const heardNot = vi.fn();
  transport.subscribe(heard);
  transport.subscribe(heardNot);
  transport.unsubscribe(heardNot);
  begin();
  await vi.waitUntil(() => start.mock.calls.length === 1);
  deliver();
  expect(heard.mock.calls).toEqual([[{ kind: 'closed', reason: 'end' }]]);
  expect(heardNot).not.toHaveBeenCalled();
});

it('starts nothing once it was closed', async () => {
  const { transport, start, begin } = setUp();
  transport.close();
  begin();
  await new Promise((resolve) => setTimeout(resolve));
  expect(start).not.toHaveBeenCalled();
});
