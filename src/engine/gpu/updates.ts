import { compareRuns } from '#core/plan/runChange.ts';
import { prepareTakeover } from './takeover.ts';

/** What only live mode needs. It loads behind the first picture. */
export interface Updates {
  readonly compareRuns: typeof compareRuns;
  readonly prepareTakeover: typeof prepareTakeover;
}

export const updates: Updates = { compareRuns, prepareTakeover };
