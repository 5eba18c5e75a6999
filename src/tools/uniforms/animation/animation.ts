import { AnimationSettings } from './panel/AnimationSettings.tsx';
import { type AnimationSession, createAnimationSession } from './session/animationSession.ts';
import type { AnimationContext } from './session/context.ts';

export type { AnimationContext } from './session/context.ts';

/** All that a page needs to animate uniforms. */
export interface Animations {
  readonly session: AnimationSession;
  readonly Settings: typeof AnimationSettings;
}

export function createAnimations(context: AnimationContext): Animations {
  return { session: createAnimationSession(context), Settings: AnimationSettings };
}
