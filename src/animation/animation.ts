import type { Dispose } from '#shared/disposer.ts';
import type { Workspace } from '#workspace/workspace.ts';

/** What animations of uniforms need of the page. */
export interface AnimationContext {
  readonly workspace: Workspace;
}

/** All that a page needs to animate uniforms. */
export interface Animations {
  readonly session: { readonly context: AnimationContext };
  dispose: Dispose;
}

export function createAnimations(context: AnimationContext): Animations {
  return { session: { context }, dispose() {} };
}
