import { beforeEach, expect, it, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { OutputType } from '#core/plan/runDescriptor.ts';
import { tabSettings } from '#engine/storage/settings.ts';
import type { RunState } from '#workspace/runState.ts';
import { INITIAL_STATE, type WorkspaceState } from '#workspace/state.ts';
import type { Workspace } from '#workspace/workspace.ts';
import { createMemoryStorage } from '../../../../tests/support/memoryStorage.ts';
import { createShownView, openingView } from './smallScreenView.ts';

// The module reads window.matchMedia, which Node lacks.
const { screen } = vi.hoisted(() => ({ screen: { matches: true } }));
vi.mock('#pages/playground/browser/smallScreen.ts', () => ({ smallScreen: screen }));

beforeEach(() => {
  screen.matches = true;
  vi.stubGlobal('sessionStorage', createMemoryStorage());
  vi.stubGlobal('addEventListener', () => {});
  vi.stubGlobal('removeEventListener', () => {});
});

const NEW_TEXT = { text: 'text', place: null, revision: 1 };
const RESTORED = { ...NEW_TEXT, place: { anchor: 0, head: 0, top: 0 } };

const starting = (...outputs: OutputType[]): RunState => ({
  ...{ kind: 'starting', before: { kind: 'idle' }, outputs },
});

const workspaceWith = (state: Partial<WorkspaceState>) =>
  ({ store: createStore(() => ({ ...INITIAL_STATE, ...state })) }) as Workspace;
const viewOf = (state: Partial<WorkspaceState>) => openingView(workspaceWith(state));

it('a small screen shows the results first if a picture or text is about to appear', () => {
  expect(viewOf({ opened: NEW_TEXT, run: starting('image') })).toBe('results');
  expect(viewOf({ opened: NEW_TEXT, run: starting('printing') })).toBe('results');
  expect(viewOf({ opened: NEW_TEXT, run: starting() })).toBe('source');
});

it('a reloaded tab returns to the source, unless another source opens', () => {
  const { show } = createShownView(workspaceWith({}));
  show('source');
  expect(tabSettings.getItem('playground:small-screen-view')).toBe('source');
  expect(viewOf({ opened: RESTORED, run: starting('image') })).toBe('source');
  expect(viewOf({ opened: NEW_TEXT, run: starting('image') })).toBe('results');
  show('results');
  expect(viewOf({ opened: RESTORED, run: starting('image') })).toBe('results');
});

it('a window that becomes small later shows the source', () => {
  screen.matches = false;
  expect(viewOf({ opened: NEW_TEXT, run: starting('image') })).toBe('source');
});
