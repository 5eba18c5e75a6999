import type { ChangesSession } from '#changes/session/changesSession.ts';

/** The Changes tab. */
export function ChangesPanel(_props: { readonly session: ChangesSession }) {
  return null;
}
