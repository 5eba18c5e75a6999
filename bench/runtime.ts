import type { Browser, Page } from '@playwright/test';
import { openPage, run, untilMore } from './page.ts';
import { print } from './report.ts';
import { median, percentile } from './statistics.ts';

const FRAMES = 120;
const RUNS = 200;

/** A picture in one colour: this measures the loop, not the GPU. */
const TRIVIAL = `import playground;
import rendering;
[playground::TIME] uniform float time;
[shader("compute")] [numthreads(8, 8, 1)] [playground::CALL(8, 8, 1)]
void paint(uint2 at : SV_DispatchThreadID)
{
    drawPixel(at, (int2 screen) => { return float4(frac(time)); });
}
`;

/** Fills the print buffer in every frame: 512 messages of four records. */
const PRINTS = `import playground;
import printing;
[playground::FRAME_ID] uniform int frame;
[shader("compute")] [numthreads(64, 1, 1)] [playground::CALL(512, 1, 1)]
void tell(uint3 at : SV_DispatchThreadID) { printf("%d %d %d\\n", frame, int(at.x), 7); }
`;

/**
 * Records the duration of each animation-frame callback in `benchFrames`, and of each pipeline
 * creation in `benchPipelines`.
 */
async function recordDurations(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const durations: number[] = [];
    Object.assign(globalThis, { benchFrames: durations });
    const request = window.requestAnimationFrame.bind(window);
    window.requestAnimationFrame = (callback) =>
      request((now) => {
        const started = performance.now();
        callback(now);
        durations.push(performance.now() - started);
      });
    const pipelines: number[] = [];
    Object.assign(globalThis, { benchPipelines: pipelines });
    const device = globalThis.GPUDevice?.prototype;
    if (!device) return;
    const create = device.createComputePipelineAsync;
    device.createComputePipelineAsync = function (this: GPUDevice, descriptor) {
      const started = performance.now();
      return create.call(this, descriptor).finally(() => {
        pipelines.push(performance.now() - started);
      });
    };
  });
}

const setUps = (page: Page) =>
  page.evaluate(() =>
    performance.getEntriesByName('playground:run-setup').map(({ duration }) => duration),
  );

/** Twenty draws to the picture, each with a pipeline and resources of its own. */
const DRAWS = `import playground;
[playground::TIME] uniform float time;
[playground::VIEW_PROJECTION] uniform float4x4 worldToClip;
${Array.from(
  { length: 20 },
  (_, index) => `
[shader("vertex")] [playground::DRAW::MESH("cube")]
float4 place${index}(float3 position : POSITION) : SV_Position
{
    return mul(worldToClip, float4(position * 0.1 + float3(${index} * 0.1 - 1.0, 0, 0), 1));
}
[shader("fragment")]
float4 shade${index}() : SV_Target { return frac(time + ${index} * 0.05); }
`,
).join('')}`;

async function benchFrames(page: Page, name: string, source: string): Promise<void> {
  await run(page, source);
  await page.evaluate(() => {
    (globalThis as unknown as { benchFrames: number[] }).benchFrames.length = 0;
  });
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.enable');
  await session.send('HeapProfiler.startSampling', {
    samplingInterval: 256,
    includeObjectsCollectedByMajorGC: true,
    includeObjectsCollectedByMinorGC: true,
  });
  await page.waitForFunction(
    (count) => (globalThis as unknown as { benchFrames: number[] }).benchFrames.length >= count,
    FRAMES,
  );
  const { profile } = await session.send('HeapProfiler.stopSampling');
  await session.detach();
  const allocated = profile.samples.reduce((sum, { size }) => sum + size, 0);
  const frames = await page.evaluate(
    () => (globalThis as unknown as { benchFrames: number[] }).benchFrames,
  );
  print(`JavaScript per frame, ${name}, median`, median(frames) * 1000, 'µs');
  print(`JavaScript per frame, ${name}, 99th percentile`, percentile(frames, 0.99) * 1000, 'µs');
  print(`garbage per frame, ${name}, sampled mean`, allocated / frames.length, 'bytes');
}

async function heapBytes(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return usedSize;
}

/**
 * Measures run set-up, JavaScript per frame, and the page's memory over many runs.
 *
 * @param runs how many runs the heap's growth is measured over
 */
export async function benchRuntime(browser: Browser, url: string, runs = RUNS): Promise<void> {
  const page = await openPage(browser, url, {
    assistance: true,
    prepare: recordDurations,
    until: ['playground:first-frame'],
  });
  for (const demo of ['Simple Image', 'ShaderToy: Circle']) {
    const before = await setUps(page);
    await page.getByRole('combobox', { name: 'Load Demo' }).selectOption(demo);
    await untilMore(page, 'playground:run-setup', before.length);
    print(`run set-up of ${demo}`, (await setUps(page)).at(-1) ?? Number.NaN, 'ms');
    const pipeline = await page.evaluate(() =>
      (globalThis as unknown as { benchPipelines: number[] }).benchPipelines.at(-1),
    );
    print(`run set-up of ${demo}, the driver's pipeline`, pipeline ?? Number.NaN, 'ms');
  }
  await benchFrames(page, 'trivial shader', TRIVIAL);
  await benchFrames(page, '2,048 printed records', PRINTS);
  await benchFrames(page, '20 draws', DRAWS);
  await run(page, TRIVIAL);
  const before = await heapBytes(page);
  for (let count = 0; count < runs; count += 1) await run(page, `${TRIVIAL}// run ${count}\n`);
  print(`heap growth of the page over ${runs} runs`, (await heapBytes(page)) - before, 'bytes');
  await page.context().close();
}
