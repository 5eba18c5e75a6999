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

async function start(behaviour: Partial<FakeBehaviour> = {}) {
  const fakes = createFakeServices({
    compile: () => playbackProgram({ draws: true }),
    ...behaviour,
  });
  const workspace = createWorkspace(fakes.services);
  await workspace.start();
  return { ...fakes, workspace, state: () => shownState(workspace) };
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

  it.each(['copied', 'shared', 'cancelled'] as const)(
    'reports that the link was %s',
    async (kind) => {
      const { workspace } = await start({ deliver: () => kind });
      expect(await workspace.share()).toMatchObject({ kind });
    },
  );

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
    text: 'import noise;',
    files: [{ path: 'noise.slang', text: 'float noise() { return 0; }' }],
    uri: 'https://example.test/',
    demo: null,
  };

  it('delivers a link to the current files, which opens elsewhere unchanged', async () => {
    const { workspace, delivered } = await start();
    await workspace.openSource(PROJECT);
    workspace.selectTarget('HLSL');
    const [noise] = workspace.store.getState().files;
    workspace.fileEdited(noise?.id ?? 0, () => 'edited ⇒');
    expect(await workspace.share()).toEqual({ kind: 'copied', note: null });
    const other = await start({ address: new URL(delivered[0] ?? '').hash });
    expect(other.state()).toMatchObject({ target: 'HLSL', demo: null, diagnosticsText: '' });
    expect(other.workspace.project()).toMatchObject({
      text: 'import noise;',
      files: [{ path: 'noise.slang', text: 'edited ⇒' }],
    });
    expect(other.workspace.hasUnsavedText()).toBe(false);
  });

  it('includes uniform values, resolution and the paused frame on request', async () => {
    const { workspace, delivered, runEvents } = await start();
    workspace.setUniform('level', 0.25);
    workspace.setResolution('device');
    runEvents.onFrame({
      frame: 90,
      time: 1.5,
      frameTime: 1,
      framesPerSecond: 60,
      width: 1,
      height: 1,
    });
    runEvents.onPlayback('paused');
    await workspace.share(ALL);
    // Otherwise the other page would find an unfinished run of this one.
    workspace.pageHidden(true);
    const other = await start({ address: new URL(delivered[0] ?? '').hash });
    expect(other.state()).toMatchObject({
      opened: { text: '// circle' },
      uniformValues: { level: 0.25 },
      resolution: 'device',
    });
    const shown: PausedFrame[] = [];
    other.workspace.seekBy({
      show: (frame) => shown.push(frame),
      step: () => true,
      cancel() {},
      inputsUpTo() {},
    });
    expect(shown).toEqual([{ number: 90, time: 1.5, inputs: [] }]);
  });

  it.each([
    { view: { playback: false, uniforms: true }, uniformValues: { level: 0.25 }, resolution: 1 },
    { view: { playback: true, uniforms: false }, uniformValues: {}, resolution: 'device' },
    { view: { playback: false, uniforms: false }, uniformValues: {}, resolution: 1 },
  ])('includes only the requested parts of the view: $view', async ({ view, ...opened }) => {
    const { workspace, delivered } = await start();
    workspace.setUniform('level', 0.25);
    workspace.setResolution('device');
    await workspace.share(view);
    workspace.pageHidden(true);
    const other = await start({ address: new URL(delivered[0] ?? '').hash });
    expect(other.state()).toMatchObject(opened);
  });

  it('includes no frame during playback', async () => {
    const { workspace, delivered, runEvents } = await start();
    runEvents.onFrame({
      frame: 90,
      time: 1.5,
      frameTime: 1,
      framesPerSecond: 60,
      width: 1,
      height: 1,
    });
    await workspace.share(ALL);
    const other = await start({ address: new URL(delivered[0] ?? '').hash });
    const shown: PausedFrame[] = [];
    other.workspace.seekBy({
      show: (frame) => shown.push(frame),
      step: () => true,
      cancel() {},
      inputsUpTo() {},
    });
    expect(shown).toEqual([]);
  });

  it('includes animations, mouse and keys', async () => {
    const { workspace, delivered, runEvents } = await start();
    const animation = { shape: 'saw', from: 0, to: 1, period: 2 } as const;
    const inputs = [{ frame: 3, mouse: [1, 2, 0, 0] as const, keys: ['w'] }];
    workspace.animateUniform('level', animation);
    workspace.seekBy({ show() {}, step: () => true, cancel() {}, inputsUpTo: () => inputs });
    runEvents.onFrame({
      ...{ frame: 90, time: 1.5, frameTime: 1, framesPerSecond: 60, width: 1, height: 1 },
    });
    runEvents.onPlayback('paused');
    await workspace.share(ALL);
    workspace.pageHidden(true);
    const other = await start({ address: new URL(delivered[0] ?? '').hash });
    expect(other.state()).toMatchObject({ animations: { level: animation } });
    const shown: PausedFrame[] = [];
    other.workspace.seekBy({
      show: (frame) => shown.push(frame),
      step: () => true,
      cancel() {},
      inputsUpTo() {},
    });
    expect(shown).toEqual([{ number: 90, time: 1.5, inputs }]);
  });

  it('includes a seed other than the default, even in plain links', async () => {
    const { workspace, delivered } = await start();
    workspace.setSeed(7);
    await workspace.share();
    expect(delivered[0]).toMatch(/\?target=WGSL&code=[\w-]+&seed=7$/);
    workspace.pageHidden(true);
    const other = await start({ address: new URL(delivered[0] ?? '').search });
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
  ])('remains after a link to it was %s: %s', async (delivery, remains) => {
    const { workspace } = await start({ deliver: () => delivery });
    workspace.sourceEdited(() => '// edited');
    await workspace.share();
    expect(workspace.hasUnsavedText()).toBe(remains);
    workspace.sourceEdited(() => '// edited again');
    expect(workspace.hasUnsavedText()).toBe(true);
  });
});
