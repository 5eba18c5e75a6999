import type { Dispose } from '#core/util/disposer.ts';
import { fail } from '#core/util/result.ts';
import { quoted } from '#core/util/text.ts';
import type { WorkspaceServices } from '#workspace/services.ts';
import type { Question } from './noticeView.ts';

type Load = WorkspaceServices['loadSource'];

/** Most characters of the address to show; enough for any host, whose end identifies its owner. */
const MAX_ADDRESS = 300;

/** Asks the user; the result withdraws the question. */
export type Ask = (question: Question) => Dispose;

/**
 * Loads sources from other sites only after the user has allowed it in the embed, because the
 * parent page may have chosen the address.
 */
export function askBeforeLoading(load: Load, site: string, ask: Ask): Load {
  return async (address, signal) => {
    const { origin } = new URL(address);
    if (origin === site) return load(address, signal);
    const isAllowed = await new Promise<boolean>((resolve) => {
      const takeBack = ask({
        text: `This embed opens a shader from another site: ${quoted(address, MAX_ADDRESS)}. Nothing has been fetched yet.`,
        action: 'Fetch and run',
        answer: resolve,
      });
      signal.addEventListener('abort', () => {
        takeBack();
        resolve(false);
      });
    });
    return isAllowed ? load(address, signal) : fail(`The shader of ${origin} was not fetched.`);
  };
}
