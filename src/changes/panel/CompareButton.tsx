import type { ChangesSession } from '#changes/session/changesSession.ts';

/** Opens two outputs side by side. */
export function CompareButton(_props: { readonly session: ChangesSession }) {
  return null;
}
