import { MAIN_FILE } from '#core/project/project.ts';
import { instrumentSource } from '#core/source/instrument/instrumentSource.ts';
import type { SelectedPlace } from '#tools/debugger/paint/paintedPlace.ts';
import { createPaintSession } from '#tools/debugger/paint/paintSession.ts';
import { createTestCompiler, readDemo } from '../tests/support/compiler.ts';
import { runnableDemos } from '../tests/support/demos.ts';
import { realDebugger } from '../tests/support/realDebugger.ts';
import { adapterName, requestRealDevice } from '../tests/support/realDevice.ts';
import { median } from './statistics.ts';

/** Of the pictures, in pixels. */
const SIZE = { width: 320, height: 180 };

const WARM_UP = 2;
const FRAMES = 20;
/** Slow demos draw fewer frames: one after another, for this long, in milliseconds. */
const LONGEST = 2000;

type Run = Awaited<ReturnType<typeof realDebugger>>;

/** Milliseconds of a frame, if each is drawn before the next is submitted. */
async function frameTime(device: GPUDevice, { context }: Run): Promise<number> {
  const { observers, workspace } = context;
  const draw = async () => {
    const drawn = new Promise<void>((resolve) => {
      const stop = observers.add({
        frameBegins() {},
        frameSubmitted() {
          stop();
          resolve();
        },
      });
    });
    workspace.step(1);
    await drawn;
    await device.queue.onSubmittedWorkDone();
  };
  for (let frame = 0; frame < WARM_UP; frame += 1) await draw();
  const start = performance.now();
  let frames = 0;
  while (frames < FRAMES && performance.now() - start < LONGEST) {
    await draw();
    frames += 1;
  }
  return (performance.now() - start) / frames;
}

/** The last variable of an entry point, or of any function. */
function placeIn(source: string): SelectedPlace {
  const { sites, functions } = instrumentSource(source);
  const values = sites.filter(({ event }) => event.kind === 'value');
  const isOfEntryPoint = (site: (typeof sites)[number]) =>
    functions[site.function]?.entryPoint !== null;
  const { from = 0 } = values.findLast(isOfEntryPoint) ?? values.at(-1) ?? {};
  return { from, to: from, path: MAIN_FILE };
}

/** A canvas whose context draws to a texture of its size. */
function createCanvas(device: GPUDevice): HTMLCanvasElement {
  const canvas = { width: 0, height: 0, getContext: () => context };
  let shown: GPUTexture | undefined;
  const context = {
    configure() {
      shown = device.createTexture({
        ...{ label: 'painted', size: [canvas.width, canvas.height], format: 'rgba8unorm' },
        usage: GPUTextureUsage.RENDER_ATTACHMENT | GPUTextureUsage.COPY_SRC,
      });
    },
    getCurrentTexture: () => shown,
  };
  return canvas as unknown as HTMLCanvasElement;
}

async function paint(device: GPUDevice, run: Run, source: string): Promise<string | null> {
  const session = createPaintSession(run.context, createCanvas(device));
  session.paint(placeIn(source));
  return new Promise((resolve) => {
    const stop = session.store.subscribe(({ reached, problem }) => {
      if (reached === null && problem === null) return;
      stop();
      resolve(problem);
    });
  });
}

/** Measures how much longer the demos' frames take while a value is painted over them. */
export async function measurePaintedFrames(): Promise<void> {
  Object.defineProperty(globalThis, 'navigator', {
    value: { gpu: { getPreferredCanvasFormat: () => 'rgba8unorm' } },
  });
  const device = await requestRealDevice();
  const compiler = await createTestCompiler();
  const size = `${SIZE.width} × ${SIZE.height} pixels`;
  console.log(`\nFrames of ${size} while a value is painted, on ${await adapterName()}\n`);
  const ratios: number[] = [];
  for (const name of runnableDemos()) {
    const source = await readDemo(name);
    // Demos with images fetch them from a site, and there is none.
    const run = await realDebugger(device, compiler, source, [], SIZE).catch(() => null);
    if (!run) continue;
    run.context.workspace.pause();
    const plain = await frameTime(device, run);
    const problem = await paint(device, run, source);
    if (problem === null) {
      const painted = await frameTime(device, run);
      ratios.push(painted / plain);
      const times = `${plain.toFixed(1)} ms, painted ${painted.toFixed(1)} ms`;
      console.log(`${name.padEnd(24)}${times.padEnd(36)}${(painted / plain).toFixed(2)} times`);
    } else console.log(`${name.padEnd(24)}${problem}`);
    run.dispose();
  }
  console.log(`\nMedian of ${ratios.length} demos: ${median(ratios).toFixed(2)} times`);
}
