import type { LoadedTool, ToolContext } from '#ui/tools/tool.ts';
import { AnimationSettings } from './panel/AnimationSettings.tsx';
import { type AnimationSession, createAnimationSession } from './session/animationSession.ts';

export interface Animations extends LoadedTool {
  readonly session: AnimationSession;
  readonly Settings: typeof AnimationSettings;
}

export function createAnimations(context: ToolContext): Animations {
  return { session: createAnimationSession(context), Settings: AnimationSettings };
}
