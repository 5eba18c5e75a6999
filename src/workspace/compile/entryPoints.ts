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

/** How long the text has to rest before its entry points are looked up, in milliseconds. */
const LOOKUP_DELAY = 300;

type LookupOutcome =
  /** The list is that of the text, or the target needs none. */
  | { readonly kind: 'done' }
  | { readonly kind: 'failed'; readonly answer: Extract<EntryPointsResult, { succ: false }> }
  /** The text or the target has changed, or something more urgent came. */
  | { readonly kind: 'superseded' };

export type EntryPointLookup = ReturnType<typeof createEntryPointLookup>;

/**
 * Keeps the list of entry points up to date with text and target. The list of a text that does not
 * compile is the last good one; the choice stays if it still exists, else the first is taken.
 */
export function createEntryPointLookup(
  { getState, setState }: StoreApi<WorkspaceState>,
  source: Pick<Source, 'text' | 'files'>,
  compiler: CompilerClient,
) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Aborted once the text is another. */
  const current = createNewest();
  /** The target that the list is of; null if the list is of another text. */
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
    /** Looks up at once, if the target needs an entry point and the list is not of text and target. */
    refresh,
    /** Looks up once the text rests, if the target needs an entry point. */
    textChanged() {
      current.next();
      listed = null;
      clearTimeout(timer);
      timer = setTimeout(() => void refresh(), LOOKUP_DELAY);
    },
    dispose: () => clearTimeout(timer),
  };
}
