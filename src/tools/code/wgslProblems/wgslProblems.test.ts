import { expect, it, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { runRequest } from '#core/output/compileResult.ts';
import type { LineMap } from '#core/output/lineMap/lineMap.ts';
import { runnableWgsl } from '#core/plan/wgsl/runnableWgsl.ts';
import { reportWgslErrors } from '#core/plan/wgsl/wgslErrors.ts';
import { createAnalysisClient } from '#engine/analysis/analysisClient.ts';
import { analysisHandlers } from '#engine/analysis/analysisHandlers.ts';
import { answerCall } from '#engine/worker/calls.ts';
import type { CompiledCode } from '#tools/code/analysis/lineMaps.ts';
import type { Message } from '#workspace/messages.ts';
import { INITIAL_STATE, type TargetCode, type WorkspaceState } from '#workspace/state.ts';
import {
  createWgslProblems,
  errorsOf,
  findRefusal,
  type ShownDiagnostics,
} from './wgslProblems.ts';

const WGSL = 'x_0 = i64(1);';
const SOURCE = 'x = int64_t(1);';
const MAP: LineMap = {
  files: [{ kind: 'project', path: '/user.slang' }],
  origins: [{ kind: 'line', file: 0, line: 1 }],
  functions: [],
  parts: new Int32Array(),
};
const PREFIX = 'Failed to create pipeline for entry point main: ';
const about = (text: string): Message => ({ about: 'run', text });
const REFUSED = about(`${PREFIX}the browser rejects the generated WGSL.\nWGSL(1:7): unresolved`);

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

const untilListed = ({ store }: ReturnType<typeof setUp>) =>
  vi.waitFor(() => expect(store.getState().diagnostics).toHaveLength(1));

it('lists a rejected run’s errors at their lines until the message is gone', async () => {
  const world = setUp();
  const { store, shown } = world;
  refuse();
  store.setState({ messages: [REFUSED] });
  (await world.workerIsAsked())();
  await untilListed(world);
  const { diagnostics, messages } = store.getState();
  expect(diagnostics).toMatchObject([{ path: '/user.slang', line: 1, column: 5, length: 7 }]);
  expect(shown).toEqual([{ diagnostics, sources: { '/user.slang': SOURCE } }]);
  expect(messages).toEqual([REFUSED]);
  store.setState({ messages: [] });
  expect(store.getState().diagnostics).toEqual([]);
  expect(shown.at(-1)).toBeNull();
});

it('shows errors from before it was loaded', async () => {
  refuse();
  const world = setUp();
  world.store.setState({ messages: [REFUSED] });
  (await world.workerIsAsked())();
  await untilListed(world);
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
  store.setState({ messages: [about('Something else.')] });
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

it('finds a run’s message about its pipelines, and its errors for the same code', () => {
  expect(findRefusal([about('Something else.'), REFUSED])).toBe(REFUSED);
  expect(findRefusal([{ ...REFUSED, about: 'compile' }])).toBeUndefined();
  const report = { code: WGSL, errors: [{ ...unresolved, said: 'unresolved', meaning: null }] };
  expect(errorsOf(REFUSED, WGSL, report)).toBe(report.errors);
  // For example, the debugger’s code.
  expect(errorsOf(REFUSED, 'other WGSL', report)).toEqual([]);
  expect(errorsOf(REFUSED, WGSL, null)).toEqual([]);
});

it.each([
  [':12:5 error: divided by zero', 12, 5],
  ['Tint failure (12:5): no', 12, 5],
  ['12:5: no', 12, 5],
])('reads the position in the pipeline error %j', (said, lineNum, linePos) => {
  const error = { message: said, said, meaning: null, lineNum, linePos, length: 1 };
  expect(errorsOf(about(PREFIX + said), '', null)).toEqual([error]);
});

it.each(['it has 13 storage buffers', 'the ratio 1.2:3 is odd', ''])(
  'finds no position in %j',
  (said) => expect(errorsOf(about(PREFIX + said), '', null)).toEqual([]),
);
