import { toProgramData } from '#tools/export/program/toProgramData.ts';
import { createProgramOf } from '#tools/export/runtime/createProgramOf.ts';
import { runnableDemos } from '../tests/support/demos.ts';
import { inputsOf } from '../tests/support/drawnFrames.ts';
import { exportedDemo } from '../tests/support/exportedDemos.ts';
import { adapterName, requestRealDevice } from '../tests/support/realDevice.ts';

/** Of the pictures, in pixels. */
const SIZE = { width: 640, height: 360 };

/** Frames that are drawn before the measured ones: the first ones fill resources and warm caches. */
const WARM_UP = 4;
const FRAMES = 20;

/** Milliseconds that a frame of a demo takes, if the next is submitted while it is drawn. */
async function frameTime(device: GPUDevice, name: string): Promise<number> {
  const program = await createProgramOf(
    device,
    await toProgramData(await exportedDemo(name)),
    SIZE,
  );
  const draw = async (from: number, to: number) => {
    for (let frame = from; frame < to; frame += 1) {
      program.frame(inputsOf(frame));
    }
    await device.queue.onSubmittedWorkDone();
  };
  await draw(0, WARM_UP);
  const start = performance.now();
  await draw(WARM_UP, WARM_UP + FRAMES);
  const time = (performance.now() - start) / FRAMES;
  program.destroy();
  return time;
}

const device = await requestRealDevice();
console.log(
  `\nMilliseconds per frame of ${SIZE.width} × ${SIZE.height} pixels on ${await adapterName()}\n`,
);
for (const name of runnableDemos()) {
  console.log(`${name.padEnd(20)} ${(await frameTime(device, name)).toFixed(2).padStart(8)}`);
}
process.exit();
