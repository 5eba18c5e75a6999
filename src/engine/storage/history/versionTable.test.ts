import 'fake-indexeddb/auto';
import { IDBFactory, IDBObjectStore } from 'fake-indexeddb';
import { openDB } from 'idb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { datedVersionOf, newVersionOf, versionOf } from '../../../../tests/support/versions.ts';
import { historyDatabase } from './database.ts';
import { type Capacity, createVersionTable, type VersionTable } from './versionTable.ts';

let clock = 0;
const create = (capacity: Partial<Capacity> = {}) =>
  createVersionTable(historyDatabase(), {
    now: () => clock,
    capacity: { versions: 400, characters: 1 << 24, ...capacity },
  });

const noteAll = async (table: VersionTable, ...texts: string[]) => {
  for (const text of texts) {
    clock += 1;
    expect(await table.note(newVersionOf(text))).toEqual({ ok: true });
  }
};
const listed = async (table: VersionTable) => {
  const list = await table.list();
  if (!list.ok) throw new Error(list.error);
  return list.value;
};
const texts = async (table: VersionTable) => (await listed(table)).map(({ text }) => text);

/** A table that has these texts. */
async function holding(...kept: string[]): Promise<VersionTable> {
  const table = create();
  await noteAll(table, ...kept);
  return table;
}

const realPut = IDBObjectStore.prototype.put;
/** Refuses to store anything while `isFull` says so. */
const fillStorage = (isFull: () => boolean) =>
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (
    this: IDBObjectStore,
    ...parameters
  ) {
    if (isFull()) throw new DOMException('full', 'QuotaExceededError');
    return realPut.apply(this, parameters);
  });
const FULL = { ok: false, error: 'The browser’s storage is full.' };
const imports = (added: number, leftOut: number) => ({ ok: true, value: { added, leftOut } });

beforeEach(() => {
  clock = 0;
  vi.stubGlobal('indexedDB', new IDBFactory());
});
afterEach(() => vi.restoreAllMocks());

describe('versions', () => {
  it('are listed newest first with time, origin and reason', async () => {
    const table = await holding('one', 'two');
    expect(await listed(table)).toEqual([versionOf('two', { id: 2, time: 2 }), versionOf('one')]);
    expect(await texts(create())).toEqual(['two', 'one']);
  });

  it('of tabs that write concurrently are all stored, once each', async () => {
    const [one, other] = [create(), create()];
    const note = (table: VersionTable, text: string) => table.note(newVersionOf(text));
    await Promise.all([
      ...['a', 'b', 'c'].map((text) => note(one, text)),
      ...['d', 'e', 'e'].map((text) => note(other, text)),
    ]);
    expect((await texts(one)).toSorted()).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  it('stay in their order when the clock is set back', async () => {
    const table = create({ versions: 2 });
    clock = 1000;
    await noteAll(table, 'before');
    clock = 10;
    await noteAll(table, 'after', 'newest');
    expect(await texts(table)).toEqual(['newest', 'after']);
  });

  it('are limited in number and characters; the oldest are removed first', async () => {
    const few = create({ versions: 2 });
    await noteAll(few, 'one', 'two', 'three');
    expect(await texts(few)).toEqual(['three', 'two']);
    const small = create({ characters: 12 });
    await small.remove(2);
    await small.remove(3);
    await noteAll(small, 'abc', 'def', 'ghi', 'jkl');
    expect(await texts(small)).toEqual(['jkl', 'ghi', 'def', 'abc']);
    await noteAll(small, 'm');
    expect(await texts(small)).toEqual(['m', 'jkl', 'ghi', 'def']);
  });

  it('are removed one at a time', async () => {
    const table = await holding('one', 'two', 'three');
    await table.remove(2);
    await table.remove(77);
    expect(await texts(table)).toEqual(['three', 'one']);
    await noteAll(table, 'four');
    expect(await texts(table)).toEqual(['four', 'three', 'one']);
  });

  it('are left out if they are damaged', async () => {
    const table = await holding('one', 'two', 'three');
    const db = await historyDatabase()();
    await db.delete('texts', 1);
    const record = await db.get('versions', 2);
    if (record) await db.put('versions', { ...record, time: Number.NaN });
    expect(await texts(table)).toEqual(['three']);
    await noteAll(table, 'four');
    expect(await texts(table)).toEqual(['four', 'three']);
  });
});

describe('a version', () => {
  it('keeps its name and pin when others are added', async () => {
    const table = create({ versions: 4 });
    await noteAll(table, 'one', 'two');
    expect(await table.change(1, { name: 'Good', pinned: true })).toEqual({ ok: true });
    await noteAll(table, 'three', 'four', 'five', 'six');
    const versions = await listed(table);
    expect(versions).toHaveLength(4);
    expect(versions.at(-1)).toEqual(versionOf('one', { name: 'Good', pinned: true }));
    await table.remove(1);
    const error = 'This version is no longer in the history.';
    expect(await table.change(1, { pinned: true })).toEqual({ ok: false, error });
  });

  it('cannot be pinned beyond half of the capacity, in versions and in characters', async () => {
    const error =
      'Pinned versions already fill half of the history. Unpin or delete one of them, then try again.';
    const pin = (table: VersionTable, id: number) => table.change(id, { pinned: true });
    const few = create({ versions: 4 });
    await noteAll(few, 'one', 'two', 'three');
    expect([await pin(few, 1), await pin(few, 2)]).toEqual([{ ok: true }, { ok: true }]);
    expect(await pin(few, 3)).toEqual({ ok: false, error });
    expect(await few.change(2, { name: 'still' })).toEqual({ ok: true });
    const small = create({ characters: 20 });
    await small.change(2, { pinned: false });
    expect(await pin(small, 3)).toEqual({ ok: true });
    expect(await pin(small, 2)).toEqual({ ok: false, error });
  });

  it('that was removed can be restored to its position', async () => {
    const table = await holding('one', 'two', 'three');
    await table.remove(2);
    expect(await table.putBack(versionOf('two', { id: 2, time: 2 }))).toEqual({ ok: true });
    expect(await texts(table)).toEqual(['three', 'two', 'one']);
    await table.remove(3);
    await noteAll(table, 'four');
    await table.putBack(versionOf('three', { id: 3, time: 3 }));
    expect((await texts(table)).toSorted()).toEqual(['four', 'one', 'three', 'two']);
  });
});

it('upgrades stored versions without lineages, names and pins', async () => {
  const old = await openDB('playground-history', 1, {
    upgrade(db) {
      db.createObjectStore('versions', { keyPath: 'id' });
      db.createObjectStore('texts');
      db.createObjectStore('drafts', { keyPath: 'tab' });
    },
  });
  const reasons = ['run', 'replaced', 'pause'] as const;
  for (const [index, reason] of reasons.entries()) {
    const id = index + 1;
    await old.put('versions', { id, time: id, uri: '', foreign: false, reason, characters: 6 });
    await old.put('texts', `text ${id}`, id);
  }
  await old.put('drafts', { tab: 'a tab', savedAt: 1, adopted: false, draft: {} });
  old.close();
  const table = create();
  const versions = await listed(table);
  const lineage = expect.any(String);
  expect(versions.toReversed()).toEqual(
    reasons.map((reason, index) =>
      versionOf(`text ${index + 1}`, { id: index + 1, time: index + 1, reason, lineage }),
    ),
  );
  const [newest, middle, oldest] = versions.map((version) => version.lineage);
  expect(oldest).toBe(middle);
  expect(newest).not.toBe(middle);
  const db = await historyDatabase()();
  expect(await db.get('versions', 1)).toMatchObject({ lineage: oldest, pinned: false });
  expect(await db.getAllKeys('drafts')).toEqual(['a tab']);
  await noteAll(table, 'new');
  expect(await texts(table)).toEqual(['new', 'text 3', 'text 2', 'text 1']);
});

describe('an import', () => {
  const dated = (time: number, text: string) => datedVersionOf(text, { time });

  it('adds missing versions at their position and counts them', async () => {
    const table = create();
    clock = 9;
    await noteAll(table, 'ten');
    const imported = [dated(5, 'five'), dated(10, 'ten'), dated(20, 'twenty')];
    clock = 30;
    expect(await table.merge(imported)).toEqual(imports(2, 0));
    expect(await texts(table)).toEqual(['twenty', 'ten', 'five']);
    expect(await table.merge(imported)).toEqual(imports(0, 0));
    await noteAll(table, 'new');
    expect(await texts(table)).toEqual(['new', 'twenty', 'ten', 'five']);
  });

  it('fills the free space and removes nothing', async () => {
    const table = create({ versions: 4 });
    await noteAll(table, 'one', 'two');
    const file = [dated(0, 'older'), dated(7, 'seven'), dated(8e15, 'of the future')];
    clock = 9;
    expect(await table.merge(file)).toEqual(imports(2, 1));
    const versions = (await listed(table)).map(({ time, text }) => `${time} ${text}`);
    expect(versions).toEqual(['9 of the future', '7 seven', '2 two', '1 one']);
    expect(await table.merge(file)).toEqual(imports(0, 1));
  });

  it('leaves out versions with too many characters', async () => {
    const table = create({ characters: 12 });
    await noteAll(table, 'abc', 'def');
    const file = [dated(1, 'ghi'), dated(2, 'jkl'), dated(3, 'mno'), dated(4, 'pqrs')];
    expect(await table.merge(file)).toEqual(imports(2, 2));
    expect((await texts(table)).toSorted()).toEqual(['abc', 'def', 'jkl', 'mno']);
  });

  it('yields to the user’s own versions and is limited to its share of pins', async () => {
    const table = create({ versions: 6 });
    await noteAll(table, 'mine');
    const file = [1, 2, 3, 4, 5].map((number) =>
      datedVersionOf(`theirs ${number}`, { time: 8e15 + number, pinned: true }),
    );
    clock = 9;
    expect(await table.merge(file)).toMatchObject({ value: { added: 5 } });
    const versions = await listed(table);
    expect(versions.map(({ pinned }) => pinned)).toEqual([true, true, true, false, false, false]);
    expect(versions.map(({ imported }) => imported)).toEqual([...Array(5).fill(true), false]);
    await noteAll(table, 'my second', 'my third');
    const theirs = ['theirs 5', 'theirs 4', 'theirs 3'];
    expect(await texts(table)).toEqual(['my third', 'my second', ...theirs, 'mine']);
  });

  it('that fails midway changes nothing', async () => {
    const table = await holding('one', 'two');
    let puts = 0;
    fillStorage(() => {
      puts += 1;
      return puts === 4;
    });
    expect(await table.merge([dated(5, 'five')])).toEqual(FULL);
    vi.restoreAllMocks();
    expect(await texts(table)).toEqual(['two', 'one']);
  });
});

describe('a browser', () => {
  it('with a full storage drops the older half, and no more if that does not help', async () => {
    const table = await holding('one', 'two', 'three', 'four');
    let full = 1;
    fillStorage(() => {
      full -= 1;
      return full >= 0;
    });
    await noteAll(table, 'five');
    expect(await texts(table)).toEqual(['five', 'four', 'three']);
    full = 1000;
    for (const text of ['six', 'seven', 'eight']) {
      expect(await table.note(newVersionOf(text))).toEqual(FULL);
    }
    full = 0;
    expect(await texts(table)).toEqual(['five']);
    await noteAll(table, 'nine');
    expect(await texts(table)).toEqual(['nine', 'five']);
  });

  it('that denies the database is asked again and gives the reason', async () => {
    const open = vi.spyOn(indexedDB, 'open').mockImplementationOnce(() => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    });
    const table = create();
    const error = 'The browser denies access to its database: The operation is insecure.';
    expect(await table.note(newVersionOf('one'))).toEqual({ ok: false, error });
    await noteAll(table, 'two');
    expect(open).toHaveBeenCalledTimes(2);
    expect(await texts(table)).toEqual(['two']);
  });
});

describe('a version of a project', () => {
  const files = [{ path: 'lib/noise.slang', text: 'float noise() { return 1; }' }];
  const assets = [{ path: 'cat.png', type: 'image/png', size: 7, hash: 'abc' }];

  it('keeps all files, and its images and data by their hashes, and when it is named', async () => {
    const table = create();
    await table.note(newVersionOf('a', { files, assets }));
    expect(await listed(table)).toEqual([versionOf('a', { files, assets, time: 0 })]);
    await table.change(1, { pinned: true, name: 'Named' });
    expect((await listed(table))[0]).toMatchObject({ files, name: 'Named', pinned: true });
  });

  it('differs from another as soon as a file or an image differs', async () => {
    const table = create();
    const emptied = [{ path: 'lib/noise.slang', text: '' }];
    const moved = [{ path: 'noise.slang', text: '' }];
    const both = { files: moved, assets: [] };
    for (const change of [{}, {}, { files: emptied }, { files: moved }, both]) {
      await table.note(newVersionOf('same', { files, assets, ...change }));
    }
    expect(await listed(table)).toHaveLength(4);
  });

  it('is rejected, and removes no others, if its texts take more than a quarter of the capacity', async () => {
    const table = create({ characters: 400 });
    const large = [{ path: 'a.slang', text: 'x'.repeat(99) }];
    await noteAll(table, 'abc');
    const error =
      'This source is too large for the history: it has 101 characters, and the limit is 100.';
    const tooLarge = newVersionOf('xx', { files: large });
    expect(await table.note(tooLarge)).toEqual({ ok: false, error });
    expect(await texts(table)).toEqual(['abc']);
    expect(await table.note(newVersionOf('x', { files: large }))).toEqual({ ok: true });
  });

  it('is merged unless the history has it with the same files', async () => {
    const table = create();
    await table.note(newVersionOf('a', { files }));
    const imported = [files, []].map((each) => datedVersionOf('a', { files: each, time: 0 }));
    expect(await table.merge(imported)).toEqual(imports(1, 0));
  });
});
