import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Draft } from '#core/project/draft.ts';
import { historyDatabase } from '#engine/storage/history/database.ts';
import {
  createDraftKeeper,
  createSessionDraft,
  createTabLocks,
} from '#engine/storage/history/draftKeeper.ts';
import { createDraftTable } from '#engine/storage/history/draftTable.ts';
import { createVersionTable } from '#engine/storage/history/versionTable.ts';
import { draftOf } from '../support/drafts.ts';
import { createFakeServices } from '../support/fakeServices.ts';
import { newVersionOf } from '../support/versions.ts';

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory());
});

const compile = () => {
  throw new Error('Nothing is compiled here.');
};

function fakeVersions() {
  const { services, keeping } = createFakeServices({ compile });
  return {
    note: services.versions.note,
    noted: async () => keeping.noted.map(({ text, lineage }) => [lineage, text]),
  };
}

function storedVersions() {
  const table = createVersionTable(historyDatabase());
  return {
    note: table.note,
    async noted() {
      const list = await table.list();
      if (!list.ok) throw new Error(list.error);
      return list.value.map(({ text, lineage }) => [lineage, text]).toReversed();
    },
  };
}

describe.each([
  ['the fake history', fakeVersions],
  ['the history', storedVersions],
])('%s', (_, open) => {
  it.each([
    ['adds a version for each new text', ['a', 'one'], ['a', 'two'], ['a', 'one']],
    ['adds a text again if it belongs to another lineage', ['a', 'one'], ['b', 'one']],
  ])('%s', async (_rule, ...versions) => {
    const { note, noted } = open();
    for (const [lineage = '', text = ''] of versions) {
      expect(await note(newVersionOf(text, { lineage }))).toEqual({ ok: true, value: undefined });
    }
    expect(await noted()).toEqual(versions);
  });

  it('adds no version if a lineage still has the text', async () => {
    const { note, noted } = open();
    for (const [lineage, text] of [
      ['a', 'one'],
      ['a', 'one'],
      ['b', 'two'],
      ['a', 'one'],
    ] as const) {
      expect(await note(newVersionOf(text, { lineage }))).toMatchObject({ ok: true });
    }
    expect(await noted()).toEqual([
      ['a', 'one'],
      ['b', 'two'],
    ]);
  });
});

/** @param left drafts of closed tabs, newest first */
function fakeDrafts(left: readonly Draft[]) {
  const { services, keeping } = createFakeServices({ compile, left });
  return { drafts: services.drafts, refuse: () => keeping.refuse('No space.') };
}

async function storedDrafts(left: readonly Draft[]) {
  let clock = 0;
  const table = createDraftTable(historyDatabase(), () => ++clock);
  for (const [index, draft] of left.toReversed().entries())
    await table.write(`tab ${index}`, draft);
  let isRefused = false;
  const held: LockInfo[] = [];
  const locks = {
    async request(name: string, _: LockOptions, use: LockGrantedCallback<unknown>) {
      held.push({ name });
      return use({ name, mode: 'exclusive' });
    },
    query: async () => ({ held, pending: [] }),
  } as unknown as LockManager;
  const drafts = createDraftKeeper({
    session: createSessionDraft(() => {
      if (isRefused) throw new DOMException('No access.', 'SecurityError');
      return sessionStorage;
    }),
    loadTable: async () => {
      if (isRefused) throw new Error('No script.');
      return table;
    },
    locks: createTabLocks(locks),
    onLeaving: () => () => {},
  });
  return {
    drafts,
    refuse() {
      isRefused = true;
      drafts.save(draftOf('refused'));
    },
  };
}

describe.each([
  ['the fake drafts', fakeDrafts],
  ['the drafts', storedDrafts],
])('%s', (_, open) => {
  it('are none at first, and safe once saved', async () => {
    const { drafts } = await open([]);
    expect(await drafts.restore()).toBeNull();
    drafts.save(draftOf('typed'));
    expect(drafts.isSafe()).toBe(true);
    expect(await drafts.findLeft()).toEqual([]);
  });

  it('of closed tabs are found once, newest first', async () => {
    const left = [draftOf('newer'), draftOf('older')];
    const { drafts } = await open(left);
    expect(await drafts.findLeft()).toEqual(left);
    expect(await drafts.findLeft()).toEqual([]);
  });

  it('that cannot be stored are unsafe, and reported with the reason to those who listen', async () => {
    const { drafts, refuse } = await open([]);
    const [listener, former] = [vi.fn(), vi.fn()];
    drafts.onRefused(listener);
    drafts.onRefused(former)();
    refuse();
    await vi.waitFor(() => expect(listener).toHaveBeenCalledWith(expect.stringMatching(/\w/)));
    expect(former).not.toHaveBeenCalled();
    expect(drafts.isSafe()).toBe(false);
  });
});
