import { type Diagnostic, USER_SHADER_PATH } from '#core/output/compileResult.ts';
import type { Dispose } from '#core/util/disposer.ts';
import { hiddenText } from '#core/util/hiddenCharacters.ts';
import { brief } from '#core/util/text.ts';
import type { WorkspaceState } from '#workspace/state.ts';
import type { Workspace } from '#workspace/workspace.ts';
import { make } from './dom.ts';

/** More would fill the frame many times. */
const MAX_ITEMS = 50;

/** The compiler’s problems below the source. A press on one shows its place. */
export function showProblems(parent: HTMLElement, workspace: Workspace): Dispose {
  const list = make('ul', { className: 'problems' });
  list.ariaLabel = 'Problems';
  parent.append(list);
  const look = ({ diagnostics, files, notices }: WorkspaceState) => {
    const paths = new Set([USER_SHADER_PATH, ...files.map(({ path }) => `/${path}`)]);
    const all = diagnostics.flatMap((diagnostic) => [diagnostic, ...diagnostic.notes]);
    const items = all.slice(0, MAX_ITEMS).map((diagnostic) => {
      const canBeShown = diagnostic.line > 0 && paths.has(diagnostic.path);
      return problemItem(diagnostic, canBeShown ? workspace : null);
    });
    const others = all.length - items.length;
    if (others > 0) items.push(make('li', {}, `${others} more.`));
    for (const notice of notices) {
      if (notice.kind !== 'hidden-characters') continue;
      const { line } = notice.first;
      const text = `The source has ${hiddenText(notice)}, the first in line ${line}.`;
      items.unshift(make('li', {}, text));
    }
    list.replaceChildren(...items);
    list.hidden = items.length === 0;
  };
  look(workspace.store.getState());
  const unsubscribe = workspace.store.subscribe((state, before) => {
    const isNew = state.diagnostics !== before.diagnostics || state.notices !== before.notices;
    if (isNew) look(state);
  });
  return () => {
    unsubscribe();
    list.remove();
  };
}

/** @param workspace null if its place is in no file of the project */
function problemItem(diagnostic: Diagnostic, workspace: Workspace | null): HTMLLIElement {
  const { severity, line, column = 1, length = 0, path, message } = diagnostic;
  const text = `${line > 0 ? `${line}: ` : ''}${severity}: ${brief(message, 500)}`;
  if (!workspace) return make('li', {}, text);
  const button = make('button', { type: 'button' }, text);
  button.addEventListener('click', () => workspace.reveal({ line, column, length }, path));
  const item = make('li', {}, button);
  item.dataset['severity'] = severity;
  return item;
}
