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
  /** Waits until the worker is asked. The function that it gives lets the worker answer. */
  const workerIsAsked = () => vi.waitUntil(() => work.shift());
  return { store, shown, lineMaps, problems, workerIsAsked };
}

const unresolved = { message: 'unresolved', lineNum: 1, linePos: 7, length: 3 };
const refuse = () => reportWgslErrors(runnableWgsl(WGSL), [unresolved]);

it('lists a refused run’s errors at their lines, and shows them in the editor', async () => {
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

it('shows what was refused before it was loaded', async () => {
  refuse();
  const { store, workerIsAsked } = setUp();
  store.setState({ messages: [REFUSED] });
  (await workerIsAsked())();
  await vi.waitFor(() => expect(store.getState().diagnostics).toHaveLength(1));
});

it('removes them with the message, as the next compile does', async () => {
  const { store, shown, workerIsAsked } = setUp();
  refuse();
  store.setState({ messages: [REFUSED] });
  (await workerIsAsked())();
  await vi.waitFor(() => expect(store.getState().diagnostics).toHaveLength(1));
  store.setState({ messages: [] });
  expect(store.getState().diagnostics).toEqual([]);
  expect(shown.at(-1)).toBeNull();
});

it('adds nothing once the message is gone', async () => {
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

it('adds nothing if the message goes while the worker looks for the places', async () => {
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

it('asks for no map for a message that has no place, nor for code of another target', () => {
  const { store, lineMaps } = setUp();
  refuse();
  store.setState({ messages: [{ about: 'run', text: 'Something else.' }] });
  store.setState({ messages: [REFUSED], targetCode: { ...targetCode, target: 'HLSL' } });
  expect(lineMaps.of).not.toHaveBeenCalled();
});

it('leaves the message alone if the code cannot be analysed, and reports that', async () => {
  const reported = vi.fn();
  vi.stubGlobal('reportError', reported);
  const { store } = setUp(() => Promise.reject(new Error('no worker')));
  refuse();
  store.setState({ messages: [REFUSED] });
  await vi.waitFor(() => expect(reported).toHaveBeenCalledWith(new Error('no worker')));
  expect(store.getState()).toMatchObject({ messages: [REFUSED], diagnostics: [] });
  vi.unstubAllGlobals();
});
