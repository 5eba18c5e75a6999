import { expect, it } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { runRequest } from '#core/output/compileResult.ts';
import { NO_COST } from '#core/output/countCosts.ts';
import { INITIAL_STATE } from '#workspace/state.ts';
import { createCostHistory } from './costs.ts';

const program = (arithmetic: number) => ({
  functions: [{ name: 'ring', cost: { ...NO_COST, arithmetic }, loops: 0 }],
  entryPoints: [],
});

/** Version N has the code "N", and costs N. */
function openHistory() {
  const store = createStore(() => INITIAL_STATE);
  const asked: string[] = [];
  const ask = async (_method: string, { spirv }: { spirv: string }) => {
    asked.push(spirv);
    if (spirv === 'broken') throw new Error('The code could not be analysed.');
    return program(Number(spirv));
  };
  const history = createCostHistory({ store }, { ask } as Parameters<typeof createCostHistory>[1]);
  const shown = () => {
    const { now, before } = history.store.getState();
    return [now, before].map((each) => each?.functions[0]?.cost.arithmetic ?? null);
  };
  const open = (revision: number) =>
    store.setState({ opened: { ...INITIAL_STATE.opened, revision } });
  const count = (text: string, spirv: string, files: { path: string; text: string }[] = []) => {
    const { revision } = store.getState().opened;
    return history.count({ opened: revision, request: runRequest(text, files) }, spirv);
  };
  return { count, shown, open, asked };
}

it('keeps the program’s cost from before the last edit', async () => {
  const { count, shown, asked } = openHistory();
  await count('one', '1');
  expect(shown()).toEqual([1, null]);
  await count('two', '2');
  expect(shown()).toEqual([2, 1]);
  // Another view counts the same version.
  await count('two', '2');
  expect(shown()).toEqual([2, 1]);
  expect(asked).toEqual(['1', '2']);
  await count('two', '3', [{ path: 'a.slang', text: 'int a;' }]);
  expect(shown()).toEqual([3, 2]);
});

it('forgets the costs of another program', async () => {
  const { count, shown, open } = openHistory();
  await count('one', '1');
  open(1);
  await expect(count('two', 'broken')).rejects.toThrow();
  expect(shown()).toEqual([null, null]);
  await count('two', '2');
  expect(shown()).toEqual([2, null]);
});

it('ignores the count of a program that is no longer open', async () => {
  const { count, shown, open } = openHistory();
  const counting = count('one', '1');
  open(1);
  await counting;
  expect(shown()).toEqual([null, null]);
});

it('counts a version once when two views ask at the same time', async () => {
  const { count, shown } = openHistory();
  await count('one', '1');
  await Promise.all([count('two', '2'), count('two', '2')]);
  expect(shown()).toEqual([2, 1]);
});

it('keeps the last cost when the code cannot be analysed', async () => {
  const { count, shown } = openHistory();
  await count('one', '1');
  await expect(count('two', 'broken')).rejects.toThrow('could not be analysed');
  expect(shown()).toEqual([1, null]);
});
