import type { Page } from '@playwright/test';
import { messageOf } from '#shared/errors.ts';
import { createRandom, type Random } from '../random.ts';
import { type FuzzOptions, type FuzzReport, startTally, type Tally } from '../report.ts';
import { FILE_ACTIONS } from './fileActions.ts';
import type { Action, MonkeyState } from './state.ts';
import { editorText, TEXT_ACTIONS, waitForText } from './textActions.ts';
import { UI_ACTIONS } from './uiActions.ts';
import { type Watch, watchPage } from './watch.ts';

const ACTIONS = [...TEXT_ACTIONS, ...FILE_ACTIONS, ...UI_ACTIONS];

/** How many of the latest actions a fault reports. */
const REMEMBERED = 15;

/** A page that does not answer for so many milliseconds hangs; software graphics are slow. */
const ANSWERS_WITHIN = 20_000;

/** How many actions run between two measurements of the heap. */
const MEASURE_EVERY = 40;

/** How much the heap may grow, in bytes. */
const MAY_GROW = 40e6;

/** What the monkey test enters into the page. */
export interface MonkeyInputs {
  readonly sources: Readonly<Record<string, string>>;
  /** The demos' sources by the names of the demo list. */
  readonly demos: Readonly<Record<string, string>>;
  /** The source that the page opens with. */
  readonly first: string;
}

/**
 * Performs random user actions and checks the page's invariants after each: the editor holds the
 * text that was entered, only one loop draws, nothing is thrown, Escape closes every dialog, the page
 * answers, and memory does not grow.
 */
export async function runMonkey(
  page: Page,
  url: string,
  inputs: MonkeyInputs,
  options: FuzzOptions,
): Promise<FuzzReport> {
  const random = createRandom(options.seed);
  const watch = await watchPage(page);
  page.on('dialog', (dialog) => void dialog.accept());
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(url);
  await page.locator('[aria-label="Shader source"]').waitFor({ timeout: 60_000 });
  const { first } = inputs;
  const state: MonkeyState = { page, random, ...inputs, text: first, past: [first] };
  const tally = startTally('monkey', options);
  const log: string[] = [];
  const heap: number[] = [];
  try {
    for (let number = 1; tally.goesOn(); number += 1) {
      await closeDialogs(page, tally, log);
      await takeTurn(state, tally, log, number);
      await examine(state, watch, tally, log);
      if (number % MEASURE_EVERY === 0) heap.push(await watch.heapBytes());
      await page.waitForTimeout(random.chance(0.1) ? 1200 : random.below(150));
    }
  } catch (thrown) {
    // The browser has ended or does not answer.
    tally.fault(`the page is gone: ${shortened(messageOf(thrown))}`, log.join('\n'));
  }
  examineHeap(heap, tally);
  return tally.report();
}

async function takeTurn(
  state: MonkeyState,
  tally: Tally,
  log: string[],
  number: number,
): Promise<void> {
  const { name, act } = pickAction(state.random);
  log.push(`${number}. ${name}`);
  if (log.length > REMEMBERED) log.shift();
  try {
    const done = await act(state);
    log[log.length - 1] = `${number}. ${name}: ${done ?? 'not possible'}`;
    tally.add(done === null ? 'not possible' : name);
  } catch (thrown) {
    tally.add('failed');
    tally.fault(`${name} failed: ${shortened(messageOf(thrown))}`, log.join('\n'));
  }
}

function pickAction(random: Random): Action {
  const whole = ACTIONS.reduce((sum, { weight }) => sum + weight, 0);
  let place = random.below(whole);
  for (const action of ACTIONS) {
    if (place < action.weight) return action;
    place -= action.weight;
  }
  throw new RangeError('The weights do not add up.');
}

/** Closes open dialogs with Escape, one after another. */
async function closeDialogs(page: Page, tally: Tally, log: readonly string[]): Promise<void> {
  for (let turn = 0; turn < 4; turn += 1) {
    if ((await page.getByRole('dialog').count()) === 0) return;
    await page.keyboard.press('Escape');
    await page.waitForTimeout(200);
  }
  // On a busy machine it takes a while to fade.
  const gone = page.getByRole('dialog').waitFor({ state: 'hidden', timeout: 5000 });
  await gone.catch(() => tally.fault('a dialog does not close by Escape', log.join('\n')));
}

/** Compares the page with the expected state. */
async function examine(
  state: MonkeyState,
  watch: Watch,
  tally: Tally,
  log: readonly string[],
): Promise<void> {
  const observed = await within(watch.observe(), ANSWERS_WITHIN);
  const tell = (what: string) => tally.fault(what, log.join('\n'));
  if (observed === null) {
    tell(`the page has not answered for ${ANSWERS_WITHIN / 1000} s`);
    return;
  }
  for (const problem of watch.takeProblems()) tell(problem);
  if (observed.picturesPerFrame > 1) tell('more than one loop draws');
  if (observed.text === state.text) return;
  // The page may not have handled the last key yet.
  await waitForText(state.page, state.text);
  const text = await editorText(state.page);
  if (text === state.text) return;
  tell(`the editor holds ${quote(text)} instead of ${quote(state.text)}`);
  state.text = text ?? '';
  state.past.push(state.text);
}

function quote(text: string | null): string {
  if (text === null || text.length < 200) return JSON.stringify(text);
  return `${JSON.stringify(text.slice(0, 90))}…${JSON.stringify(text.slice(-90))} (${text.length})`;
}

async function within<Value>(promise: Promise<Value>, milliseconds: number): Promise<Value | null> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), milliseconds);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Compares the lowest value of the last third with the highest of the first, to ignore swings. */
function examineHeap(heap: readonly number[], tally: Tally): void {
  const third = Math.floor(heap.length / 3);
  if (third === 0) return;
  const before = Math.max(...heap.slice(0, third));
  const after = Math.min(...heap.slice(-third));
  const samples = heap.map((bytes) => `${(bytes / 1e6).toFixed(1)} MB`).join(', ');
  if (after - before > MAY_GROW) tally.fault('the heap grows', samples);
  tally.note(`heap: ${samples}`);
}

/** Keeps the beginning, which says what failed, and the end, which quotes the browser. */
function shortened(message: string): string {
  return message.length <= 900 ? message : `${message.slice(0, 300)}\n…\n${message.slice(-600)}`;
}
