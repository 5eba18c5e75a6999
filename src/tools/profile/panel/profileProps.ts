import type { ProfileSession } from '#tools/profile/session/profileSession.ts';

/** What every part of the Profile tab gets. */
export interface ProfileProps {
  readonly session: ProfileSession;
}
