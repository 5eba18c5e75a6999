import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Compiler } from '#engine/compiler/core/compiler.ts';
import { createTestCompiler, readDemo } from '../support/compiler.ts';
import { demoNames, runnableDemos } from '../support/demos.ts';
import { type Drawn, drawFrames } from '../support/drawnFrames.ts';
import { exportedDemo } from '../support/exportedDemos.ts';
import { exportedProgram } from '../support/nativeExports.ts';
import { cellDifference, cellsOf } from '../support/pixels.ts';
import { requestRealDevice } from '../support/realDevice.ts';

/** The stored pictures are of this frame. */
const FRAME = 8;

const COLUMNS = 32;
const ROWS = 24;

/** Mean difference of the cells' bytes. A slightly wrong kernel exceeds it by far. */
const TOLERANCE = 1;

const folder = path.join(import.meta.dirname, 'demos');

/** {@link COLUMNS} × {@link ROWS} cells of three bytes each. `UPDATE=1` replaces them. */
const pictureFile = (name: string) => path.join(folder, `${name}.rgb`);

/** The texts do not come from a GPU, but from C's printf, exact fractions, closed formulas and sorting on a CPU. */
const textFile = (name: string) => path.join(folder, `${name}.txt`);

let device: GPUDevice;
let compiler: Compiler;
beforeAll(async () => {
  device = await requestRealDevice();
  compiler = await createTestCompiler();
});

const cells = ({ picture }: Drawn) => picture && cellsOf(picture, COLUMNS, ROWS);

function differenceFromStored(name: string, drawn: Drawn): number {
  return cellDifference(cells(drawn) ?? new Uint8Array(), readFileSync(pictureFile(name)));
}

describe.each(runnableDemos())('the demo %s', (name) => {
  it('draws its stored picture and prints its text', async () => {
    const drawn = await drawFrames(device, await exportedDemo(name), FRAME);
    const shown = cells(drawn);
    if (shown && process.env['UPDATE']) writeFileSync(pictureFile(name), shown);
    expect(drawn.picture !== null).toBe(existsSync(pictureFile(name)));
    if (shown) expect(differenceFromStored(name, drawn)).toBeLessThan(TOLERANCE);
    if (existsSync(textFile(name)))
      expect(drawn.printed).toBe(readFileSync(textFile(name), 'utf8'));
  });
});

it('detects a slightly wrong kernel', async () => {
  const circle = await readDemo('circle');
  const wrong = circle.replace('RADIUS = 0.62', 'RADIUS = 0.55');
  const drawn = await drawFrames(device, await exportedProgram(compiler, 'circle', wrong), FRAME);
  expect(differenceFromStored('circle', drawn)).toBeGreaterThan(2 * TOLERANCE);
});

it('lets the error of the demo gsplat2d-diff fall to less than a tenth', async () => {
  const { printed } = await drawFrames(device, await exportedDemo('gsplat2d-diff'), 180);
  const [, now, percent] = /^step 180: error (\S+), (\S+) % of the first\n$/.exec(printed) ?? [];
  expect(Number(percent)).toBeLessThan(10);
  // The first error was at least 0.01.
  expect((Number(now) / Number(percent)) * 100).toBeGreaterThan(0.01);
});

it('stores pictures and texts of demos only', () => {
  for (const file of readdirSync(folder)) {
    expect(demoNames()).toContain(path.basename(file, path.extname(file)));
  }
});
