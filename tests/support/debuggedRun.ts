import { createStore } from 'zustand/vanilla';
import type { CompileReport, CompileRequest } from '#core/output/compileResult.ts';
import type { Thread } from '#core/source/instrument/trace.ts';
import { TRACE_LAYOUT } from '#core/source/instrument/traceLayout.ts';
import type { Compiler } from '#engine/compiler/core/compiler.ts';
import { createFrameObservers } from '#engine/gpu/frameObserver.ts';
import type { Size } from '#engine/gpu/screen.ts';
import type { DebuggerContext } from '#tools/debugger/session/context.ts';
import {
  createDebuggerSession,
  type DebuggerSession,
} from '#tools/debugger/session/debuggerSession.ts';
import { createFakeDevice, type FakeDevice } from './fakeDevice.ts';
import { INPUTS, observedFrame } from './observedFrame.ts';
import type { Planner } from './planner.ts';

/** A page whose frames a test draws, on a device that computes nothing, and its debugger. */
export interface DebuggedRun {
  readonly fake: FakeDevice;
  readonly session: DebuggerSession;
  /** What the debugger has asked the page for, such as `step 0`. */
  readonly asked: string[];
  /** Texts that were to be compiled. */
  readonly compiled: string[];
  readonly workspace: ReturnType<typeof createWorkspaceStore>;
  /** What is in the editor. */
  source: string;
  /** How much of the debugger's work is under way on the device. */
  toolWork: number;
  /** Compiles wait until this resolves. */
  compiler: Promise<void>;
  /** Draws a frame of the program that runs; another version of it if the descriptor is another. */
  draw(frame: number, isUpdate?: boolean): Promise<void>;
  /** Draws the newest frame once more, in a picture of another size. */
  resize(screen: Size): Promise<void>;
  /** The thread that was traced last. */
  tracedThread(): Thread;
  /** What the traced threads tell from now on. */
  tell(entries: readonly (readonly [at: number, words: readonly number[]])[]): void;
  /** Lets everything that was begun end. */
  settle(): Promise<void>;
}

function createWorkspaceStore(playback: 'playing' | 'paused') {
  const run = { kind: 'running' as const, outputs: [], uniforms: [], stale: false, printed: '' };
  return createStore<{ run: unknown; live: boolean; opened: { revision: number } }>(() => ({
    run: { ...run, playback },
    live: false,
    opened: { revision: 1 },
  }));
}

const WORDS = TRACE_LAYOUT.first + 512;

/** By text: tests share sources. */
const ANSWERS = new Map<string, ReturnType<Compiler['compile']>>();

export async function debuggedRun(
  compiler: Compiler,
  planner: Planner,
  source: string,
  playback: 'playing' | 'paused' = 'paused',
): Promise<DebuggedRun> {
  const fake = createFakeDevice();
  const observers = createFrameObservers();
  const workspace = createWorkspaceStore(playback);
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
    // Frames come in a task of their own.
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
      const answer = ANSWERS.get(sourceCode) ?? compiler.compile({ sourceCode, ...request });
      ANSWERS.set(sourceCode, answer);
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
  const run: DebuggedRun = {
    ...{ fake, session, asked, workspace, source },
    compiled: [],
    toolWork: 0,
    compiler: Promise.resolve(),
    async draw(number, isUpdate = false) {
      if (isUpdate) frame = await observedFrame(fake, { ...frame.descriptor });
      drawNow(number);
    },
    async resize(screen) {
      frame = await observedFrame(fake, frame.descriptor, { screen });
      drawNow(drawn);
    },
    tracedThread() {
      const [x = 0, y = 0, z = 0] = new Uint32Array(fake.written).subarray(TRACE_LAYOUT.thread);
      return [x, y, z];
    },
    tell(entries) {
      const words = new Uint32Array(WORDS);
      words.set([TRACE_LAYOUT.first], TRACE_LAYOUT.end);
      words.set([WORDS], TRACE_LAYOUT.capacity);
      words.set([100], TRACE_LAYOUT.limit);
      for (const [at, values] of entries) words.set(values, at);
      fake.copied = words.buffer;
    },
    async settle() {
      // Decoding gives way after some milliseconds, so a busy machine needs more turns.
      for (let turn = 0; turn < 40 || (turn < 4000 && isAtWork()); turn += 1) {
        await tick();
        for (const buffer of fake.buffers) buffer.finishMapping();
      }
    },
  };
  run.tell([[TRACE_LAYOUT.dispatches, [1]]]);
  return run;
}
