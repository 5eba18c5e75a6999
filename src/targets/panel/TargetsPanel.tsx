import type { TargetsSession } from '#targets/session/targetsSession.ts';

/** The Targets tab. */
export function TargetsPanel(_props: { readonly session: TargetsSession }) {
  return null;
}
