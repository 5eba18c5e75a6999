import 'fake-indexeddb/auto';
import { IDBFactory, IDBObjectStore } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { historyDatabase } from './database.ts';
import { createVersionTable, type VersionTable, type VersionTableOptions } from './versionTable.ts';

let clock = 0;
const create = (options: VersionTableOptions = {}) =>
  createVersionTable(historyDatabase(), { now: () => clock, ...options });

const noteAll = async (table: VersionTable, ...texts: string[]) => {
  for (const text of texts) {
    clock += 1;
    expect(await table.note({ text, uri: 'u', foreign: false, reason: 'run' })).toEqual({
      ok: true,
    });
  }
};
const listed = async (table: VersionTable) => {
  const list = await table.list();
  if (!list.ok) throw new Error(list.error);
  return list.value;
};
const texts = async (table: VersionTable) => (await listed(table)).map(({ text }) => text);

beforeEach(() => {
  clock = 0;
  vi.stubGlobal('indexedDB', new IDBFactory());
});
afterEach(() => vi.restoreAllMocks());

describe('versions', () => {
  it('are listed newest first, with time, origin and reason', async () => {
    const table = create();
    await noteAll(table, 'one', 'two');
    expect(await listed(table)).toEqual([
      { id: 2, time: 2, text: 'two', uri: 'u', foreign: false, reason: 'run' },
      { id: 1, time: 1, text: 'one', uri: 'u', foreign: false, reason: 'run' },
    ]);
    expect(await texts(create())).toEqual(['two', 'one']);
  });

  it('never have the same text twice in a row', async () => {
    const table = create();
    await noteAll(table, 'one', 'one', 'two', 'one');
    expect(await texts(table)).toEqual(['one', 'two', 'one']);
  });

  it('of several tabs that write at the same time are all there, once each', async () => {
    const [one, other] = [create(), create()];
    const note = (table: VersionTable, text: string) =>
      table.note({ text, uri: '', foreign: false, reason: 'pause' });
    await Promise.all([
      ...['a', 'b', 'c'].map((text) => note(one, text)),
      ...['d', 'e', 'e'].map((text) => note(other, text)),
    ]);
    expect((await texts(one)).toSorted()).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  it('stay in the order in which they came, when the clock goes backwards', async () => {
    const table = create({ maxVersions: 2 });
    clock = 1000;
    await table.note({ text: 'before', uri: '', foreign: false, reason: 'run' });
    clock = 10;
    await table.note({ text: 'after', uri: '', foreign: false, reason: 'run' });
    clock = 11;
    await table.note({ text: 'newest', uri: '', foreign: false, reason: 'run' });
    expect(await texts(table)).toEqual(['newest', 'after']);
  });

  it('make room by number and by characters, the oldest first', async () => {
    const few = create({ maxVersions: 2 });
    await noteAll(few, 'one', 'two', 'three');
    expect(await texts(few)).toEqual(['three', 'two']);
    const small = create({ maxCharacters: 12 });
    await small.remove(2);
    await small.remove(3);
    await noteAll(small, 'abc', 'def', 'ghi', 'jkl');
    expect(await texts(small)).toEqual(['jkl', 'ghi', 'def', 'abc']);
    await noteAll(small, 'm');
    expect(await texts(small)).toEqual(['m', 'jkl', 'ghi', 'def']);
  });

  it('that would take more than a quarter of all the room are refused and drive out no other', async () => {
    const table = create({ maxCharacters: 12 });
    await noteAll(table, 'abc');
    expect(await table.note({ text: 'abcd', uri: '', foreign: false, reason: 'pause' })).toEqual({
      ok: false,
      error: 'This text is too large for the history: it has 4 characters, of at most 3.',
    });
    expect(await texts(table)).toEqual(['abc']);
  });

  it('are removed one by one', async () => {
    const table = create();
    await noteAll(table, 'one', 'two', 'three');
    await table.remove(2);
    await table.remove(77);
    expect(await texts(table)).toEqual(['three', 'one']);
    await noteAll(table, 'four');
    expect(await texts(table)).toEqual(['four', 'three', 'one']);
  });

  it('that were damaged are left out', async () => {
    const table = create();
    await noteAll(table, 'one', 'two', 'three');
    const db = await historyDatabase()();
    await db.delete('texts', 1);
    await db.put('versions', {
      id: 2,
      time: Number.NaN,
      uri: '',
      foreign: false,
      reason: 'run',
      characters: 3,
    });
    expect(await texts(table)).toEqual(['three']);
    await noteAll(table, 'four');
    expect(await texts(table)).toEqual(['four', 'three']);
  });
});

describe('an import', () => {
  it('adds what is not here, in its place, and counts it', async () => {
    const table = create();
    clock = 9;
    await noteAll(table, 'ten');
    const imported = [
      { time: 5, text: 'five', uri: '', foreign: false, reason: 'left' },
      { time: 10, text: 'ten', uri: 'u', foreign: false, reason: 'run' },
      { time: 20, text: 'twenty', uri: '', foreign: false, reason: 'run' },
    ] as const;
    clock = 30;
    expect(await table.merge(imported)).toEqual({ ok: true, value: { added: 2, withoutRoom: 0 } });
    expect(await texts(table)).toEqual(['twenty', 'ten', 'five']);
    expect(await table.merge(imported)).toEqual({ ok: true, value: { added: 0, withoutRoom: 0 } });
    await noteAll(table, 'new');
    expect(await texts(table)).toEqual(['new', 'twenty', 'ten', 'five']);
  });

  const dated = (time: number, text: string) =>
    ({ time, text, uri: '', foreign: true, reason: 'run' }) as const;

  it('takes the room that is left, and drives out nothing of what was here', async () => {
    const table = create({ maxVersions: 4 });
    await noteAll(table, 'one', 'two');
    const file = [dated(0, 'older'), dated(7, 'seven'), dated(8e15, 'of the future')];
    clock = 9;
    expect(await table.merge(file)).toEqual({ ok: true, value: { added: 2, withoutRoom: 1 } });
    expect((await listed(table)).map(({ time, text }) => [time, text])).toEqual([
      [9, 'of the future'],
      [7, 'seven'],
      [2, 'two'],
      [1, 'one'],
    ]);
    expect(await table.merge(file)).toEqual({ ok: true, value: { added: 0, withoutRoom: 1 } });
  });

  it('leaves out what has too many characters', async () => {
    const table = create({ maxCharacters: 12 });
    await noteAll(table, 'abc', 'def');
    const file = [dated(1, 'ghi'), dated(2, 'jkl'), dated(3, 'mno'), dated(4, 'pqrs')];
    expect(await table.merge(file)).toEqual({ ok: true, value: { added: 2, withoutRoom: 2 } });
    expect((await texts(table)).toSorted()).toEqual(['abc', 'def', 'jkl', 'mno']);
  });

  it('that fails on its way changes nothing', async () => {
    const table = create();
    await noteAll(table, 'one', 'two');
    const real = IDBObjectStore.prototype.put;
    let puts = 0;
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (
      this: IDBObjectStore,
      ...parameters
    ) {
      puts += 1;
      if (puts === 4) throw new DOMException('full', 'QuotaExceededError');
      return real.apply(this, parameters);
    });
    const version = { time: 5, text: 'five', uri: '', foreign: false, reason: 'left' } as const;
    expect(await table.merge([version])).toEqual({
      ok: false,
      error: 'There is no room left in the browser’s storage.',
    });
    vi.restoreAllMocks();
    expect(await texts(table)).toEqual(['two', 'one']);
  });
});

describe('a browser', () => {
  it('without room gets rid of the older half, and of no more while that does not help', async () => {
    const table = create();
    await noteAll(table, 'one', 'two', 'three', 'four');
    const real = IDBObjectStore.prototype.put;
    let full = 1;
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (
      this: IDBObjectStore,
      ...parameters
    ) {
      if (full > 0) {
        full -= 1;
        throw new DOMException('full', 'QuotaExceededError');
      }
      return real.apply(this, parameters);
    });
    await noteAll(table, 'five');
    expect(await texts(table)).toEqual(['five', 'four', 'three']);
    full = 1000;
    for (const text of ['six', 'seven', 'eight']) {
      expect(await table.note({ text, uri: '', foreign: false, reason: 'run' })).toEqual({
        ok: false,
        error: 'There is no room left in the browser’s storage.',
      });
    }
    full = 0;
    expect(await texts(table)).toEqual(['five']);
    await noteAll(table, 'nine');
    expect(await texts(table)).toEqual(['nine', 'five']);
  });

  it('that refuses the database is asked again, and says why', async () => {
    const open = vi.spyOn(indexedDB, 'open').mockImplementationOnce(() => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    });
    const table = create();
    expect(await table.note({ text: 'one', uri: '', foreign: false, reason: 'run' })).toEqual({
      ok: false,
      error: 'The browser refuses its database: The operation is insecure.',
    });
    await noteAll(table, 'two');
    expect(open).toHaveBeenCalledTimes(2);
    expect(await texts(table)).toEqual(['two']);
  });
});
