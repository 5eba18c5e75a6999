import {
  type CompileReport,
  runRequest,
  type ThreadGroupSize,
} from '#core/output/compileResult.ts';
import { planProgram } from '#core/plan/planRun.ts';
import { compareRuns } from '#core/plan/runChange.ts';
import type { RunDescriptor } from '#core/plan/runDescriptor.ts';
import type { OpenProject } from '#core/project/openFile.ts';
import { MAIN_FILE_ID } from '#core/project/project.ts';
import { ownValue } from '#core/util/ownValue.ts';
import { fail, ok, type Result } from '#core/util/result.ts';
import type { CallPipeline } from '#engine/gpu/frame.ts';
import type { ObservedFrame } from '#engine/gpu/frameObserver.ts';
import { createPipelines } from '#engine/gpu/pipelines.ts';
import { isSameSize } from './candidates.ts';
import { changedText, changesFor, type NumthreadsPlace, type TriedFile } from './numthreads.ts';

/** Null if cancelled. */
type CompileProject = (project: OpenProject) => Promise<CompileReport | null>;

/** The program with another group size for one entry point. */
export interface ProgramCopy {
  readonly descriptor: RunDescriptor;
  readonly pipelines: readonly CallPipeline[];
}

interface CopyRequest {
  readonly frame: ObservedFrame;
  readonly project: OpenProject;
  readonly place: NumthreadsPlace;
  readonly entryPoint: string;
  readonly size: ThreadGroupSize;
  readonly compile: CompileProject;
}

/** The project's files that can contain an entry point. */
export function filesOf({ text, files }: OpenProject): TriedFile[] {
  return [{ id: MAIN_FILE_ID, text }, ...files];
}

export function compileWith(
  compile: (request: ReturnType<typeof runRequest>) => Promise<CompileReport | null>,
): CompileProject {
  return ({ text, files }) => compile(runRequest(text, files));
}

const DOES_NOT_COMPILE =
  'The source does not compile, so no other group size can be tried. Fix the errors listed in Diagnostics, run the shader, then try again.';
const CHANGED =
  'The source has changed since it was last run. Run it, then try the group sizes again.';

/**
 * Why the project differs from the running program; null if it does not, or if the compile was
 * cancelled.
 */
export async function checkRuns(
  project: OpenProject,
  { descriptor }: ObservedFrame,
  compile: CompileProject,
): Promise<string | null> {
  const report = await compile(project);
  if (!report) return null;
  if (!report.succ) return DOES_NOT_COMPILE;
  return report.result.code === descriptor.shader.code ? null : CHANGED;
}

/** Compiles a copy of the project with another size for the entry point. Null if cancelled. */
export async function makeCopy(request: CopyRequest): Promise<Result<ProgramCopy> | null> {
  const { frame, project, entryPoint, size, compile } = request;
  const report = await compile(withSize(request));
  if (!report) return null;
  if (!report.succ) return fail(`It does not compile: ${report.message}`);
  const planned = await planProgram(report.result, frame.descriptor.uri, project.assets);
  if (!planned.ok) return fail(planned.error);
  const descriptor = planned.value;
  const given = ownValue(descriptor.shader.threadGroupSizes, entryPoint);
  if (!given || !isSameSize(given, size)) {
    return fail('The attribute in the source does not decide the group size.');
  }
  if (!isSameBeside(descriptor, frame.descriptor, entryPoint)) {
    return fail(`The size of ${entryPoint} changes other parts of the program too.`);
  }
  const others = frame.pipelines.filter(({ call }) => call.entryPoint !== entryPoint);
  const pipelines = await createPipelines(frame.device, descriptor, others);
  return pipelines.ok ? ok({ descriptor, pipelines: pipelines.value }) : pipelines;
}

function withSize({ project, place, size }: CopyRequest): OpenProject {
  const changed = changedText(place.file.text, changesFor(place, size));
  if (place.file.id === MAIN_FILE_ID) return { ...project, text: changed };
  const files = project.files.map((file) =>
    file.id === place.file.id ? { ...file, text: changed } : file,
  );
  return { ...project, files };
}

/** Whether the copy has the same resources, and the same code in all other entry points. */
function isSameBeside(copy: RunDescriptor, before: RunDescriptor, entryPoint: string): boolean {
  const { sameEntryPoints } = compareRuns(before, copy);
  const others = before.callCommands.filter((call) => call.entryPoint !== entryPoint);
  return (
    JSON.stringify(bindingsOf(copy)) === JSON.stringify(bindingsOf(before)) &&
    others.every(({ entryPoint }) => sameEntryPoints.has(entryPoint))
  );
}

function bindingsOf({ layout, resourceCommands, uniformBlocks }: RunDescriptor): unknown {
  return [layout, resourceCommands, uniformBlocks];
}
