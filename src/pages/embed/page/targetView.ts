import { DEFAULT_TARGET, TARGETS } from '#core/output/compileTarget.ts';
import { createDisposer, type Dispose } from '#core/util/disposer.ts';
import { createCodeView } from '#ui/editor/codeView.ts';
import type { WorkspaceState } from '#workspace/state.ts';
import type { Workspace } from '#workspace/workspace.ts';
import { make } from './dom.ts';

/**
 * Shows the code for the target that the address names, and recompiles it when the source changes.
 */
export function showTargetCode(parent: HTMLElement, workspace: Workspace): Dispose {
  const disposer = createDisposer();
  const { store } = workspace;
  const title = make('h2');
  const place = make('div', { className: 'code' });
  parent.append(title, place);
  const view = createCodeView(place, 'Target code');
  disposer.add(view.dispose);
  const look = ({ target, targetCode }: WorkspaceState) => {
    title.textContent = target;
    if (targetCode?.target === target) view.show(targetCode.text, TARGETS[target].language);
  };
  const compileAfter = (state: WorkspaceState) => {
    const { target, compilation } = state;
    const hasRun = compilation.kind === 'done' && compilation.target === DEFAULT_TARGET;
    if (hasRun && compilation.succeeded && target !== DEFAULT_TARGET) void workspace.compile();
  };
  disposer.add(
    store.subscribe((state, before) => {
      if (state.targetCode !== before.targetCode || state.target !== before.target) look(state);
      if (state.compilation !== before.compilation) compileAfter(state);
    }),
  );
  look(store.getState());
  compileAfter(store.getState());
  disposer.add(() => {
    title.remove();
    place.remove();
  });
  return disposer.dispose;
}
