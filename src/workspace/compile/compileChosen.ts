import type { StoreApi } from 'zustand/vanilla';
import { runRequest } from '#core/output/compileResult.ts';
import { compilesWholeProgram } from '#core/output/compileTarget.ts';
import type { CompilerService } from '#workspace/services.ts';
import type { SourceReader } from '#workspace/sources/sourceReader.ts';
import type { WorkspaceState } from '#workspace/state.ts';
import type { EntryPointLookup } from './entryPoints.ts';
import type { Outcome } from './outcome.ts';

/**
 * Compiles the current source to the chosen target. It first looks up the entry points, which is
 * part of the job. Null if something newer supersedes it.
 */
export async function compileChosen(
  { getState }: Pick<StoreApi<WorkspaceState>, 'getState'>,
  source: Pick<SourceReader, 'text' | 'files'>,
  compiler: Pick<CompilerService, 'compile'>,
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
