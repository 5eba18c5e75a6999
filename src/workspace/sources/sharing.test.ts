import { describe, expect, it } from 'vitest';
import { decodeSource, MAX_SHARED_BYTES } from '#core/project/links/shareLink.ts';
import { readUrlParameters } from '#core/project/links/urlParameters.ts';
import type { PausedFrame } from '#core/project/runView.ts';
import { createWorkspace } from '#workspace/createWorkspace.ts';
import type { Delivery } from '#workspace/services.ts';
import { createFakeServices, type FakeBehaviour } from '../../../tests/support/fakeServices.ts';
import { playbackProgram } from '../../../tests/support/programs.ts';
import { shownState } from '../../../tests/support/shownState.ts';

const ALL = { playback: true, uniforms: true };
const DRAWS = playbackProgram({ draws: true });

async function start(behaviour: Partial<FakeBehaviour> = {}) {
  const fakes = createFakeServices({ compile: () => DRAWS, ...behaviour });
  const workspace = createWorkspace(fakes.services);
  await workspace.start();
  const drawFrame = () =>
    fakes.runEvents.onFrame({
      ...{ frame: 90, time: 1.5, frameTime: 1, framesPerSecond: 60, width: 1, height: 1 },
    });
  return { ...fakes, workspace, drawFrame, state: () => shownState(workspace) };
}
type Page = Awaited<ReturnType<typeof start>>;

/** Opens the page's first link on another page. */
async function openLink({ workspace, delivered }: Page) {
  // Otherwise the other page would find an unfinished run of this one.
  workspace.pageHidden(true);
  const { hash, search } = new URL(delivered[0] ?? '');
  return start({ address: hash || search });
}

/** The frames that the page shows on a timeline that becomes ready now. */
function shownBy({ workspace }: Page): PausedFrame[] {
  const shown: PausedFrame[] = [];
  const show = (frame: PausedFrame) => shown.push(frame);
  workspace.seekBy({ show, step: () => true, cancel() {}, inputsUpTo() {} });
  return shown;
}

async function contentOf(link: string | undefined) {
  const { target, source } = readUrlParameters(new URL(link ?? ''));
  const text = source.kind === 'code' ? await decodeSource(source.code) : null;
  return { target, text: text?.ok && text.value };
}

describe('sharing', () => {
  it('delivers a link to the current text and target, and leaves the address bar unchanged', async () => {
    const { workspace, delivered, addressBar } = await start({ address: '?demo=rings' });
    workspace.selectTarget('SPIRV');
    expect(await workspace.share()).toEqual({ kind: 'copied', note: null });
    workspace.sourceEdited(() => '// edited ⇒');
    expect(await workspace.share()).toEqual({ kind: 'copied', note: null });
    expect(await Promise.all(delivered.map(contentOf))).toEqual([
      { target: 'SPIRV', text: '// rings' },
      { target: 'SPIRV', text: '// edited ⇒' },
    ]);
    expect(addressBar.text).toBe('?target=SPIRV');
  });

  it('returns the link if the browser refuses to copy it', async () => {
    const { workspace, delivered } = await start({ deliver: () => 'failed' });
    expect(await workspace.share()).toEqual({ kind: 'failed', link: delivered[0] });
    expect(await contentOf(delivered[0])).toEqual({ target: 'WGSL', text: '// circle' });
  });

  it('explains that no link can carry a text', async () => {
    const { workspace, delivered, state } = await start();
    workspace.sourceEdited(() => 'x'.repeat(MAX_SHARED_BYTES + 1));
    expect(await workspace.share()).toEqual({ kind: 'failed', link: null });
    expect(delivered).toEqual([]);
    expect(state()).toMatchObject({
      diagnosticsText:
        'The source has 4194305 bytes, but a link can carry at most 4194304. Use “Save” in the menu “Project”, and share that file instead.',
      activeTab: 'diagnostics',
    });
  });
});

describe('sharing a project', () => {
  const PROJECT = {
    ...{ text: 'import noise;', files: [{ path: 'noise.slang', text: '// noise' }] },
    ...{ uri: 'https://example.test/', demo: null },
  };

  it('delivers a link to the current files, which opens elsewhere unchanged', async () => {
    const page = await start();
    const { workspace } = page;
    await workspace.openSource(PROJECT);
    workspace.selectTarget('HLSL');
    const [noise] = workspace.store.getState().files;
    workspace.fileEdited(noise?.id ?? 0, () => 'edited ⇒');
    expect(await workspace.share()).toEqual({ kind: 'copied', note: null });
    const other = await openLink(page);
    expect(other.state()).toMatchObject({ target: 'HLSL', demo: null, diagnosticsText: '' });
    const files = [{ path: 'noise.slang', text: 'edited ⇒' }];
    expect(other.workspace.project()).toMatchObject({ text: 'import noise;', files });
    expect(other.workspace.hasUnsavedText()).toBe(false);
  });

  it('includes the values, animations, resolution and paused frame on request, with mouse and keys', async () => {
    const page = await start();
    const { workspace, runEvents } = page;
    const animation = { shape: 'saw', from: 0, to: 1, period: 2 } as const;
    const inputs = [{ frame: 3, mouse: [1, 2, 0, 0] as const, keys: ['w'] }];
    workspace.setUniform('level', 0.25);
    workspace.animateUniform('size', animation);
    workspace.setResolution('device');
    workspace.seekBy({ show() {}, step: () => true, cancel() {}, inputsUpTo: () => inputs });
    page.drawFrame();
    runEvents.onPlayback('paused');
    await workspace.share(ALL);
    const other = await openLink(page);
    expect(other.state()).toMatchObject({
      ...{ opened: { text: '// circle' }, uniformValues: { level: 0.25 }, resolution: 'device' },
      animations: { size: animation },
    });
    expect(shownBy(other)).toEqual([{ number: 90, time: 1.5, inputs }]);
  });

  it('includes the paused frame even if there is no timeline', async () => {
    const page = await start();
    page.drawFrame();
    page.runEvents.onPlayback('paused');
    await page.workspace.share(ALL);
    expect(shownBy(await openLink(page))).toEqual([{ number: 90, time: 1.5, inputs: [] }]);
  });

  it.each([
    { view: { playback: false, uniforms: true }, uniformValues: { level: 0.25 }, resolution: 1 },
    { view: { playback: true, uniforms: false }, uniformValues: {}, resolution: 'device' },
    { view: { playback: false, uniforms: false }, uniformValues: {}, resolution: 1 },
  ])('includes only the requested parts of the view: $view', async ({ view, ...opened }) => {
    const page = await start();
    page.workspace.setUniform('level', 0.25);
    page.workspace.setResolution('device');
    await page.workspace.share(view);
    expect((await openLink(page)).state()).toMatchObject(opened);
  });

  it('includes no frame during playback', async () => {
    const page = await start();
    page.drawFrame();
    await page.workspace.share(ALL);
    expect(shownBy(await openLink(page))).toEqual([]);
  });

  it('includes a seed other than the default, even in plain links', async () => {
    const page = await start();
    page.workspace.setSeed(7);
    await page.workspace.share();
    expect(page.delivered[0]).toMatch(/\?target=WGSL&code=[\w-]+&seed=7$/);
    const other = await openLink(page);
    expect(other.state()).toMatchObject({ seed: 7 });
    expect(other.startedBy.at(-1)).toMatchObject({ seed: 7 });
  });

  it('says what the link omits, and still counts as unsaved', async () => {
    const { workspace, state } = await start();
    await workspace.openSource(PROJECT);
    workspace.setAssets([{ path: 'large.png', type: 'image/png', size: 1e6, hash: 'h' }]);
    expect(await workspace.share()).toMatchObject({ kind: 'copied' });
    expect(state()).toMatchObject({
      diagnosticsText: expect.stringContaining('The link leaves out large.png (1,000 kB)'),
      activeTab: 'diagnostics',
    });
    expect(workspace.hasUnsavedText()).toBe(true);
  });
});

describe('unsaved text', () => {
  it('exists after an edit, until it is undone or something is opened', async () => {
    const { workspace } = await start();
    expect(workspace.hasUnsavedText()).toBe(false);
    workspace.sourceEdited(() => '// edited');
    expect(workspace.hasUnsavedText()).toBe(true);
    workspace.sourceEdited(() => '// circle');
    expect(workspace.hasUnsavedText()).toBe(false);
    workspace.sourceEdited(() => '// edited');
    await workspace.openDemo('rings');
    expect(workspace.hasUnsavedText()).toBe(false);
    workspace.sourceEdited(() => ' \n');
    expect(workspace.hasUnsavedText()).toBe(false);
  });

  it.each<[Delivery, boolean]>([
    ['copied', false],
    ['shared', false],
    ['cancelled', true],
    ['failed', true],
  ])('remains after a link to it was %s: %s', async (kind, remains) => {
    const { workspace } = await start({ deliver: () => kind });
    workspace.sourceEdited(() => '// edited');
    expect(await workspace.share()).toMatchObject({ kind });
    expect(workspace.hasUnsavedText()).toBe(remains);
    workspace.sourceEdited(() => '// edited again');
    expect(workspace.hasUnsavedText()).toBe(true);
  });
});
