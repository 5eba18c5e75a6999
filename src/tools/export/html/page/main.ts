import { cameraNumbers, cameraOf } from '#core/plan/draw/camera.ts';
import type { UniformValue } from '#core/plan/runControls.ts';
import { CAMERA_ORBIT, OUTPUT_TEXTURE, PRINT_BUFFER } from '#core/plan/runDescriptor.ts';
import { messageOf } from '#core/util/errors.ts';
import { requestGpuDevice } from '#engine/gpu/device.ts';
import { createDrawPipeline } from '#engine/gpu/draw/drawPipeline.ts';
import { type Size, watchScreen } from '#engine/gpu/screen.ts';
import { createProgramOf, type RuntimeParts } from '#tools/export/runtime/createProgramOf.ts';
import type { ProgramData } from '#tools/export/runtime/programData.ts';
import { findElements, type PageElements, showMessage } from './elements.ts';
import { watchInputs } from './inputs.ts';
import { orbitCamera } from './orbitCamera.ts';
import { readPageData } from './pageData.ts';
import { fillPanel } from './panel.ts';
import { createNewest, createPainter, createPlayer, wantedFrame } from './player.ts';

/** The page's script interface: `await window.program`. */
export interface PageProgram {
  play(): void;
  pause(): void;
  /** Restarts at frame 0, and keeps the contents of buffers and textures. */
  reset(): void;
  setUniform(name: string, value: UniformValue): void;
  /**
   * Pauses, recreates the program, and draws frames 0 to `frame` at 60 frames a second without
   * mouse and keys, so that the picture is always the same. A later call replaces an unfinished
   * one.
   *
   * @param size in pixels; defaults to the window's size
   */
  drawExactly(frame: number, size?: Size): Promise<void>;
  /** The picture as shown, row by row from the top; null if the program draws none. */
  readPicture(): ImageData | null;
}

/** For programs that draw no picture. */
const NO_PICTURE: Size = { width: 512, height: 512 };

async function startPage(elements: PageElements): Promise<PageProgram> {
  try {
    const data = readPageData();
    const device = await requestGpuDevice();
    if (!device.ok) throw new Error(withoutGpu(device.error));
    watchDevice(device.value, elements);
    const page = await showProgram(device.value, data, elements);
    await followAddress(page, elements);
    return page;
  } catch (thrown) {
    showMessage(elements, messageOf(thrown));
    throw thrown;
  }
}

function withoutGpu(reason: string): string {
  const advice = window.isSecureContext
    ? 'Open it in a browser with WebGPU, such as a current Chrome, Edge, Safari or Firefox.'
    : 'Browsers offer WebGPU to pages from https and to files only: open it as one of these.';
  return `This page draws with WebGPU. ${reason} ${advice}`;
}

function watchDevice(device: GPUDevice, elements: PageElements): void {
  device.lost.then(({ message }) => {
    showMessage(elements, `The graphics device was lost: ${message} Reload the page.`);
  });
  device.addEventListener('uncapturederror', ({ error }) => {
    showMessage(elements, `The graphics device reports: ${error.message}`);
  });
}

async function showProgram(
  device: GPUDevice,
  data: ProgramData,
  elements: PageElements,
): Promise<PageProgram> {
  const { canvas, printed, play, reset, controls } = elements;
  const drawsPicture = OUTPUT_TEXTURE in data.layout;
  canvas.hidden = !drawsPicture;
  printed.hidden = !(PRINT_BUFFER in data.layout);
  const screen = watchScreen(canvas, device.limits.maxTextureDimension2D, 1);
  const windowSize = () => (drawsPicture ? screen.size() : NO_PICTURE);
  const create = (size: Size) => createProgramOf(device, data, size, partsFor(data));
  const first = await create(windowSize() ?? NO_PICTURE);
  const painter = createPainter(device, elements);
  const player = createPlayer(first, {
    painter,
    inputs: watchInputs(canvas, data),
    windowSize,
    onPlaying(playing) {
      play.textContent = playing ? 'Pause' : 'Play';
    },
  });
  const values = new Map<string, UniformValue>();
  const setUniform: PageProgram['setUniform'] = (name, value) => {
    player.program.setUniform(name, value);
    values.set(name, value);
    player.redraw();
  };
  const createAnother = async (size: Size) => {
    const program = await create(size);
    for (const [name, value] of values) program.setUniform(name, value);
    return program;
  };
  const newest = createNewest();
  fillPanel(controls, data, setUniform);
  const { camera } = data;
  if (camera) {
    const orbit = () => {
      const set = values.get(CAMERA_ORBIT);
      return typeof set === 'object' ? set : camera[CAMERA_ORBIT];
    };
    orbitCamera(canvas, orbit, (next) => setUniform(CAMERA_ORBIT, next));
  }
  play.addEventListener('click', () => (player.playing ? player.pause() : player.play()));
  reset.addEventListener('click', player.reset);
  return {
    play: player.play,
    pause: player.pause,
    reset: player.reset,
    setUniform,
    async drawExactly(frame, fixed) {
      const size = fixed ?? windowSize() ?? NO_PICTURE;
      const program = await newest(createAnother(size));
      if (program) await player.drawExactly(program, frame, size, fixed ?? null);
      await painter.settled();
    },
    readPicture: painter.read,
  };
}

/** A page contains the code of these parts only if its program needs them. */
function partsFor({ callCommands, camera }: ProgramData): RuntimeParts {
  const draws = callCommands.some(({ type }) => type === 'DRAW');
  return {
    ...(draws && { createDrawPipeline }),
    ...(camera && { camera: { cameraOf, cameraNumbers } }),
  };
}

/** Draws the frame in the address, and again when the address changes; without one, plays. */
async function followAddress(page: PageProgram, elements: PageElements): Promise<void> {
  const wanted = wantedFrame(location.hash);
  window.addEventListener('hashchange', () => {
    const next = wantedFrame(location.hash);
    if (!next) return;
    page.drawExactly(next.frame, next.size).catch((thrown: unknown) => {
      showMessage(elements, messageOf(thrown));
    });
  });
  if (wanted) await page.drawExactly(wanted.frame, wanted.size);
  else if (!window.matchMedia('(prefers-reduced-motion: reduce)').matches) page.play();
}

const program = startPage(findElements());
Object.assign(window, { program });
// The page already shows the reason.
program.catch(() => {});
