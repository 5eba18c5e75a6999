import { createStore, type StoreApi } from 'zustand/vanilla';
import { compilesWholeProgram } from '#core/output/compileTarget.ts';
import type { Dispose } from '#core/util/disposer.ts';
import type { CodeTools } from '#tools/code/codeTools.ts';
import {
  NOTHING_COMPILED,
  type Output,
  outputsOf,
  type TargetsCommands,
  type TargetsState,
} from '#tools/code/targets/state.ts';
import type { Workspace } from '#workspace/workspace.ts';
import { downloadAll } from './downloadAll.ts';
import { createProgramCompiles } from './programCompiles.ts';

/** Compiles each entry point to each target in the background, while the view is open. */
export interface TargetsSession {
  readonly context: Pick<CodeTools, 'workspace' | 'costs'>;
  readonly store: StoreApi<TargetsState>;
  readonly commands: TargetsCommands;
  dispose: Dispose;
}

export function createTargetsSession(context: CodeTools): TargetsSession {
  const { workspace } = context;
  const store = createStore<TargetsState>(() => NOTHING_COMPILED);
  const compiles = createProgramCompiles(context, store);
  let stopFollowing: Dispose | null = null;
  const close = () => {
    stopFollowing?.();
    stopFollowing = null;
    compiles.stop();
  };
  return {
    ...{ context, store },
    commands: {
      open() {
        stopFollowing ??= followProject(workspace, {
          onChange: compiles.edited,
          onRest: compiles.start,
        });
      },
      close,
      show: (output) => showOutput(workspace, output),
      async download() {
        const outputs = compiles.outputs();
        const missing = outputsOf(store.getState().entryPoints).length - outputs.length;
        store.setState({ downloaded: await downloadAll(outputs, missing) });
      },
    },
    dispose: close,
  };
}

/** How long the text has to rest, in milliseconds. */
const REST = 600;

interface ProjectListener {
  /** Called at each edit, and when another source is opened. */
  onChange(): void;
  /** The text does not change any more; called at once, and after each change. */
  onRest(project: ReturnType<Workspace['project']>): void;
}

/** Follows the edits of the open project and the pauses between them. */
function followProject(
  { project, onTextChange }: Pick<Workspace, 'project' | 'onTextChange'>,
  { onChange, onRest }: ProjectListener,
): Dispose {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const rest = () => onRest(project());
  const stop = onTextChange(() => {
    onChange();
    clearTimeout(timer);
    timer = setTimeout(rest, REST);
  });
  rest();
  return () => {
    stop();
    clearTimeout(timer);
  };
}

type Shown = Pick<
  Workspace,
  'store' | 'selectTarget' | 'selectEntryPoint' | 'compile' | 'selectTab'
>;

/** Compiles an output as the user would, and opens the tab that has its code, or its diagnostics. */
export async function showOutput(workspace: Shown, { target, entryPoint }: Output): Promise<void> {
  workspace.selectTarget(target);
  if (!compilesWholeProgram(target) && entryPoint !== null) workspace.selectEntryPoint(entryPoint);
  await workspace.compile();
  const { compilation, messages } = workspace.store.getState();
  // Something newer may have taken its place.
  if (compilation.kind !== 'done' || compilation.target !== target) return;
  if (compilation.succeeded) workspace.selectTab('target-code');
  else if (messages.length > 0) workspace.selectTab('diagnostics');
}
