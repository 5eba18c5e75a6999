import type { Diagnostic } from '#core/output/compileResult.ts';
import { runnableWgsl } from '#core/plan/wgsl/runnableWgsl.ts';
import { onWgslErrors, type WgslReport } from '#core/plan/wgsl/wgslReports.ts';
import { textsOf } from '#core/project/sourceTexts.ts';
import { createDisposer, type Dispose } from '#core/util/disposer.ts';
import { createNewest } from '#core/util/newest.ts';
import type { AnalysisClient } from '#engine/analysis/analysisClient.ts';
import type { LineMaps } from '#tools/code/analysis/lineMaps.ts';
import type { Message } from '#workspace/messages.ts';
import type { Workspace } from '#workspace/workspace.ts';
import { createEditorProblems, type EditorProblems } from './editorProblems.ts';
import { errorsOf, findRefusal } from './refusal.ts';

export interface WgslProblemsContext {
  readonly workspace: Pick<Workspace, 'store'>;
  readonly lineMaps: Pick<LineMaps, 'of'>;
  readonly analysis: Pick<AnalysisClient, 'ask'>;
}

/** Shows what the browser refuses in the WGSL of a run at its places in the source. */
export interface WgslProblems {
  dispose: Dispose;
}

export function createWgslProblems(
  { workspace: { store }, lineMaps, analysis }: WgslProblemsContext,
  editor: EditorProblems = createEditorProblems(),
): WgslProblems {
  const disposer = createDisposer();
  /** The newest one, which may be of code that a tool has changed. */
  let report: WgslReport | null = null;
  /** What is shown, or about to be. */
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
    // The message itself is in Diagnostics, whatever happens here.
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
