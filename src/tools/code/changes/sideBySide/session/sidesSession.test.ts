import { describe, expect, it } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { type CompileReport, type CompileRequest, runRequest } from '#core/output/compileResult.ts';
import type { CompileTarget } from '#core/output/compileTarget.ts';
import type { LineMap } from '#core/output/lineMap/lineMap.ts';
import type { CompiledCode } from '#tools/code/analysis/lineMaps.ts';
import type { OpenSides, PreviousOf, SideName } from '#tools/code/changes/sideBySide/state.ts';
import { INITIAL_STATE, type WorkspaceState } from '#workspace/state.ts';
import { createSidesSession } from './sidesSession.ts';

const SOURCE = '[shader("compute")] void one() {} [shader("compute")] void two() {}';
const COSTS = { milliseconds: 1, memoryBytes: null, cached: false };

type Answer = CompileReport | 'no-answer' | Error;

const nameOf = ({ target, entrypoint }: CompileRequest) =>
  entrypoint === null ? target : `${target} ${entrypoint}`;

function compiledReport(request: CompileRequest): CompileReport {
  const result = {
    ...{ target: request.target, code: `code of ${nameOf(request)}`, binary: null },
    ...{ hashedStrings: {}, reflection: {}, threadGroupSizes: {} },
  };
  return { succ: true, message: '', log: '', diagnostics: [], result, ...COSTS };
}

const FAILED: CompileReport = {
  ...{ succ: false, message: 'It failed.', log: 'error 1', diagnostics: [], result: null },
  ...COSTS,
};

interface Options {
  readonly answers?: Readonly<Record<string, Answer>>;
  readonly previousOf?: PreviousOf;
  readonly state?: Partial<WorkspaceState>;
  readonly map?: () => Promise<LineMap | null>;
}

/** {@link answer} answers the compiles one by one. */
function createSession({ answers = {}, previousOf = () => null, state = {}, map }: Options = {}) {
  const waiting: { request: CompileRequest; signal: AbortSignal; answer: () => void }[] = [];
  const asked: string[] = [];
  const session = createSidesSession({
    workspace: {
      store: createStore<WorkspaceState>(() => ({ ...INITIAL_STATE, ...state })),
      project: () => ({ text: SOURCE, files: [], assets: [] }),
      openTool: () => {},
    },
    previousOf,
    compiles: {
      compile: (request, signal) =>
        new Promise((resolve, reject) => {
          const report = answers[nameOf(request)] ?? compiledReport(request);
          const answer = () => {
            if (report instanceof Error) reject(report);
            else resolve(signal.aborted ? null : report);
          };
          waiting.push({ request, signal, answer });
        }),
    },
    analysis: {
      async ask(_method: string, params: unknown) {
        const { left, right, by } = params as Record<SideName, { code: string } | null> & {
          by: string;
        };
        asked.push(`${left?.code ?? '-'} | ${right?.code ?? '-'} by ${by}`);
        return { matches: 0, left: null, right: null } as never;
      },
      dispose() {},
    },
    lineMaps: {
      of: map ?? (async () => ({ files: [], origins: [], functions: [], parts: new Int32Array() })),
    },
  });
  const settle = () => new Promise((resolve) => setTimeout(resolve));
  return {
    ...{ session, asked },
    compiling: () =>
      waiting.filter(({ signal }) => !signal.aborted).map((each) => nameOf(each.request)),
    async answer() {
      while (waiting.length > 0) {
        for (const { answer } of waiting.splice(0)) answer();
        await settle();
      }
      await settle();
    },
    state(): OpenSides {
      const now = session.store.getState();
      if (now.kind === 'closed') throw new Error('The sides are closed.');
      return now;
    },
  };
}

function openSides(options: Options = {}) {
  const created = createSession(options);
  created.session.open();
  return created;
}

const before = (target: CompileTarget): CompiledCode => ({
  request: { ...runRequest('before'), target },
  code: 'code before',
  reflection: {},
});

describe('two outputs side by side', () => {
  it('compile nothing while they are closed', () => {
    const { compiling, session } = createSession();
    expect(compiling()).toEqual([]);
    session.open();
    expect(compiling()).toEqual(['WGSL', 'HLSL one']);
  });

  it('are aligned by source line once both are there', async () => {
    const { answer, asked, state } = openSides();
    await answer();
    expect(state().progress).toEqual({ kind: 'aligned' });
    expect(asked.at(-1)).toBe('code of WGSL | code of HLSL one by source');
  });

  it('start with the version from before the last edit if there is one', async () => {
    const previousOf = (target: CompileTarget) => (target === 'WGSL' ? before(target) : null);
    const { session, answer, asked, state } = openSides({ previousOf });
    await answer();
    expect(state().right.choice).toEqual({ target: 'WGSL', entryPoint: 'one', version: 'before' });
    expect(asked.at(-1)).toBe('code of WGSL | code before by text');
    expect(state().shown?.older).toBe('right');
    session.choose('right', { target: 'HLSL' });
    expect(state().right.choice.version).toBe('now');
    expect(state().progress).toEqual({ kind: 'waiting' });
  });

  it('start with the entry points that the page knows', () => {
    const state = { entryPoints: [{ name: 'known', stage: 'compute' }] };
    const { compiling, state: opened } = openSides({ state });
    expect(opened().entryPoints).toEqual(['known']);
    expect(compiling()).toEqual(['WGSL', 'HLSL known']);
  });

  it.each<[string, Answer, object]>([
    ['fails', FAILED, { kind: 'failed', message: 'It failed.', log: 'error 1' }],
    [
      'hangs the compiler',
      'no-answer',
      { message: 'The compiler does not finish this source for HLSL. Choose another target.' },
    ],
    [
      'finds no compiler',
      new Error('The compiler is not there.'),
      { message: 'The compiler is not there.' },
    ],
  ])('show the message of a side that %s beside the other', async (_, reply, output) => {
    const { answer, asked, state } = openSides({ answers: { 'HLSL one': reply } });
    await answer();
    expect(state().right.output).toMatchObject(output);
    expect(state().left.output.kind).toBe('ready');
    expect(asked.at(-1)).toBe('code of WGSL | - by source');
    expect(state().progress).toEqual({ kind: 'waiting' });
  });

  it('compile only the newest choice', async () => {
    const { session, compiling, answer, asked } = openSides();
    session.choose('right', { entryPoint: 'two' });
    session.choose('right', { target: 'GLSL' });
    expect(compiling()).toEqual(['WGSL', 'GLSL two']);
    await answer();
    expect(asked.at(-1)).toBe('code of WGSL | code of GLSL two by source');
  });

  it('can be swapped before and after they are compiled', async () => {
    const { session, answer, asked, compiling } = openSides();
    session.swap();
    expect(compiling()).toEqual(['HLSL one', 'WGSL']);
    await answer();
    expect(asked.at(-1)).toBe('code of HLSL one | code of WGSL by source');
    session.swap();
    await answer();
    expect(asked.at(-1)).toBe('code of WGSL | code of HLSL one by source');
  });

  it('report why they could not be aligned', async () => {
    const map = () => Promise.reject(new Error('The worker stopped.'));
    const { answer, state } = openSides({ map });
    await answer();
    expect(state().progress).toEqual({ kind: 'failed', reason: 'The worker stopped.' });
    expect(state().shown).not.toBeNull();
  });

  it('stop all work when they are closed', async () => {
    const { session, compiling, answer, asked } = openSides();
    session.close();
    expect(compiling()).toEqual([]);
    await answer();
    expect(asked).toEqual([]);
    expect(session.store.getState()).toEqual({ kind: 'closed' });
  });
});
