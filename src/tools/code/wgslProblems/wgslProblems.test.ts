import { expect, it, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { runRequest } from '#core/output/compileResult.ts';
import type { LineMap } from '#core/output/lineMap/lineMap.ts';
import { runnableWgsl } from '#core/plan/wgsl/runnableWgsl.ts';
import { reportWgslErrors } from '#core/plan/wgsl/wgslReports.ts';
import { createAnalysisClient } from '#engine/analysis/analysisClient.ts';
import { analysisHandlers } from '#engine/analysis/worker/analysisHandlers.ts';
import { answerCall } from '#engine/worker/serveCalls.ts';
import type { CompiledCode } from '#tools/code/analysis/lineMaps.ts';
import { INITIAL_STATE, type TargetCode, type WorkspaceState } from '#workspace/state.ts';
import { createWgslProblems, type ShownDiagnostics } from './wgslProblems.ts';

const WGSL = 'x_0 = i64(1);';
const SOURCE = 'x = int64_t(1);';
const MAP: LineMap = {
  files: [{ kind: 'project', path: '/user.slang' }],
  origins: [{ kind: 'line', file: 0, line: 1 }],
  functions: [],
  parts: new Int32Array(),
};
const REFUSED = {
  about: 'run',
  text: 'Failed to create pipeline for entry point main: the browser rejects the generated WGSL.\nWGSL(1:7): unresolved',
} as const;

const targetCode: TargetCode = {
  ...{ target: 'WGSL', text: WGSL, succeeded: true, binary: null },
  request: runRequest(SOURCE),
};

function setUp(of: (compiled: CompiledCode) => Promise<LineMap | null> = async () => MAP) {
  const store = createStore<WorkspaceState>(() => ({ ...INITIAL_STATE, targetCode }));
  const shown: (ShownDiagnostics | null)[] = [];
  const lineMaps = { of: vi.fn(of) };
  const editor = { show: (next: ShownDiagnostics | null) => shown.push(next), dispose() {} };
  const work: (() => void)[] = [];
  const analysis = createAnalysisClient(({ onAnswer }) => ({
    post: (call) => work.push(() => void answerCall(analysisHandlers, call).then(onAnswer)),
    close: () => undefined,
  }));
  const problems = createWgslProblems({ workspace: { store }, lineMaps, analysis }, editor);
  /** Waits for a request to the worker. Returns a function that lets the worker answer. */
  const workerIsAsked = () => vi.waitUntil(() => work.shift());
  return { store, shown, lineMaps, problems, workerIsAsked };
}

const unresolved = { message: 'unresolved', lineNum: 1, linePos: 7, length: 3 };
const refuse = () => reportWgslErrors(runnableWgsl(WGSL), [unresolved]);

it('lists a rejected run’s errors at their lines, and shows them in the editor', async () => {
  const { store, shown, workerIsAsked } = setUp();
  refuse();
  store.setState({ messages: [REFUSED] });
  (await workerIsAsked())();
  await vi.waitFor(() => expect(store.getState().diagnostics).toHaveLength(1));
  const { diagnostics, messages } = store.getState();
  expect(diagnostics).toMatchObject([{ path: '/user.slang', line: 1, column: 5, length: 7 }]);
  expect(shown).toEqual([{ diagnostics, sources: { '/user.slang': SOURCE } }]);
  expect(messages).toEqual([REFUSED]);
});

it('shows errors from before it was loaded', async () => {
  refuse();
  const { store, workerIsAsked } = setUp();
  store.setState({ messages: [REFUSED] });
  (await workerIsAsked())();
  await vi.waitFor(() => expect(store.getState().diagnostics).toHaveLength(1));
});

it('removes the errors with the message, for example at the next compile', async () => {
  const { store, shown, workerIsAsked } = setUp();
  refuse();
  store.setState({ messages: [REFUSED] });
  (await workerIsAsked())();
  await vi.waitFor(() => expect(store.getState().diagnostics).toHaveLength(1));
  store.setState({ messages: [] });
  expect(store.getState().diagnostics).toEqual([]);
  expect(shown.at(-1)).toBeNull();
});

it('adds nothing if the message is removed before the line map arrives', async () => {
  let answer: (map: LineMap) => void = () => {};
  const asked = new Promise<LineMap>((resolve) => {
    answer = resolve;
  });
  const { store, shown, lineMaps } = setUp(() => asked);
  refuse();
  store.setState({ messages: [REFUSED] });
  await vi.waitFor(() => expect(lineMaps.of).toHaveBeenCalled());
  store.setState({ messages: [] });
  answer(MAP);
  await asked;
  await Promise.resolve();
  expect(store.getState().diagnostics).toEqual([]);
  expect(shown).toEqual([null]);
});

it('adds nothing if the message is removed while the worker searches for positions', async () => {
  const { store, shown, workerIsAsked } = setUp();
  refuse();
  store.setState({ messages: [REFUSED] });
  const letAnswer = await workerIsAsked();
  store.setState({ messages: [] });
  letAnswer();
  await Promise.resolve();
  expect(store.getState().diagnostics).toEqual([]);
  expect(shown).toEqual([null]);
});

it('requests no map for a message without a position or for another target’s code', () => {
  const { store, lineMaps } = setUp();
  refuse();
  store.setState({ messages: [{ about: 'run', text: 'Something else.' }] });
  store.setState({ messages: [REFUSED], targetCode: { ...targetCode, target: 'HLSL' } });
  expect(lineMaps.of).not.toHaveBeenCalled();
});

it('keeps the message if the code cannot be analysed, and reports the error', async () => {
  const reported = vi.fn();
  vi.stubGlobal('reportError', reported);
  const { store } = setUp(() => Promise.reject(new Error('no worker')));
  refuse();
  store.setState({ messages: [REFUSED] });
  await vi.waitFor(() => expect(reported).toHaveBeenCalledWith(new Error('no worker')));
  expect(store.getState()).toMatchObject({ messages: [REFUSED], diagnostics: [] });
  vi.unstubAllGlobals();
});
