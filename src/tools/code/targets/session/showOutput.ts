import { compilesWholeProgram } from '#core/output/compileTarget.ts';
import type { Output } from '#tools/code/targets/state.ts';
import type { Workspace } from '#workspace/workspace.ts';

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
