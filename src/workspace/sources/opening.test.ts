import { deflateSync } from 'node:zlib';
import { describe, expect, it, vi } from 'vitest';
import type { CompileResult } from '#core/output/compileResult.ts';
import type { SharedProject } from '#core/project/links/linkService.ts';
import { encodeSource } from '#core/project/links/shareLink.ts';
import type { PausedFrame } from '#core/project/runView.ts';
import { fail, ok, type Result } from '#core/util/result.ts';
import { createWorkspace } from '#workspace/createWorkspace.ts';
import type { OpenedFile } from '#workspace/services.ts';
import type { Workspace } from '#workspace/workspace.ts';
import { draftOf } from '../../../tests/support/drafts.ts';
import { createFakeServices, type FakeBehaviour } from '../../../tests/support/fakeServices.ts';
import { playbackProgram } from '../../../tests/support/programs.ts';
import { shownState } from '../../../tests/support/shownState.ts';

const RINGS_TEXT = { text: '// rings' };
const DEMOS = 'https://example.test/demos';
const RINGS = { ...RINGS_TEXT, uri: `${DEMOS}/rings.slang` };

const DRAWS = playbackProgram({ draws: true });
const RUNNING = { run: { kind: 'running' } };

function create(address: string, behaviour: Partial<FakeBehaviour> = {}) {
  const fakes = createFakeServices({ compile: () => DRAWS, address, ...behaviour });
  const workspace = createWorkspace(fakes.services);
  return { fakes, workspace, state: () => shownState(workspace), bar: fakes.addressBar };
}

async function start(address: string, behaviour: Partial<FakeBehaviour> = {}) {
  const created = create(address, behaviour);
  await created.workspace.start();
  return created;
}

async function codeOf(text: string): Promise<string> {
  const code = await encodeSource(text);
  return code.ok ? code.value : '';
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 20));

/** A demo or address that responds when the test says so. */
function slow() {
  const answers: ((file: Result<OpenedFile>) => void)[] = [];
  const load = () => new Promise<Result<OpenedFile>>((resolve) => answers.push(resolve));
  const answer = (index: number, text: string) => {
    answers[index]?.(ok({ text, uri: `https://example.test/${text}` }));
    return settled();
  };
  return { load, answer };
}

/** The frames that the workspace shows on a timeline that becomes ready now. */
function shownBy(workspace: Workspace): PausedFrame[] {
  const shown: PausedFrame[] = [];
  const show = (frame: PausedFrame) => shown.push(frame);
  workspace.seekBy({ show, step: () => true, cancel() {}, inputsUpTo: () => [] })();
  return shown;
}

const EMPTY_CODE =
  'The code in the link is empty. Copy the whole link once more, from its first character to its last.';

describe('starting', () => {
  it('without parameters opens the default demo and leaves the address bar unchanged', async () => {
    const { state, fakes, bar } = await start('');
    expect(state()).toMatchObject({
      ...{ demo: 'circle', target: 'WGSL', opened: { text: '// circle', revision: 1 } },
      ...{ ...RUNNING, outputs: ['image'], diagnosticsText: '', activeTab: 'target-code' },
      targetCode: { target: 'WGSL', text: 'fn paint() {}' },
    });
    expect(fakes.compiled).toMatchObject([{ target: 'WGSL', sourceCode: '// circle' }]);
    expect(fakes.started).toMatchObject([{ uri: `${DEMOS}/circle.slang` }]);
    expect([bar.text, bar.writes]).toEqual(['', 0]);
  });

  it.each([
    ['?target=HLSL&demo=rings.slang', 'rings', '// rings', `${DEMOS}/rings.slang`, 'HLSL'],
    ['?demo=https://a.test/a.slang', null, '// https://a.test/a.slang', 'https://a.test/moved'],
    ['?demo=rings&code=', null, '// shared ⇒ text\n// two', `${DEMOS}/user.slang`],
    ['?demo=rings#code=', null, '// shared ⇒ text\n// two', `${DEMOS}/user.slang`],
  ])('with %s opens and runs what it names', async (named, demo, text, uri, target = 'WGSL') => {
    const code = named.endsWith('=') ? await codeOf('// shared ⇒ text\r\n// two') : '';
    const { state, fakes, bar } = await start(named + code, {
      loadSource: async (url) => ok({ text: `// ${url}`, uri: 'https://a.test/moved' }),
    });
    const opened = { text };
    expect(state()).toMatchObject({ demo, target, opened, ...RUNNING, diagnosticsText: '' });
    expect(fakes.compiled).toMatchObject([{ target: 'WGSL', sourceCode: text }]);
    expect(fakes.started).toMatchObject([{ uri }]);
    expect([bar.text, bar.writes]).toEqual([named + code, 0]);
  });

  it.each([
    ['?code=', `${EMPTY_CODE} The default demo opens instead.`],
    ['?demo=missing', 'The demo missing could not be loaded: 404. The default demo opens instead.'],
    ['?demo=https://other.test/', 'https://other.test/ says no. The default demo opens instead.'],
    ['?target=FORTRAN', 'Invalid target specified in URL: FORTRAN'],
    [
      '?target=x&target=y&code=',
      `The address gives target more than once; the first is taken.\nInvalid target specified in URL: x\n${EMPTY_CODE} The default demo opens instead.`,
    ],
  ])(
    'with %s reports the problem, even after the first run, and opens the default',
    async (address, said) => {
      const { state, bar, workspace } = await start(address, {
        loadSource: async (url) => fail(`${url} says no.`),
      });
      expect(state()).toMatchObject({
        ...{ demo: 'circle', target: 'WGSL', opened: { text: '// circle' }, ...RUNNING },
        ...{ diagnosticsText: said, activeTab: 'diagnostics' },
      });
      expect(bar.text).toBe(address);
      await workspace.run();
      expect(state()).toMatchObject({ diagnosticsText: '', activeTab: 'target-code' });
    },
  );

  it('reports a problem before anything is loaded, and lists compiler messages after it', async () => {
    const { load, answer } = slow();
    const compile = () => ({ ...DRAWS, log: '/user.slang(1): warning 1: hm' });
    const { state, workspace } = create('?target=FORTRAN', { loadDemo: load, compile });
    const started = workspace.start();
    const problem = 'Invalid target specified in URL: FORTRAN';
    expect(state().diagnosticsText).toBe(problem);
    await answer(0, 'circle');
    await started;
    expect(state().diagnosticsText).toBe(`${problem}\n/user.slang(1): warning 1: hm`);
  });

  it('reports that not even the default demo could be loaded', async () => {
    const loadDemo = async (name: string) => fail(`No ${name}.`);
    const { state } = await start('?demo=missing', { loadDemo });
    const diagnosticsText = 'No missing. The default demo opens instead.\nNo circle.';
    expect(state()).toMatchObject({ opened: { text: '' }, diagnosticsText });
  });
});

describe('the address bar', () => {
  it('names the selected target and demo, but no text without an address', async () => {
    const { workspace, bar, state } = await start('');
    workspace.selectTarget('HLSL');
    expect(bar.text).toBe('?target=HLSL');
    await workspace.openDemo('rings');
    expect(bar.text).toBe('?target=HLSL&demo=rings');
    await workspace.openDemo('missing');
    expect(bar.text).toBe('?target=HLSL&demo=rings');
    workspace.selectTarget('WGSL');
    await workspace.openDemo('circle');
    expect(bar.text).toBe('?target=WGSL&demo=circle');
    await workspace.openSource({ text: '// example', uri: 'https://example.test/', demo: null });
    expect([bar.text, state().opened.text]).toEqual(['?target=WGSL', '// example']);
  });

  it('keeps a code when the target changes, and loses it to a demo', async () => {
    const code = await codeOf('// shared');
    const { workspace, bar } = await start(`#target=GLSL&code=${code}`);
    workspace.selectTarget('HLSL');
    expect(bar.text).toBe(`#target=HLSL&code=${code}`);
    await workspace.openDemo('rings');
    expect(bar.text).toBe('?target=HLSL&demo=rings');
  });

  it.each(['?target=HLSL&demo=rings', '?target=HLSL&code=eJwDAAAAAAE', '?target=HLSL&code=broken'])(
    'no longer names the source once the text is edited: %s',
    async (address) => {
      const { workspace, bar } = await start(address);
      expect(bar.text).toBe(address);
      for (const text of ['a', 'ab', 'abc']) workspace.sourceEdited(() => text);
      expect([bar.text, bar.writes]).toEqual(['?target=HLSL', 1]);
    },
  );
});

describe('entering a fragment', () => {
  it('opens its code and target, and runs', async () => {
    const { bar, state, fakes, workspace } = await start('?demo=rings');
    workspace.sourceEdited(() => '// edited');
    bar.enter(`#target=CUDA&code=${await codeOf('// pasted')}`);
    const compiled = { target: 'WGSL', sourceCode: '// pasted' };
    await vi.waitFor(() => expect(fakes.compiled.at(-1)).toMatchObject(compiled));
    const opened = { text: '// pasted' };
    const pasted = { target: 'CUDA', demo: null, opened, diagnosticsText: '' };
    await vi.waitFor(() => expect(state()).toMatchObject(pasted));
  });

  it('that cannot be decoded keeps text and run, and is reported even after a pending compile', async () => {
    let answer: (result: CompileResult) => void = () => {};
    const pending = new Promise<CompileResult>((resolve) => (answer = resolve));
    const { bar, state, workspace, fakes } = await start('?demo=rings', {
      compile: ({ target }) => (target === 'WGSL' ? DRAWS : pending),
    });
    workspace.selectTarget('CUDA');
    const compiling = workspace.compile();
    bar.enter('?demo=rings#code=');
    await vi.waitFor(() => expect(state().diagnosticsText).not.toBe(''));
    answer(DRAWS);
    await compiling;
    expect(fakes.compiled).toHaveLength(2);
    expect(state()).toMatchObject({
      ...{ demo: 'rings', opened: { text: '// rings', revision: 1 }, ...RUNNING },
      ...{ targetCode: { target: 'CUDA' }, activeTab: 'diagnostics' },
      diagnosticsText: `${EMPTY_CODE} Your source is unchanged.`,
    });
  });

  it('with a target alone selects it unless the page is gone, or reports that it does not exist', async () => {
    const { bar, state, workspace } = await start('');
    bar.enter('#target=METAL');
    expect(state()).toMatchObject({ target: 'METAL', opened: { revision: 1 } });
    bar.enter('#target=metal');
    const diagnosticsText = 'Invalid target specified in URL: metal';
    expect(state()).toMatchObject({ target: 'METAL', opened: { revision: 1 }, diagnosticsText });
    workspace.dispose();
    bar.enter('#target=HLSL');
    expect(state().target).toBe('METAL');
  });

  it('keeps its own message through its run, and no earlier message', async () => {
    const { bar, state, workspace, fakes } = await start('?demo=rings');
    bar.enter('?demo=missing');
    await vi.waitFor(() => expect(state().diagnosticsText).toMatch(/^The demo missing could not/));
    bar.enter('?demo=circle#target=metal');
    await vi.waitFor(() => expect(fakes.compiled).toHaveLength(2));
    const diagnosticsText = 'Invalid target specified in URL: metal';
    const reported = { demo: 'circle', ...RUNNING, diagnosticsText, activeTab: 'diagnostics' };
    await vi.waitFor(() => expect(state()).toMatchObject(reported));
    await workspace.run();
    expect(state()).toMatchObject({ messages: [], activeTab: 'target-code' });
  });

  it('does not reopen an open source', async () => {
    const { bar, state, workspace, fakes } = await start('?demo=rings');
    bar.enter('?demo=rings#target=METAL');
    await vi.waitFor(() => expect(state().target).toBe('METAL'));
    expect(state().opened.revision).toBe(1);
    await workspace.openDemo('circle');
    bar.enter(`?${bar.text.slice(1)}#section`);
    await settled();
    expect(fakes.compiled).toHaveLength(2);
    workspace.sourceEdited(() => '// edited');
    bar.enter('?demo=rings#section');
    await vi.waitFor(() => expect(state().opened.text).toBe('// rings'));
  });
});

describe('a text that has lost the device before', () => {
  it.each<[how: string, (workspace: Workspace) => Promise<void>]>([
    ['as a demo', (workspace) => workspace.openDemo('rings')],
    ['from the history', (workspace) => workspace.openSource({ ...RINGS, demo: null })],
    ['as the text of a closed tab', (workspace) => workspace.bringBack('left')],
  ])('waits for Run when it is opened %s', async (_how, open) => {
    const { fakes } = await start('?demo=rings');
    fakes.runEvents.onLost('hung');
    await settled();

    const next = await start('', { left: [draftOf(RINGS.text)] });
    await open(next.workspace);
    expect(next.state()).toMatchObject({ held: { kind: 'suspect' }, opened: RINGS_TEXT });
    expect(next.fakes.started).toHaveLength(1);
    await next.workspace.runHeld();
    expect(next.state()).toMatchObject({ held: null, ...RUNNING });
    expect(next.fakes.started).toHaveLength(2);
  });
});

describe('a text with invisible characters', () => {
  const text = '// first\nlet a = 1;\u202e\u200b\u200b';
  const notice = {
    ...{ kind: 'hidden-characters', count: 3, names: ['U+202E', 'U+200B'], path: '/user.slang' },
    first: { line: 2, column: 11, length: 1 },
  };

  it('is reported while it is open if it is foreign', async () => {
    const { state, workspace } = await start(`#code=${await codeOf(text)}`);
    await vi.waitFor(() => expect(state().notices).toEqual([notice]));
    await workspace.openDemo('rings');
    expect(state().notices).toEqual([]);
    const again = await start('', { draft: draftOf(text, { foreign: true }) });
    await vi.waitFor(() => expect(again.state().notices).toEqual([notice]));
    const own = await start('', { draft: draftOf(text) });
    await settled();
    expect(own.state().notices).toEqual([]);
  });

  it('is reported with the file of the first one', async () => {
    const files = ['// clean', text].map((each, index) => ({ path: `${index}.slang`, text: each }));
    const { state } = await start('', { draft: draftOf('// main', { files, foreign: true }) });
    const inFile = { ...notice, path: '/1.slang' };
    await vi.waitFor(() => expect(state().notices).toEqual([inFile]));
  });
});

describe('a text restored by undo', () => {
  it('keeps its address and its foreign origin', async () => {
    const { workspace, fakes, state } = await start(`#code=${await codeOf('// from a stranger')}`);
    const { revision } = state().opened;
    expect(fakes.startedBy).toEqual([{ followsRedirects: false, seed: 1 }]);
    await workspace.openDemo('rings');
    expect(fakes.startedBy.at(-1)).toEqual({ followsRedirects: true, seed: 1 });
    workspace.sourceEdited(() => '// from a stranger, edited', revision);
    fakes.keeping.leave();
    const uri = `${DEMOS}/user.slang`;
    const edited = { text: '// from a stranger, edited', uri, foreign: true };
    expect(fakes.keeping.saved.at(-1)).toMatchObject(edited);
    workspace.sourceEdited(() => '// rings, edited', revision + 1);
    fakes.keeping.leave();
    expect(fakes.keeping.saved.at(-1)).toMatchObject({ uri: RINGS.uri, foreign: false });
  });
});

describe('a source that is being fetched', () => {
  it('is listed with its address until it arrives, and dropped for a newer choice', async () => {
    const { load, answer } = slow();
    const { workspace, state, fakes, bar } = create('', { loadDemo: load });
    for (const name of ['first', 'second']) {
      void workspace.openDemo(name);
      expect(state().fetchedSource).toBe(`${DEMOS}/${name}.slang`);
    }
    await answer(1, 'second');
    expect(state().fetchedSource).toBeNull();
    await answer(0, 'first');
    expect(state()).toMatchObject({ demo: 'second', opened: { text: 'second', revision: 1 } });
    expect(fakes.compiled).toHaveLength(1);
    expect(bar.text).toBe('?demo=second');
    void workspace.openDemo('third');
    workspace.sourceEdited(() => '// typed');
    expect(state().fetchedSource).toBeNull();
  });

  it('is dropped for an edit, with a message', async () => {
    const { load: loadSource, answer } = slow();
    const { workspace, state, bar } = create('?demo=https://other.test/a.slang', { loadSource });
    void workspace.start();
    workspace.sourceEdited(() => '// typed');
    await answer(0, 'late');
    const diagnosticsText =
      'https://other.test/a.slang was not opened, because you edited the source in the meantime.';
    expect(state()).toMatchObject({ opened: { revision: 0 }, diagnosticsText });
    expect(bar.text).toBe('');
  });

  it('fails when it is cancelled, and the default demo opens at the start', async () => {
    const loadSource: FakeBehaviour['loadSource'] = (url, signal) =>
      new Promise((resolve) => {
        signal.addEventListener('abort', () => resolve(fail(`Loading ${url} was cancelled.`)));
      });
    const { workspace, state } = create('?demo=https://other.test/a.slang', { loadSource });
    const started = workspace.start();
    expect(state().fetchedSource).toBe('https://other.test/a.slang');
    workspace.cancelOpening();
    await started;
    const diagnosticsText =
      'Loading https://other.test/a.slang was cancelled. The default demo opens instead.';
    expect(state()).toMatchObject({ fetchedSource: null, demo: 'circle', diagnosticsText });
  });
});

describe('a frame and a seed in the address', () => {
  it.each(['?demo=rings', '#demo=rings', '?demo=https://other.test/a.slang', '?code='])(
    'pause the run at the frame, and set its seed: %s',
    async (address) => {
      const named = address === '?code=' ? address + (await codeOf('// code')) : address;
      const { workspace, fakes, state } = await start(`${named}&frame=120&seed=7`);
      expect(state()).toMatchObject({ seed: 7, diagnosticsText: '', ...RUNNING });
      expect(fakes.startedBy).toMatchObject([{ seed: 7 }]);
      expect(shownBy(workspace)).toEqual([{ number: 120, time: 2, inputs: [] }]);
    },
  );

  it.each<[string, (workspace: Workspace) => unknown]>([
    ['an edit', (workspace) => workspace.sourceEdited(() => 'edited')],
    ['Resume', (workspace) => workspace.resume()],
    ['Reset', (workspace) => workspace.resetFrame()],
    ['a step', (workspace) => workspace.step(1)],
    ['another source', (workspace) => workspace.openDemo('rings')],
  ])('are discarded by %s before the timeline is ready', async (_name, goOn) => {
    const { workspace } = await start('?demo=circle&frame=120');
    await goOn(workspace);
    expect(shownBy(workspace)).toEqual([]);
  });

  it('stay in the address bar until an edit or another demo', async () => {
    const { workspace, bar } = await start('?demo=rings&frame=120&seed=7');
    expect(bar.text).toBe('?demo=rings&frame=120&seed=7');
    workspace.sourceEdited(() => '// edited');
    expect(bar.text).toBe('');
    const other = await start('?demo=rings&frame=120&seed=7');
    await other.workspace.openDemo('circle');
    expect(other.bar.text).toBe('?demo=circle');
    expect(other.state()).toMatchObject({ seed: 1 });
    expect(other.fakes.startedBy.at(-1)).toMatchObject({ seed: 1 });
  });

  it('are applied if only they change in the fragment', async () => {
    const { workspace, bar, fakes } = await start('#demo=rings&frame=120');
    shownBy(workspace);
    bar.enter('#demo=rings&frame=60&seed=9');
    await vi.waitFor(() => expect(fakes.startedBy.at(-1)).toMatchObject({ seed: 9 }));
    const shown = [{ number: 60, time: 1, inputs: [] }];
    await vi.waitFor(() => expect(shownBy(workspace)).toEqual(shown));
  });

  it('override the seed of the tab’s draft, whose other settings are restored', async () => {
    const uniformValues = { level: 0.25 };
    const draft = draftOf('// rings', { demo: 'rings', edited: false, seed: 5, uniformValues });
    const { state } = await start('?demo=rings&seed=7', { draft });
    expect(state()).toMatchObject({ seed: 7, uniformValues });
    const unseeded = await start('?demo=rings&frame=2', { draft });
    expect(unseeded.state()).toMatchObject({ seed: 5 });
  });

  it('come with a name for the project, unless the tab’s draft of it has another name', async () => {
    const linked = await start('?demo=rings&name=My+rings');
    expect(linked.state().givenName).toBe('My rings');
    const draft = draftOf('// rings', { demo: 'rings', edited: false, givenName: 'Moons' });
    expect((await start('?demo=rings&name=My+rings', { draft })).state().givenName).toBe('Moons');
  });
});

describe('a link to a project', () => {
  const PROJECT: SharedProject = {
    ...{ text: 'import noise;', files: [{ path: 'noise.slang', text: '// noise' }], assets: [] },
    ...{ target: 'HLSL', entryPoint: 'draw', seed: 1, givenName: null, view: null },
  };
  const fragmentOf = async (part: Partial<SharedProject> = {}) => {
    const { services } = createFakeServices({ compile: () => DRAWS });
    const page = new URL('https://example.test/');
    const link = await services.links.build(page, { ...PROJECT, ...part });
    return link.ok ? new URL(link.value.href).hash : '';
  };

  it('opens all files with target and entry point, and stays in the address bar until an edit', async () => {
    const fragment = await fragmentOf();
    const { workspace, state, bar } = await start(fragment);
    expect(state()).toMatchObject({ target: 'HLSL', entryPoint: 'draw', demo: null });
    expect(workspace.project()).toMatchObject({ text: PROJECT.text, files: PROJECT.files });
    workspace.selectTarget('GLSL');
    expect(bar.text).toBe(fragment.replace('HLSL', 'GLSL'));
    const [noise] = state().files;
    workspace.fileEdited(noise?.id ?? 0, () => '// edited');
    expect(bar.text).toBe('?target=GLSL');
  });

  it('is foreign, like code, and selects its target if the address names none', async () => {
    const packed = new URLSearchParams((await fragmentOf()).slice(1)).get('project');
    const { fakes, workspace, state } = await start(`#project=${packed}`);
    expect(state().target).toBe('HLSL');
    await workspace.saveVersion();
    expect(fakes.keeping.noted.at(-1)).toMatchObject({ foreign: true, files: PROJECT.files });
  });

  it('shows its frame once the run is ready, or once Run releases a held run', async () => {
    const frame = { number: 9, time: 0.15, inputs: [] };
    const view = { uniformValues: {}, resolution: 1, seed: 1, animations: {}, frame } as const;
    const fragment = await fragmentOf({ text: 'exact', view });
    const first = await start(fragment);
    expect([shownBy(first.workspace), shownBy(first.workspace)]).toEqual([[frame], []]);
    first.fakes.runEvents.onLost('hung');
    await settled();

    const held = await start(fragment);
    expect(held.state().held).toEqual({ kind: 'suspect', badEnd: 'lost device' });
    expect(shownBy(held.workspace)).toEqual([]);
    await held.workspace.runHeld();
    await held.workspace.run();
    expect(shownBy(held.workspace)).toEqual([frame]);

    held.fakes.runEvents.onLost('hung');
    await settled();
    const edited = await start(fragment);
    expect(edited.state().held).toEqual({ kind: 'suspect', badEnd: 'lost device' });
    edited.workspace.sourceEdited(() => 'another');
    await edited.workspace.run();
    expect(edited.state().run.kind).toBe('running');
    expect(shownBy(edited.workspace)).toEqual([]);
  });

  it('restores the draft of the same project, and replaces any other', async () => {
    const fragment = await fragmentOf();
    const { text, files } = PROJECT;
    const draft = draftOf(text, { files, uniformValues: { a: 1 } });
    expect((await start(fragment, { draft })).state()).toMatchObject({ uniformValues: { a: 1 } });
    const other = await start(fragment, { draft: draftOf(text, { edited: true, files: [] }) });
    const replaced = [{ text, files: [], reason: 'replaced' }];
    await vi.waitFor(() => expect(other.fakes.keeping.noted).toMatchObject(replaced));
    expect(other.workspace.project().files).toMatchObject(files);
  });

  it('that is hostile leaves an open page unchanged', async () => {
    const { state, bar } = await start('?demo=rings');
    const files = ['user.slang', '../x.slang'].map((path) => ({ path, text: '' }));
    bar.enter(`?demo=rings#project=${packed({ version: 1, main: 'user.slang', files })}`);
    await vi.waitFor(() =>
      expect(state().diagnosticsText).toMatch(/“\.\.” is not a name.* Your source is unchanged\.$/),
    );
    expect(state()).toMatchObject({ opened: { text: '// rings', revision: 1 } });
  });
});

function packed(project: unknown): string {
  return deflateSync(JSON.stringify(project)).toString('base64url');
}
