import { describe, expect, it } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { messagesAbout } from './messages.ts';
import type { ShownRun } from './runState.ts';
import { INITIAL_STATE, type WorkspaceState } from './state.ts';
import { openTab, type TabEvent, tabAfter, visibleTabs } from './tabs.ts';

const SLIDER = { type: 'SLIDER', name: 'size', default: 1, min: 0, max: 2 } as unknown;
const UNIFORMS = [SLIDER] as ShownRun['uniforms'];

type Filled = 'uniforms' | 'diagnostics' | 'output';

function stateWith(
  activeTab: string,
  filled: readonly Filled[],
  tabBefore = 'target-code',
): WorkspaceState {
  const shown: ShownRun = {
    outputs: filled.includes('output') ? ['printing'] : ['image'],
    uniforms: filled.includes('uniforms') ? UNIFORMS : [],
    ...{ stale: false, playback: 'playing', printed: '' },
  };
  const messages = filled.includes('diagnostics') ? messagesAbout('run', 'Oops.') : [];
  return { ...INITIAL_STATE, run: { kind: 'running', ...shown }, messages, activeTab, tabBefore };
}

const idsOf = (state: WorkspaceState) => visibleTabs(state).map(({ id }) => id);

it('shows the tabs with content, in their order', () => {
  expect(idsOf(INITIAL_STATE)).toEqual(['target-code', 'reflection']);
  const filled = stateWith('reflection', ['output', 'diagnostics', 'uniforms']);
  expect(idsOf(filled)).toEqual(['target-code', 'reflection', 'uniforms', 'diagnostics', 'output']);
});

describe('the tab after', () => {
  const PROBLEM = stateWith('diagnostics', ['diagnostics']);
  type Row = [event: TabEvent, before: WorkspaceState, after: string];
  it.each<Row>([
    [{ kind: 'selected', tab: 'reflection' }, stateWith('output', ['output']), 'reflection'],
    [{ kind: 'message' }, stateWith('reflection', ['diagnostics']), 'diagnostics'],
    [{ kind: 'answered' }, stateWith('diagnostics', []), 'target-code'],
    [{ kind: 'answered' }, PROBLEM, 'diagnostics'],
    [{ kind: 'answered' }, stateWith('uniforms', []), 'uniforms'],
    [{ kind: 'compiled' }, stateWith('reflection', []), 'target-code'],
    [{ kind: 'compiled' }, PROBLEM, 'diagnostics'],
    [{ kind: 'run started' }, stateWith('reflection', []), 'reflection'],
    [{ kind: 'run started' }, stateWith('uniforms', []), 'target-code'],
    [{ kind: 'run started' }, stateWith('reflection', ['output']), 'output'],
    [{ kind: 'run started' }, stateWith('reflection', ['output', 'uniforms']), 'uniforms'],
    [{ kind: 'run started' }, stateWith('output', ['uniforms', 'diagnostics']), 'diagnostics'],
    [{ kind: 'updated' }, stateWith('reflection', ['uniforms', 'diagnostics']), 'reflection'],
    [{ kind: 'updated' }, stateWith('diagnostics', ['output'], 'output'), 'output'],
    [{ kind: 'updated' }, stateWith('diagnostics', [], 'output'), 'target-code'],
    [{ kind: 'updated' }, stateWith('uniforms', [], 'reflection'), 'target-code'],
    [{ kind: 'restored', tab: 'reflection' }, stateWith('target-code', []), 'reflection'],
    [{ kind: 'restored', tab: 'output' }, stateWith('target-code', []), 'target-code'],
    [{ kind: 'restored', tab: 'reflection' }, PROBLEM, 'diagnostics'],
  ])('%o', (event, before, after) => {
    expect(tabAfter(before, event)).toBe(after);
  });
});

it('remembers the tab that Diagnostics replaced', () => {
  const store = createStore<WorkspaceState>(() => stateWith('reflection', ['diagnostics']));
  openTab(store, { kind: 'message' });
  openTab(store, { kind: 'message' });
  expect(store.getState()).toMatchObject({ activeTab: 'diagnostics', tabBefore: 'reflection' });
  store.setState({ messages: [] });
  openTab(store, { kind: 'updated' });
  expect(store.getState().activeTab).toBe('reflection');
});
