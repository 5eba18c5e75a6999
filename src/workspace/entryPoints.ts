import type { StoreApi } from 'zustand/vanilla';
import { type CompileRequest, USER_SHADER_PATH } from '#program/compileResult.ts';
import { compilesWholeProgram } from '#program/compileTarget.ts';
import type { CompilerService } from './services.ts';
import type { WorkspaceState } from './state.ts';

/** How long the text has to rest before its entry points are looked up, in milliseconds. */
const LOOKUP_DELAY = 300;

export interface EntryPointLookup {
  /** Looks up once the text rests, if the target needs an entry point. */
  textChanged(): void;
  /** Looks up at once, if the target needs an entry point and the text is newer than the list. */
  refresh(): Promise<void>;
  dispose(): void;
}

/**
 * Keeps the list of entry points up to date with the text. The list of a text that does not compile
 * is the last good one; the choice stays if it still exists, else the first is taken.
 */
export function createEntryPointLookup(
  { getState, setState }: StoreApi<WorkspaceState>,
  source: () => Pick<CompileRequest, 'sourceCode'>,
  compiler: CompilerService,
): EntryPointLookup {
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** The lookup of the text as it is now, under way or done; null if there is none, or it failed. */
  let newest: Promise<void> | null = null;
  const lookUp = async () => {
    const outcome = await compiler.findEntryPoints({ ...source(), shaderPath: USER_SHADER_PATH });
    if (outcome.kind === 'superseded') return;
    const { value } = outcome;
    if (!value.succ) {
      // It need not be the text's fault.
      newest = null;
      console.warn(`Failed to find entry points: ${value.message}`);
      return;
    }
    const entryPoints = value.result;
    const { entryPoint } = getState();
    const kept = entryPoints.some(({ name }) => name === entryPoint);
    setState({ entryPoints, entryPoint: kept ? entryPoint : (entryPoints[0]?.name ?? null) });
  };
  const refresh = async () => {
    clearTimeout(timer);
    if (compilesWholeProgram(getState().target)) return;
    newest ??= lookUp();
    await newest;
  };
  return {
    refresh,
    textChanged() {
      newest = null;
      clearTimeout(timer);
      timer = setTimeout(() => void refresh(), LOOKUP_DELAY);
    },
    dispose: () => clearTimeout(timer),
  };
}
