import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { Deliver, Transport } from '#engine/compiler/client/transport.ts';
import type { MessageFromWorker, RequestMessage } from '#engine/compiler/protocol.ts';
import { createReduceSession, type ReduceContext } from '#tools/reduce/reduce.tsx';
import { compiledAnswer } from '../../../../tests/support/answers.ts';

const MODULE = new WebAssembly.Module(new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]));

/** How the compiler responds to a source; `null` if it never answers. */
type Behaviour = (source: string) => 'accepts' | 'crashes' | null;

const crashesOnBug: Behaviour = (source) => (source.includes('bug') ? 'crashes' : 'accepts');

function startFakeWorker(behaviour: Behaviour, listener: Deliver): Transport {
  const deliver: Deliver = (delivery) => queueMicrotask(() => listener(delivery));
  return {
    send(message) {
      const source = 'sourceCode' in message.params ? message.params.sourceCode : '';
      const done = behaviour(source);
      if (done === 'crashes') deliver({ kind: 'closed', reason: 'unreachable' });
      if (done === 'accepts') deliver(answerTo(message, source));
    },
    close: () => {},
  };
}

function answerTo({ id, method }: RequestMessage, code: string): MessageFromWorker {
  const result =
    method === 'initialize'
      ? { compilerVersion: 'test', fingerprint: 'test', module: MODULE }
      : { answer: compiledAnswer(code), milliseconds: 1, memoryBytes: 1, spent: false };
  return { kind: 'result', id, result };
}

function start(text: string, behaviour = crashesOnBug, changes: Partial<ReduceContext> = {}) {
  const store = createStore(() => ({
    ...{ opened: { text, place: null, revision: 1 }, diagnostics: [], messages: [], outputs: [] },
    ...{ compilation: { kind: 'none' }, target: 'WGSL', entryPoint: 'main', profile: null },
    compiler: { kind: 'ready', compilerVersion: 'test' },
  }));
  const workspace = {
    store,
    project: () => ({ text, files: [], assets: [] }),
  } as unknown as ReduceContext['workspace'];
  const session = createReduceSession({
    workspace,
    startWorker: (deliver) => startFakeWorker(behaviour, deliver),
    compilerModule: Promise.resolve(MODULE),
    createCheck: async () => null,
    ...changes,
  });
  return {
    session,
    state: () => session.store.getState(),
    openAnother: () => store.setState({ opened: { text: '', place: null, revision: 2 } }),
  };
}

beforeAll(() => vi.stubGlobal('navigator', { userAgent: 'test' }));
afterAll(() => vi.unstubAllGlobals());

it('offers the reduced source with its report', async () => {
  const { session, state } = start('int one;\nint bug;\nint two;\n');
  await session.start();
  expect(state()).toMatchObject({
    kind: 'reduced',
    fault: { kind: 'crash', said: 'unreachable' },
    files: [{ text: expect.stringMatching(/^\s*(?:int )?bug;?\s*$/) }],
    ending: { kind: 'smallest' },
    report: expect.stringContaining('the compiler stops (unreachable)'),
  });
});

it('explains that nothing can be removed, that there is no fault, or that the source is too long', async () => {
  const smallest = start('bug');
  await smallest.session.start();
  expect(smallest.state()).toMatchObject({ kind: 'irreducible', fault: { kind: 'crash' } });
  const sound = start('int one;');
  await sound.session.start();
  expect(sound.state()).toEqual({ kind: 'no-fault' });
  const long = start('x'.repeat(300_001));
  await long.session.start();
  expect(long.state()).toEqual({ kind: 'failed', reason: expect.stringContaining('300,001') });
});

it('says why there is no compiler', async () => {
  const { session, state } = start('bug', () => 'crashes');
  await session.start();
  expect(state()).toEqual({
    kind: 'failed',
    reason: 'The compiler could not be started: unreachable',
  });
  const createCheck = vi.fn(async () => null);
  const missing = start('bug', crashesOnBug, {
    compilerModule: Promise.reject(new Error('It was not found.')),
    createCheck,
  });
  await missing.session.start();
  expect(missing.state()).toEqual({ kind: 'failed', reason: 'It was not found.' });
  // Nothing would release its device.
  expect(createCheck).not.toHaveBeenCalled();
});

it('keeps the smallest source so far if it cannot continue, for example without a device', async () => {
  const after = (accepted: number) => {
    let checks = 0;
    const check = async (code: string) => {
      checks += 1;
      if (checks > accepted) throw new Error('The graphics device was lost: it is gone.');
      return code.includes('bug') ? 'unresolved value' : null;
    };
    return { createCheck: async () => ({ check, dispose() {} }) };
  };
  const source = 'int one;\nint bug;\nint two;\nint three;\n';
  const { session, state } = start(source, () => 'accepts', after(6));
  await session.start();
  expect(state()).toMatchObject({
    kind: 'reduced',
    fault: { kind: 'invalid-wgsl' },
    files: [{ text: expect.stringMatching(/^(?!.*three)[\s\S]*bug/) }],
    ending: { kind: 'failed', reason: 'The graphics device was lost: it is gone.' },
  });
  const early = start(source, () => 'accepts', after(3));
  await early.session.start();
  expect(early.state()).toEqual({
    kind: 'failed',
    reason: 'The graphics device was lost: it is gone.',
  });
});

it('keeps its dialog open until the user closes it or opens the source', async () => {
  const { session, state } = start('int one;\nint bug;\n');
  session.show(true);
  expect(state()).toEqual({ kind: 'idle' });
  await session.start();
  expect(state()).toMatchObject({ isShown: false });
  session.show(true);
  expect(state()).toMatchObject({ isShown: true });
  session.show(false);
  expect(state()).toMatchObject({ isShown: false });
});

it('stops immediately when cancelled, whatever the compiler is doing', async () => {
  const { session, state } = start('bug', () => null);
  const work = session.start();
  expect(state().kind).toBe('looking');
  session.cancel();
  await work;
  expect(state()).toEqual({ kind: 'cancelled' });
});

it('drops its work once another source is open', async () => {
  const { session, state, openAnother } = start('int one;\nint bug;\n');
  const kinds: string[] = [];
  const stop = session.store.subscribe(({ kind }) => {
    kinds.push(kind);
    if (kind === 'reducing') openAnother();
  });
  await session.start();
  stop();
  expect(kinds).toEqual(['looking', 'reducing', 'idle']);
  await session.start();
  expect(state().kind).toBe('reduced');
  openAnother();
  expect(state()).toEqual({ kind: 'idle' });
});
