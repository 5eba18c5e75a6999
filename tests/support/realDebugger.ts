import { createStore } from 'zustand/vanilla';
import { type CompileReport, type CompileRequest, runRequest } from '#core/output/compileResult.ts';
import { planProgram } from '#core/plan/planRun.ts';
import type { ProjectFile } from '#core/project/project.ts';
import type { Compiler } from '#engine/compiler/core/compiler.ts';
import {
  createFrameObservers,
  type FrameObservers,
  type ObservedFrame,
} from '#engine/gpu/frameObserver.ts';
import type { Size } from '#engine/gpu/screen.ts';
import type { DebuggerContext } from '#tools/debugger/session/context.ts';
import {
  createDebuggerSession,
  type DebuggerCommands,
} from '#tools/debugger/session/debuggerSession.ts';
import type { DebuggerState } from '#tools/debugger/state.ts';
import { createRealRun } from './realRun.ts';

/** A program that runs on a real device, and the debugger that looks at it. */
export async function realDebugger(
  device: GPUDevice,
  compiler: Compiler,
  source: string,
  files: readonly ProjectFile[] = [],
  size?: Size,
) {
  const observers = createFrameObservers();
  const frames = createFrames(observers);
  const run = createRealRun(device, frames.observers, size);
  const compiled = await compiler.compile(runRequest(source, files));
  if (!compiled.succ) throw new Error(`${compiled.message}\n${compiled.log}`);
  const planned = await planProgram(compiled.result, 'https://example.test/');
  if (!planned.ok) throw new Error(planned.error);
  const page = createStore(() => ({
    ...{ activeFile: 0, files: [] },
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
      project: () => ({ text: source, files, assets: [] }),
      pause() {
        page.setState({ run: { kind: 'running', playback: 'paused' } });
        run.pause();
      },
      step: (count: number) => (count < 0 ? void goTo(frame() + count) : run.step(count)),
      ...{ resetFrame: ignore, openTool: ignore, closeTool: ignore },
      ...{ reveal: ignore, beginToolWork: () => ignore },
    },
  } as unknown as DebuggerContext;
  const session = createDebuggerSession(context);
  const frame = () => observers.newest()?.inputs.frame ?? 0;
  /** Draws all frames from 0 on, of which tools see only the last, as in the page. */
  const goTo = async (wanted: number) => {
    page.setState({ run: { kind: 'running', playback: 'paused' } });
    frames.hide(wanted);
    const drawn = frames.drawn(run.pause);
    await run.start(planned.value);
    await drawn;
    while (frame() < wanted) {
      const next = frames.drawn();
      run.step(1);
      await next;
    }
  };
  await run.start(planned.value);
  while (!observers.newest()) {
    if (run.problems() !== '') throw new Error(run.problems());
    await new Promise((resolve) => setTimeout(resolve));
  }
  const { store, commands } = session;
  return {
    context,
    session,
    /** Pauses at a frame. */
    goTo,
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

/** What a run tells of its frames, with the frames before a wanted one hidden. */
function createFrames(observers: FrameObservers) {
  let first = 0;
  let isHidden = false;
  let onDrawn = () => {};
  return {
    observers: {
      ...observers,
      get meter() {
        return observers.meter;
      },
      isEmpty: false,
      frameBegins(frame: ObservedFrame) {
        isHidden = frame.inputs.frame < first;
        if (!isHidden) observers.frameBegins(frame);
      },
      frameSubmitted() {
        if (!isHidden) observers.frameSubmitted();
        onDrawn();
      },
    },
    /** Hides all frames before this one. */
    hide(before: number) {
      first = before;
    },
    /** Resolves when the next frame is drawn, after calling `act`. */
    drawn: (act = () => {}) =>
      new Promise<void>((resolve) => {
        onDrawn = () => {
          onDrawn = () => {};
          act();
          resolve();
        };
      }),
  };
}
