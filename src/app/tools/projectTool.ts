import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ProjectFeature } from '#project/project.ts';
import type { ProjectContext } from '#project/session/context.ts';
import { messageOf } from '#shared/errors.ts';

/** What a project has beyond its main file. It loads when there is more, or on first use. */
export interface ProjectTool {
  readonly store: StoreApi<ProjectToolState>;
  /** Null if it cannot be loaded, and then the state says why. */
  load(): Promise<ProjectFeature | null>;
}

export type ProjectToolState =
  | { readonly kind: 'unused' }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'loaded'; readonly loaded: ProjectFeature };

export function createProjectTool(context: ProjectContext): ProjectTool {
  const store = createStore<ProjectToolState>(() => ({ kind: 'unused' }));
  let loading: Promise<ProjectFeature | null> | null = null;
  const read = async () => {
    try {
      const { createProject } = await import('#project/project.ts');
      const loaded = createProject(context);
      store.setState({ kind: 'loaded', loaded }, true);
      return loaded;
    } catch (thrown) {
      loading = null;
      const reason = `The list of files could not be loaded: ${messageOf(thrown)} Reload the page to try again.`;
      store.setState({ kind: 'failed', reason }, true);
      return null;
    }
  };
  const load = () => {
    loading ??= read();
    return loading;
  };
  const loadIfNeeded = () => {
    const { files, assets } = context.workspace.store.getState();
    if (files.length === 0 && assets.length === 0) return;
    stop();
    void load();
  };
  const stop = context.workspace.store.subscribe(loadIfNeeded);
  loadIfNeeded();
  return { store, load };
}
