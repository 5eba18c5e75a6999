import { compareRuns } from '#core/plan/runChange.ts';
import { prepareTakeover } from './takeover.ts';

/** Code that only live mode needs, loaded after the first picture. */
export interface Updates {
  readonly compareRuns: typeof compareRuns;
  readonly prepareTakeover: typeof prepareTakeover;
}

export const updates: Updates = { compareRuns, prepareTakeover };
