import { deflateSync } from 'node:zlib';
import { describe, expect, it, vi } from 'vitest';
import type { CompileResult } from '#core/output/compileResult.ts';
import type { SharedProject } from '#core/project/link/linkService.ts';
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
const RINGS = { ...RINGS_TEXT, uri: 'https://example.test/demos/rings.slang' };

const DRAWS = playbackProgram({ draws: true });

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

const EMPTY_CODE =
  'The code in the link is empty. Copy the whole link once more, from its first character to its last.';

describe('starting', () => {
  it('without parameters opens the default demo and leaves the address bar unchanged', async () => {
    const { state, fakes, bar } = await start('');
    expect(state()).toMatchObject({
      demo: 'circle',
      target: 'WGSL',
      opened: { text: '// circle' },
      run: { kind: 'running' },
      diagnosticsText: '',
    });
    expect(fakes.compiled).toMatchObject([{ target: 'WGSL', sourceCode: '// circle' }]);
    expect([bar.text, bar.writes]).toEqual(['', 0]);
  });

  it('with a target and a demo opens both and runs', async () => {
    const { state, fakes, bar } = await start('?target=HLSL&demo=rings.slang');
    expect(state()).toMatchObject({
      demo: 'rings',
      target: 'HLSL',
      opened: { text: '// rings' },
      run: { kind: 'running' },
    });
    expect(fakes.compiled).toMatchObject([{ target: 'WGSL', sourceCode: '// rings' }]);
    expect([bar.text, bar.writes]).toEqual(['?target=HLSL&demo=rings.slang', 0]);
  });

  it.each(['?', '#'])(
    'with code after %s opens and runs it, whatever demo is named',
    async (mark) => {
      const { state, fakes } = await start(
        `?demo=rings${mark === '?' ? '&' : mark}code=${await codeOf('// shared ⇒ text\r\n// two')}`,
      );
      expect(state()).toMatchObject({
        demo: null,
        opened: { text: '// shared ⇒ text\n// two' },
        run: { kind: 'running' },
        diagnosticsText: '',
      });
      expect(fakes.started).toMatchObject([{ uri: 'https://example.test/demos/user.slang' }]);
    },
  );

  it('with the address of a demo runs it relative to its final address', async () => {
    const { state, fakes } = await start('?demo=https://other.test/a/b.slang', {
      loadSource: async (url) => ok({ text: `// ${url}`, uri: 'https://other.test/moved/b.slang' }),
    });
    expect(state()).toMatchObject({
      demo: null,
      opened: { text: '// https://other.test/a/b.slang' },
    });
    expect(fakes.started).toMatchObject([{ uri: 'https://other.test/moved/b.slang' }]);
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
        demo: 'circle',
        target: 'WGSL',
        opened: { text: '// circle' },
        run: { kind: 'running' },
        diagnosticsText: said,
        activeTab: 'diagnostics',
      });
      expect(bar.text).toBe(address);
      await workspace.run();
      expect(state()).toMatchObject({ diagnosticsText: '', activeTab: 'target-code' });
    },
  );

  it('reports a problem before anything is loaded or compiled', async () => {
    const { load } = slow();
    const { state, workspace } = create('?target=FORTRAN', { loadDemo: load });
    void workspace.start();
    expect(state().diagnosticsText).toBe('Invalid target specified in URL: FORTRAN');
  });

  it('lists compiler messages after those about the address', async () => {
    const { state } = await start('?target=FORTRAN', {
      compile: () => ({ ...DRAWS, log: '/user.slang(1): warning 1: hm' }),
    });
    expect(state().diagnosticsText).toBe(
      'Invalid target specified in URL: FORTRAN\n/user.slang(1): warning 1: hm',
    );
  });

  it('reports that not even the default demo could be loaded', async () => {
    const { state } = await start('?demo=missing', {
      loadDemo: async (name) => fail(`No ${name}.`),
    });
    expect(state()).toMatchObject({
      opened: { text: '' },
      diagnosticsText: 'No missing. The default demo opens instead.\nNo circle.',
    });
  });
});

describe('the address bar', () => {
  it('names the selected target and demo', async () => {
    const { workspace, bar } = await start('');
    workspace.selectTarget('HLSL');
    expect(bar.text).toBe('?target=HLSL');
    await workspace.openDemo('rings');
    expect(bar.text).toBe('?target=HLSL&demo=rings');
    await workspace.openDemo('missing');
    expect(bar.text).toBe('?target=HLSL&demo=rings');
    workspace.selectTarget('WGSL');
    await workspace.openDemo('circle');
    expect(bar.text).toBe('?target=WGSL&demo=circle');
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

  it('names nothing after a text without an address is opened', async () => {
    const { workspace, bar, state } = await start('?target=HLSL&demo=rings');
    await workspace.openSource({ text: '// example', uri: 'https://example.test/', demo: null });
    expect([bar.text, state().opened.text]).toEqual(['?target=HLSL', '// example']);
  });
});

describe('entering a fragment', () => {
  it('opens its code and target, and runs', async () => {
    const { bar, state, fakes, workspace } = await start('?demo=rings');
    workspace.sourceEdited(() => '// edited');
    bar.enter(`#target=CUDA&code=${await codeOf('// pasted')}`);
    const compiled = { target: 'WGSL', sourceCode: '// pasted' };
    await vi.waitFor(() => expect(fakes.compiled.at(-1)).toMatchObject(compiled));
    await vi.waitFor(() =>
      expect(state()).toMatchObject({
        target: 'CUDA',
        demo: null,
        opened: { text: '// pasted' },
        diagnosticsText: '',
      }),
    );
  });

  it('that cannot be decoded reports it, and keeps the text and the run', async () => {
    const { bar, state, fakes } = await start('?demo=rings');
    bar.enter('?demo=rings#code=');
    await vi.waitFor(() => expect(state().diagnosticsText).not.toBe(''));
    expect(fakes.compiled).toHaveLength(1);
    expect(state()).toMatchObject({
      demo: 'rings',
      opened: { text: '// rings', revision: 1 },
      run: { kind: 'running' },
      diagnosticsText: `${EMPTY_CODE} Your source is unchanged.`,
      activeTab: 'diagnostics',
    });
  });

  it('reports a problem even after the answer of a pending compile', async () => {
    let answer: (result: CompileResult) => void = () => {};
    const slow = new Promise<CompileResult>((resolve) => {
      answer = resolve;
    });
    const { bar, state, workspace } = await start('?demo=rings', {
      compile: ({ target }) => (target === 'WGSL' ? DRAWS : slow),
    });
    workspace.selectTarget('CUDA');
    const compiling = workspace.compile();
    bar.enter('?demo=rings#code=');
    await vi.waitFor(() => expect(state().diagnosticsText).not.toBe(''));
    answer(DRAWS);
    await compiling;
    expect(state()).toMatchObject({
      targetCode: { target: 'CUDA' },
      diagnosticsText: `${EMPTY_CODE} Your source is unchanged.`,
      activeTab: 'diagnostics',
    });
  });

  it('with a target alone selects it, or reports that it does not exist', async () => {
    const { bar, state } = await start('');
    bar.enter('#target=METAL');
    expect(state()).toMatchObject({ target: 'METAL', opened: { revision: 1 } });
    bar.enter('#target=metal');
    expect(state()).toMatchObject({
      target: 'METAL',
      opened: { revision: 1 },
      diagnosticsText: 'Invalid target specified in URL: metal',
    });
  });

  it('keeps its own message through its run, and no earlier message', async () => {
    const { bar, state, workspace, fakes } = await start('?demo=rings');
    bar.enter('?demo=missing');
    await vi.waitFor(() =>
      expect(state().diagnosticsText).toMatch(/^The demo missing could not be loaded/),
    );
    bar.enter('?demo=circle#target=metal');
    await vi.waitFor(() => expect(fakes.compiled).toHaveLength(2));
    await vi.waitFor(() =>
      expect(state()).toMatchObject({
        ...{ demo: 'circle', run: { kind: 'running' } },
        diagnosticsText: 'Invalid target specified in URL: metal',
        activeTab: 'diagnostics',
      }),
    );
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

  it('has no effect after the workspace is disposed', async () => {
    const { bar, state, workspace } = await start('');
    workspace.dispose();
    bar.enter('#target=METAL');
    expect(state().target).toBe('WGSL');
  });
});

describe('a text that has lost the device before', () => {
  const openings: Record<string, (workspace: Workspace) => Promise<void>> = {
    'as a demo': (workspace) => workspace.openDemo('rings'),
    'from the history': (workspace) => workspace.openSource({ ...RINGS, demo: null }),
    'as the text of a closed tab': (workspace) => workspace.bringBack('left'),
  };

  for (const [how, open] of Object.entries(openings)) {
    it(`waits for Run when it is opened ${how}`, async () => {
      const { fakes } = await start('?demo=rings');
      fakes.runEvents.onLost('hung');
      await settled();

      const left = [draftOf(RINGS.text)];
      const next = await start('', { left });
      await open(next.workspace);
      expect(next.state()).toMatchObject({ held: { kind: 'suspect' }, opened: RINGS_TEXT });
      expect(next.fakes.started).toHaveLength(1);
      await next.workspace.runHeld();
      expect(next.state()).toMatchObject({ held: null, run: { kind: 'running' } });
      expect(next.fakes.started).toHaveLength(2);
    });
  }
});

describe('a text with invisible characters', () => {
  const text = '// first\nlet a = 1;\u202e\u200b\u200b';
  const notice = {
    kind: 'hidden-characters',
    count: 3,
    names: ['U+202E', 'U+200B'],
    first: { line: 2, column: 11, length: 1 },
    path: '/user.slang',
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
    const files = [
      { path: 'clean.slang', text: '// clean' },
      { path: 'noise.slang', text },
    ];
    const { state } = await start('', { draft: draftOf('// main', { files, foreign: true }) });
    const inFile = { ...notice, path: '/noise.slang' };
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
    expect(fakes.keeping.saved.at(-1)).toMatchObject({
      text: '// from a stranger, edited',
      uri: 'https://example.test/demos/user.slang',
      foreign: true,
    });
    workspace.sourceEdited(() => '// rings, edited', revision + 1);
    fakes.keeping.leave();
    expect(fakes.keeping.saved.at(-1)).toMatchObject({ uri: RINGS.uri, foreign: false });
  });
});

describe('a source that is being fetched', () => {
  it('is dropped for a newer choice, whichever arrives first', async () => {
    const { load, answer } = slow();
    const { workspace, state, fakes, bar } = create('', { loadDemo: load });
    void workspace.openDemo('first');
    void workspace.openDemo('second');
    await answer(1, 'second');
    await answer(0, 'first');
    expect(state()).toMatchObject({ demo: 'second', opened: { text: 'second', revision: 1 } });
    expect(fakes.compiled).toHaveLength(1);
    expect(bar.text).toBe('?demo=second');
  });

  it('is dropped for an edit, with a message', async () => {
    const { load, answer } = slow();
    const { workspace, state, bar } = create('?demo=https://other.test/a.slang', {
      loadSource: load,
    });
    void workspace.start();
    workspace.sourceEdited(() => '// typed');
    await answer(0, 'late');
    expect(state()).toMatchObject({
      opened: { revision: 0 },
      diagnosticsText:
        'https://other.test/a.slang was not opened, because you edited the source in the meantime.',
    });
    expect(bar.text).toBe('');
  });

  it('is listed with its address until it arrives', async () => {
    const { load, answer } = slow();
    const { workspace, state } = create('', { loadDemo: load });
    void workspace.openDemo('first');
    expect(state().fetchedSource).toBe('https://example.test/demos/first.slang');
    void workspace.openDemo('second');
    expect(state().fetchedSource).toBe('https://example.test/demos/second.slang');
    await answer(1, 'second');
    expect(state().fetchedSource).toBeNull();
    void workspace.openDemo('third');
    workspace.sourceEdited(() => '// typed');
    expect(state().fetchedSource).toBeNull();
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
    expect(state()).toMatchObject({
      fetchedSource: null,
      demo: 'circle',
      diagnosticsText:
        'Loading https://other.test/a.slang was cancelled. The default demo opens instead.',
    });
  });
});

describe('a frame and a seed in the address', () => {
  const shownBy = (workspace: Workspace) => {
    const shown: PausedFrame[] = [];
    workspace.seekBy({
      show: (each) => shown.push(each),
      step: () => true,
      cancel() {},
      inputsUpTo: () => [],
    })();
    return shown;
  };

  it.each(['?demo=rings', '#demo=rings', '?demo=https://other.test/a.slang', '?code='])(
    'pause the run at the frame, and set its seed: %s',
    async (address) => {
      const named = address === '?code=' ? address + (await codeOf('// code')) : address;
      const { workspace, fakes, state } = await start(`${named}&frame=120&seed=7`);
      expect(state()).toMatchObject({ seed: 7, diagnosticsText: '', run: { kind: 'running' } });
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

  it('are reported if they are invalid, and the run plays', async () => {
    const { workspace, state } = await start('?demo=rings&frame=soon&seed=x');
    expect(state()).toMatchObject({ seed: 1, demo: 'rings', run: { kind: 'running' } });
    expect(state().diagnosticsText).toContain(
      'The address gives the frame "soon", which is left out.',
    );
    expect(state().diagnosticsText).toContain('The address gives the random seed "x"');
    expect(shownBy(workspace)).toEqual([]);
  });

  it('are applied if only they change in the fragment', async () => {
    const { workspace, bar, fakes } = await start('#demo=rings&frame=120');
    shownBy(workspace);
    bar.enter('#demo=rings&frame=60&seed=9');
    await vi.waitFor(() => expect(fakes.startedBy.at(-1)).toMatchObject({ seed: 9 }));
    await vi.waitFor(() =>
      expect(shownBy(workspace)).toEqual([{ number: 60, time: 1, inputs: [] }]),
    );
  });

  it('override the seed of the tab’s draft, whose other settings are restored', async () => {
    const draft = draftOf('// rings', {
      ...{ demo: 'rings', edited: false, seed: 5, uniformValues: { level: 0.25 } },
    });
    const { state } = await start('?demo=rings&seed=7', { draft });
    expect(state()).toMatchObject({ seed: 7, uniformValues: { level: 0.25 } });
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
    text: 'import noise;',
    files: [{ path: 'noise.slang', text: '// noise' }],
    assets: [],
    target: 'HLSL',
    entryPoint: 'draw',
    seed: 1,
    givenName: null,
    view: null,
  };
  const fragmentOf = async (part: Partial<SharedProject> = {}) => {
    const { services } = createFakeServices({ compile: () => DRAWS });
    const link = await services.links.build(new URL('https://example.test/'), {
      ...PROJECT,
      ...part,
    });
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

  it('is foreign: it asks before it fetches, like code', async () => {
    const { fakes, workspace } = await start(await fragmentOf());
    await workspace.saveVersion();
    expect(fakes.keeping.noted.at(-1)).toMatchObject({ foreign: true, files: PROJECT.files });
  });

  it('shows its frame once the run is ready, or once Run releases a held run', async () => {
    const frame = { number: 9, time: 0.15, inputs: [] };
    const fragment = await fragmentOf({
      text: 'exact',
      view: { uniformValues: {}, resolution: 1, seed: 1, animations: {}, frame },
    });
    const shownBy = ({ workspace }: Awaited<ReturnType<typeof start>>) => {
      const shown: PausedFrame[] = [];
      workspace.seekBy({
        show: (each) => shown.push(each),
        step: () => true,
        cancel() {},
        inputsUpTo: () => [],
      })();
      return shown;
    };
    const first = await start(fragment);
    const { fakes } = first;
    expect(shownBy(first)).toEqual([frame]);
    expect(shownBy(first)).toEqual([]);
    fakes.runEvents.onLost('hung');
    await settled();

    const held = await start(fragment);
    expect(held.state().held).toEqual({ kind: 'suspect', badEnd: 'lost device' });
    expect(shownBy(held)).toEqual([]);
    await held.workspace.runHeld();
    await held.workspace.run();
    expect(shownBy(held)).toEqual([frame]);

    held.fakes.runEvents.onLost('hung');
    await settled();
    const edited = await start(fragment);
    expect(edited.state().held).toEqual({ kind: 'suspect', badEnd: 'lost device' });
    edited.workspace.sourceEdited(() => 'another');
    await edited.workspace.run();
    expect(edited.state().run.kind).toBe('running');
    expect(shownBy(edited)).toEqual([]);
  });

  it('selects its target if the address names none', async () => {
    const packed = new URLSearchParams((await fragmentOf()).slice(1)).get('project');
    const { state } = await start(`#project=${packed}`);
    expect(state().target).toBe('HLSL');
  });

  it('restores the draft of the same project, and replaces any other', async () => {
    const fragment = await fragmentOf();
    const { text, files } = PROJECT;
    const same = await start(fragment, {
      draft: draftOf(text, { files, uniformValues: { a: 1 } }),
    });
    expect(same.state()).toMatchObject({ uniformValues: { a: 1 } });
    const other = await start(fragment, { draft: draftOf(text, { edited: true, files: [] }) });
    await vi.waitFor(() =>
      expect(other.fakes.keeping.noted).toMatchObject([{ text, files: [], reason: 'replaced' }]),
    );
    expect(other.workspace.project().files).toMatchObject(files);
  });

  it('from a later version says so, and the page opens as without it', async () => {
    const { state } = await start(`#project=${packed({ version: 2 })}`);
    expect(state()).toMatchObject({ demo: 'circle' });
    expect(state().diagnosticsText).toMatch(/^This link needs a newer version of the playground/);
    expect(state().diagnosticsText).toMatch(/The default demo opens instead\.$/);
  });

  it('that is hostile leaves an open page unchanged', async () => {
    const { state, bar } = await start('?demo=rings');
    const files = [
      { path: 'user.slang', text: '' },
      { path: '../x.slang', text: '' },
    ];
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
