import { createPresenter } from '#engine/gpu/presenter.ts';
import type { Size } from '#engine/gpu/screen.ts';
import type { FrameInputs, Program } from '#tools/export/runtime/program.ts';
import type { PageElements } from './elements.ts';
import { inputsWithoutUser, type PageInputs } from './inputs.ts';

interface PlayerOptions {
  readonly painter: Painter;
  readonly inputs: PageInputs;
  /** Size of the picture in the window; null while it has no area. */
  readonly windowSize: () => Size | null;
  readonly onPlaying: (playing: boolean) => void;
}

/** Maximum number of frames that the device has yet to complete. */
const MAX_PENDING = 2;
/** In seconds. A longer gap means that the page was hidden. */
const LONGEST_STEP = 0.25;
/** For frames drawn by `drawExactly`. */
const FRAMES_A_SECOND = 60;

export function createPlayer(first: Program, options: PlayerOptions) {
  const { painter, inputs, windowSize, onPlaying } = options;
  let program = first;
  let fixedSize: Size | null = null;
  let playing = false;
  /** The next frame; while paused, the last one drawn. */
  let frame = 0;
  let time = 0;
  let lastTurn: number | null = null;
  /** Whether `drawExactly` is drawing frames. */
  let isSeeking = false;
  let drawn: Size | null = null;
  const draw = (size: Size) => {
    drawn = size;
    program.resize(size.width, size.height);
    painter.draw(program, inputs.at(frame, time), size);
  };
  const setPlaying = (next: boolean) => {
    playing = next;
    lastTurn = null;
    onPlaying(next);
  };
  const turn = (now: number) => {
    requestAnimationFrame(turn);
    const size = fixedSize ?? windowSize();
    if (!size || isSeeking || painter.pending >= MAX_PENDING) return;
    if (playing) {
      if (drawn) frame += 1;
      if (lastTurn !== null) time += Math.min(LONGEST_STEP, (now - lastTurn) / 1000);
      lastTurn = now;
      draw(size);
    } else if (size.width !== drawn?.width || size.height !== drawn.height) {
      draw(size);
    }
  };
  requestAnimationFrame(turn);
  return {
    get program(): Program {
      return program;
    },
    get playing(): boolean {
      return playing;
    },
    play: () => setPlaying(true),
    pause: () => setPlaying(false),
    /** Restarts at frame 0, and keeps the contents of buffers and textures. */
    reset() {
      if (isSeeking) return;
      inputs.reset();
      frame = 0;
      time = 0;
      lastTurn = null;
      if (drawn && !playing) draw(drawn);
      else drawn = null;
    },
    /** Redraws the newest frame if paused, such as after a value has changed. */
    redraw() {
      if (drawn && !playing && !isSeeking) draw(drawn);
    },
    /**
     * Draws another program from frame 0 to frame `last` at fixed time steps, without user input,
     * and pauses.
     *
     * @param fixed a size that the picture keeps; null to follow the window
     */
    async drawExactly(next: Program, last: number, size: Size, fixed: Size | null) {
      setPlaying(false);
      program.destroy();
      program = next;
      fixedSize = fixed;
      drawn = size;
      isSeeking = true;
      // Stops if another program is requested in the meantime.
      for (let at = 0; program === next; at += 1) {
        frame = at;
        time = at / FRAMES_A_SECOND;
        painter.draw(next, inputsWithoutUser(frame, time), size);
        if (at === last) {
          isSeeking = false;
          return;
        }
        if (painter.pending > MAX_PENDING) await painter.completed();
      }
    },
  };
}

type Painter = ReturnType<typeof createPainter>;

export function createPainter(device: GPUDevice, { canvas, printed, frame }: PageElements) {
  const presenter = createPresenter(device, navigator.gpu.getPreferredCanvasFormat());
  let newest: { readonly program: Program; readonly size: Size } | null = null;
  let pending = 0;
  let reading: Promise<unknown> = Promise.resolve();
  const onDone = () => {
    pending -= 1;
  };
  const show = async (text: Promise<string>, before: Promise<unknown>) => {
    const [shown] = await Promise.all([text, before]);
    if (shown !== '') printed.textContent = shown;
  };
  return {
    /** Number of submitted frames that the device has not completed. */
    get pending(): number {
      return pending;
    },
    draw(program: Program, inputs: FrameInputs, size: Size) {
      newest = { program, size };
      const encoder = device.createCommandEncoder({ label: `frame ${inputs.frame}` });
      program.encode(encoder, inputs);
      const picture = program.picture();
      if (picture) presenter.encode(encoder, canvas, size, picture);
      device.queue.submit([encoder.finish()]);
      pending += 1;
      device.queue.onSubmittedWorkDone().then(onDone, onDone);
      frame.textContent = `frame ${inputs.frame}`;
      // Rejects if the device is lost, which the page reports separately.
      reading = show(program.printed(), reading).catch(() => {});
    },
    /** Resolves once the device has completed all frames. */
    completed: (): Promise<unknown> => device.queue.onSubmittedWorkDone(),
    /** Resolves once all text printed so far is shown. */
    settled: (): Promise<unknown> => reading,
    /** The pixels of the newest picture as shown; null if the program draws none. */
    read(): ImageData | null {
      const picture = newest?.program.picture();
      if (!newest || !picture) return null;
      const { size } = newest;
      const encoder = device.createCommandEncoder({ label: 'read the picture' });
      presenter.encode(encoder, canvas, size, picture);
      device.queue.submit([encoder.finish()]);
      const context = new OffscreenCanvas(size.width, size.height).getContext('2d');
      // In the same task, since browsers clear a canvas between tasks.
      context?.drawImage(canvas, 0, 0);
      return context?.getImageData(0, 0, size.width, size.height) ?? null;
    },
  };
}

/**
 * Returns a function that resolves with the most recently requested program. For superseded
 * requests, it destroys the program and resolves with null.
 */
export function createNewest(): (made: Promise<Program>) => Promise<Program | null> {
  let newest: Promise<Program> | null = null;
  return async (made) => {
    newest = made;
    const program = await made;
    if (newest === made) return program;
    program.destroy();
    return null;
  };
}

/** A frame requested by the address, to be drawn exactly: `#frame=8&size=640x360`. */
interface WantedFrame {
  readonly frame: number;
  /** In pixels; defaults to the window's size. */
  readonly size?: { readonly width: number; readonly height: number };
}

const WHOLE = /^\d{1,6}$/;
const SIZE = /^(\d{1,5})x(\d{1,5})$/;

/** Null if the address requests no frame that can be drawn. */
export function wantedFrame(hash: string): WantedFrame | null {
  const parameters = new URLSearchParams(hash.replace(/^#/, ''));
  const frame = parameters.get('frame') ?? '';
  if (!WHOLE.test(frame)) return null;
  const [, width, height] = SIZE.exec(parameters.get('size') ?? '') ?? [];
  const sized = width && height && { size: { width: Number(width), height: Number(height) } };
  return { frame: Number(frame), ...(sized || {}) };
}
