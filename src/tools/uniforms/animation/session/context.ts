import type { Workspace } from '#workspace/workspace.ts';

/** What animations of uniforms need of the page. */
export interface AnimationContext {
  readonly workspace: Pick<Workspace, 'store' | 'animateUniform' | 'setAnimation'>;
}
