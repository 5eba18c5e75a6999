import type { Profile } from '#profile/profile.ts';

/** The Profile tab. */
export function ProfilePanel(_: Pick<Profile, 'session'>) {
  return null;
}
