import type { NewVersion } from '#core/project/newVersion.ts';
import type { DatedVersion, SavedVersion } from '#engine/storage/history/savedVersion.ts';

/** A version of the user's own text that has been run, as the history receives it. */
export function newVersionOf(text: string, rest: Partial<NewVersion> = {}): NewVersion {
  const project = { text, files: [], assets: [] };
  const origin = { uri: '', foreign: false, lineage: 'a lineage', givenName: null };
  return { ...project, ...origin, reason: 'run', ...rest };
}

export function datedVersionOf(text: string, rest: Partial<DatedVersion> = {}): DatedVersion {
  return { ...newVersionOf(text), time: 1, name: null, pinned: false, ...rest };
}

export function versionOf(text: string, rest: Partial<SavedVersion> = {}): SavedVersion {
  return { ...datedVersionOf(text), id: 1, imported: false, ...rest };
}
