import type { Dispose } from '#core/util/disposer.ts';
import { LinkButtons } from './panel/LinkButtons.tsx';
import type { LinkedLinesContext } from './session/context.ts';
import { createLinkSession } from './session/linkSession.ts';
import type { LinkSession } from './state.ts';

/** All that a page needs of linked lines. */
export interface LinkedLines {
  readonly session: LinkSession;
  readonly Buttons: typeof LinkButtons;
  dispose: Dispose;
}

export function createLinkedLines(context: LinkedLinesContext): LinkedLines {
  const session = createLinkSession(context);
  return { session, Buttons: LinkButtons, dispose: session.dispose };
}
