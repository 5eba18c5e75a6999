import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { draftOf } from '../../../../tests/support/drafts.ts';
import { historyDatabase } from './database.ts';
import { createDraftKeeper, createSessionDraft, createTabLocks } from './draftKeeper.ts';
import { createDraftTable, type DraftTable } from './draftTable.ts';

const KEY = 'playground:draft';
const LARGE = draftOf('x'.repeat(1000));

/** A tab's sessionStorage. A duplicated tab starts with a copy of it. */
function tabStorage(entries: ReadonlyMap<string, string> = new Map()) {
  const values = new Map(entries);
  let limit = Number.POSITIVE_INFINITY;
  const storage = {
    getItem: (key: string) => values.get(key) ?? null,
    setItem(key: string, value: string) {
      if (value.length > limit) throw new DOMException('full', 'QuotaExceededError');
      values.set(key, value);
    },
  };
  return {
    values,
    storage: storage as unknown as Storage,
    setLimit(characters: number) {
      limit = characters;
    },
    refuse() {
      const deny = () => {
        throw new DOMException('insecure', 'SecurityError');
      };
      Object.assign(storage, { getItem: deny, setItem: deny });
    },
  };
}

/** The Web Locks of one browser. `endTab` releases those of a tab. */
function browserLocks() {
  const held = new Map<string, () => void>();
  const locks = {
    async request(name: string, _options: LockOptions, callback: LockGrantedCallback<unknown>) {
      if (held.has(name)) return callback(null);
      held.set(name, () => held.delete(name));
      return callback({ name, mode: 'exclusive' });
    },
    async query() {
      return { held: [...held.keys()].map((name) => ({ name })), pending: [] };
    },
  };
  return { locks: locks as unknown as LockManager, endTab: (name: string) => held.delete(name) };
}

let browser = browserLocks();
let clock = 0;
const table = () => createDraftTable(historyDatabase(), () => ++clock);

interface TabOptions {
  readonly own?: ReturnType<typeof tabStorage>;
  readonly locks?: LockManager | undefined;
  readonly loadTable?: () => Promise<DraftTable>;
}

function openTab(options: TabOptions = {}) {
  const own = options.own ?? tabStorage();
  const keeper = createDraftKeeper({
    session: createSessionDraft(() => own.storage),
    loadTable: options.loadTable ?? (async () => table()),
    locks: createTabLocks('locks' in options ? options.locks : browser.locks),
    onLeaving: () => () => {},
  });
  const refusals: string[] = [];
  keeper.onRefused((reason) => refusals.push(reason));
  const idOf = () => JSON.parse(own.values.get(KEY) ?? '{}').tab as string;
  return { own, keeper, refusals, close: () => browser.endTab(`playground:tab:${idOf()}`), idOf };
}

const storedTexts = async () => {
  const list = await table().list();
  return list.ok ? list.value.map(({ draft }) => draft.text).toSorted() : list.error;
};
const untilStored = (...texts: string[]) =>
  vi.waitFor(async () => expect(await storedTexts()).toEqual(texts));

beforeEach(() => {
  browser = browserLocks();
  clock = 0;
  vi.stubGlobal('indexedDB', new IDBFactory());
});

describe('reloading a page', () => {
  it('finds the draft immediately, before the database has stored it', () => {
    expect(openTab().keeper.restore()).toBeNull();
    const tab = openTab({ loadTable: () => new Promise(() => {}) });
    tab.keeper.save(draftOf('typed'));
    expect(openTab({ own: tab.own }).keeper.restore()).toEqual(draftOf('typed'));
  });

  it.each(['', 'null', '7', '{', '{}', '{"format":2,"tab":"a","draft":null}', '[1]'])(
    'finds nothing in damaged storage: %j',
    (stored) => {
      const own = tabStorage(new Map([[KEY, stored]]));
      const tab = openTab({ own });
      expect(tab.keeper.restore()).toBeNull();
      tab.keeper.save(draftOf('typed'));
      expect(openTab({ own }).keeper.restore()).toEqual(draftOf('typed'));
    },
  );

  it('finds in the database a draft that is too large for sessionStorage, or that another tab found', async () => {
    const tab = openTab();
    tab.own.setLimit(600);
    tab.keeper.save(draftOf('small'));
    tab.keeper.save(LARGE);
    expect(tab.keeper.isSafe()).toBe(false);
    await untilStored(LARGE.text);
    expect(tab.keeper.isSafe()).toBe(true);
    tab.close();
    expect(await openTab().keeper.findLeft()).toHaveLength(1);
    expect(await openTab({ own: tab.own }).keeper.restore()).toEqual(LARGE);
  });
});

describe('several tabs', () => {
  it('keep their own drafts after one was duplicated', async () => {
    const tab = openTab();
    tab.keeper.save(draftOf('original'));
    await untilStored('original');
    const copy = openTab({ own: tabStorage(tab.own.values) });
    expect(copy.keeper.restore()).toEqual(draftOf('original'));
    const onCopied = vi.fn();
    tab.keeper.onCopied(() => expect.unreachable());
    copy.keeper.onCopied(onCopied);
    copy.keeper.save(draftOf('changed in the copy'));
    await untilStored('changed in the copy', 'original');
    expect(copy.idOf()).not.toBe(tab.idOf());
    expect(onCopied).toHaveBeenCalledTimes(1);
    expect(openTab({ own: tab.own }).keeper.restore()).toEqual(draftOf('original'));
  });

  it('leave their edited drafts to other tabs when closed, each once, newest first', async () => {
    const [one, other, demo, open] = [openTab(), openTab(), openTab(), openTab()];
    one.keeper.save(draftOf('one'));
    await untilStored('one');
    other.keeper.save(draftOf('other'));
    demo.keeper.save(draftOf('a demo', { edited: false }));
    open.keeper.save(draftOf('open'));
    await untilStored('a demo', 'one', 'open', 'other');
    expect(await openTab().keeper.findLeft()).toEqual([]);
    for (const tab of [one, other, demo]) tab.close();
    const found = await openTab().keeper.findLeft();
    expect(found.map(({ text }) => text)).toEqual(['other', 'one']);
    expect(await openTab().keeper.findLeft()).toEqual([]);
  });

  it('leave drafts that stay stored even if the clock is set back by a year', async () => {
    const drafts = table();
    clock = 31_536_000_000;
    for (let tab = 0; tab < 20; tab += 1) await drafts.write(`old ${tab}`, draftOf('old'));
    expect(await drafts.adopt(() => false)).toHaveLength(20);
    clock = 0;
    await drafts.write('new', draftOf('new'));
    expect(await drafts.adopt(() => false)).toEqual([draftOf('new')]);
    expect(await drafts.read('new')).toEqual(draftOf('new'));
  });
});

describe('a draft keeper without storage', () => {
  const DENIED = 'The browser denies access to its database: no.';
  const broken = { ...table(), write: async () => ({ ok: false, error: DENIED }) as const };

  it('reports a denied database with the consequence, and keeps the draft over a reload', async () => {
    const tab = openTab({ loadTable: async () => broken });
    tab.keeper.save(draftOf('typed'));
    expect(tab.keeper.isSafe()).toBe(true);
    const consequence = 'Your source survives a reload, but is lost when you close the tab';
    await vi.waitFor(() => expect(tab.refusals).toEqual([`${consequence}: ${DENIED}`]));
    expect(tab.keeper.isSafe()).toBe(false);
    expect(openTab({ own: tab.own }).keeper.restore()).toEqual(draftOf('typed'));
  });

  it('reports that all storage is denied, and that nothing is safe', async () => {
    const own = tabStorage();
    own.refuse();
    const tab = openTab({ own, loadTable: async () => broken });
    expect(tab.keeper.restore()).toBeNull();
    tab.keeper.save(draftOf('typed'));
    const refusals = [`Your source cannot be saved: ${DENIED}`];
    await vi.waitFor(() => expect(tab.refusals).toEqual(refusals));
    expect(tab.keeper.isSafe()).toBe(false);
  });

  it('uses the database if only sessionStorage is denied', async () => {
    const own = tabStorage();
    own.refuse();
    const tab = openTab({ own });
    tab.keeper.save(draftOf('typed'));
    await untilStored('typed');
    expect(tab.refusals).toEqual([]);
    expect(tab.keeper.isSafe()).toBe(true);
  });

  it('reports denied locks and a page script that did not load', async () => {
    const unlocked = openTab({ locks: undefined });
    unlocked.keeper.save(draftOf('typed'));
    await vi.waitFor(() => expect(unlocked.refusals[0]).toContain('not served over https'));
    expect(await unlocked.keeper.findLeft()).toEqual([]);
    const offline = openTab({ loadTable: () => Promise.reject(new Error('offline')) });
    offline.keeper.save(draftOf('typed'));
    const missing = 'a part of the page could not be loaded';
    await vi.waitFor(() => expect(offline.refusals[0]).toContain(missing));
    expect(await offline.keeper.findLeft()).toEqual([]);
  });
});
