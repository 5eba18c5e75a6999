import type { LinkSession } from '#linkedLines/session/linkSession.ts';

/** The buttons over the target code. */
export function LinkButtons(_props: { readonly session: LinkSession }) {
  return null;
}
