import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createWorkspace } from '#workspace/createWorkspace.ts';
import type { WorkspaceState } from '#workspace/state.ts';
import type { Workspace } from '#workspace/workspace.ts';
import { createFakeServices } from './fakeServices.ts';
import { playbackProgram } from './programs.ts';

/** A component's HTML for a workspace in this state. */
export function markupOf(
  state: Partial<WorkspaceState>,
  render: (workspace: Workspace) => ReactNode,
): string {
  const { services } = createFakeServices({ compile: () => playbackProgram({ draws: true }) });
  const workspace = createWorkspace(services);
  workspace.store.setState(state);
  // Server rendering uses the store's initial state.
  const store = { ...workspace.store, getInitialState: workspace.store.getState };
  return renderToStaticMarkup(render({ ...workspace, store }));
}
