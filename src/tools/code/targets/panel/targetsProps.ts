import type { TargetsSession } from '#tools/code/targets/session/targetsSession.ts';

export interface TargetsProps {
  readonly session: TargetsSession;
}
