import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createFakeServices } from '../../tests/support/fakeServices.ts';
import { playbackProgram } from '../../tests/support/programs.ts';
import type { Inspection } from './inspection.ts';
import { createWorkspace } from './workspace.ts';

const DRAWS = playbackProgram({ draws: true });

function start() {
  const fakes = createFakeServices({ compile: () => DRAWS });
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
  it('is of the compile that Run would make, once the text rests', async () => {
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
    expect(inspections).toEqual([{ text: 'ab', answer: DRAWS }]);
    await workspace.run();
    expect(inspected).toEqual([compiled.at(-1)]);
  });

  it('changes nothing that can be seen', async () => {
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

  it('is made only while somebody listens', async () => {
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

  it('waits for the compiler, and for a compile that is under way', async () => {
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
