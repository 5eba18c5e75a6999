import { ViewPlugin } from '@codemirror/view';
import type { Diagnostic } from '#core/output/compileResult.ts';
import type { SourceTexts } from '#core/output/lineMap/lineMap.ts';
import { runnableWgsl } from '#core/plan/wgsl/runnableWgsl.ts';
import { type ExplainedError, onWgslErrors, type WgslReport } from '#core/plan/wgsl/wgslErrors.ts';
import { textsOf } from '#core/project/sourceTexts.ts';
import { createDisposer } from '#core/util/disposer.ts';
import { createNewest } from '#core/util/newest.ts';
import { ownValue } from '#core/util/ownValue.ts';
import type { AnalysisClient } from '#engine/analysis/analysisClient.ts';
import type { LineMaps } from '#tools/code/analysis/lineMaps.ts';
import { addFileExtension } from '#ui/editor/editorExtensions.ts';
import { type EditedFile, type ProjectEditor, projectEditor } from '#ui/editor/fileEdits.ts';
import type { Problem } from '#ui/editor/problem.ts';
import { showProblems } from '#ui/editor/problems.ts';
import type { Message } from '#workspace/messages.ts';
import type { Workspace } from '#workspace/workspace.ts';

interface WgslProblemsContext {
  readonly workspace: Pick<Workspace, 'store'>;
  readonly lineMaps: LineMaps;
  readonly analysis: Pick<AnalysisClient, 'ask'>;
}

/** Shows WGSL errors that the browser reports for a run, at the matching places in the source. */
export function createWgslProblems(
  { workspace: { store }, lineMaps, analysis }: WgslProblemsContext,
  editor: EditorProblems = createEditorProblems(),
) {
  const disposer = createDisposer();
  /** The newest report. It may be about code that a tool has modified. */
  let report: WgslReport | null = null;
  /** The message whose errors are shown, or about to be. */
  let refusal: Message | undefined;
  const work = createNewest();
  let shown: readonly Diagnostic[] = [];

  const hide = () => {
    work.end();
    editor.show(null);
    const old = new Set(shown);
    shown = [];
    const { diagnostics } = store.getState();
    const rest = diagnostics.filter((diagnostic) => !old.has(diagnostic));
    if (rest.length < diagnostics.length) store.setState({ diagnostics: rest });
  };
  const show = async (message: Message) => {
    const { targetCode, reflection } = store.getState();
    if (!targetCode?.request || targetCode.target !== 'WGSL' || !targetCode.succeeded) return;
    const { request, text: code } = targetCode;
    const errors = errorsOf(message, runnableWgsl(code).code, report);
    if (errors.length === 0) return;
    const signal = work.next();
    const map = await lineMaps.of({ request, code, reflection }, signal);
    if (map === null || signal.aborted) return;
    const sources = textsOf(request);
    const { files, origins, functions } = map;
    const refused = { code, map: { files, origins, functions }, sources, errors };
    const found = await analysis.ask('diagnoseErrors', refused);
    if (signal.aborted) return;
    shown = found;
    store.setState(({ diagnostics }) => ({ diagnostics: [...diagnostics, ...shown] }));
    editor.show({ diagnostics: shown, sources });
  };
  const follow = () => {
    const found = findRefusal(store.getState().messages);
    if (found === refusal) return;
    const wasShown = refusal !== undefined;
    refusal = found;
    if (wasShown) hide();
    // If this fails, Diagnostics still has the message itself.
    if (found) show(found).catch((thrown: unknown) => reportError(thrown));
  };
  disposer.add(
    onWgslErrors((newest) => {
      report = newest;
    }),
  );
  disposer.add(
    store.subscribe(({ messages }, before) => {
      if (messages !== before.messages) follow();
    }),
  );
  follow();
  disposer.add(() => {
    hide();
    editor.dispose();
  });
  return { dispose: disposer.dispose };
}

/** How messages about a run's pipelines start. */
const PIPELINE = /^Failed to create pipeline for entry point \S+: /;
/** A location as compilers write it: `:12:5 error: …` or `12:5: …`. */
const PLACE = /(?:^|[\s(:])(\d{1,7}):(\d{1,7})\b/;

/** The message that says that the browser rejects a run's pipelines; undefined if there is none. */
export function findRefusal(messages: readonly Message[]): Message | undefined {
  return messages.find(({ about, text }) => about === 'run' && PIPELINE.test(text));
}

/**
 * The WGSL errors behind a refusal: those reported for this code, or else the location in the
 * message.
 *
 * @param code as sent to the browser
 */
export function errorsOf(
  { text }: Message,
  code: string,
  report: WgslReport | null,
): readonly ExplainedError[] {
  if (text.includes('the browser rejects the generated WGSL')) {
    return report?.code === code ? report.errors : [];
  }
  const said = text.replace(PIPELINE, '');
  const place = PLACE.exec(said);
  if (!place) return [];
  const [lineNum, linePos] = [Number(place[1]), Number(place[2])];
  return [{ message: said, said, meaning: null, lineNum, linePos, length: 1 }];
}

type EditorProblems = ReturnType<typeof createEditorProblems>;

/** Shows diagnostics as problems in the source editor, including editors that open later. */
function createEditorProblems() {
  const disposer = createDisposer();
  const projects = new Set<ProjectEditor>();
  /**
   * Editors that have received the newest problems. They must not receive them twice, because edits
   * have moved the problems since.
   */
  const told = new WeakSet<ProjectEditor>();
  let current: ShownDiagnostics | null = null;
  // A view must not be changed while it is being created or updated.
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

/** Diagnostics for files with exactly these texts. */
export interface ShownDiagnostics {
  readonly diagnostics: readonly Diagnostic[];
  readonly sources: SourceTexts;
}

/** The diagnostics of a file in the editor; none if the file has been edited since. */
export function problemsOf(
  { path, doc }: Pick<EditedFile, 'path' | 'doc'>,
  { diagnostics, sources }: ShownDiagnostics,
): Problem[] {
  const source = ownValue(sources, `/${path}`);
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
