import path from 'node:path';
import type { Page } from '@playwright/test';
import { runnerImport } from 'vite';
import { readDemo } from '../support/compiler.ts';
import { choosePictureSetting, setPictureSetting } from '../support/controls.ts';
import { DEBUGGED_SOURCES } from '../support/debuggerSources.ts';
import { demoNames, NOT_RUN } from '../support/demos.ts';
import { goTo } from '../support/frames.ts';
import { difference, type Picture, readStillPicture } from '../support/pixels.ts';
import { expect, noDiagnostics, onOnePage, runSource, test } from '../support/site.ts';

/** Small, so that software rendering is quick. */
const VIEWPORT = { width: 800, height: 460 };

/** The frame to compare: by then, most demos show their result. */
const FRAME = 2;

const root = path.resolve(import.meta.dirname, '../..');

/** Loaded through Vite, which can read the imported Slang files. */
const instrument = runnerImport<typeof import('#core/source/instrument/instrumentSource.ts')>(
  path.join(root, 'src/core/source/instrument/instrumentSource.ts'),
  { root, configFile: false, logLevel: 'error' },
);

interface Shown {
  readonly picture: Picture | null;
  readonly printed: string | null;
}

/** Runs a source and draws the same frame each time. */
async function run(page: Page, source: string): Promise<Shown> {
  await page.evaluate(() => Object.assign(window, { seed: 1 }));
  await runSource(page, source);
  await noDiagnostics(page);
  const output = page.getByRole('tabpanel', { name: 'Output' });
  if (!(await page.getByLabel('Render output').isVisible())) {
    await expect(output).not.toHaveText('');
    return { picture: null, printed: await output.textContent() };
  }
  // A live run may already be past that frame.
  await goTo(page, 0);
  await goTo(page, FRAME);
  return { picture: await readStillPicture(page), printed: null };
}

async function expectSame(page: Page, source: string): Promise<void> {
  const wanted = await run(page, source);
  const { instrumentSource } = (await instrument).module;
  // It records nothing, because no thread is chosen.
  const shown = await run(page, instrumentSource(source).text);
  expect(shown.printed).toBe(wanted.printed);
  expect(shown.picture === null).toBe(wanted.picture === null);
  if (!shown.picture || !wanted.picture) return;
  // The last bit of a number may differ if the compiler reorders sums.
  expect(difference(shown.picture, wanted.picture)).toBeLessThan(0.05);
}

/** Constructs whose threads all store the same number, which the picture shows. */
const CONSTRUCTS = [
  ...['for', 'while and do', 'nested loops', 'nested calls', 'subscripts', 'operators'],
  ...['generic types', 'interfaces', 'lambdas'],
];

/** A debugged source whose picture distinguishes numbers greater than 1. */
function constructNamed(name: string): string {
  const found = DEBUGGED_SOURCES.find((source) => source.name === name);
  if (!found) throw new Error(`There is no source “${name}”.`);
  const number = 'result[0]';
  const colored = found.text.replace(`float4(${number})`, `float4(frac(${number} / 7.3))`);
  expect(colored).not.toBe(found.text);
  return colored;
}

onOnePage(
  'with the debugger’s instrumentation',
  (onlyPage, problems) => {
    test.beforeAll(async () => {
      await choosePictureSetting(onlyPage(), 'Resolution', '0.5');
      // Each frame has a fixed time, however long earlier frames took.
      await setPictureSetting(onlyPage(), 'Fixed step', true);
    });

    for (const name of demoNames().filter((each) => !(each in NOT_RUN))) {
      test(`the demo ${name} draws and prints the same`, async () => {
        await expectSame(onlyPage(), await readDemo(name));
        expect(problems).toEqual([]);
      });
    }

    test('constructs of the language draw the same', async () => {
      for (const name of CONSTRUCTS) {
        await test.step(name, () => expectSame(onlyPage(), constructNamed(name)));
      }
      expect(problems).toEqual([]);
    });
  },
  VIEWPORT,
  {
    async prepare(page) {
      // Each run gets the same random numbers.
      await page.addInitScript(() => {
        const numbers = Object.assign(window, { seed: 1 });
        Math.random = () => {
          numbers.seed = (numbers.seed * 16807) % 2147483647;
          return numbers.seed / 2147483647;
        };
      });
    },
  },
);
