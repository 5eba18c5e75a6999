import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type Browser, chromium } from '@playwright/test';
import { BASE_FLAGS, findChromium, WEBGPU_FLAGS } from '../../scripts/run/browser.ts';
import { serveSite } from '../../scripts/run/siteServer.ts';
import { createRandom } from '../random.ts';
import { printReport, startTally, type Tally } from '../report.ts';
import { readMonkeyInputs } from './inputs.ts';
import { playRound, type Round } from './monkey.ts';
import { readSteps, type Step } from './steps.ts';

const USAGE = `Usage: npm run monkey -- [--seed NUMBER] [--steps NUMBER] [--replay FILE]
Uses the site as last built. FILE has steps on lines of their own, as they are printed.`;

/** Steps per browser context; a fault lists them all. */
const ROUND = 250;

interface Options {
  readonly seed: number;
  readonly steps: number;
  readonly replayed: readonly Step[] | null;
}

async function readOptions(args: readonly string[]): Promise<Options | null> {
  const { values } = parseArgs({
    args: [...args],
    options: { seed: { type: 'string' }, steps: { type: 'string' }, replay: { type: 'string' } },
  });
  const seed = values.seed ? Number(values.seed) : Math.floor(Math.random() * 2 ** 31);
  const replayed = values.replay ? readSteps(await readFile(values.replay, 'utf8')) : null;
  const steps = replayed?.length ?? Number(values.steps ?? 1000);
  return Number.isInteger(seed) && steps > 0 ? { seed, steps, replayed } : null;
}

async function run({ seed, steps, replayed }: Options): Promise<boolean> {
  const server = await serveSite({ folder: path.resolve(import.meta.dirname, '../../dist') });
  const inputs = await readMonkeyInputs();
  const seconds = Number.POSITIVE_INFINITY;
  const tally = startTally('monkey', { seed, seconds, inputs: steps });
  const random = createRandom(seed);
  for (let done = 0; tally.goesOn() && done < steps; ) {
    const roundSeed = random.below(2 ** 31);
    const left = replayed ? steps : Math.min(ROUND, steps - done);
    console.log(`\nRound with seed ${roundSeed}`);
    const round = { url: server.url, inputs, seed: roundSeed, steps: left, replayed };
    await inNewBrowser((browser) => play(browser, round, tally));
    done += left;
  }
  await server.close();
  printReport(tally.report());
  return tally.faults.length === 0;
}

/** Each round has its own browser, so that a hang or crash ends with the round. */
async function inNewBrowser(use: (browser: Browser) => Promise<void>): Promise<void> {
  const browser = await chromium.launch({
    headless: false,
    executablePath: findChromium() ?? '/usr/bin/chromium',
    args: [...BASE_FLAGS, ...WEBGPU_FLAGS],
  });
  await use(browser);
  await browser.close();
}

async function play(
  browser: Browser,
  round: Omit<Round, 'page' | 'onStep'>,
  tally: Tally,
): Promise<void> {
  const context = await browser.newContext({
    viewport: { width: 1400, height: 900 },
    serviceWorkers: 'block',
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const before = tally.faults.length;
  await playRound({ ...round, page: await context.newPage(), onStep: console.log }, tally);
  for (const { what, reproduction } of tally.faults.slice(before)) {
    console.error(`\nFault: ${what}\nAfter:\n${reproduction}\n`);
  }
}

const options = await readOptions(process.argv.slice(2)).catch(() => null);
if (!options) console.error(USAGE);
process.exitCode = options ? ((await run(options)) ? 0 : 1) : 2;
