import { type Diagnostic, USER_SHADER_PATH } from '#core/output/compileResult.ts';
import { DEFAULT_TARGET, TARGETS } from '#core/output/compileTarget.ts';
import { MAIN_FILE, MAIN_FILE_ID } from '#core/project/project.ts';
import { createDisposer, type Dispose } from '#core/util/disposer.ts';
import { hiddenText } from '#core/util/hiddenCharacters.ts';
import { brief } from '#core/util/text.ts';
import { createCodeView } from '#ui/editor/codeView.ts';
import type { LanguageService } from '#ui/editor/languageService.ts';
import { createSourceEditor, type SourceEditor } from '#ui/editor/sourceEditor.ts';
import type { WorkspaceState } from '#workspace/state.ts';
import type { Workspace } from '#workspace/workspace.ts';
import { make } from './dom.ts';

/** An embed has no language server, which would need a second worker with the compiler's binary. */
const NO_LANGUAGE: LanguageService = {
  transport: { send() {}, subscribe() {}, unsubscribe() {} },
  state: () => ({ kind: 'off' }),
  subscribe: () => () => {},
  wanted() {},
  start() {},
};

/** Shows the editable source, which the picture follows, and the compiler's messages about it. */
export function showSource(parent: HTMLElement, workspace: Workspace): Dispose {
  const disposer = createDisposer();
  const { store } = workspace;
  const { opened, activeFile } = store.getState();
  const place = make('div', { className: 'editor' });
  parent.append(place);
  disposer.add(() => place.remove());
  disposer.add(showFiles(parent, workspace));
  const editor = createSourceEditor({
    parent: place,
    text: workspace.sourceText(),
    files: workspace.project().files,
    shown: activeFile,
    place: null,
    origin: opened.revision,
    onEdit: workspace.sourceEdited,
    onFileEdit: workspace.fileEdited,
    onShow: workspace.showFile,
    onPlace: workspace.placeChanged,
    onProblems() {},
    onBlank() {},
    language: NO_LANGUAGE,
  });
  disposer.add(editor.dispose);
  disposer.add(store.subscribe((state, before) => follow(editor, state, before)));
  disposer.add(showProblems(parent, workspace));
  workspace.setLive(true);
  disposer.add(() => workspace.setLive(false));
  return disposer.dispose;
}

function follow(editor: SourceEditor, state: WorkspaceState, before: WorkspaceState): void {
  const { opened, files, activeFile, revealed } = state;
  if (opened !== before.opened) editor.open(opened.text, null, opened.revision);
  if (files !== before.files) editor.setFiles(files);
  if (activeFile !== before.activeFile) editor.show(activeFile, null);
  if (revealed && revealed !== before.revealed) editor.reveal(revealed);
}

/** A list that switches files; hidden while the project has only one. */
function showFiles(parent: HTMLElement, workspace: Workspace): Dispose {
  const choice = make('select', { className: 'files' });
  choice.ariaLabel = 'File';
  parent.prepend(choice);
  choice.addEventListener('change', () => workspace.showFile(Number(choice.value)));
  const look = ({ files, activeFile }: WorkspaceState) => {
    const all = [{ id: MAIN_FILE_ID, path: MAIN_FILE }, ...files];
    choice.replaceChildren(
      ...all.map(({ id, path }) => make('option', { value: String(id) }, path)),
    );
    choice.value = String(activeFile);
    choice.hidden = files.length === 0;
  };
  look(workspace.store.getState());
  const unsubscribe = workspace.store.subscribe((state, before) => {
    if (state.files !== before.files || state.activeFile !== before.activeFile) look(state);
  });
  return () => {
    unsubscribe();
    choice.remove();
  };
}

/** More would be many times the frame's height. */
const MAX_ITEMS = 50;

/** Lists the compiler's problems below the source. Pressing one shows its place. */
function showProblems(parent: HTMLElement, workspace: Workspace): Dispose {
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

/** @param workspace null if the problem's place is in no file of the project */
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
