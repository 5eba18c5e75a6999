import type { StoreApi } from 'zustand/vanilla';
import type { CompileTarget } from '#core/output/compileTarget.ts';
import type { Draft } from '#core/project/draft.ts';
import type { UrlParameters } from '#core/project/links/urlParameters.ts';
import { DEFAULT_INSTEAD, DRAFT_INSTEAD } from '#workspace/messageTexts.ts';
import type { SourceOpening } from '#workspace/services.ts';
import type { WorkspaceState } from '#workspace/state.ts';
import { tell } from '#workspace/tell.ts';
import { DEFAULT_DEMO } from './defaultDemo.ts';
import type { SourceLoader } from './sourceLoader.ts';

interface StartActions {
  readonly store: StoreApi<WorkspaceState>;
  readonly loader: SourceLoader;
  setTarget(target: CompileTarget): void;
  /** The draft is not opened. */
  replacingDraft(draft: Draft): void;
  /** Opens a text, with the rest of the draft if that has the same one. */
  put(source: SourceOpening, held: Draft | null): Promise<void>;
}

/** A function that opens, on a fresh page, what the address asks for, else what the tab has held. */
export function createStart({ store, loader, setTarget, replacingDraft, put }: StartActions) {
  const openDefault = async (held: Draft | null) => {
    const loaded = await loader.load({ kind: 'demo', name: DEFAULT_DEMO });
    if (loaded === null) return held ? replacingDraft(held) : undefined;
    if (loaded.ok) return put(loaded.value, held);
    if (held) return put(held, held);
    tell(store, 'address', loaded.error);
  };
  const openHeld = async (asked: UrlParameters, held: Draft | null) => {
    if (asked.target === null && held) setTarget(held.target);
    // A demo that was not changed may have a newer version.
    if (held === null || (held.demo !== null && !held.edited)) return openDefault(held);
    return put(held, held);
  };
  return async (asked: UrlParameters, held: Draft | null): Promise<void> => {
    const { source } = asked;
    if (source.kind === 'none') return openHeld(asked, held);
    const loaded = await loader.load(source);
    if (loaded === null) return held ? replacingDraft(held) : undefined;
    if (loaded.ok) return put(loaded.value, held);
    const instead = held?.edited ? DRAFT_INSTEAD : DEFAULT_INSTEAD;
    tell(store, 'address', `${loaded.error} ${instead}`);
    await openHeld(asked, held?.edited ? held : null);
  };
}
