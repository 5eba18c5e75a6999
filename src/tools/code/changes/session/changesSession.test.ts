import { afterEach, beforeEach, expect, it } from 'vitest';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { CompileTarget } from '#core/output/compileTarget.ts';
import type { CodePair } from '#core/output/difference/codeDifference.ts';
import { type ShownDifference, showDifference } from '#core/output/difference/showDifference.ts';
import { INITIAL_STATE, type TargetCode, type WorkspaceState } from '#workspace/state.ts';
import {
  type ChangesContext,
  type ChangesSession,
  createChangesSession,
} from './changesSession.ts';

let workspace: StoreApi<WorkspaceState>;
let session: ChangesSession;
let idle: (() => void)[];
/** Number of callbacks that waited for the page to become idle. */
let waits: number;
let asked: CodePair[];
let answer: (pair: CodePair) => Promise<ShownDifference>;

beforeEach(() => {
  workspace = createStore<WorkspaceState>(() => INITIAL_STATE);
  idle = [];
  waits = 0;
  asked = [];
  answer = async (pair) => showDifference(pair);
});
afterEach(() => session.dispose());

function start(): void {
  const analysis = {
    ask: (_: 'compareCode', pair: CodePair) => {
      asked.push(pair);
      return answer(pair);
    },
  };
  session = createChangesSession({
    workspace: { store: workspace },
    analysis,
    whenIdle(callback: () => void) {
      waits += 1;
      idle.push(callback);
    },
  } as unknown as ChangesContext);
}

interface Compiled {
  readonly target?: CompileTarget;
  readonly entryPoint?: string | null;
  readonly live?: boolean;
}

/** Compiles a unique source that results in this code. */
function compile(code: string, options: Compiled = {}) {
  const { target = 'WGSL', entryPoint = null, live = false } = options;
  const sourceCode = `source ${Math.random()} of ${code}`;
  const request = { target, entrypoint: entryPoint, sourceCode, shaderPath: '/user.slang' };
  const targetCode: TargetCode = { target, request, text: code, succeeded: true, binary: null };
  workspace.setState({ compilation: { kind: 'compiling', since: 0, live } });
  const compilation = { kind: 'done', target, succeeded: true } as const;
  workspace.setState({ compilation, targetCode, reflection: {} });
}

async function rest(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) {
    await Promise.resolve();
    for (const callback of idle.splice(0)) callback();
  }
}

const shown = () => {
  const state = session.store.getState();
  if (state.kind !== 'compared') return state.kind;
  const { added, removed } = state.difference;
  const { before, after } = asked.at(-1) ?? {};
  return `${before} → ${after}: +${added} −${removed}`;
};

it('recognizes the compile that happened before it started', () => {
  compile('a');
  start();
  expect(shown()).toBe('first');
});

it('compares each compile with the previous one once the page is idle', async () => {
  start();
  expect(shown()).toBe('nothing');
  compile('a');
  compile('b');
  await Promise.resolve();
  expect(asked).toEqual([]);
  expect(shown()).toBe('first');
  await rest();
  expect(shown()).toBe('a → b: +1 −1');
  compile('b');
  await rest();
  expect(shown()).toBe('b → b: +0 −0');
});

it('compares each target and entry point with its own previous compile', async () => {
  start();
  compile('a');
  compile('x', { target: 'HLSL', entryPoint: 'one' });
  expect(shown()).toBe('first');
  compile('y', { target: 'HLSL', entryPoint: 'two' });
  expect(shown()).toBe('first');
  compile('z', { target: 'HLSL', entryPoint: 'one' });
  await rest();
  expect(shown()).toBe('x → z: +1 −1');
  compile('b');
  await rest();
  expect(shown()).toBe('a → b: +1 −1');
  expect(session.previousOf('HLSL', 'one')?.code).toBe('x');
  expect(session.previousOf('HLSL', 'two')).toBeNull();
  expect(session.previousOf('WGSL', 'any')?.code).toBe('a');
});

it('keeps the comparison when a compile fails, and compares the next one with the last success', async () => {
  start();
  compile('a');
  compile('b');
  await rest();
  const failed = { request: null, text: 'No code.', succeeded: false, binary: null };
  workspace.setState({ targetCode: { target: 'WGSL', ...failed }, reflection: null });
  await rest();
  expect(shown()).toBe('a → b: +1 −1');
  compile('c');
  await rest();
  expect(shown()).toBe('b → c: +1 −1');
});

it('forgets the comparison when another source is opened, even while comparing', async () => {
  start();
  compile('a');
  compile('b');
  workspace.setState({ opened: { text: 'other', place: null, revision: 1 } });
  expect(shown()).toBe('nothing');
  await rest();
  expect(shown()).toBe('nothing');
  expect(session.previousOf('WGSL', null)).toBeNull();
  compile('c');
  await rest();
  expect(shown()).toBe('first');
});

it('compares only the newest of the compiles that finish before the page is idle', async () => {
  start();
  for (const code of ['a', 'b', 'c', 'd']) compile(code);
  await rest();
  expect(asked).toEqual([{ target: 'WGSL', before: 'c', after: 'd' }]);
  expect(waits).toBe(1);
});

it('treats successive live mode compiles as one edit', async () => {
  start();
  compile('a');
  for (const code of ['b', 'c', 'd']) compile(code, { live: true });
  await rest();
  expect(shown()).toBe('a → d: +1 −1');
});

it('reports why the worker could not compare, and compares the next compile', async () => {
  start();
  compile('a');
  answer = async () => {
    throw new Error('A script could not be loaded.');
  };
  compile('b');
  await rest();
  const failed = { kind: 'failed', reason: 'A script could not be loaded.' };
  expect(session.store.getState()).toMatchObject(failed);
  answer = async (pair) => showDifference(pair);
  compile('c');
  await rest();
  expect(shown()).toBe('b → c: +1 −1');
});
