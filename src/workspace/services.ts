import type { CompileRequest, CompileResult, EntryPointsResult } from '#program/compileResult.ts';
import type { CompilerState } from '#program/compilerState.ts';
import type {
  FrameStats,
  PlaybackState,
  Resolution,
  UniformValue,
  UniformValues,
} from '#program/runControls.ts';
import type { RunDescriptor } from '#program/runDescriptor.ts';
import type { Dispose } from '#shared/disposer.ts';
import type { Newest } from '#shared/newest.ts';
import type { Result } from '#shared/result.ts';

/** What the workspace needs of a compiler. */
export interface CompilerService {
  /** Never rejects; an overtaken request is answered with `superseded`. */
  compile(request: CompileRequest): Promise<Newest<CompileOutcome>>;
  findEntryPoints(
    source: Pick<CompileRequest, 'sourceCode' | 'shaderPath'>,
  ): Promise<Newest<EntryPointsResult>>;
  /** Ends the compile that runs or waits. */
  cancel(): void;
  /** Starts over after a failure. */
  retry(): void;
  dispose: Dispose;
}

export interface CompileOutcome {
  readonly answer: CompileResult;
  /** Time in the worker, in milliseconds. */
  readonly milliseconds: number;
  /** What the compiler holds by now, in bytes; null if it was not asked. */
  readonly memoryBytes: number | null;
  readonly cached: boolean;
}

/** What the workspace needs to run shaders. */
export interface RunService {
  attachCanvas(canvas: HTMLCanvasElement): Dispose;
  /**
   * Takes the place of the run before once it is built; a failure leaves that one running. Starts
   * at frame 0, playing.
   *
   * @param values what was set before; components of other names start at their defaults
   */
  start(descriptor: RunDescriptor, values: UniformValues): Promise<Result<void>>;
  /** Holds the clock and the frames. Answered by `onPlayback`, as are the next three. */
  pause(): void;
  resume(): void;
  /** Pauses, moves the frame number by so many (not below 0) and draws that one frame. */
  step(frames: number): void;
  /** Frame 0 and time 0; once-only calls run again. */
  reset(): void;
  /** While paused, the frame is drawn again with it. */
  setUniform(name: string, value: UniformValue): void;
  setResolution(resolution: Resolution): void;
  dispose: Dispose;
}

export interface RunEvents {
  /** A frame was submitted: called in each frame, so keep it cheap. */
  onFrame(stats: FrameStats): void;
  onPlayback(state: PlaybackState): void;
  /** A frame printed this; frames that print nothing do not call it. */
  onPrinted(text: string): void;
  /** Something to tell that does not end the run: each message comes once a run. */
  onMessage(message: string): void;
  /** The run ended because of this; its last picture stays. */
  onError(message: string): void;
  /** The device is gone and nothing runs any more; Run asks for a new one. */
  onLost(reason: string): void;
}

/** Everything from outside, handed in by the composition root or by a test. */
export interface WorkspaceServices {
  createCompiler(onState: (state: CompilerState) => void): CompilerService;
  /** Fails with the true reason why shaders cannot run here, as a sentence. */
  requestRunner(events: RunEvents): Promise<Result<RunService>>;
  /** A demo by its name; fails with what went wrong. */
  loadDemo(name: string): Promise<Result<OpenedFile>>;
}

export interface OpenedFile {
  readonly text: string;
  /** The address it came from, which relative addresses in it resolve against. */
  readonly uri: string;
}
