import type { StoreApi } from 'zustand/vanilla';
import {
  type Asker,
  type CompileReport,
  type CompileRequest,
  runRequest,
} from '#core/output/compileResult.ts';
import type { CompileTarget } from '#core/output/compileTarget.ts';
import { compilesWholeProgram } from '#core/output/compileTarget.ts';
import { planRun } from '#core/plan/planRun.ts';
import type { RunDescriptor } from '#core/plan/runDescriptor.ts';
import type { Result } from '#core/util/result.ts';
import type { CompilerClient } from '#engine/compiler/client/compilerClient.ts';
import type { SourceReader } from '#workspace/sources/sourceReader.ts';
import type { WorkspaceState } from '#workspace/state.ts';
import type { EntryPointLookup } from './entryPoints.ts';

/** How a compile ended. */
export interface Outcome {
  readonly target: CompileTarget;
  /** What was compiled; null if it did not come to that. */
  readonly request: CompileRequest | null;
  /** When somebody asked for it, of `performance.now()`. */
  readonly since: number;
  readonly report: CompileReport;
  /** What to run; null if the source does not compile, or nobody asked to run it. */
  readonly planned: Result<RunDescriptor> | null;
}

/** Compiles and plans a run of the current source. Null if something newer supersedes it. */
export async function evaluate(
  source: Pick<SourceReader, 'project' | 'uri'>,
  compiler: Pick<CompilerClient, 'compile'>,
  asker: Asker,
  signal?: AbortSignal,
): Promise<Outcome | null> {
  const since = performance.now();
  const uri = source.uri();
  const { text, files, assets } = source.project();
  const request = runRequest(text, files);
  const report = await compiler.compile(request, asker, signal);
  if (report === null) return null;
  const planned = report.succ ? planRun(report.result, uri, assets) : null;
  return { target: 'WGSL', request, since, report, planned };
}

/** What is wrong with the plan of a run; empty if nothing is. */
export function refusalOf({ planned }: Outcome): string {
  return planned === null || planned.ok ? '' : planned.error;
}

/**
 * Compiles the current source to the chosen target. It first looks up the entry points, which is
 * part of the job. Null if something newer supersedes it.
 */
export async function compileChosen(
  { getState }: Pick<StoreApi<WorkspaceState>, 'getState'>,
  source: Pick<SourceReader, 'text' | 'files'>,
  compiler: Pick<CompilerClient, 'compile'>,
  lookup: Pick<EntryPointLookup, 'refresh'>,
  signal: AbortSignal,
): Promise<Outcome | null> {
  const start = performance.now();
  let looked = await lookup.refresh('person');
  while (looked.kind === 'superseded' && !signal.aborted) looked = await lookup.refresh('person');
  if (signal.aborted) return null;
  const { target, entryPoint } = getState();
  if (looked.kind === 'failed') {
    const report = { ...looked.answer, milliseconds: 0, memoryBytes: null, cached: false };
    return { target, request: null, since: start, report, planned: null };
  }
  const entrypoint = compilesWholeProgram(target) ? null : entryPoint;
  const request = { ...runRequest(source.text(), source.files()), target, entrypoint };
  const since = performance.now();
  const report = await compiler.compile(request, 'person', signal);
  return report && { target, request, since, report, planned: null };
}
