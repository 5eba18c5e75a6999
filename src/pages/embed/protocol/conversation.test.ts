import { afterEach, expect, it, vi } from 'vitest';
import type {
  ApiEventName,
  ApiEvents,
  ApiState,
  Playground,
} from '#workspace/api/playgroundApi.ts';
import { createEmbedClient } from './embedClient.ts';
import { PROTOCOL, windowMessage } from './messages.ts';
import { readAllowedOrigin } from './parentParameters.ts';
import { serveParent } from './serveParent.ts';

const STATE: ApiState = {
  ...{ run: 'playing', frame: 3, printed: '', diagnostics: [], messages: '', uniforms: [] },
};

const PICTURE = { width: 1, height: 1, frame: 3, data: new Uint8ClampedArray([1, 2, 3, 4]) };

type Listeners = { [Name in ApiEventName]?: (event: ApiEvents[Name]) => void };

/** A playground that emits events on request. */
function createFakePlayground() {
  const listeners: Listeners = {};
  const playground: Partial<Playground> = {
    project: vi.fn(async () => ({ source: 'text' })),
    run: vi.fn(async () => STATE),
    pause: vi.fn(() => Promise.reject(new Error('There is nothing to pause.'))),
    setUniform: vi.fn(async () => {}),
    readFrame: vi.fn(async () => PICTURE),
    on: vi.fn((name, listener) => {
      Object.assign(listeners, { [name]: listener });
      return () => delete listeners[name as ApiEventName];
    }),
  };
  return { playground: playground as Playground, listeners };
}

const ORIGIN = 'https://course.example';

type Facts = Partial<Record<'data' | 'source' | 'origin' | 'ports', unknown>>;
const messageEvent = (facts: Facts) => Object.assign(new Event('message'), facts);

/** Two nested windows that exchange messages as in a browser. */
function createWindows() {
  const parentEvents = new EventTarget();
  const embedEvents = new EventTarget();
  const deliver = (to: EventTarget, source: unknown, origin: string) => ({
    postMessage: (data: unknown, _target: string, ports: MessagePort[] = []) =>
      void to.dispatchEvent(messageEvent({ data: structuredClone(data), source, origin, ports })),
  });
  const embed: { postMessage(data: unknown, target: string, ports?: MessagePort[]): void } = {
    postMessage: (...message) => deliver(embedEvents, parent, ORIGIN).postMessage(...message),
  };
  const parent = deliver(parentEvents, embed, 'null');
  return {
    embed,
    parentWindow: parentEvents as unknown as Window,
    embedWindow: Object.assign(embedEvents, { parent }) as unknown as Window,
    /** Sends a message from a window that is not the parent. */
    stranger: deliver(embedEvents, {}, ORIGIN),
    fromOrigin: (origin: string) => deliver(embedEvents, parent, origin),
  };
}

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

/** An embed that is not connected yet. */
function startEmbed(allowedOrigin: string | null = null) {
  const windows = createWindows();
  const fake = createFakePlayground();
  ends.push(serveParent(fake.playground, { allowedOrigin, page: windows.embedWindow }));
  return { ...windows, ...fake };
}

function start() {
  const windows = createWindows();
  const fake = createFakePlayground();
  const onEvent = vi.fn();
  const onRefused = vi.fn();
  const { parentWindow: page, embed } = windows;
  const client = createEmbedClient({ page, embed: () => embed as Window, onEvent, onRefused });
  const stop = serveParent(fake.playground, { allowedOrigin: null, page: windows.embedWindow });
  ends.push(() => client.close('over'), stop);
  return { ...windows, ...fake, client, onEvent, onRefused };
}

async function startReady() {
  const all = start();
  await vi.waitUntil(() => all.listeners.ready);
  all.listeners.ready?.(STATE);
  await vi.waitUntil(() => all.onEvent.mock.calls.length > 0);
  return all;
}

/** Connects without the client. */
function connect(
  to: { postMessage(data: unknown, target: string, ports: MessagePort[]): void },
  message: object = windowMessage('connect'),
) {
  const { port1, port2 } = new MessageChannel();
  ends.push(() => port1.close());
  const replies: unknown[] = [];
  port1.onmessage = ({ data }) => void replies.push(data);
  to.postMessage(message, '*', [port2 as unknown as MessagePort]);
  return { replies, port: port1 };
}

it('calls wait until the embed is ready and are then answered', async () => {
  const { client, listeners, playground, onEvent } = start();
  const answered = client.call('setUniform', 'speed', 0.5);
  await vi.waitUntil(() => listeners.ready);
  expect(playground.setUniform).not.toHaveBeenCalled();
  listeners.ready?.(STATE);
  await expect(answered).resolves.toBeUndefined();
  expect(playground.setUniform).toHaveBeenCalledWith('speed', 0.5);
  expect(onEvent).toHaveBeenCalledWith('ready', STATE);
});

it('a rejection keeps its message, and pictures arrive as bytes', async () => {
  const { client } = await startReady();
  await expect(client.call('pause')).rejects.toThrow('There is nothing to pause');
  const picture = await client.call('readFrame');
  expect([...picture.data]).toEqual([1, 2, 3, 4]);
});

it('frame events are sent only while the page subscribes to them', async () => {
  const { client, listeners, onEvent } = await startReady();
  expect(listeners.frame).toBeUndefined();
  client.watch('frame', true);
  await vi.waitUntil(() => listeners.frame);
  listeners.frame?.({ frame: 4, time: 0.1 });
  await vi.waitUntil(() => onEvent.mock.calls.length === 2);
  expect(onEvent).toHaveBeenLastCalledWith('frame', { frame: 4, time: 0.1 });
  client.watch('frame', false);
  await vi.waitUntil(() => !listeners.frame);
});

it('pending calls are rejected when the frame reloads, and with the reason when the client closes', async () => {
  const { client, playground, parentWindow, embed } = await startReady();
  vi.mocked(playground.run).mockReturnValue(new Promise(() => {}));
  const lost = client.call('run');
  const data = windowMessage('ready-to-connect');
  parentWindow.dispatchEvent(messageEvent({ data, source: embed, origin: 'null' }));
  await expect(lost).rejects.toThrow('has reloaded');
  const waiting = client.call('run');
  client.close('The element has left the document.');
  await expect(waiting).rejects.toThrow('left the document');
});

it('the client accepts only its own frame, with an opaque origin and the same version', () => {
  const { parentWindow, embed, onRefused } = start();
  const connects = vi.spyOn(globalThis, 'MessageChannel');
  const data = windowMessage('ready-to-connect');
  for (const from of [
    { data, source: {}, origin: 'null' },
    { data, source: null, origin: 'null' },
    { data, source: embed, origin: 'https://other.example' },
    { data: { ...data, kind: 'connect' }, source: embed, origin: 'null' },
  ]) {
    parentWindow.dispatchEvent(messageEvent(from));
  }
  expect(onRefused).not.toHaveBeenCalled();
  const newer = { ...data, version: 2 };
  parentWindow.dispatchEvent(messageEvent({ data: newer, source: embed, origin: 'null' }));
  expect(onRefused).toHaveBeenCalledWith(expect.stringMatching(/version 2 .* version 1/));
  expect(connects).not.toHaveBeenCalled();
  connects.mockRestore();
});

it('the embed ignores windows other than its parent, and unrelated messages', async () => {
  const { stranger, embed } = startEmbed();
  const ignored = [
    connect(stranger),
    connect(embed, { kind: 'connect', version: 1 }),
    connect(embed, { protocol: PROTOCOL, version: 1, kind: 'other' }),
    connect(embed, ['text']),
  ];
  const heard = connect(embed);
  await vi.waitUntil(() => heard.replies.length > 0);
  expect(heard.replies).toEqual([{ kind: 'connected', version: 1 }]);
  expect(ignored.flatMap(({ replies }) => replies)).toEqual([]);
});

it('the embed refuses another version, another origin and a second connection, each with a reason', async () => {
  const { embed, fromOrigin } = startEmbed(ORIGIN);
  const attempts = [
    connect(fromOrigin('https://other.example')),
    connect(fromOrigin('null')),
    connect(embed, { ...windowMessage('connect'), version: 2 }),
    connect(embed, { ...windowMessage('connect'), version: { toString: 1 } }),
    connect(embed),
    connect(embed),
  ];
  await vi.waitUntil(() => attempts.every(({ replies }) => replies.length > 0));
  const refused = (text: string) => ({ kind: 'refused', error: expect.stringContaining(text) });
  expect(attempts.map(({ replies }) => replies[0])).toMatchObject([
    ...['https://other.example', `${ORIGIN} only`, 'version 2', 'another'].map(refused),
    { kind: 'connected' },
    refused('connected already'),
  ]);
});

it('at most 64 requests can be pending at a time', async () => {
  const { embed, playground } = startEmbed();
  vi.mocked(playground.run).mockReturnValue(new Promise(() => {}));
  const { port, replies } = connect(embed);
  for (let id = 1; id <= 65; id += 1) port.postMessage({ id, method: 'run', params: [] });
  await vi.waitUntil(() => replies.length === 2);
  const error = expect.stringMatching(/^64 /);
  expect(replies[1]).toMatchObject({ kind: 'failure', id: 65, error });
  expect(playground.run).toHaveBeenCalledTimes(64);
});

it('a result that cannot be cloned is answered with an error', async () => {
  const { embed, playground } = startEmbed();
  vi.mocked(playground.project).mockResolvedValue({ source: (() => {}) as never });
  const { port, replies } = connect(embed);
  port.postMessage({ id: 1, method: 'project', params: [] });
  await vi.waitUntil(() => replies.length === 2);
  expect(replies[1]).toMatchObject({ kind: 'failure', id: 1 });
});

it('an embed that is not framed offers no connection', () => {
  const events = new EventTarget();
  const window = Object.assign(events, { parent: events, postMessage: vi.fn() });
  const page = window as unknown as Window;
  serveParent(createFakePlayground().playground, { allowedOrigin: null, page });
  expect(window.postMessage).not.toHaveBeenCalled();
});

it.each([
  ['', null],
  ['?origin=https://a.example', 'https://a.example'],
  ['?origin=https://a.example:443/page', 'https://a.example'],
  ['?origin=null', 'null'],
  ['?origin=', ''],
  ['?origin=somebody', 'somebody'],
])('the address embed.html%s allows the origin %j', (query, origin) => {
  expect(readAllowedOrigin(new URL(`https://s.example/embed.html${query}`))).toBe(origin);
});
