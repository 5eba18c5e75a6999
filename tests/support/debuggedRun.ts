import { createStore } from 'zustand/vanilla';
import type { CompileReport, CompileRequest } from '#core/output/compileResult.ts';
import type { Thread } from '#core/source/instrument/trace.ts';
import { TRACE_LAYOUT } from '#core/source/instrument/traceLayout.ts';
import type { Compiler } from '#engine/compiler/core/compiler.ts';
import { createFrameObservers } from '#engine/gpu/frameObserver.ts';
import type { Size } from '#engine/gpu/screen.ts';
import type { DebuggerContext } from '#tools/debugger/session/context.ts';
import { createDebuggerSession } from '#tools/debugger/session/debuggerSession.ts';
import { createFakeDevice } from './fakeDevice.ts';
import { INPUTS, observedFrame } from './observedFrame.ts';
import type { Planner } from './planner.ts';

export type DebuggedRun = Awaited<ReturnType<typeof debuggedRun>>;

function createWorkspaceStore(playback: 'playing' | 'paused') {
  const run = { kind: 'running' as const, outputs: [], uniforms: [], stale: false, printed: '' };
  return createStore<{ run: unknown; live: boolean; opened: { revision: number } }>(() => ({
    run: { ...run, playback },
    live: false,
    opened: { revision: 1 },
  }));
}

const WORDS = TRACE_LAYOUT.first + 512;

/** Answers by source text, because tests share sources. */
const ANSWERS = new Map<string, ReturnType<Compiler['compile']>>();

/** A page and its debugger, on a device that computes nothing. The test draws the page's frames. */
export async function debuggedRun(
  compiler: Compiler,
  planner: Planner,
  source: string,
  playback: 'playing' | 'paused' = 'paused',
) {
  const fake = createFakeDevice();
  const observers = createFrameObservers();
  const workspace = createWorkspaceStore(playback);
  /** The debugger's requests to the page, such as `step 0`. */
  const asked: string[] = [];
  let frame = await observedFrame(fake, planner.descriptor(source));
  let drawn = 7;
  const drawNow = (number: number) => {
    drawn = number;
    if (observers.isEmpty) return;
    const once = number === 0 ? ('all' as const) : new Set<string>();
    observers.frameBegins({ ...frame, once, inputs: { ...INPUTS, frame: number } });
    observers.frameSubmitted();
  };
  const askFor = (name: string, act: () => void = () => {}) => {
    asked.push(name);
    // Frames arrive in a separate task.
    setTimeout(act);
  };
  const context = {
    observers,
    cursorLine: () => null,
    async compile({ sourceCode, ...request }: CompileRequest, signal: AbortSignal) {
      run.compiled.push(sourceCode);
      isCompilerHeld = true;
      await run.compiler;
      isCompilerHeld = false;
      if (signal.aborted) return null;
      const key = JSON.stringify([sourceCode, request.files]);
      const answer = ANSWERS.get(key) ?? compiler.compile({ sourceCode, ...request });
      ANSWERS.set(key, answer);
      return { ...answer, milliseconds: 1, memoryBytes: null, cached: false } as CompileReport;
    },
    workspace: {
      store: workspace,
      sourceText: () => run.source,
      project: () => ({ text: run.source, files: [], assets: [] }),
      pause: () => askFor('pause'),
      step: (by: number) => askFor(`step ${by}`, () => drawNow(drawn + by)),
      resetFrame: () => askFor('reset', () => drawNow(0)),
      openTool: (tab: string) => askFor(`open ${tab}`),
      closeTool: (tab: string) => askFor(`close ${tab}`),
      reveal: () => {},
      beginToolWork() {
        run.toolWork += 1;
        return () => {
          run.toolWork -= 1;
        };
      },
    },
  } as unknown as DebuggerContext;
  const session = createDebuggerSession(context);
  let isCompilerHeld = false;
  const isAtWork = () => session.store.getState().work.kind !== 'idle' && !isCompilerHeld;
  const tick = () => new Promise((resolve) => setTimeout(resolve));
  const run = {
    ...{ fake, session, asked, workspace, source },
    compiled: [] as string[],
    /** How much of the debugger's work the device is doing. */
    toolWork: 0,
    compiler: Promise.resolve(),
    /** Draws a frame of the running program, or of a new version of it if `isUpdate`. */
    async draw(number: number, isUpdate = false) {
      if (isUpdate) frame = await observedFrame(fake, { ...frame.descriptor });
      drawNow(number);
    },
    /** Redraws the newest frame in a picture of another size. */
    async resize(screen: Size) {
      frame = await observedFrame(fake, frame.descriptor, { screen });
      drawNow(drawn);
    },
    tracedThread(): Thread {
      const [x = 0, y = 0, z = 0] = new Uint32Array(fake.written).subarray(TRACE_LAYOUT.thread);
      return [x, y, z];
    },
    /** Sets what traced threads report from now on. */
    tell(entries: readonly (readonly [at: number, words: readonly number[]])[]) {
      const words = new Uint32Array(WORDS);
      words.set([TRACE_LAYOUT.first], TRACE_LAYOUT.end);
      words.set([WORDS], TRACE_LAYOUT.capacity);
      words.set([100], TRACE_LAYOUT.limit);
      for (const [at, values] of entries) words.set(values, at);
      fake.copied = words.buffer;
    },
    async settle() {
      // Decoding yields every few milliseconds, so a busy machine needs more turns.
      for (let turn = 0; turn < 40 || (turn < 4000 && isAtWork()); turn += 1) {
        await tick();
        for (const buffer of fake.buffers) buffer.finishMapping();
      }
    },
  };
  run.tell([[TRACE_LAYOUT.dispatches, [1]]]);
  return run;
}
