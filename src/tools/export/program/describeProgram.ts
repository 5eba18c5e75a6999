import { runRequest } from '#core/output/compileResult.ts';
import { suitableAnimations } from '#core/plan/animation/suitableAnimations.ts';
import { planRun } from '#core/plan/planRun.ts';
import { uniformComponents } from '#core/plan/runDescriptor.ts';
import { fileStem } from '#core/project/projectName.ts';
import { fail, ok, type Result } from '#core/util/result.ts';
import type { AssetReader } from '#engine/gpu/resources/contents.ts';
import { interactiveComponents, suitableValues } from '#workspace/runs/uniformValues.ts';
import { nameOf } from '#workspace/sources/nameOf.ts';
import type { Workspace } from '#workspace/workspace.ts';
import type { ExportedProgram } from './exportedProgram.ts';
import type { ExportContext } from './exportFormat.ts';
import { readContents } from './readContents.ts';

/** What an export needs to know of the page. */
export interface DescribeContext extends Pick<ExportContext, 'compile'> {
  readonly workspace: Pick<Workspace, 'store' | 'project' | 'sourceUri' | 'fetchRules'>;
  /** The project's own images and data; those of this browser if absent. */
  readonly assets?: AssetReader;
}

const CANCELLED = 'The export was cancelled. Try again.';

/** The open program as it would run now. Fails with a sentence; throws only if `signal` aborts. */
export async function describeProgram(
  { workspace, compile, assets }: DescribeContext,
  signal: AbortSignal,
): Promise<Result<ExportedProgram>> {
  const { text, files, assets: listed } = workspace.project();
  const project = { text, files: files.map(({ path, text }) => ({ path, text })), assets: listed };
  const uri = workspace.sourceUri();
  const { uniformValues, animations, seed } = workspace.store.getState();
  const report = await compile(runRequest(text, project.files), signal);
  if (!report) return fail(CANCELLED);
  if (!report.succ) {
    return fail('The source does not compile. Press Run to see why, then export again.');
  }
  const planned = planRun(report.result, uri, listed);
  if (!planned.ok) return planned;
  const descriptor = planned.value;
  const rules = await workspace.fetchRules(descriptor);
  if (!rules.ok) return fail(notAllowed(rules.error));
  const contents = await readContents(descriptor, rules.value, signal, assets);
  if (!contents.ok) return contents;
  return ok({
    name: fileStem(nameOf(workspace)),
    ...{ project, descriptor, seed },
    program: report.result,
    uniformValues: suitableValues(
      interactiveComponents(uniformComponents(descriptor)),
      uniformValues,
    ),
    animated: Object.keys(suitableAnimations(uniformComponents(descriptor), animations)),
    contents: contents.value,
  });
}

function notAllowed(origins: readonly string[]): string {
  return (
    `The program comes from somebody else and loads files from ${origins.join(', ')}, which you ` +
    'have not allowed. Press Run, allow it, then export again.'
  );
}
