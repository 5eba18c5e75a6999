import type { ChangesSession } from '#changes/session/changesSession.ts';

/** The number of changed lines, in the tab. */
export function ChangeCount(_props: { readonly session: ChangesSession }) {
  return null;
}
