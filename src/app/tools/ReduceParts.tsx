import { useStore } from 'zustand';
import { offersReduction } from '#reduce/offer.ts';
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
  const compiler = useStore(workspace.store, (state) => state.compiler);
  const isLoaded = useLoaded(tool) !== null;
  const start = () => void tool.load().then((loaded) => loaded?.session.start());
  return (
    <>
      {isOffered && (
        <div style={BAR}>
          <Button
            kind="small"
            hint="Remove parts of the source while the fault stays, for a report to the compiler’s authors"
            onClick={start}
          >
            Reduce
          </Button>
          {!isLoaded && <span>Finds a smaller source with the same fault.</span>}
        </div>
      )}
      <ToolPart tool={tool} unused={null}>
        {({ Panel, session }) => (
          <Panel
            session={session}
            compilerVersion={compiler.kind === 'ready' ? compiler.compilerVersion : null}
          />
        )}
      </ToolPart>
    </>
  );
}

const BAR = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '8px',
  padding: '6px 12px',
} as const;
