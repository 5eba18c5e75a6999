import type { CompileRequest } from '#core/output/compileResult.ts';
import { reportMarkdown } from '#core/project/reportMarkdown.ts';
import type { ReducedFiles } from '#core/source/reducer/reduceFiles.ts';
import { describeFault, type Fault } from '#tools/reduce/fault.ts';
import { gatherSurroundings } from '#workspace/report/gatherFacts.ts';
import type { Workspace } from '#workspace/workspace.ts';

export type ReportingWorkspace = Pick<Workspace, 'store'>;

/** The reduced source with its fault as Markdown, for an issue. There is no link: the page’s is of the whole source. */
export async function reportReduced(
  workspace: ReportingWorkspace,
  { target, entrypoint }: Pick<CompileRequest, 'target' | 'entrypoint'>,
  fault: Fault,
  [main, ...files]: ReducedFiles,
): Promise<string> {
  return reportMarkdown({
    ...(await gatherSurroundings(workspace)),
    ...{ link: null, linkNote: null, assets: [], diagnostics: [], profile: null },
    ...{ target, entryPoint: entrypoint, text: main?.text ?? '', files },
    messages: `With this source, ${describeFault(fault)}.`,
  });
}
