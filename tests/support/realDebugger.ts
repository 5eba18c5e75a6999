import { createStore } from 'zustand/vanilla';
import { type CompileReport, type CompileRequest, runRequest } from '#core/output/compileResult.ts';
import { planProgram } from '#core/plan/planRun.ts';
import type { Compiler } from '#engine/compiler/core/compiler.ts';
import { createFrameObservers } from '#engine/gpu/frameObserver.ts';
import type { DebuggerContext } from '#tools/debugger/session/context.ts';
import {
  createDebuggerSession,
  type DebuggerCommands,
} from '#tools/debugger/session/debuggerSession.ts';
import type { DebuggerState } from '#tools/debugger/state.ts';
import { createRealRun } from './realRun.ts';

/** A program that runs on a real device, and the debugger that looks at it. */
export async function realDebugger(device: GPUDevice, compiler: Compiler, source: string) {
  const observers = createFrameObservers();
  const run = createRealRun(device, observers);
  const compiled = await compiler.compile(runRequest(source));
  if (!compiled.succ) throw new Error(`${compiled.message}\n${compiled.log}`);
  const planned = await planProgram(compiled.result, 'https://example.test/');
  if (!planned.ok) throw new Error(planned.error);
  const page = createStore<{ run: object; live: boolean; opened: { revision: number } }>(() => ({
    ...{ run: { kind: 'running', playback: 'playing' }, live: false, opened: { revision: 1 } },
  }));
  const ignore = () => {};
  const context = {
    observers,
    cursorLine: () => null,
    compile: async ({ sourceCode, ...request }: CompileRequest): Promise<CompileReport> => ({
      ...(await compiler.compile({ sourceCode, ...request })),
      ...{ milliseconds: 1, memoryBytes: null, cached: false },
    }),
    workspace: {
      store: page,
      sourceText: () => source,
      project: () => ({ text: source, files: [], assets: [] }),
      pause() {
        page.setState({ run: { kind: 'running', playback: 'paused' } });
        run.pause();
      },
      ...{ step: run.step, resetFrame: ignore, openTool: ignore, closeTool: ignore },
      ...{ reveal: ignore, beginToolWork: () => ignore },
    },
  } as unknown as DebuggerContext;
  const session = createDebuggerSession(context);
  await run.start(planned.value);
  while (!observers.newest()) {
    if (run.problems() !== '') throw new Error(run.problems());
    await new Promise((resolve) => setTimeout(resolve));
  }
  const { store, commands } = session;
  return {
    context,
    /** Runs a command, and returns the state when its work is done. Throws what went wrong. */
    async does(act: (commands: DebuggerCommands) => void): Promise<DebuggerState> {
      act(commands);
      if (store.getState().work.kind !== 'idle') {
        await new Promise<void>((resolve) => {
          const stop = store.subscribe(({ work }) => {
            if (work.kind !== 'idle') return;
            stop();
            resolve();
          });
        });
      }
      const { problem } = store.getState();
      const problems = [problem, run.problems()].filter((text) => text);
      if (problems.length > 0) throw new Error(problems.join('\n'));
      return store.getState();
    },
    dispose() {
      session.dispose();
      run.dispose();
    },
  };
}
