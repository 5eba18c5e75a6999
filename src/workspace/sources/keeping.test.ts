import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
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

let workspaces: Workspace[] = [];

async function start(behaviour: Partial<FakeBehaviour> = {}) {
  const fakes = createFakeServices({ compile: () => DRAWS, ...behaviour });
  const workspace = createWorkspace(fakes.services);
  workspaces.push(workspace);
  await workspace.start();
  const type = (text: string) => workspace.sourceEdited(() => text);
  const { saved, noted } = fakes.keeping;
  return { fakes, workspace, type, saved, noted, state: () => shownState(workspace) };
}

const wait = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  for (const workspace of workspaces) workspace.dispose();
  workspaces = [];
  vi.useRealTimers();
});

describe('the draft', () => {
  it('is saved with everything in the tab, shortly after the last change', async () => {
    const { workspace, type, saved } = await start({ profilesOf: () => ['sm_6_0', 'sm_6_6'] });
    await wait(1000);
    saved.length = 0;
    type('typed');
    workspace.placeChanged(() => ({ anchor: 1, head: 4, top: 0 }));
    workspace.selectTarget('HLSL');
    workspace.selectProfile('sm_6_6');
    workspace.setUniform('level', 0.25);
    workspace.setResolution('device');
    workspace.selectTab('reflection');
    await wait(250);
    expect(saved).toEqual([]);
    await wait(100);
    expect(saved).toEqual([
      draftOf('typed', {
        uri: `${DEMOS}/circle.slang`,
        lineage: expect.any(String),
        place: { anchor: 1, head: 4, top: 0 },
        target: 'HLSL',
        profile: 'sm_6_6',
        uniformValues: { level: 0.25 },
        resolution: 'device',
        activeTab: 'reflection',
      }),
    ]);
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

  it('of an unchanged demo is marked as unchanged', async () => {
    const { saved } = await start();
    await wait(500);
    expect(saved.at(-1)).toMatchObject({ text: '// circle', edited: false, demo: 'circle' });
  });

  it('is not saved until something was opened', async () => {
    const fakes = createFakeServices({
      compile: () => DRAWS,
      loadDemo: () => new Promise(() => {}),
    });
    const workspace = createWorkspace(fakes.services);
    workspaces.push(workspace);
    void workspace.start();
    workspace.selectTarget('HLSL');
    await wait(5000);
    fakes.keeping.leave();
    expect(fakes.keeping.saved).toEqual([]);
    workspace.sourceEdited(() => 'typed meanwhile');
    await wait(500);
    expect(fakes.keeping.saved).toMatchObject([{ text: 'typed meanwhile', edited: true }]);
  });
});

describe('reopening a page', () => {
  const draft = draftOf('kept', {
    uri: `${DEMOS}/ocean.slang`,
    place: { anchor: 2, head: 3, top: 0 },
    target: 'HLSL',
    profile: 'sm_6_6',
    uniformValues: { level: 0.25 },
    resolution: 0.5,
    activeTab: 'reflection',
  });
  const profilesOf = () => ['sm_6_0', 'sm_6_6'];

  it('opens the draft with all its settings, and runs it', async () => {
    const { state, fakes, saved } = await start({ draft, profilesOf });
    expect(state()).toMatchObject({
      opened: { text: 'kept', place: draft.place },
      demo: null,
      target: 'HLSL',
      profile: 'sm_6_6',
      uniformValues: { level: 0.25 },
      resolution: 0.5,
      activeTab: 'reflection',
      run: { kind: 'running' },
      notices: [],
    });
    expect(fakes.compiled).toMatchObject([{ sourceCode: 'kept' }]);
    await wait(500);
    expect(saved.at(-1)).toEqual(draft);
  });

  it('prefers the target of the address to that of the draft', async () => {
    const { state } = await start({ draft, address: '?target=CUDA' });
    expect(state()).toMatchObject({ target: 'CUDA', opened: { text: 'kept' } });
  });

  it('waits for a draft that is too large for immediate storage', async () => {
    const { state } = await start({ draft: Promise.resolve(draft) });
    expect(state()).toMatchObject({ opened: { text: 'kept' } });
    const { state: other } = await start({ draft: Promise.resolve(null) });
    expect(other()).toMatchObject({ opened: { text: '// circle' } });
  });

  it('reloads an unchanged demo, with its settings', async () => {
    const same = { ...draft, text: '// circle', demo: 'circle', edited: false };
    const { state } = await start({ draft: same });
    expect(state()).toMatchObject({
      demo: 'circle',
      opened: { place: draft.place },
      uniformValues: { level: 0.25 },
    });
    const { state: other } = await start({ draft: { ...same, text: '// circle of old' } });
    expect(other()).toMatchObject({
      demo: 'circle',
      opened: { text: '// circle', place: null },
      uniformValues: {},
    });
  });

  it('opens an unchanged demo from the draft if it cannot be loaded', async () => {
    const demo = { ...draft, demo: 'circle', edited: false };
    const { state } = await start({ draft: demo, loadDemo: async () => fail('offline') });
    expect(state()).toMatchObject({
      opened: { text: 'kept' },
      demo: 'circle',
      diagnosticsText: '',
    });
  });

  it('remembers that a text is foreign, as the history does', async () => {
    const code = await encodeSource('from a link');
    const { saved } = await start({ address: `?code=${code.ok ? code.value : ''}` });
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

  it('opens the address; the draft goes into the history, one click away', async () => {
    const { state, noted, workspace } = await start({ draft, address: '?demo=rings', profilesOf });
    expect(state()).toMatchObject({
      opened: { text: '// rings', place: null },
      uniformValues: {},
      resolution: 1,
      notices: [{ kind: 'replaced', inHistory: true }],
    });
    const { uri, lineage } = draft;
    expect(noted).toMatchObject([
      { text: 'kept', uri, foreign: false, reason: 'replaced', lineage },
    ]);
    await workspace.bringBack('replaced');
    expect(state()).toMatchObject({
      opened: { text: 'kept', place: draft.place },
      target: 'HLSL',
      uniformValues: { level: 0.25 },
      notices: [],
    });
  });

  it('keeps the saved draft until the history has it', async () => {
    const { fakes, saved } = await start({ draft, address: '?demo=rings' });
    expect(saved).toEqual([]);
    await wait(500);
    expect(fakes.keeping.noted).toHaveLength(1);
    expect(saved).toMatchObject([{ text: '// rings' }]);
  });

  it('restores the settings of the draft if the address has the same text', async () => {
    const code = await encodeSource('kept');
    const { state, noted } = await start({
      draft: { ...draft, edited: false },
      address: `?code=${code.ok ? code.value : ''}`,
    });
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
    const fakes = createFakeServices({
      compile: () => DRAWS,
      draft,
      address: '?demo=rings',
      loadDemo: () => new Promise((resolve) => setTimeout(() => resolve(fail('late')), 100)),
    });
    const workspace = createWorkspace(fakes.services);
    workspaces.push(workspace);
    void workspace.start();
    workspace.sourceEdited(() => 'typed');
    await wait(1000);
    expect(fakes.keeping.noted).toMatchObject([{ text: 'kept', reason: 'replaced' }]);
    expect(fakes.keeping.saved.at(-1)?.text).toBe('typed');
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
        text: 'one',
        files: [],
        assets: [],
        uri: `${DEMOS}/circle.slang`,
        foreign: false,
        givenName: null,
        reason: 'run',
        lineage: expect.any(String),
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
    expect(await workspace.saveVersion()).toEqual({
      ok: false,
      error: 'There is no text to save.',
    });
    type('more');
    fakes.keeping.refuse('No.');
    expect(await workspace.saveVersion()).toEqual({ ok: false, error: 'No.' });
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
    const draft = draftOf('kept', { lineage: 'of a draft' });
    const again = await start({ draft });
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
    expect(state()).toMatchObject({
      opened: { text: 'newer' },
      uniformValues: { level: 1 },
      notices: [],
    });
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
      opened: { text: 'mine' },
      demo: null,
      uniformValues: { level: 0.75 },
      notices: [],
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

  it('disappears when it is closed', async () => {
    const { workspace, state } = await replaced();
    workspace.dismissNotice('replaced');
    expect(state().notices).toEqual([]);
  });
});

describe('a browser that stores nothing', () => {
  it('is not reported before the user has typed something', async () => {
    const { fakes, type, state } = await start();
    fakes.keeping.refuse('No.');
    expect(state().notices).toEqual([]);
    type('mine');
    expect(state().notices).toEqual([{ kind: 'refused', reason: 'No.' }]);
  });

  it('is reported once; the text can still be restored, and leaving requires confirmation', async () => {
    const { fakes, workspace, type, state } = await start();
    type('mine');
    fakes.keeping.refuse('No.');
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
