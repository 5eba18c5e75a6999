import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Draft } from '#core/project/draft.ts';
import { encodeSource } from '#core/project/links/shareLink.ts';
import { fail } from '#core/util/result.ts';
import { createWorkspace } from '#workspace/createWorkspace.ts';
import type { Workspace } from '#workspace/workspace.ts';
import { draftOf } from '../../../tests/support/drafts.ts';
import { createFakeServices, type FakeBehaviour } from '../../../tests/support/fakeServices.ts';
import { playbackProgram } from '../../../tests/support/programs.ts';
import { shownState } from '../../../tests/support/shownState.ts';

const DRAWS = playbackProgram({ draws: true });
const DEMOS = 'https://example.test/demos';

/** What a tab keeps besides its text. */
const SETTINGS = {
  ...{ place: { anchor: 1, head: 4, top: 0 }, target: 'HLSL', profile: 'sm_6_6' },
  ...{ uniformValues: { level: 0.25 }, resolution: 'device', activeTab: 'reflection' },
} satisfies Partial<Draft>;

let workspaces: Workspace[] = [];

/** A page that has not started yet. */
function create(behaviour: Partial<FakeBehaviour> = {}) {
  const fakes = createFakeServices({ compile: () => DRAWS, ...behaviour });
  const workspace = createWorkspace(fakes.services);
  workspaces.push(workspace);
  const type = (text: string) => workspace.sourceEdited(() => text);
  const { saved, noted } = fakes.keeping;
  return { fakes, workspace, type, saved, noted, state: () => shownState(workspace) };
}

async function start(behaviour: Partial<FakeBehaviour> = {}) {
  const page = create(behaviour);
  await page.workspace.start();
  return page;
}

async function addressOf(text: string): Promise<string> {
  const code = await encodeSource(text);
  return `?code=${code.ok ? code.value : ''}`;
}

const wait = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  for (const workspace of workspaces) workspace.dispose();
  workspaces = [];
  vi.useRealTimers();
});

describe('the draft', () => {
  it('is saved with everything in the tab, shortly after the last change', async () => {
    const { workspace, type, saved } = await start({ profilesOf: () => ['sm_6_0', 'sm_6_6'] });
    await wait(1000);
    expect(saved.at(-1)).toMatchObject({ text: '// circle', edited: false, demo: 'circle' });
    saved.length = 0;
    type('typed');
    workspace.placeChanged(() => SETTINGS.place);
    workspace.selectTarget('HLSL');
    workspace.selectProfile('sm_6_6');
    workspace.setUniform('level', 0.25);
    workspace.setResolution('device');
    workspace.selectTab('reflection');
    await wait(250);
    expect(saved).toEqual([]);
    await wait(100);
    const from = { uri: `${DEMOS}/circle.slang`, lineage: expect.any(String) };
    expect(saved).toEqual([draftOf('typed', { ...SETTINGS, ...from })]);
  });

  it('is saved even without a pause in typing', async () => {
    const { type, saved } = await start();
    await wait(1000);
    saved.length = 0;
    for (let key = 0; key < 30; key += 1) {
      type(`typed ${key}`);
      await wait(100);
    }
    expect(saved.length).toBeGreaterThanOrEqual(1);
    expect(saved.length).toBeLessThanOrEqual(3);
  });

  it('is saved immediately when the page may end', async () => {
    const { fakes, workspace, type, saved } = await start();
    type('typed');
    fakes.keeping.leave();
    expect(saved.at(-1)).toMatchObject({ text: 'typed', edited: true, demo: null });
    type('more');
    expect(workspace.losesTextByLeaving()).toBe(false);
    expect(saved.at(-1)?.text).toBe('more');
  });

  it('is not saved until something was opened', async () => {
    const { fakes, workspace, saved, type } = create({ loadDemo: () => new Promise(() => {}) });
    void workspace.start();
    workspace.selectTarget('HLSL');
    await wait(5000);
    fakes.keeping.leave();
    expect(saved).toEqual([]);
    type('typed meanwhile');
    await wait(500);
    expect(saved).toMatchObject([{ text: 'typed meanwhile', edited: true }]);
  });
});

describe('reopening a page', () => {
  const draft = draftOf('kept', { ...SETTINGS, uri: `${DEMOS}/ocean.slang` });
  const profilesOf = () => ['sm_6_0', 'sm_6_6'];

  it('opens the draft with all its settings, and runs it', async () => {
    const { state, fakes, saved } = await start({ draft, profilesOf });
    const { place, ...settings } = SETTINGS;
    expect(state()).toMatchObject({
      ...{ opened: { text: 'kept', place }, ...settings, demo: null },
      ...{ run: { kind: 'running' }, notices: [] },
    });
    expect(fakes.compiled).toMatchObject([{ sourceCode: 'kept' }]);
    await wait(500);
    expect(saved.at(-1)).toEqual(draft);
  });

  it('waits for a draft that is too large for immediate storage, and prefers the target of the address', async () => {
    const { state } = await start({ draft: Promise.resolve(draft), address: '?target=CUDA' });
    expect(state()).toMatchObject({ target: 'CUDA', opened: { text: 'kept' } });
    const { state: other } = await start({ draft: Promise.resolve(null) });
    expect(other()).toMatchObject({ opened: { text: '// circle' } });
  });

  it('reloads an unchanged demo, with its settings', async () => {
    const same = { ...draft, text: '// circle', demo: 'circle', edited: false };
    const { state } = await start({ draft: same });
    const { place, uniformValues } = draft;
    expect(state()).toMatchObject({ demo: 'circle', opened: { place }, uniformValues });
    const { state: other } = await start({ draft: { ...same, text: '// circle of old' } });
    const opened = { text: '// circle', place: null };
    expect(other()).toMatchObject({ demo: 'circle', opened, uniformValues: {} });
  });

  it('opens an unchanged demo from the draft if it cannot be loaded', async () => {
    const demo = { ...draft, demo: 'circle', edited: false };
    const { state } = await start({ draft: demo, loadDemo: async () => fail('offline') });
    const opened = { text: 'kept' };
    expect(state()).toMatchObject({ opened, demo: 'circle', diagnosticsText: '' });
  });

  it('remembers that a text is foreign, as the history does', async () => {
    const { saved } = await start({ address: await addressOf('from a link') });
    await wait(500);
    expect(saved.at(-1)).toMatchObject({ text: 'from a link', foreign: true });
    const again = await start({ draft: draftOf('from a link', { foreign: true, edited: false }) });
    again.type('from a link, edited');
    await again.workspace.openDemo('rings');
    expect(again.noted).toMatchObject([{ text: 'from a link, edited', foreign: true }]);
    await again.workspace.bringBack('replaced');
    await wait(500);
    expect(again.saved.at(-1)).toMatchObject({ text: 'from a link, edited', foreign: true });
  });

  it('opens the address; the draft is kept until it is in the history, one click away', async () => {
    const address = '?demo=rings';
    const { state, noted, saved, workspace } = await start({ draft, address, profilesOf });
    expect(saved).toEqual([]);
    expect(state()).toMatchObject({
      ...{ opened: { text: '// rings', place: null }, uniformValues: {}, resolution: 1 },
      notices: [{ kind: 'replaced', inHistory: true }],
    });
    const { uri, lineage, place, uniformValues } = draft;
    const replaced = { text: 'kept', uri, foreign: false, reason: 'replaced', lineage };
    expect(noted).toMatchObject([replaced]);
    await wait(500);
    expect(saved).toMatchObject([{ text: '// rings' }]);
    await workspace.bringBack('replaced');
    const opened = { text: 'kept', place };
    expect(state()).toMatchObject({ opened, target: 'HLSL', uniformValues, notices: [] });
  });

  it('restores the settings of the draft if the address has the same text', async () => {
    const address = await addressOf('kept');
    const { state, noted } = await start({ draft: { ...draft, edited: false }, address });
    expect(state()).toMatchObject({ opened: { place: draft.place }, notices: [] });
    expect(noted).toEqual([]);
  });

  it('opens the draft if the address cannot be opened', async () => {
    const { state } = await start({ draft, address: '?demo=missing' });
    expect(state()).toMatchObject({ opened: { text: 'kept' } });
    expect(state().diagnosticsText).toBe(
      'The demo missing could not be loaded: 404. The last source of this tab opens instead.',
    );
  });

  it('puts the draft into the history if the text is edited before anything was opened', async () => {
    const { workspace, type, noted, saved } = create({
      ...{ draft, address: '?demo=rings' },
      loadDemo: () => new Promise((resolve) => setTimeout(() => resolve(fail('late')), 100)),
    });
    void workspace.start();
    type('typed');
    await wait(1000);
    expect(noted).toMatchObject([{ text: 'kept', reason: 'replaced' }]);
    expect(saved.at(-1)?.text).toBe('typed');
  });
});

describe('versions', () => {
  it('are saved at each run and each longer pause, for edited texts', async () => {
    const { workspace, type, noted } = await start();
    await workspace.run();
    await wait(10_000);
    expect(noted).toEqual([]);
    type('one');
    await workspace.run();
    expect(noted).toEqual([
      {
        ...{ text: 'one', files: [], assets: [], uri: `${DEMOS}/circle.slang`, foreign: false },
        ...{ givenName: null, reason: 'run', lineage: expect.any(String) },
      },
    ]);
    type('two');
    await wait(2000);
    type('three');
    await wait(3900);
    expect(noted).toHaveLength(1);
    await wait(200);
    expect(noted.at(-1)).toMatchObject({ text: 'three', reason: 'pause' });
    await workspace.run();
    expect(noted).toHaveLength(2);
    type('  \n');
    await workspace.run();
    type('// circle');
    await workspace.run();
    expect(noted).toHaveLength(2);
  });

  it('are saved before a text is replaced if it was edited or is not a demo', async () => {
    const { workspace, type, noted, state } = await start();
    await workspace.openDemo('rings');
    expect(noted).toEqual([]);
    type('edited');
    await workspace.openDemo('waves');
    expect(noted).toMatchObject([{ text: 'edited', reason: 'replaced' }]);
    workspace.dismissNotice('replaced');
    expect(state().notices).toEqual([]);
    await workspace.openSource({ text: 'from a link', uri: 'u', demo: null });
    await workspace.openDemo('rings');
    expect(noted.map(({ text }) => text)).toEqual(['edited', 'from a link']);
    expect(state().notices).toEqual([]);
  });

  it('are saved on the user’s command, edited or not, unless there is no text', async () => {
    const { workspace, type, noted, fakes } = await start();
    expect(await workspace.saveVersion()).toEqual({ ok: true });
    type('mine');
    expect(await workspace.saveVersion()).toEqual({ ok: true });
    expect(noted).toMatchObject([
      { text: '// circle', reason: 'saved' },
      { text: 'mine', reason: 'saved' },
    ]);
    await wait(10_000);
    expect(noted).toHaveLength(2);
    type(' \n');
    expect(await workspace.saveVersion()).toEqual(fail('There is no text to save.'));
    type('more');
    fakes.keeping.refuse('No.');
    expect(await workspace.saveVersion()).toEqual(fail('No.'));
  });

  it('of one text share a lineage, which a restored version and an undone opening continue', async () => {
    const { workspace, type, noted } = await start();
    const run = async (text: string, origin?: number) => {
      workspace.sourceEdited(() => text, origin);
      await workspace.run();
      return noted.at(-1)?.lineage;
    };
    const first = await run('one');
    expect(await run('two')).toBe(first);
    const { revision } = workspace.store.getState().opened;
    await workspace.openDemo('rings');
    const second = await run('three');
    expect(second).not.toBe(first);
    expect(await run('two, undone', revision)).toBe(first);
    await workspace.openSource({ text: 'old', uri: '', demo: null, lineage: 'of a version' });
    type('old and new');
    expect(await run('old and new')).toBe('of a version');
    const again = await start({ draft: draftOf('kept', { lineage: 'of a draft' }) });
    again.type('kept and edited');
    await again.workspace.run();
    expect(again.noted.at(-1)?.lineage).toBe('of a draft');
  });

  it('of a copied tab, and of a text from a closed tab, start their own lineage', async () => {
    const draft = draftOf('kept', { lineage: 'of the original' });
    const { fakes, workspace, type, noted, saved } = await start({ draft });
    fakes.keeping.copied();
    await wait(500);
    const { lineage } = saved.at(-1) ?? {};
    expect(lineage).not.toBe('of the original');
    type('changed in the copy');
    await workspace.run();
    workspace.sourceEdited(() => 'undone and changed', workspace.store.getState().opened.revision);
    await workspace.run();
    expect(noted.map((version) => version.lineage)).toEqual([lineage, lineage]);
    const left = [draftOf('left', { lineage: 'of the closed tab' })];
    const other = await start({ left });
    await other.workspace.bringBack('left');
    await wait(500);
    expect(other.saved.at(-1)).toMatchObject({ text: 'left' });
    expect(other.saved.at(-1)?.lineage).not.toBe('of the closed tab');
  });

  it('are saved again before their text is replaced if the user has deleted them', async () => {
    const { workspace, type, noted, state } = await start();
    type('mine');
    await workspace.run();
    expect(noted).toMatchObject([{ text: 'mine', reason: 'run' }]);
    noted.length = 0;
    await workspace.openDemo('rings');
    expect(state().notices).toEqual([{ kind: 'replaced', inHistory: true }]);
    expect(noted).toMatchObject([{ text: 'mine', reason: 'replaced' }]);
  });

  it('of closed tabs are saved oldest first, and offered on a page without an address to open', async () => {
    const left = [draftOf('newer', { uniformValues: { level: 1 } }), draftOf('older')];
    const { noted, state, workspace } = await start({ left });
    expect(noted).toMatchObject([
      { text: 'older', reason: 'left' },
      { text: 'newer', reason: 'left' },
    ]);
    expect(state().notices).toEqual([{ kind: 'left' }]);
    await workspace.bringBack('left');
    const opened = { text: 'newer' };
    expect(state()).toMatchObject({ opened, uniformValues: { level: 1 }, notices: [] });
    const { noted: quiet, state: asked } = await start({ left, address: '?demo=rings' });
    expect([quiet.length, asked().notices]).toEqual([2, []]);
  });
});

describe('the notice of a replaced text', () => {
  async function replaced() {
    const created = await start();
    created.type('mine');
    created.workspace.setUniform('level', 0.75);
    await created.workspace.openDemo('rings');
    return created;
  }

  it('restores the text with everything that belongs to it, and the address bar follows', async () => {
    const { workspace, state, fakes } = await replaced();
    expect(state().notices).toEqual([{ kind: 'replaced', inHistory: true }]);
    expect(fakes.addressBar.text).toBe('?demo=rings');
    await workspace.bringBack('replaced');
    expect(state()).toMatchObject({
      ...{ opened: { text: 'mine' }, demo: null, uniformValues: { level: 0.75 }, notices: [] },
    });
    expect(fakes.addressBar.text).toBe('');
    await workspace.bringBack('replaced');
    expect(state().opened.revision).toBe(3);
  });

  it('refers to the newest text', async () => {
    const { type, workspace, state } = await replaced();
    type('second');
    await workspace.openDemo('waves');
    expect(state().notices).toHaveLength(1);
    await workspace.bringBack('replaced');
    expect(state().opened.text).toBe('second');
  });
});

describe('a browser that stores nothing', () => {
  it('is reported once, after the user types; the text can still be restored, and leaving requires confirmation', async () => {
    const { fakes, workspace, type, state } = await start();
    fakes.keeping.refuse('No.');
    expect(state().notices).toEqual([]);
    type('mine');
    expect(state().notices).toEqual([{ kind: 'refused', reason: 'No.' }]);
    fakes.keeping.refuse('No, again.');
    expect(workspace.losesTextByLeaving()).toBe(true);
    await workspace.openDemo('rings');
    expect(workspace.losesTextByLeaving()).toBe(false);
    expect(state().notices).toEqual([
      { kind: 'refused', reason: 'No.' },
      { kind: 'replaced', inHistory: false },
    ]);
    workspace.dismissNotice('refused');
    fakes.keeping.refuse('Still no.');
    await workspace.bringBack('replaced');
    expect(state()).toMatchObject({ opened: { text: 'mine' }, notices: [] });
  });
});
