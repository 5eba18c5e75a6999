import type { Dispose } from '#core/util/disposer.ts';
import { fail } from '#core/util/result.ts';
import { quoted } from '#core/util/text.ts';
import type { WorkspaceServices } from '#workspace/services.ts';
import type { Question } from './noticeView.ts';

type Load = WorkspaceServices['loadSource'];

/** Characters that are shown: with all of any host, since its end says whose it is. */
const MAX_ADDRESS = 300;

/** Asks a person; the result takes the question back. */
export type Ask = (question: Question) => Dispose;

/**
 * Loads sources of other sites only after a person has allowed it in the embed: the page around it may
 * have chosen the address.
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
