import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { ReduceState } from '#tools/reduce/session/state.ts';
import { Button } from '#ui/Button.tsx';
import { useLoaded } from '#ui/tools/lazyTool.ts';
import { defineTool, type ToolHandle } from '#ui/tools/tool.ts';
import type { Message } from '#workspace/messages.ts';
import type { WorkspaceState } from '#workspace/state.ts';
import type { Reduce } from './reduce.tsx';

/** How messages about compiler faults begin. Ordinary errors in a source do not count. */
const FAULTS: readonly RegExp[] = [
  /^Compilation took longer than /,
  // A cancelled compile was probably too slow.
  /^Compilation was cancelled\./,
  /^The compiler stopped: /,
  /^Slang internal error occurred\./,
  /^The compiler crashed while it described the layout/m,
  /internal error 99999: /,
  /^Failed to create pipeline for entry point \S+: the browser rejects the generated WGSL/,
];

/** Whether Diagnostics shows a fault that a smaller source might have too. */
export function offersReduction({ messages }: Pick<WorkspaceState, 'messages'>): boolean {
  return messages.some(isAboutFault);
}

function isAboutFault({ about, text }: Message): boolean {
  return about !== 'address' && about !== 'device' && FAULTS.some((fault) => fault.test(text));
}

interface ReduceButtonProps {
  readonly tool: ToolHandle<Reduce>;
}

/** The button beside a compiler fault, with the state of Reduce beside it. */
function ReduceButton({ tool }: ReduceButtonProps) {
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
const AT_WORK = 'Reduce is running';

/** The state of Reduce before it has loaded. */
const UNUSED = createStore<ReduceState>(() => ({ kind: 'idle' }));

const BAR = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '8px',
  padding: '6px 12px',
} as const;

/** Shrinks a source with a compiler fault while preserving the fault. */
export const reduce = defineTool({
  id: 'reduce',
  name: 'Reduce',
  load: async (context) => (await import('./reduce.tsx')).createReduce(context),
  faces: { diagnostics: ReduceButton },
});
