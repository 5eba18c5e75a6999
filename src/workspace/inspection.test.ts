import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createFakeServices, type FakeBehaviour } from '../../tests/support/fakeServices.ts';
import { playbackProgram } from '../../tests/support/programs.ts';
import { createWorkspace } from './createWorkspace.ts';
import type { Inspection } from './workspace.ts';

const DRAWS = playbackProgram({ draws: true });

function start(behaviour: Partial<FakeBehaviour> = {}) {
  const fakes = createFakeServices({ compile: () => DRAWS, ...behaviour });
  const workspace = createWorkspace(fakes.services);
  const inspections: Inspection[] = [];
  const listen = () => workspace.onInspection((inspection) => inspections.push(inspection));
  const edit = (text: string) => workspace.sourceEdited(() => text);
  return { ...fakes, workspace, inspections, listen, edit, state: workspace.store.getState };
}

const READY = { kind: 'ready', compilerVersion: 'test' } as const;
const COMPILING = { compilation: { kind: 'compiling', live: false, since: 0 } } as const;
const DONE = { compilation: { kind: 'done', target: 'WGSL', succeeded: true } } as const;

async function startReady(behaviour: Partial<FakeBehaviour> = {}) {
  const page = start(behaviour);
  page.setCompilerState(READY);
  await page.workspace.openDemo('circle');
  return page;
}

const pause = (milliseconds = 1000) => vi.advanceTimersByTimeAsync(milliseconds);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('the inspection of a text', () => {
  it('compiles as Run would, after a pause in typing, and changes nothing visible', async () => {
    const { workspace, listen, inspections, inspected, compiled, edit, state } = await startReady();
    listen();
    edit('a');
    await pause(400);
    edit('ab');
    const before = state();
    await pause(400);
    expect(inspected).toEqual([]);
    await pause(200);
    expect(inspections).toMatchObject([{ project: { text: 'ab' }, answer: DRAWS }]);
    expect(state()).toBe(before);
    await workspace.run();
    expect(inspected).toEqual([compiled.at(-1)]);
  });

  it('happens only while there is a listener', async () => {
    const { listen, inspected, edit } = await startReady();
    await pause();
    expect(inspected).toEqual([]);
    const stop = listen();
    await pause();
    expect(inspected).toMatchObject([{ sourceCode: '// circle' }]);
    stop();
    edit('edited');
    await pause();
    expect(inspected).toHaveLength(1);
  });

  it('waits for the compiler, and for a running compile', async () => {
    const { workspace, listen, inspected, setCompilerState, edit } = start();
    listen();
    edit('edited');
    await pause();
    await workspace.compile();
    expect(inspected).toEqual([]);
    setCompilerState(READY);
    expect(inspected).toMatchObject([{ sourceCode: 'edited' }]);
    edit('edited twice');
    workspace.store.setState(COMPILING);
    await pause();
    expect(inspected).toHaveLength(1);
    workspace.store.setState(DONE);
    expect(inspected).toHaveLength(2);
  });

  it('has no answer if the text hangs or kills the compiler', async () => {
    const { listen, inspections, edit } = await startReady({
      inspect: ({ sourceCode }) => (sourceCode === 'hangs' ? 'no-answer' : undefined),
    });
    listen();
    edit('fine');
    await pause();
    edit('hangs');
    await pause();
    expect(inspections).toMatchObject([
      { project: { text: 'fine' }, answer: DRAWS },
      { project: { text: 'hangs' }, answer: null },
    ]);
  });

  it('is repeated after it yielded, once the compiler is free', async () => {
    let isInterrupted = true;
    const { workspace, listen, inspections, inspected, edit } = await startReady({
      inspect() {
        if (!isInterrupted) return undefined;
        workspace.store.setState(COMPILING);
        return null;
      },
    });
    listen();
    edit('edited');
    await pause();
    expect([inspected.length, inspections.length]).toEqual([1, 0]);
    isInterrupted = false;
    workspace.store.setState(DONE);
    await pause(0);
    expect(inspected).toHaveLength(2);
    expect(inspections).toMatchObject([{ project: { text: 'edited' }, answer: DRAWS }]);
  });

  it('is aborted by an edit, or if nobody listens any more', async () => {
    const signals: (AbortSignal | undefined)[] = [];
    const { workspace, listen, inspections, setCompilerState, edit } = start({
      inspect(_, signal) {
        signals.push(signal);
        return undefined;
      },
      compile: () => new Promise(() => {}),
    });
    const isAborted = () => signals.map((signal) => signal?.aborted);
    const stop = listen();
    workspace.store.setState(DONE);
    setCompilerState(READY);
    await pause();
    edit('edited');
    expect(isAborted()).toEqual([true]);
    await pause();
    expect(isAborted()).toEqual([true, false]);
    stop();
    expect(isAborted()).toEqual([true, true]);
    expect(inspections).toEqual([]);
  });

  it('ends with the workspace', async () => {
    const { workspace, listen, inspected } = await startReady();
    listen();
    workspace.dispose();
    await pause();
    expect(inspected).toEqual([]);
  });
});
