import type { Page } from '@playwright/test';
import { messageOf } from '#core/util/errors.ts';
import { createRandom } from '../random.ts';
import type { Tally } from '../report.ts';
import { chooseSteps } from './choose.ts';
import { visibleControls } from './controls.ts';
import type { MonkeyInputs } from './inputs.ts';
import { perform, untilOpen } from './perform.ts';
import { lineOf, type Step } from './steps.ts';
import { type Watch, watchPage } from './watch.ts';

/** A page that takes longer (ms) for one step hangs; software graphics are slow. */
const ANSWERS_WITHIN = 60_000;

/** Limit on the heap at the end of a round, in bytes. */
const MOST_HEAP = 150e6;

export interface Round {
  readonly page: Page;
  readonly url: string;
  readonly inputs: MonkeyInputs;
  readonly seed: number;
  /** The round ends after this many steps, or earlier once the tally's time is up. */
  readonly steps: number;
  /** The steps to replay; null for random steps. */
  readonly replayed: readonly Step[] | null;
  readonly onStep: (line: string) => void;
}

/**
 * Does random things with the page and stops at the first fault: an exception or console error, a
 * part that stopped working, an unresponsive page, a text that a reload or a window resize changes,
 * a dialog that Escape does not close, a second drawing loop, or a growing heap. A fault lists all
 * steps of the round.
 */
export async function playRound(round: Round, tally: Tally): Promise<void> {
  const { page, url } = round;
  const watch = await watchPage(page);
  await leaveNothingToTheSystem(page);
  const taken: string[] = [];
  const tell = (what: string) => tally.fault(what, taken.join('\n'));
  try {
    await page.goto(url);
    await untilOpen(page);
    const next = round.replayed ? replay(round.replayed) : improvise(round);
    for (let number = 1; number <= round.steps && tally.goesOn(); number += 1) {
      const step = await answered(next());
      if (!step) break;
      taken.push(`${number}. ${lineOf(step)}`);
      round.onStep(taken.at(-1) ?? '');
      const wrong = await answered(take(round, watch, step, tally));
      for (const what of wrong) tell(what);
      if (wrong.length > 0) return;
    }
    const heap = await answered(watch.heapBytes());
    tally.note(`heap: ${(heap / 1e6).toFixed(1)} MB`);
    if (heap > MOST_HEAP) tell('the heap has grown');
  } catch (thrown) {
    tell(messageOf(thrown));
  }
}

/** Performs a step and returns what is wrong afterwards. */
async function take(round: Round, watch: Watch, step: Step, tally: Tally): Promise<string[]> {
  const { page, url, inputs } = round;
  const outcome = await perform(page, step, inputs);
  tally.add(typeof outcome === 'string' ? `${step.do}: ${outcome}` : `${step.do}: fault`);
  await page.waitForTimeout(step.wait);
  await stayHere(page, url);
  // A link or a click on “Home” reopens the page a moment later.
  const state = await watch.examine().catch(() => untilOpen(page).then(watch.examine));
  const found = [...watch.takeProblems(), ...state];
  return typeof outcome === 'string' ? found : [outcome.fault, ...found];
}

function improvise({ page, inputs, seed }: Round): () => Promise<Step | undefined> {
  const random = createRandom(seed);
  const used = new Map<string, number>();
  const planned: Step[] = [];
  return async () => {
    if (planned.length === 0) {
      const controls = await visibleControls(page);
      planned.push(...chooseSteps({ random, controls, inputs, used }));
    }
    const step = planned.shift();
    if (step && 'on' in step) {
      const name = `${step.on.kind} ${step.on.name}`;
      used.set(name, (used.get(name) ?? 0) + 1);
    }
    return step;
  };
}

function replay(steps: readonly Step[]): () => Promise<Step | undefined> {
  const left = [...steps];
  return async () => left.shift();
}

/**
 * Answers or closes system dialogs, which would stay open, or makes them use the browser's own file
 * system.
 */
async function leaveNothingToTheSystem(page: Page): Promise<void> {
  page.on('dialog', (dialog) => void dialog.accept().catch(() => {}));
  page.on('download', (download) => void download.cancel().catch(() => {}));
  page.on('filechooser', (chooser) => {
    const file = { name: 'chosen.slang', mimeType: '', buffer: Buffer.from('module chosen;\n') };
    void chooser.setFiles(file).catch(() => {});
  });
  // Not on the context, which other tabs share.
  page.on('popup', (opened) => void opened.close().catch(() => {}));
  await page.addInitScript(() => {
    Reflect.deleteProperty(window, 'showOpenFilePicker');
    Object.assign(window, {
      print: () => {},
      showDirectoryPicker: () => navigator.storage.getDirectory(),
      showSaveFilePicker: async ({ suggestedName = 'file' }) =>
        (await navigator.storage.getDirectory()).getFileHandle(suggestedName, { create: true }),
    });
  });
}

async function stayHere(page: Page, url: string): Promise<void> {
  const [there, home] = [new URL(page.url()), new URL(url)];
  if (there.origin === home.origin && there.pathname === home.pathname) return;
  await page.goto(url);
  await untilOpen(page);
}

/** The page's answer. Throws if none arrives, for example after a crash. */
async function answered<Value>(answer: Promise<Value>): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    const error = new Error(`The page has not answered for ${ANSWERS_WITHIN / 1000} s.`);
    timer = setTimeout(() => reject(error), ANSWERS_WITHIN);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
