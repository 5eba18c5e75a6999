import { useStore } from 'zustand';
import { MAX_SEED } from '#core/plan/runLimits.ts';
import type { TimelineSession } from '#tools/timeline/session/timelineSession.ts';
import { Button } from '#ui/Button.tsx';
import { DieIcon } from './icons.tsx';
import { NumberField } from './NumberField.tsx';
import styles from './TimelineRow.module.css';

const SEEDS = { what: 'a seed', max: MAX_SEED };

/** Seeds that "New seed" chooses from: short enough to be read out. */
const NEW_SEEDS = 1_000_000;

/** The seed of the numbers of RAND. */
export function SeedControls({ session }: { readonly session: TimelineSession }) {
  const { workspace } = session.context;
  const seed = useStore(workspace.store, (state) => state.seed);
  const usesRandom = useStore(session.store, (state) => state.usesRandom);
  const unused = usesRandom ? '' : ' This shader has no RAND resource.';
  return (
    <div className={styles['seed']}>
      <span className={styles['label']} aria-hidden="true">
        Seed
      </span>
      <NumberField
        label="Random seed"
        hint={`Seed of the numbers of RAND: the same seed gives the same numbers.${unused}`}
        value={seed}
        range={SEEDS}
        onCommit={workspace.setSeed}
      />
      <Button
        kind="icon"
        label="New seed"
        hint={`Run again with other random numbers.${unused}`}
        onClick={() => workspace.setSeed(Math.floor(Math.random() * NEW_SEEDS))}
      >
        <DieIcon />
      </Button>
    </div>
  );
}
