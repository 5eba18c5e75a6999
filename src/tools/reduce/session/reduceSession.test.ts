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
  const workspace = { store, project: () => ({ text, files: [], assets: [] }) };
  const session = createReduceSession({
    workspace: workspace as unknown as ReduceContext['workspace'],
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

/** The state at the end of a reduction. */
async function reduced(...given: Parameters<typeof start>) {
  const { session, state } = start(...given);
  await session.start();
  return state();
}

beforeAll(() => vi.stubGlobal('navigator', { userAgent: 'test' }));
afterAll(() => vi.unstubAllGlobals());

it('offers the reduced source with its report', async () => {
  expect(await reduced('int one;\nint bug;\nint two;\n')).toMatchObject({
    ...{ kind: 'reduced', fault: { kind: 'crash', said: 'unreachable' } },
    files: [{ text: expect.stringMatching(/^\s*(?:int )?bug;?\s*$/) }],
    ending: { kind: 'smallest' },
    report: expect.stringContaining('the compiler stops (unreachable)'),
  });
});

it('explains that nothing can be removed, that there is no fault, or that the source is too long', async () => {
  expect(await reduced('bug')).toMatchObject({ kind: 'irreducible', fault: { kind: 'crash' } });
  expect(await reduced('int one;')).toEqual({ kind: 'no-fault' });
  const reason = expect.stringContaining('300,001');
  expect(await reduced('x'.repeat(300_001))).toEqual({ kind: 'failed', reason });
});

it('says why there is no compiler', async () => {
  const reason = 'The compiler could not be started: unreachable';
  expect(await reduced('bug', () => 'crashes')).toEqual({ kind: 'failed', reason });
  const createCheck = vi.fn(async () => null);
  const compilerModule = Promise.reject(new Error('It was not found.'));
  const missing = await reduced('bug', crashesOnBug, { compilerModule, createCheck });
  expect(missing).toEqual({ kind: 'failed', reason: 'It was not found.' });
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
  const failure = { kind: 'failed', reason: 'The graphics device was lost: it is gone.' };
  expect(await reduced(source, () => 'accepts', after(6))).toMatchObject({
    ...{ kind: 'reduced', fault: { kind: 'invalid-wgsl' }, ending: failure },
    files: [{ text: expect.stringMatching(/^(?!.*three)[\s\S]*bug/) }],
  });
  expect(await reduced(source, () => 'accepts', after(3))).toEqual(failure);
});

it('keeps its dialog open until the user closes it or opens the source', async () => {
  const { session, state } = start('int one;\nint bug;\n');
  session.show(true);
  expect(state()).toEqual({ kind: 'idle' });
  await session.start();
  expect(state()).toMatchObject({ isShown: false });
  for (const isShown of [true, false]) {
    session.show(isShown);
    expect(state()).toMatchObject({ isShown });
  }
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
