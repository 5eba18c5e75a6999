import type { Dispose } from '#shared/disposer.ts';
import { ProfilePanel } from './panel/ProfilePanel.tsx';
import type { ProfileContext } from './session/context.ts';

/** All that a page needs of the profile. */
export interface Profile {
  readonly session: { readonly context: ProfileContext };
  readonly Panel: typeof ProfilePanel;
  dispose: Dispose;
}

export function createProfile(context: ProfileContext): Profile {
  return { session: { context }, Panel: ProfilePanel, dispose() {} };
}
