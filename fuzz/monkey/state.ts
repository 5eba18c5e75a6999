import type { Page } from '@playwright/test';
import type { Random } from '../random.ts';

/** What the monkey knows of the page that it plays with. */
export interface MonkeyState {
  readonly page: Page;
  readonly random: Random;
  /** Sources to paste, by name. */
  readonly sources: Readonly<Record<string, string>>;
  /** The demos' sources by the names of the demo list. */
  readonly demos: Readonly<Record<string, string>>;
  /** What the editor holds by the monkey's own account. */
  text: string;
  /** Texts that the editor has held since it was opened: what undo may bring back. */
  past: string[];
}

/** One thing that a person might do. */
export interface Action {
  readonly name: string;
  /** How often it is done, beside the others. */
  readonly weight: number;
  /**
   * Does it, and brings `state.text` up to date.
   *
   * @returns what exactly was done, for the log; null if it cannot be done at the moment
   */
  act(state: MonkeyState): Promise<string | null>;
}

/** How long a click waits for what it wants to click on to stand still, in milliseconds. */
export const CLICK_TIMEOUT = 15_000;

/**
 * Does something with what was there when the monkey looked. Null if it went away under its hand: that
 * is a mistake of its own.
 */
export async function unlessGone<Value>(
  isThere: () => Promise<boolean>,
  act: () => Promise<Value>,
): Promise<Value | null> {
  try {
    return await act();
  } catch (thrown) {
    if (await isThere()) throw thrown;
    return null;
  }
}
