import type { StoreApi } from 'zustand/vanilla';
import {
  type Asker,
  type EntryPointsResult,
  USER_SHADER_PATH,
} from '#core/output/compileResult.ts';
import { type CompileTarget, compilesWholeProgram } from '#core/output/compileTarget.ts';
import { createNewest } from '#core/util/newest.ts';
import type { CompilerClient } from '#engine/compiler/client/compilerClient.ts';
import type { Source } from '#workspace/sources/source.ts';
import type { WorkspaceState } from '#workspace/state.ts';

/** How long the text must stay unchanged before its entry points are looked up (ms). */
const LOOKUP_DELAY = 300;

type LookupOutcome =
  /** The list matches the text, or the target needs no entry point. */
  | { readonly kind: 'done' }
  | { readonly kind: 'failed'; readonly answer: Extract<EntryPointsResult, { succ: false }> }
  /** The text or the target has changed, or a more urgent request came. */
  | { readonly kind: 'superseded' };

export type EntryPointLookup = ReturnType<typeof createEntryPointLookup>;

/**
 * Keeps the list of entry points in step with the text and the target. If the text does not
 * compile, the last good list stays. The chosen entry point stays if it still exists; otherwise the
 * first one is chosen.
 */
export function createEntryPointLookup(
  { getState, setState }: StoreApi<WorkspaceState>,
  source: Pick<Source, 'text' | 'files'>,
  compiler: CompilerClient,
) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const current = createNewest();
  /** The target of the current list; null if the list belongs to another text. */
  let listed: CompileTarget | null = null;

  const lookUp = async (target: CompileTarget, asker: Asker): Promise<LookupOutcome> => {
    const request = {
      target,
      sourceCode: source.text(),
      shaderPath: USER_SHADER_PATH,
      files: source.files(),
    };
    const { signal } = current;
    const answer = await compiler.findEntryPoints(request, asker, signal);
    const isStale = signal.aborted || target !== getState().target;
    if (answer === null || isStale) return { kind: 'superseded' };
    if (!answer.succ) {
      console.warn(`Failed to find entry points: ${answer.message}`);
      return { kind: 'failed', answer };
    }
    listed = target;
    const entryPoints = answer.result;
    const { entryPoint } = getState();
    const kept = entryPoints.some(({ name }) => name === entryPoint);
    setState({ entryPoints, entryPoint: kept ? entryPoint : (entryPoints[0]?.name ?? null) });
    return { kind: 'done' };
  };
  const refresh = async (asker: Asker = 'page'): Promise<LookupOutcome> => {
    clearTimeout(timer);
    const { target } = getState();
    if (compilesWholeProgram(target) || listed === target) return { kind: 'done' };
    return lookUp(target, asker);
  };
  return {
    /**
     * Looks the entry points up immediately, if the target needs one and the list is out of date.
     */
    refresh,
    /** Looks the entry points up once the text rests, if the target needs one. */
    textChanged() {
      current.next();
      listed = null;
      clearTimeout(timer);
      timer = setTimeout(() => void refresh(), LOOKUP_DELAY);
    },
    dispose: () => clearTimeout(timer),
  };
}
