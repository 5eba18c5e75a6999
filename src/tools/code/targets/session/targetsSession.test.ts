import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { CompileReport, CompileRequest, CompileResult } from '#core/output/compileResult.ts';
import type { CompileTarget } from '#core/output/compileTarget.ts';
import type { CodeTools } from '#tools/code/codeTools.ts';
import { outputKey, progressOf } from '#tools/code/targets/state.ts';
import { summaryText } from '#tools/code/targets/targets.tsx';
import { saveFile } from '#ui/saveFile.ts';
import { INITIAL_STATE } from '#workspace/state.ts';
import {
  createTargetsSession,
  type DownloadedOutput,
  downloadAll,
  reasonOf,
  type SuccessfulReport,
  type TargetsSession,
} from './targetsSession.ts';

vi.mock('#ui/saveFile.ts', () => ({ saveFile: vi.fn() }));

const KERNEL = '[shader("compute")] [numthreads(8, 8, 1)]';
const TWO = `${KERNEL} void draw() {} ${KERNEL} void blur() {}`;

type Answer = CompileReport | 'no-answer' | null;

let source: string;
const listeners = new Set<() => void>();
/** Requested compiles, as `TARGET entryPoint`. */
let asked: string[];
let answerTo: (request: CompileRequest) => Answer | Promise<Answer>;
const counted = vi.fn();
let session: TargetsSession;
const store = createStore(() => INITIAL_STATE);

beforeEach(() => {
  vi.useFakeTimers();
  source = TWO;
  asked = [];
  answerTo = compiled;
  counted.mockReset();
  store.setState(INITIAL_STATE, true);
  session = createTargetsSession({
    workspace: {
      store,
      project: () => ({ text: source, files: [], assets: [] }),
      onTextChange(listener: () => void) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    compiles: {
      async compile(request: CompileRequest, signal: AbortSignal) {
        asked.push(outputKey({ target: request.target, entryPoint: request.entrypoint }));
        const answer = await answerTo(request);
        return signal.aborted ? null : answer;
      },
    },
    analysis: {
      ask: async (_method: string, { code }: { code: string }) => ({
        ...{ bytes: code.length, lines: 1, needs: [] },
      }),
    },
    costs: { count: async (_request: CompileRequest, spirv: string) => counted(spirv) },
  } as unknown as CodeTools);
});
afterEach(() => {
  session.dispose();
  vi.useRealTimers();
});

/** Reports a compile whose functions are named like the entry points. */
function compiled({ target, entrypoint, sourceCode }: CompileRequest): CompileReport {
  const names = [...sourceCode.matchAll(/void (\w+)/g)].map(([, name = '']) => name);
  return {
    ...{ succ: true, message: '', log: '', diagnostics: [] },
    ...{ milliseconds: 12, memoryBytes: null, cached: target === 'WGSL' },
    result: {
      ...{ target, code: `${target} ${entrypoint ?? ''}`, hashedStrings: {}, threadGroupSizes: {} },
      binary: target === 'SPIRV' ? new Uint8Array([3, 2, 35, 7]) : null,
      reflection: { entryPoints: names.map((name) => ({ name })) },
    },
  };
}

function failed(log = ''): CompileReport {
  return {
    ...{ succ: false, message: 'USER error: see log for more information', log, result: null },
    ...{ milliseconds: 3, memoryBytes: null, cached: false },
    diagnostics: [
      { severity: 'warning', path: '/user.slang', line: 1, message: 'unused', notes: [] },
      { severity: 'error', path: '/user.slang', line: 4, message: 'no such function', notes: [] },
    ],
  };
}

function heldAnswer() {
  let resolve = (_answer: Answer) => {};
  const promise = new Promise<Answer>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

function edit(text: string): void {
  source = text;
  for (const listener of listeners) listener();
}

const rest = () => vi.advanceTimersByTimeAsync(2000);
const state = () => session.store.getState();
const kindOf = (key: string) => state().results.get(key)?.result.kind;
/** The kinds of all results, with outdated ones in parentheses. */
const kinds = () =>
  Object.fromEntries(
    Array.from(state().results, ([key, { result, isOld }]) => [
      key,
      isOld ? `(${result.kind})` : result.kind,
    ]),
  );

const ALL_OF_TWO = [
  ...['WGSL', 'SPIRV', 'METAL'],
  ...['HLSL draw', 'GLSL draw', 'CUDA draw', 'HLSL blur', 'GLSL blur', 'CUDA blur'],
];

async function open(): Promise<void> {
  session.commands.open();
  await rest();
}

describe('the outputs of a program', () => {
  it('are compiled once each, whole programs first, while the view is open', async () => {
    await rest();
    expect([asked, state().phase]).toEqual([[], 'unused']);
    await open();
    expect(asked).toEqual(ALL_OF_TWO);
    expect([...state().results.keys()]).toEqual(ALL_OF_TWO);
    expect(state()).toMatchObject({ phase: 'done', entryPoints: ['draw', 'blur'] });
    expect(state().results.get('WGSL')).toEqual({
      isOld: false,
      result: { kind: 'compiled', bytes: 5, lines: 1, milliseconds: null, needs: [] },
    });
    expect(state().results.get('SPIRV')?.result).toMatchObject({ bytes: 4, milliseconds: 12 });
    expect(counted).toHaveBeenCalledExactlyOnceWith('SPIRV ');
  });

  it('are not recompiled when the view reopens', async () => {
    await open();
    session.commands.close();
    await open();
    expect(asked).toEqual(ALL_OF_TWO);
    edit(`${KERNEL} void draw() {}`);
    session.commands.close();
    await rest();
    expect(asked).toEqual(ALL_OF_TWO);
    await open();
    expect(asked.slice(ALL_OF_TWO.length)).toEqual(ALL_OF_TWO.slice(0, 6));
  });

  it('that were not compiled when the view closed are compiled when it reopens', async () => {
    answerTo = (request) =>
      request.target === 'METAL' ? new Promise(() => {}) : compiled(request);
    await open();
    session.commands.close();
    answerTo = compiled;
    expect(kinds()).toMatchObject({ WGSL: 'compiled', SPIRV: 'compiled', METAL: 'waiting' });
    await open();
    expect(new Set(Object.values(kinds()))).toEqual(new Set(['compiled']));
  });

  it('give the first error as the reason for a failure', async () => {
    answerTo = (request) => (request.target === 'CUDA' ? failed() : compiled(request));
    await open();
    const result = { kind: 'failed', reason: 'Line 4: no such function' };
    expect(state().results.get('CUDA blur')?.result).toEqual(result);
    expect(summaryText(state())).toBe('2 entry points compile to 5 of 6 targets. CUDA fails.');
  });

  it('use the source’s entry points while no whole program compiles', async () => {
    answerTo = (request) => (request.entrypoint === null ? failed() : compiled(request));
    await open();
    expect(asked).toEqual(ALL_OF_TWO);
    expect(kinds()).toMatchObject({ WGSL: 'failed', 'HLSL blur': 'compiled' });
  });

  it('are empty for entry points if the source has none', async () => {
    source = 'float a() { return 1; }';
    answerTo = () => failed();
    await open();
    expect([asked, state().entryPoints, state().phase]).toEqual([
      ...[['WGSL', 'SPIRV', 'METAL'], [], 'done'],
    ]);
  });
});

describe('an edit', () => {
  it('marks the results as old immediately, and compiles once the user stops typing', async () => {
    await open();
    asked = [];
    edit(`${TWO} // 1`);
    await vi.advanceTimersByTimeAsync(250);
    expect(state().phase).toBe('typing');
    expect(new Set(Object.values(kinds()))).toEqual(new Set(['(compiled)']));
    edit(`${TWO} // 2`);
    await vi.advanceTimersByTimeAsync(500);
    expect(asked).toEqual([]);
    const { promise, resolve } = heldAnswer();
    answerTo = (request) => (request.target === 'SPIRV' ? promise : compiled(request));
    await rest();
    expect(asked).toEqual(['WGSL', 'SPIRV']);
    expect(kinds()).toMatchObject({ WGSL: 'compiled', SPIRV: '(compiled)', METAL: '(compiled)' });
    expect(progressOf(state())).toEqual({ done: 1, total: 9 });
    resolve(failed());
    await rest();
    expect(progressOf(state())).toEqual({ done: 9, total: 9 });
    expect(kindOf('SPIRV')).toBe('failed');
  });

  it('cancels the compiles of the previous text', async () => {
    const { promise, resolve } = heldAnswer();
    answerTo = () => promise;
    await open();
    edit(`${KERNEL} void other() {}`);
    await vi.advanceTimersByTimeAsync(250);
    resolve(failed());
    answerTo = compiled;
    await rest();
    expect(kindOf('WGSL')).toBe('compiled');
    expect(state().entryPoints).toEqual(['other']);
    expect(asked.slice(0, 3)).toEqual(['WGSL', 'WGSL', 'SPIRV']);
  });

  it('keeps the rows until the new program’s rows are known', async () => {
    await open();
    edit(`${TWO} ${KERNEL} void third() {}`);
    let release = (_answer: Answer) => {};
    answerTo = (request) =>
      new Promise((resolve) => {
        release = () => resolve(compiled(request));
      });
    await rest();
    expect(state().entryPoints).toEqual(['draw', 'blur']);
    release(null);
    await rest();
    expect(state().entryPoints).toEqual(['draw', 'blur', 'third']);
    expect(kinds()).toMatchObject({ 'HLSL blur': '(compiled)', 'HLSL third': 'waiting' });
  });

  it('shows no results of the previously open project', async () => {
    await open();
    const text = `${KERNEL} void other() {}`;
    store.setState({ opened: { text, place: null, revision: 1 } });
    edit(text);
    answerTo = () => new Promise(() => {});
    await vi.advanceTimersByTimeAsync(250);
    expect([state().phase, kinds()]).toEqual(['typing', {}]);
    await rest();
    expect(new Set(Object.values(kinds()))).toEqual(new Set(['waiting']));
    expect(state().entryPoints).toEqual(['other']);
  });
});

describe('a source that hangs the compiler', () => {
  const hangsFor = (...targets: readonly CompileTarget[]) => {
    answerTo = (request) => (targets.includes(request.target) ? 'no-answer' : compiled(request));
  };

  it('for one target is reported there and not retried', async () => {
    hangsFor('METAL', 'GLSL');
    await open();
    expect(kinds()).toMatchObject({ WGSL: 'compiled', METAL: 'unfinished' });
    expect(kinds()).toMatchObject({ 'GLSL draw': 'unfinished', 'HLSL draw': 'compiled' });
    session.commands.close();
    await open();
    await rest();
    expect(asked).toEqual(ALL_OF_TWO);
  });

  it('for every whole program is not compiled for entry points', async () => {
    hangsFor('WGSL', 'SPIRV', 'METAL');
    await open();
    expect(asked).toEqual(['WGSL', 'SPIRV', 'METAL']);
    expect(kinds()).toMatchObject({ WGSL: 'unfinished', 'CUDA blur': 'skipped' });
    expect(state().phase).toBe('done');
    expect(summaryText(state())).toBe('2 entry points compile to none of the 6 targets.');
  });
});

it('reports why the code cannot be analysed, and tries again when the view reopens', async () => {
  answerTo = (request) => ({ ...compiled(request), result: null as never });
  await open();
  expect(state()).toMatchObject({ phase: 'done', problem: expect.stringContaining('null') });
  answerTo = compiled;
  session.commands.close();
  await open();
  expect(state()).toMatchObject({ phase: 'done', problem: '' });
  expect(new Set(Object.values(kinds()))).toEqual(new Set(['compiled']));
});

it('gives the first line of a log without an error as the reason, truncated to fit the panel', () => {
  const reason = (message: string) =>
    reasonOf({ message, log: '', diagnostics: [] } as unknown as CompileResult);
  expect(reason('\nfirst\nsecond')).toBe('first');
  expect(reason(`#error x${'\u0300'.repeat(100_000)}`).length).toBeLessThan(2000);
});

it('says whether all outputs are in the zip, or why there is none', async () => {
  const wgsl: DownloadedOutput = {
    output: { target: 'WGSL', entryPoint: null },
    report: { result: { code: '', binary: null } } as unknown as SuccessfulReport,
  };
  expect(await downloadAll([wgsl], 0)).toBe('Downloaded 1 output as targets.zip.');
  expect(await downloadAll([wgsl, wgsl], 2)).toBe(
    'Downloaded 2 outputs as targets.zip. 2 are missing, because there is no code for them.',
  );
  vi.mocked(saveFile).mockImplementationOnce(() => {
    throw new Error('No space is left.');
  });
  expect(await downloadAll([wgsl], 0)).toBe(
    'The zip could not be made: No space is left. Try again.',
  );
});
