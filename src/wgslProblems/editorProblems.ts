import { ViewPlugin } from '@codemirror/view';
import { addFileExtension } from '#editor/editorExtensions.ts';
import { type EditedFile, type ProjectEditor, projectEditor } from '#editor/fileEdits.ts';
import type { Problem } from '#editor/problem.ts';
import { showProblems } from '#editor/problems.ts';
import type { Diagnostic } from '#program/diagnostics/diagnostics.ts';
import type { SourceTexts } from '#program/lineMap/lineMap.ts';
import { createDisposer, type Dispose } from '#shared/disposer.ts';

/** What is shown in the files of exactly these texts. */
export interface ShownDiagnostics {
  readonly diagnostics: readonly Diagnostic[];
  readonly sources: SourceTexts;
}

export interface EditorProblems {
  /** Replaces what is shown; null removes it. */
  show(shown: ShownDiagnostics | null): void;
  dispose: Dispose;
}

/** Shows diagnostics as problems in the source editor, also in one that is opened later. */
export function createEditorProblems(): EditorProblems {
  const disposer = createDisposer();
  /** Those of the editors that are there. */
  const projects = new Set<ProjectEditor>();
  /** Those that have the problems, or had them when they were found. */
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

function problemsOf(
  { path, doc }: Pick<EditedFile, 'path' | 'doc'>,
  { diagnostics, sources }: ShownDiagnostics,
): Problem[] {
  const source = sources[`/${path}`];
  const own = diagnostics.filter((diagnostic) => diagnostic.path === `/${path}`);
  if (own.length === 0 || source?.replace(/\r\n?/g, '\n') !== doc.toString()) return [];
  return own.flatMap(({ line, column, length = 0, message, notes }) => {
    if (line < 1 || line > doc.lines) return [];
    const { from, text } = doc.line(line);
    const indent = text.length - text.trimStart().length;
    const start = column === undefined ? from + indent : from + column - 1;
    const end = column === undefined ? from + text.trimEnd().length : start + length;
    const related = notes.map((note) => ({
      kind: 'elsewhere' as const,
      message: note.message,
      label: '',
      open: null,
    }));
    return [{ from: start, to: end, severity: 'error', message, code: '', related, fixes: [] }];
  });
}
