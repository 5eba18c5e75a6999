import { ViewPlugin } from '@codemirror/view';
import { createDisposer, type Dispose } from '#core/util/disposer.ts';
import { addFileExtension } from '#ui/editor/editorExtensions.ts';
import { type ProjectEditor, projectEditor } from '#ui/editor/fileEdits.ts';
import { showProblems } from '#ui/editor/problems.ts';
import { problemsOf, type ShownDiagnostics } from './problemsOf.ts';

export interface EditorProblems {
  /** Replaces what is shown; null removes it. */
  show(shown: ShownDiagnostics | null): void;
  dispose: Dispose;
}

/** Shows diagnostics as problems in the source editor, also in one that is opened later. */
export function createEditorProblems(): EditorProblems {
  const disposer = createDisposer();
  /** Of the editors that are open. */
  const projects = new Set<ProjectEditor>();
  /** Those that got the newest problems. They are not told again: edits have moved the problems since. */
  const told = new WeakSet<ProjectEditor>();
  let current: ShownDiagnostics | null = null;
  // No view may be changed while it is made, or changes.
  const showLater = (project: ProjectEditor, shown: ShownDiagnostics | null) => {
    told.add(project);
    queueMicrotask(() => {
      if (projects.has(project)) showIn(project, shown);
    });
  };
  const watch = ViewPlugin.define(({ state }) => {
    const project = state.facet(projectEditor);
    if (!project) return {};
    projects.add(project);
    if (!told.has(project)) showLater(project, current);
    return { destroy: () => void projects.delete(project) };
  });
  const show = (shown: ShownDiagnostics | null) => {
    current = shown;
    for (const project of projects) showLater(project, shown);
  };
  disposer.add(addFileExtension(watch));
  return {
    show,
    dispose() {
      for (const project of projects) showIn(project, null);
      disposer.dispose();
    },
  };
}

function showIn(project: ProjectEditor, shown: ShownDiagnostics | null): void {
  for (const file of project.files()) {
    const found = shown ? problemsOf(file, shown) : [];
    if (found.length > 0 || file.isCreated) showProblems(file, 'webgpu', found);
  }
}
