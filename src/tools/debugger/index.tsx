import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { choose, chosen } from '#engine/storage/settings.ts';
import { Button } from '#ui/Button.tsx';
import { whyNothingRuns } from '#ui/commands.ts';
import { CrosshairIcon } from '#ui/icons.tsx';
import { notify } from '#ui/notices.ts';
import { ToggleSetting } from '#ui/Setting.tsx';
import { useLoaded } from '#ui/tools/lazyTool.ts';
import { defineTool, type ToolHandle } from '#ui/tools/tool.ts';
import { isRunning } from '#workspace/runState.ts';
import type { WorkspaceState } from '#workspace/state.ts';
import type { Workspace } from '#workspace/workspace.ts';
import type { Debugger } from './debugger.tsx';
import { debuggerCommands } from './debuggerCommands.ts';
import { paintCommands } from './paint/paintCommands.ts';

interface FaceProps {
  readonly tool: ToolHandle<Debugger>;
}

/** Placeholder state until the debugger has loaded. */
const NOTHING_CHOSEN = createStore(() => ({ isPicking: false, isFollowing: false }));

function InspectButton({ tool }: FaceProps) {
  const chosen = useLoaded(tool)?.session.store ?? NOTHING_CHOSEN;
  const isPicking = useStore(chosen, (each) => each.isPicking);
  return (
    <Button
      kind="icon"
      label="Inspect pixel"
      hint={
        isPicking ? 'Stop picking a pixel (Escape)' : 'Pick a pixel and see how it was computed'
      }
      pressed={isPicking}
      onClick={() => tool.use(({ session }) => session.commands.togglePicking())}
    >
      <CrosshairIcon />
      <span>Inspect</span>
    </Button>
  );
}

function FollowSetting({ tool }: FaceProps) {
  const chosen = useLoaded(tool)?.session.store ?? NOTHING_CHOSEN;
  return (
    <ToggleSetting
      name="Follow the pointer"
      hint="Show the values of the pixel under the pointer while the shader runs"
      isOn={useStore(chosen, (each) => each.isFollowing)}
      onToggle={() => tool.use(({ session }) => session.commands.toggleFollowing())}
    />
  );
}

/** Opens the debugger for a shader that draws no picture. */
function DebugThreadButton({ tool }: FaceProps) {
  return (
    <Button
      kind="icon"
      label="Debug a thread"
      hint="Choose a thread and see what it computed"
      onClick={() => tool.use(({ session }) => session.commands.open())}
    >
      <CrosshairIcon />
    </Button>
  );
}

/** Shows what one GPU thread computed, step by step. */
export const debuggerTool = defineTool({
  id: 'debugger',
  name: 'The debugger',
  tab: { title: 'Debugger' },
  load: async (context) => (await import('./debugger.tsx')).createDebugger(context),
  faces: {
    'picture bar': InspectButton,
    'picture settings': FollowSetting,
    output: DebugThreadButton,
  },
  commands: (tool) => [...debuggerCommands(tool), ...paintCommands(tool)],
  menus: {
    picture: ({ context, use }, pixel) => [
      {
        text: 'Debug this pixel',
        disabled: whyNothingRuns(context.workspace.store.getState()) ?? undefined,
        onChoose: () => use(({ session }) => session.commands.pickPixel(pixel)),
      },
    ],
    source: ({ context, use }, { line }) => {
      const whyNoRun = whyNothingRuns(context.workspace.store.getState()) ?? undefined;
      return [
        {
          text: 'Breakpoint here',
          keys: 'F9',
          onChoose: () => use(({ session }) => session.commands.toggleBreakpoint(line)),
        },
        {
          text: 'Debug this line',
          disabled: whyNoRun,
          onChoose: () => use(({ session }) => session.commands.debugLine(line)),
        },
        {
          text: 'Paint value',
          disabled: whyNoRun,
          onChoose: () => use(async ({ loadPaint }) => (await loadPaint()).paintSelection()),
        },
      ];
    },
  },
  start: ({ context }) => hintOnce(context.workspace),
  whenQuiet: (tool) => void markThreads(tool),
  requests: ({ load, use }) => ({
    findWriters: async (place, signal, onFrame) =>
      (await load())?.session.findWriters(place, signal, onFrame) ?? null,
    traceWriter: (writer, frame) =>
      use(({ session }) => session.commands.traceWriter(writer, frame)),
    debugThread: (entryPoint, thread) =>
      use(({ session }) => session.commands.traceThread(entryPoint, thread)),
  }),
});

async function markThreads({ context, use }: ToolHandle<Debugger>): Promise<void> {
  try {
    const { showThreadMarks } = await import('./inline/threadMarks.ts');
    showThreadMarks(context.workspace, (entryPoint) =>
      use(({ session }) => session.commands.debugThread(entryPoint)),
    );
  } catch {
    // The page already reports modules that fail to load.
  }
}

/** Introduces the debugger once, on the first run of a user's first visit. */
function hintOnce({ store }: Workspace): void {
  if (chosen('debuggerHint') === 'shown') return;
  const check = (state: WorkspaceState) => {
    if (!isRunning(state)) return;
    stop();
    choose('debuggerHint', 'shown');
    notify({
      id: 'debugger-hint',
      kind: 'information',
      texts: [
        matchMedia('(pointer: coarse)').matches
          ? 'To see how a pixel is computed, press “Inspect” below the picture.'
          : 'To see what a line computes, right-click it and choose “Debug this line”.',
      ],
    });
  };
  const stop = store.subscribe(check);
  check(store.getState());
}
