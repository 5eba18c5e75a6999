import type { Page } from '@playwright/test';
import type { Random } from '../random.ts';

/** The page, and the state that the monkey test expects of it. */
export interface MonkeyState {
  readonly page: Page;
  readonly random: Random;
  /** Sources to paste, by name. */
  readonly sources: Readonly<Record<string, string>>;
  /** The demos' sources by the names of the demo list. */
  readonly demos: Readonly<Record<string, string>>;
  /** The text that the editor should hold. */
  text: string;
  /** Texts that the editor has held since it was opened, which undo may restore. */
  past: string[];
}

/** A user action. */
export interface Action {
  readonly name: string;
  /** How often it is picked, relative to the others. */
  readonly weight: number;
  /**
   * Performs the action and updates `state.text`.
   *
   * @returns details for the log; null if the action is not possible at the moment
   */
  act(state: MonkeyState): Promise<string | null>;
}

/** How long a click waits for a stable target, in milliseconds. */
export const CLICK_TIMEOUT = 15_000;

/**
 * Acts on an element that was there a moment ago. Returns null if the element has disappeared
 * meanwhile, which is no fault of the page.
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
