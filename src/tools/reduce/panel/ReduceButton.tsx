import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { offersReduction } from '#tools/reduce/offer.ts';
import type { Reduce } from '#tools/reduce/reduce.tsx';
import type { ReduceState } from '#tools/reduce/session/state.ts';
import { Button } from '#ui/Button.tsx';
import { useLoaded } from '#ui/tools/lazyTool.ts';
import type { ToolHandle } from '#ui/tools/tool.ts';

interface ReduceButtonProps {
  readonly tool: ToolHandle<Reduce>;
}

/** The button beside a fault of the compiler, and what Reduce shows below it. */
export function ReduceButton({ tool }: ReduceButtonProps) {
  const isOffered = useStore(tool.context.workspace.store, offersReduction);
  const loaded = useLoaded(tool);
  const kind = useStore(loaded?.session.store ?? UNUSED, (state) => state.kind);
  const isAtWork = kind === 'looking' || kind === 'reducing';
  if (!isOffered && kind === 'idle') return null;
  return (
    <div style={BAR}>
      <Button
        kind="small"
        hint={isAtWork ? AT_WORK : HINT}
        disabled={isAtWork}
        onClick={() => tool.use(({ session }) => session.start())}
      >
        Reduce
      </Button>
      {loaded ? (
        <loaded.Progress session={loaded.session} />
      ) : (
        <span>Find a smaller source with the same fault.</span>
      )}
    </div>
  );
}

const HINT =
  'Remove parts of the source while the fault stays, for a report to the compiler’s authors';
const AT_WORK = 'Reduce is at work';

/** Stands for the state of Reduce until it has loaded. */
const UNUSED = createStore<Pick<ReduceState, 'kind'>>(() => ({ kind: 'idle' }));

const BAR = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '8px',
  padding: '6px 12px',
} as const;
