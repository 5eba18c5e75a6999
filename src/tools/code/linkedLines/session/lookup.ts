import { messageOf } from '#core/util/errors.ts';
import { createNewest } from '#core/util/newest.ts';
import type { CodeTools } from '#tools/code/codeTools.ts';
import { indexLines, type LineIndex } from '#tools/code/linkedLines/links/lineIndex.ts';
import type { LookupState } from '#tools/code/linkedLines/state.ts';
import type { TargetCode } from '#workspace/state.ts';

/** Finds the line map of the workspace's target code on first use. */
export type Lookup = ReturnType<typeof createLookup>;

interface Asked {
  readonly code: TargetCode;
  readonly answer: Promise<LineIndex | null>;
}

export function createLookup(
  { workspace, lineMaps }: Pick<CodeTools, 'workspace' | 'lineMaps'>,
  onState: (state: LookupState) => void,
) {
  let state: LookupState = { kind: 'none' };
  let asked: Asked | null = null;
  const work = createNewest();
  const set = (next: LookupState) => {
    state = next;
    onState(next);
  };
  const look = async (code: TargetCode, signal: AbortSignal): Promise<LineIndex | null> => {
    const { request, succeeded, text } = code;
    const { reflection } = workspace.store.getState();
    if (!succeeded || request === null || reflection === null) return null;
    set({ kind: 'looking' });
    try {
      const map = await lineMaps.of({ request, code: text, reflection }, signal);
      if (map === null || signal.aborted) return null;
      const index = indexLines(map);
      set({ kind: 'there', index });
      return index;
    } catch (thrown) {
      if (signal.aborted) return null;
      reportError(thrown);
      set({ kind: 'failed', reason: messageOf(thrown) });
      return null;
    }
  };
  const drop = () => {
    work.end();
    asked = null;
    if (state.kind !== 'none') set({ kind: 'none' });
  };
  return {
    state: (): LookupState => state,
    /** Call when the target code changes. */
    drop,
    /** Null if there is no code, if it cannot be mapped, or if it has been replaced meanwhile. */
    async want(): Promise<LineIndex | null> {
      const code = workspace.store.getState().targetCode;
      if (asked?.code === code) return asked?.answer ?? null;
      drop();
      if (!code) return null;
      asked = { code, answer: look(code, work.next()) };
      return asked.answer;
    },
  };
}
