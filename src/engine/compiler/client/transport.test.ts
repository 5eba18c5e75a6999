import { expect, it, vi } from 'vitest';
import type { RequestMessage } from '#engine/compiler/protocol.ts';
import { type Deliver, deferredTransport, type Transport } from './transport.ts';

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
  const heard = vi.fn();
  const server: Transport = { send: ({ id }) => void sent.push(id), close: () => {} };
  const start = vi.fn((_deliver: Deliver) => server);
  const transport = deferredTransport(when, start, heard);
  return { transport, start, sent, begin, heard };
}

it('starts the server at the right time, and passes messages on in order', async () => {
  const { transport, start, sent, begin, heard } = setUp();
  transport.send(request(1));
  transport.send(request(2));
  await Promise.resolve();
  expect(start).not.toHaveBeenCalled();
  begin();
  await vi.waitUntil(() => sent.length === 2);
  transport.send(request(3));
  expect(sent).toEqual([1, 2, 3]);
  expect(start).toHaveBeenCalledTimes(1);
  start.mock.calls[0]?.[0]({ kind: 'closed', reason: 'end' });
  expect(heard.mock.calls).toEqual([[{ kind: 'closed', reason: 'end' }]]);
});

it('does not start the server after it was closed', async () => {
  const { transport, start, begin } = setUp();
  transport.close();
  begin();
  await new Promise((resolve) => setTimeout(resolve));
  expect(start).not.toHaveBeenCalled();
});
