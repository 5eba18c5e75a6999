import { runRequest } from '#core/output/compileResult.ts';
import { messageOf } from '#core/util/errors.ts';
import type { CodeTools } from '#tools/code/codeTools.ts';

export type CountOutcome =
  | { readonly kind: 'counting' }
  /** The history has the counts. */
  | { readonly kind: 'counted' }
  | { readonly kind: 'failed'; readonly reason: string };

/** Compiles the current text in the background, and counts it. */
export async function countCurrent(
  { workspace, compiles, costs }: Pick<CodeTools, 'workspace' | 'compiles' | 'costs'>,
  signal: AbortSignal,
): Promise<CountOutcome> {
  const { text, files } = workspace.project();
  const opened = workspace.store.getState().opened.revision;
  const request = { ...runRequest(text, files), target: 'SPIRV' } as const;
  try {
    const report = await compiles.compile(request, signal);
    if (report === null) return { kind: 'counting' };
    if (report === 'no-answer') return failed('the compiler does not finish this source');
    if (!report.succ) return failed('the source does not compile to SPIR-V');
    await costs.count({ opened, request }, report.result.code);
    return { kind: 'counted' };
  } catch (thrown) {
    return { kind: 'failed', reason: messageOf(thrown) };
  }
}

function failed(why: string): CountOutcome {
  return { kind: 'failed', reason: `Nothing is counted, because ${why}.` };
}
