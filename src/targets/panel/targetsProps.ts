import type { TargetsSession } from '#targets/session/targetsSession.ts';

export interface TargetsProps {
  readonly session: TargetsSession;
}
