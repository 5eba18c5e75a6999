import { useStore } from 'zustand';
import type { GroupTrials } from '#tools/profile/groups/groupTrials.ts';
import { Button } from '#ui/Button.tsx';

interface TryGroupSizesProps {
  readonly trials: GroupTrials;
  readonly entryPoint: string;
}

export function TryGroupSizes({ trials, entryPoint }: TryGroupSizesProps) {
  const isWorking = useStore(
    trials.store,
    (state) => state.kind === 'working' && state.entryPoint === entryPoint,
  );
  return (
    <Button
      kind="small"
      hint={
        isWorking
          ? `The group sizes of ${entryPoint} are being tried`
          : `Measure ${entryPoint} with other group sizes. The source stays as it is.`
      }
      disabled={isWorking}
      onClick={() => trials.start(entryPoint)}
    >
      Try group sizes
    </Button>
  );
}
