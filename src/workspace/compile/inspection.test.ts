import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createWorkspace } from '#workspace/createWorkspace.ts';
import type { Inspection } from '#workspace/workspace.ts';
import { createFakeServices, type FakeBehaviour } from '../../../tests/support/fakeServices.ts';
import { playbackProgram } from '../../../tests/support/programs.ts';

const DRAWS = playbackProgram({ draws: true });

function start(behaviour: Partial<FakeBehaviour> = {}) {
  const fakes = createFakeServices({ compile: () => DRAWS, ...behaviour });
  const workspace = createWorkspace(fakes.services);
  const inspections: Inspection[] = [];
  return {
    ...fakes,
    workspace,
    inspections,
    listen: () => workspace.onInspection((inspection) => inspections.push(inspection)),
    state: workspace.store.getState,
  };
}

const READY = { kind: 'ready', compilerVersion: 'test' } as const;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('the inspection of a text', () => {
  it('compiles as Run would, after a pause in typing', async () => {
    const { workspace, listen, inspections, inspected, compiled, setCompilerState } = start();
    setCompilerState(READY);
    await workspace.openDemo('circle');
    listen();
    workspace.sourceEdited(() => 'a');
    await vi.advanceTimersByTimeAsync(400);
    workspace.sourceEdited(() => 'ab');
    await vi.advanceTimersByTimeAsync(400);
    expect(inspected).toEqual([]);
    await vi.advanceTimersByTimeAsync(200);
    expect(inspections).toMatchObject([{ project: { text: 'ab' }, answer: DRAWS }]);
    await workspace.run();
    expect(inspected).toEqual([compiled.at(-1)]);
  });

  it('changes nothing visible', async () => {
    const { workspace, listen, inspections, state, setCompilerState } = start();
    setCompilerState(READY);
    await workspace.openDemo('circle');
    listen();
    workspace.sourceEdited(() => 'edited');
    const before = state();
    await vi.advanceTimersByTimeAsync(1000);
    expect(inspections).toHaveLength(1);
    expect(state()).toBe(before);
  });

  it('happens only while there is a listener', async () => {
    const { workspace, listen, inspected, setCompilerState } = start();
    setCompilerState(READY);
    await workspace.openDemo('circle');
    await vi.advanceTimersByTimeAsync(1000);
    expect(inspected).toEqual([]);
    const stop = listen();
    await vi.advanceTimersByTimeAsync(1000);
    expect(inspected).toMatchObject([{ sourceCode: '// circle' }]);
    stop();
    workspace.sourceEdited(() => 'edited');
    await vi.advanceTimersByTimeAsync(1000);
    expect(inspected).toHaveLength(1);
  });

  it('waits for the compiler, and for a running compile', async () => {
    const { workspace, listen, inspected, setCompilerState } = start();
    listen();
    workspace.sourceEdited(() => 'edited');
    await vi.advanceTimersByTimeAsync(1000);
    await workspace.compile();
    expect(inspected).toEqual([]);
    setCompilerState(READY);
    expect(inspected).toMatchObject([{ sourceCode: 'edited' }]);
    workspace.sourceEdited(() => 'edited twice');
    workspace.store.setState({ compilation: { kind: 'compiling', live: false, since: 0 } });
    await vi.advanceTimersByTimeAsync(1000);
    expect(inspected).toHaveLength(1);
    workspace.store.setState({ compilation: { kind: 'done', target: 'WGSL', succeeded: true } });
    expect(inspected).toHaveLength(2);
  });

  it('has no answer if the text hangs or kills the compiler', async () => {
    const { workspace, listen, inspections, setCompilerState } = start({
      inspect: ({ sourceCode }) => (sourceCode === 'hangs' ? 'no-answer' : undefined),
    });
    setCompilerState(READY);
    await workspace.openDemo('circle');
    listen();
    workspace.sourceEdited(() => 'fine');
    await vi.advanceTimersByTimeAsync(1000);
    workspace.sourceEdited(() => 'hangs');
    await vi.advanceTimersByTimeAsync(1000);
    expect(inspections).toMatchObject([
      { project: { text: 'fine' }, answer: DRAWS },
      { project: { text: 'hangs' }, answer: null },
    ]);
  });

  it('is repeated after it yielded, once the compiler is free', async () => {
    let isInterrupted = true;
    const { workspace, listen, inspections, inspected, setCompilerState } = start({
      inspect() {
        if (!isInterrupted) return undefined;
        workspace.store.setState({ compilation: { kind: 'compiling', live: false, since: 0 } });
        return null;
      },
    });
    setCompilerState(READY);
    await workspace.openDemo('circle');
    listen();
    workspace.sourceEdited(() => 'edited');
    await vi.advanceTimersByTimeAsync(1000);
    expect([inspected.length, inspections.length]).toEqual([1, 0]);
    isInterrupted = false;
    workspace.store.setState({ compilation: { kind: 'done', target: 'WGSL', succeeded: true } });
    await vi.advanceTimersByTimeAsync(0);
    expect(inspected).toHaveLength(2);
    expect(inspections).toMatchObject([{ project: { text: 'edited' }, answer: DRAWS }]);
  });

  it('is aborted by an edit, or if nobody listens any more', async () => {
    const signals: (AbortSignal | undefined)[] = [];
    const { workspace, listen, inspections, setCompilerState } = start({
      inspect(_, signal) {
        signals.push(signal);
        return undefined;
      },
      compile: () => new Promise(() => {}),
    });
    const isAborted = () => signals.map((signal) => signal?.aborted);
    const stop = listen();
    workspace.store.setState({ compilation: { kind: 'done', target: 'WGSL', succeeded: true } });
    setCompilerState(READY);
    await vi.advanceTimersByTimeAsync(1000);
    workspace.sourceEdited(() => 'edited');
    expect(isAborted()).toEqual([true]);
    await vi.advanceTimersByTimeAsync(1000);
    expect(isAborted()).toEqual([true, false]);
    stop();
    expect(isAborted()).toEqual([true, true]);
    expect(inspections).toEqual([]);
  });

  it('ends with the workspace', async () => {
    const { workspace, listen, inspected, setCompilerState } = start();
    setCompilerState(READY);
    await workspace.openDemo('circle');
    listen();
    workspace.dispose();
    await vi.advanceTimersByTimeAsync(1000);
    expect(inspected).toEqual([]);
  });
});
