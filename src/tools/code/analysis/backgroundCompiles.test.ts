import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { CompileReport, CompileRequest } from '#core/output/compileResult.ts';
import type { CompilerState } from '#core/output/compilerState.ts';
import type { CompilationState } from '#workspace/state.ts';
import { type CompileForView, createBackgroundCompiles } from './backgroundCompiles.ts';

const REPORT = { succ: false } as CompileReport;
const READY = { kind: 'ready' } as CompilerState;
const LOADING = { kind: 'loading' } as CompilerState;
const IDLE = { kind: 'idle' } as CompilationState;
const COMPILING = { kind: 'compiling' } as CompilationState;

function request(sourceCode: string): CompileRequest {
  return { target: 'HLSL', entrypoint: 'main', sourceCode, shaderPath: '/user.slang' };
}

function setUp(compileForView: CompileForView, compiler = READY, compilation = IDLE) {
  const store = createStore(() => ({ compiler, compilation }));
  return { store, compiles: createBackgroundCompiles(compileForView, store) };
}

/** Compiles that wait until the test answers them. */
function heldCompiles() {
  const begun: string[] = [];
  const answers: ((report: CompileReport | 'no-answer' | null) => void)[] = [];
  const compileForView = vi.fn<CompileForView>(({ sourceCode }) => {
    begun.push(sourceCode);
    return new Promise((resolve) => answers.push(resolve));
  });
  return { begun, answers, compileForView };
}

const settle = () => vi.advanceTimersByTimeAsync(0);
const going = () => new AbortController().signal;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('background compiles', () => {
  it('run one at a time, urgent ones first', async () => {
    const { begun, answers, compileForView } = heldCompiles();
    const { compiles } = setUp(compileForView);
    const first = compiles.compile(request('a'), going());
    await settle();
    const all = [
      first,
      compiles.compile(request('b'), going()),
      compiles.compile(request('hovered'), going(), 'soon'),
      compiles.compile(request('hovered next'), going(), 'soon'),
    ];
    for (let index = 0; index < all.length; index += 1) {
      await settle();
      expect(begun).toHaveLength(index + 1);
      answers[index]?.(REPORT);
    }
    expect(await Promise.all(all)).toEqual([REPORT, REPORT, REPORT, REPORT]);
    expect(begun).toEqual(['a', 'hovered', 'hovered next', 'b']);
  });

  it.each([
    ['the compiler loads', LOADING, IDLE],
    ['the user’s program compiles', READY, COMPILING],
  ])('wait while %s', async (_, compiler, compilation) => {
    const compileForView = vi.fn<CompileForView>().mockResolvedValue(REPORT);
    const { store, compiles } = setUp(compileForView, compiler, compilation);
    const report = compiles.compile(request('a'), going());
    await vi.advanceTimersByTimeAsync(10_000);
    expect(compileForView).not.toHaveBeenCalled();
    store.setState({ compiler: READY, compilation: IDLE });
    expect(await report).toBe(REPORT);
  });

  it('retry at growing intervals after yielding to the user’s compile', async () => {
    const compileForView = vi.fn<CompileForView>().mockResolvedValue(null);
    const { compiles } = setUp(compileForView);
    const report = compiles.compile(request('a'), going());
    await vi.advanceTimersByTimeAsync(10_000);
    expect(compileForView.mock.calls.length).toBeGreaterThan(5);
    expect(compileForView.mock.calls.length).toBeLessThan(13);
    compileForView.mockResolvedValue(REPORT);
    await vi.advanceTimersByTimeAsync(2000);
    expect(await report).toBe(REPORT);
  });

  it('run an urgent request before one that yielded', async () => {
    const begun: string[] = [];
    let gaveWay = false;
    const { compiles } = setUp(async ({ sourceCode }) => {
      begun.push(sourceCode);
      if (gaveWay) return REPORT;
      gaveWay = true;
      return null;
    });
    const view = compiles.compile(request('view'), going());
    await settle();
    const hovered = compiles.compile(request('hovered'), going(), 'soon');
    await vi.advanceTimersByTimeAsync(1000);
    expect(await Promise.all([view, hovered])).toEqual([REPORT, REPORT]);
    expect(begun).toEqual(['view', 'hovered', 'view']);
  });

  it('continue after a failure, and remove their listeners from a signal that outlives them', async () => {
    const { signal } = new AbortController();
    const add = vi.spyOn(signal, 'addEventListener');
    const remove = vi.spyOn(signal, 'removeEventListener');
    const compileForView = vi
      .fn<CompileForView>()
      .mockResolvedValueOnce(null)
      .mockRejectedValueOnce(new Error('gone'))
      .mockResolvedValue(REPORT);
    const { compiles } = setUp(compileForView);
    const failing = expect(compiles.compile(request('a'), signal)).rejects.toThrow('gone');
    const next = compiles.compile(request('b'), signal);
    await vi.advanceTimersByTimeAsync(1000);
    await failing;
    expect(await next).toBe(REPORT);
    expect(remove.mock.calls).toEqual(add.mock.calls.map(([type, listener]) => [type, listener]));
  });

  it('report that a source hangs the compiler', async () => {
    const { compiles } = setUp(async () => 'no-answer');
    expect(await compiles.compile(request('a'), going())).toBe('no-answer');
  });

  it('leave the queue immediately when aborted', async () => {
    const { begun, answers, compileForView } = heldCompiles();
    const { compiles } = setUp(compileForView);
    const controller = new AbortController();
    const first = compiles.compile(request('a'), going());
    const second = compiles.compile(request('b'), controller.signal);
    await settle();
    controller.abort();
    expect(await second).toBeNull();
    answers[0]?.(REPORT);
    expect(await first).toBe(REPORT);
    await settle();
    expect(await compiles.compile(request('c'), controller.signal)).toBeNull();
    expect(begun).toEqual(['a']);
  });

  it('end when aborted while waiting for the compiler or a retry', async () => {
    const waiting = new AbortController();
    const { compiles } = setUp(async () => REPORT, LOADING);
    const first = compiles.compile(request('a'), waiting.signal);
    await settle();
    waiting.abort();
    expect(await first).toBeNull();

    const pausing = new AbortController();
    const second = setUp(async () => null).compiles.compile(request('a'), pausing.signal);
    await settle();
    pausing.abort();
    expect(await second).toBeNull();
  });
});
