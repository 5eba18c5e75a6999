import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { offersReduction } from '#tools/reduce/offer.ts';
import type { ReduceState } from '#tools/reduce/session/state.ts';
import { Button } from '#ui/Button.tsx';
import type { Workspace } from '#workspace/workspace.ts';
import type { ReduceTool } from './reduceTool.ts';
import { ToolPart, useLoaded } from './ToolPart.tsx';

interface ReducePartProps {
  readonly workspace: Workspace;
  readonly tool: ReduceTool;
}

/** The button beside a fault of the compiler, and what Reduce shows below it. */
export function ReducePart({ workspace, tool }: ReducePartProps) {
  const isOffered = useStore(workspace.store, offersReduction);
  const kind = useStore(useLoaded(tool)?.session.store ?? UNUSED, (state) => state.kind);
  const isAtWork = kind === 'looking' || kind === 'reducing';
  if (!isOffered && kind === 'idle') return null;
  return (
    <div style={BAR}>
      <Button
        kind="small"
        hint={isAtWork ? AT_WORK : HINT}
        disabled={isAtWork}
        onClick={() => void tool.load().then((loaded) => loaded?.session.start())}
      >
        Reduce
      </Button>
      <ToolPart tool={tool} unused={<span>Find a smaller source with the same fault.</span>}>
        {({ Panel, session }) => <Panel session={session} />}
      </ToolPart>
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
