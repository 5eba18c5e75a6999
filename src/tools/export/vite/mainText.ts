import { OUTPUT_TEXTURE, PRINT_BUFFER } from '#core/plan/runDescriptor.ts';

/**
 * The script of a project's page.
 *
 * @param module of the program, such as `./ocean.ts`
 */
export function mainText(module: string): string {
  return `import { createPresenter, fillPanel, watchInputs, watchScreen } from './browser.ts';
import { createProgram, programData, requestGpuDevice, type Uniforms } from '${module}';

/** In pixels, for a program that draws no picture. */
const NO_PICTURE = { width: 512, height: 512 };
/** Frames that the device may have to do. */
const MAX_PENDING = 2;

const drawsPicture = '${OUTPUT_TEXTURE}' in programData.layout;
const prints = '${PRINT_BUFFER}' in programData.layout;

const canvas = find('picture', HTMLCanvasElement);
const printed = find('printed', HTMLElement);
const controls = find('controls', HTMLElement);
const message = find('message', HTMLElement);
const playButton = find('play', HTMLButtonElement);

async function start(): Promise<void> {
  canvas.hidden = !drawsPicture;
  printed.hidden = !prints;
  const requested = await requestGpuDevice();
  if (!requested.ok) throw new Error(requested.error);
  const device = requested.value;
  void device.lost.then((lost) => showMessage(\`The graphics device is lost: \${lost.message}\`));
  const screen = watchScreen(canvas, device.limits.maxTextureDimension2D, 1);
  const inputs = watchInputs(canvas, programData);
  const presenter = createPresenter(device, navigator.gpu.getPreferredCanvasFormat());
  const program = await createProgram(device, screen.size() ?? NO_PICTURE);

  let playing = !window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  /** Whether there is something to draw while the page is paused, as there is at first. */
  let changed = true;
  /** The newest one. */
  let frame = -1;
  let time = 0;
  let before = performance.now();
  let pending = 0;
  const showPlaying = () => {
    playButton.textContent = playing ? 'Pause' : 'Play';
  };
  playButton.addEventListener('click', () => {
    playing = !playing;
    showPlaying();
  });
  showPlaying();
  fillPanel(controls, programData, (name, value) => {
    program.setUniforms({ [name]: value } as Partial<Uniforms>);
    changed = true;
  });

  const turn = (now: number) => {
    requestAnimationFrame(turn);
    const size = drawsPicture ? screen.size() : NO_PICTURE;
    const seconds = (now - before) / 1000;
    before = now;
    if (!size || pending >= MAX_PENDING) return;
    const resized = canvas.width !== size.width || canvas.height !== size.height;
    if (!playing && !changed && !(resized && !canvas.hidden)) return;
    if (playing && frame >= 0) time += Math.min(0.25, seconds);
    if (playing || frame < 0) frame += 1;
    changed = false;
    program.resize(size.width, size.height);
    const encoder = device.createCommandEncoder();
    program.dispatch(encoder, inputs.at(frame, time));
    const picture = program.picture();
    if (picture) presenter.encode(encoder, canvas, size, picture);
    device.queue.submit([encoder.finish()]);
    pending += 1;
    const completed = () => {
      pending -= 1;
    };
    device.queue.onSubmittedWorkDone().then(completed, completed);
    if (prints) void program.printed().then(showPrinted, () => {});
  };
  requestAnimationFrame(turn);
}

function showPrinted(text: string): void {
  if (text !== '') printed.textContent = text;
}

function showMessage(text: string): void {
  message.textContent = text;
  message.hidden = false;
}

function find<Found extends HTMLElement>(id: string, kind: new () => Found): Found {
  const element = document.getElementById(id);
  if (!(element instanceof kind)) throw new Error(\`The page has no \${id}.\`);
  return element;
}

start().catch((error: unknown) => showMessage(error instanceof Error ? error.message : String(error)));
`;
}
