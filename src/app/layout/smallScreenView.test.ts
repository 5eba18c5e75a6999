import { beforeEach, expect, it, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { tabSettings } from '#shared/storage.ts';
import { INITIAL_STATE, type WorkspaceState } from '#workspace/state.ts';
import type { Workspace } from '#workspace/workspace.ts';
import { createMemoryStorage } from '../../../tests/support/memoryStorage.ts';
import { openingView, rememberView } from './smallScreenView.ts';

// It asks the window, which is not there.
const { screen } = vi.hoisted(() => ({ screen: { matches: true } }));
vi.mock('#app/browser/smallScreen.ts', () => ({ smallScreen: screen }));

beforeEach(() => {
  screen.matches = true;
  vi.stubGlobal('sessionStorage', createMemoryStorage());
});

const NEW_TEXT = { text: 'text', place: null, revision: 1 };
const RESTORED = { ...NEW_TEXT, place: { anchor: 0, head: 0, top: 0 } };

const viewOf = (state: Partial<WorkspaceState>) =>
  openingView({ store: createStore(() => ({ ...INITIAL_STATE, ...state })) } as Workspace);

it('a small screen opens with a picture or a text that is about to show', () => {
  expect(viewOf({ opened: NEW_TEXT, outputTypes: ['image'] })).toBe('results');
  expect(viewOf({ opened: NEW_TEXT, outputTypes: ['printing'] })).toBe('results');
  expect(viewOf({ opened: NEW_TEXT, outputTypes: [] })).toBe('source');
});

it('a tab that is loaded again shows the source if it did, but not with another text', () => {
  rememberView('source');
  expect(tabSettings.getItem('playground:small-screen-view')).toBe('source');
  expect(viewOf({ opened: RESTORED, outputTypes: ['image'] })).toBe('source');
  expect(viewOf({ opened: NEW_TEXT, outputTypes: ['image'] })).toBe('results');
  rememberView('results');
  expect(viewOf({ opened: RESTORED, outputTypes: ['image'] })).toBe('results');
});

it('a window that becomes small later begins with the source', () => {
  screen.matches = false;
  expect(viewOf({ opened: NEW_TEXT, outputTypes: ['image'] })).toBe('source');
});
