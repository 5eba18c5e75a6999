import type { StoreApi } from 'zustand/vanilla';
import type { CompileTarget } from '#program/compileTarget.ts';
import type { Resolution } from '#program/runControls.ts';
import { createDisposer, type Dispose } from '#shared/disposer.ts';
import type { SourceReader } from './execution.ts';
import { createKeeping, type Keeping } from './keeping.ts';
import { createOpening, DEFAULT_DEMO, type Opening, withEditorLineBreaks } from './opening.ts';
import { restoreSettings, restoreTab } from './restoring.ts';
import type { WorkspaceServices } from './services.ts';
import type { KeepingNotice, WorkspaceState } from './state.ts';

/** The text of the moment, and what becomes of it: opened, edited, kept, brought back. */
export interface Texts
  extends Pick<Opening, 'openSource' | 'openDemo'>,
    Pick<Keeping, 'placeChanged' | 'dismissNotice' | 'ran' | 'saveNow'> {
  /** Opens what the address or the tab's draft asks for; the address is followed from then on. */
  start(): Promise<void>;
  /** Called at each edit, after it. */
  edited(): void;
  /** Brings back, with all that belongs to it, the text that the notice is about, and runs it. */
  bringBack(kind: KeepingNotice['kind']): Promise<void>;
  dispose: Dispose;
}

export interface TextActions {
  setTarget(target: CompileTarget): void;
  setResolution(resolution: Resolution): void;
  /** Another text is there. */
  textReplaced(): void;
  refreshEntryPoints(): void;
  /** The notices stand before what the run says. */
  run(notices: readonly string[]): Promise<void>;
}

export function createTexts(
  store: StoreApi<WorkspaceState>,
  source: Source,
  services: Pick<WorkspaceServices, 'address' | 'loadDemo' | 'loadSource' | 'drafts' | 'versions'>,
  actions: TextActions,
): Texts {
  const disposer = createDisposer();
  const keeping = createKeeping(store, source, services);
  disposer.add(keeping.dispose);
  const opening = createOpening(store, services, {
    async take({ text, uri, demo }, notices, draft) {
      const lines = withEditorLineBreaks(text);
      keeping.replacing(lines);
      if (draft) restoreSettings(store, actions, draft);
      source.set(() => lines, uri);
      actions.textReplaced();
      const revision = store.getState().opened.revision + 1;
      store.setState({ demo, opened: { text: lines, place: draft?.place ?? null, revision } });
      keeping.opened(draft);
      await actions.run(notices);
      if (draft && store.getState().opened.revision === revision) restoreTab(store, draft);
    },
    setTarget: actions.setTarget,
    replacingDraft: keeping.replacingDraft,
    refreshEntryPoints: actions.refreshEntryPoints,
  });
  disposer.add(opening.dispose);
  return {
    async start() {
      await opening.start();
      const { opened, demo } = store.getState();
      // Where nothing was asked for and nothing was here, what closed tabs have left is offered.
      await keeping.adoptLeft(opened.revision <= 1 && demo === DEFAULT_DEMO);
    },
    openSource: opening.openSource,
    openDemo: opening.openDemo,
    edited() {
      opening.edited();
      if (store.getState().demo !== null) store.setState({ demo: null });
      keeping.edited();
    },
    ran: keeping.ran,
    placeChanged: keeping.placeChanged,
    saveNow: keeping.saveNow,
    dismissNotice: keeping.dismissNotice,
    async bringBack(kind) {
      const draft = keeping.takeBack(kind);
      if (draft) await opening.openDraft(draft);
    },
    dispose: disposer.dispose,
  };
}

/** The text of the moment: read from the editor only when it is needed. */
export interface Source extends SourceReader {
  /** @param uri stays as it was if it is left out */
  set(read: () => string, uri?: string): void;
}

export function createSource(): Source {
  let read = () => '';
  let from = '';
  return {
    text: () => read(),
    uri: () => from,
    set(next, uri = from) {
      read = next;
      from = uri;
    },
  };
}
