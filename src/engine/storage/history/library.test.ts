import { expect, it } from 'vitest';
import type { Draft } from '#core/project/draft.ts';
import { fail, ok, type Result } from '#core/util/result.ts';
import { draftOf } from '../../../../tests/support/drafts.ts';
import { versionOf } from '../../../../tests/support/versions.ts';
import type { SavedDraft } from './draftTable.ts';
import { createLibrary } from './library.ts';
import type { SavedVersion } from './savedVersion.ts';

const VERSION = versionOf('a');
const REFUSED = fail('The browser denies access to its database: No.');

async function exported(
  versions: Result<readonly SavedVersion[]>,
  drafts: Result<readonly SavedDraft[]>,
  draftOfTab: Draft | null,
) {
  const done = async () => ok(undefined);
  const library = createLibrary({
    versions: {
      ...{ note: done, remove: done, putBack: done, change: done, list: async () => versions },
      merge: async () => ok({ added: 0, leftOut: 0 }),
    },
    drafts: { list: async () => drafts },
    draftOfTab: () => draftOfTab,
    readSettings: () => ({}),
    writeSetting: () => {},
  });
  const outcome = await library.exportAll();
  if (!outcome.ok) return outcome.error;
  const archive = JSON.parse(await outcome.value.file.text());
  const texts = (list: { text: string }[]) => list.map(({ text }) => text);
  return {
    versions: texts(archive.versions),
    drafts: texts(archive.drafts.map(({ draft }: SavedDraft) => draft)),
    incomplete: outcome.value.incomplete,
  };
}

it('contains the source of this tab once, even before the database has it', async () => {
  const versions = ok([VERSION]);
  const drafts = ok([{ savedAt: 1, draft: draftOf('stored') }]);
  const complete = { versions: ['a'], drafts: ['stored', 'typed'], incomplete: null };
  expect(await exported(versions, drafts, draftOf('typed'))).toEqual(complete);
  const stored = await exported(versions, drafts, draftOf('stored'));
  expect(stored).toMatchObject({ drafts: ['stored'] });
});

it('contains the source of this tab, and the reason for missing others, if the browser denies its database', async () => {
  const partial = { versions: [], drafts: ['typed'], incomplete: REFUSED.error };
  expect(await exported(REFUSED, REFUSED, draftOf('typed'))).toEqual(partial);
  expect(await exported(REFUSED, REFUSED, null)).toBe(REFUSED.error);
});
